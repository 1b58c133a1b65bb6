// Messages about ranks that did not fit: as predicted, or not.
#include "hakaru/rehearsal/rank_outcomes.h"

#include <gtest/gtest.h>

#include "hakaru/formats/rehearsal_record.h"

namespace hakaru {
namespace {

constexpr std::int64_t core_bytes = 1000;

RankNotRun not_run(std::int64_t rank, std::int64_t needed_bytes) {
  return {rank, tracing::OutOfMemory{needed_bytes, core_bytes, "neuroncore-v2", {"w 4×4 fp32 (64 B, here)"}}};
}

/// Message about the outcomes of two ranks, given their predicted bytes; empty: both ran.
std::string told(const RankOutcomes& outcomes, std::int64_t first_bytes, std::int64_t second_bytes) {
  std::vector<Expected> expected(2);
  expected[0].weights_bytes = first_bytes;
  expected[1].weights_bytes = second_bytes;
  const auto records = records_of(outcomes, expected, "--core-memory");
  return records ? "" : in_english(records.error().message);
}

TEST(RankOutcomes, SayWhetherWhatDidNotFitWasPredicted) {
  const RankNotRun waited{1, std::nullopt};
  EXPECT_EQ(told({{not_run(0, 1200), waited}}, 1200, 900),
            "ranks 0 do not fit, as predicted: the fullest needs 1,200 B and its core has 1,000 B; --core-memory 1200B "
            "would do; its largest tensors: w 4×4 fp32 (64 B, here)");
  EXPECT_EQ(told({{not_run(0, 1300), waited}}, 1200, 900),
            "ranks 0 do not fit, which was not predicted: 1,300 B needed, 1,200 B predicted, 1,000 B there");
  EXPECT_EQ(told({{not_run(0, 1200), waited}}, 1200, 1100),
            "ranks 0 do not fit, which was not predicted: 1,200 B needed, 1,200 B predicted, 1,000 B there");
  EXPECT_EQ(told({{RankRecord{}, RankRecord{}}}, 900, 900), "");
}

TEST(RankOutcomes, AreReadAsTheyWereWritten) {
  for (const RankNotRun& each : {not_run(3, 1200), RankNotRun{1, std::nullopt}}) {
    const RankOutcome read = read_outcome(json_text(json_of(each)), "rank.json").value();
    ASSERT_TRUE(std::holds_alternative<RankNotRun>(read));
    EXPECT_EQ(std::get<RankNotRun>(read).rank, each.rank);
    EXPECT_EQ(std::get<RankNotRun>(read).out_of_memory, each.out_of_memory);
  }
  EXPECT_FALSE(read_outcome(R"({"rank": 1, "out_of_memory": {"needed_bytes": "many"}})", "rank.json"));
}

}  // namespace
}  // namespace hakaru
