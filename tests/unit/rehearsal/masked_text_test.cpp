#include "hakaru/rehearsal/masked_text.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "hakaru/rehearsal/rank_run.h"
#include "hakaru/tracing/operations.h"

namespace hakaru {
namespace {

TEST(MaskedText, HidesOneByteOfEightAndAsksForIt) {
  const std::string bytes = "In the beginning God created the heaven and the earth. And the earth";
  const BatchSource plain = batches_of(bytes, 16), masks = masked(batches_of(bytes, 16), 16, 7);
  const TextBatch shown = plain(1, 2), asked = masks(1, 2);
  ASSERT_EQ(asked.tokens.size(), 32U);
  ASSERT_EQ(asked.labels.size(), 32U);
  for (std::size_t at = 0; at < 32; ++at) {
    const bool masked_here = asked.labels[at] != tracing::no_label;
    EXPECT_EQ(asked.tokens[at], masked_here ? 0 : shown.tokens[at]);
    if (masked_here) {
      EXPECT_EQ(asked.labels[at], shown.tokens[at]);
    }
  }
  for (std::size_t run = 0; run < 32; run += 8)
    EXPECT_EQ(std::count(asked.labels.begin() + static_cast<std::ptrdiff_t>(run),
                         asked.labels.begin() + static_cast<std::ptrdiff_t>(run) + 8, tracing::no_label),
              7);
}

TEST(MaskedText, MasksASequenceAlikeWhicheverComeBeforeIt) {
  const std::string bytes(100, 'a');
  const BatchSource masks = masked(batches_of(bytes, 16), 16, 7);
  const TextBatch two = masks(1, 2), second = masks(2, 1);
  EXPECT_TRUE(std::equal(second.tokens.begin(), second.tokens.end(), two.tokens.begin() + 16));
}

}  // namespace
}  // namespace hakaru
