#include "hakaru/serving/iteration/expert_blocks.h"

#include <algorithm>
#include <cmath>

namespace hakaru {
namespace {

constexpr double block_rows = 512;  // see the header

}  // namespace

ExpertWork compiled_experts(double tokens, std::int64_t experts, std::int64_t experts_per_token, std::int64_t ranks,
                            bool prompt) {
  const double choices = tokens * static_cast<double>(experts_per_token);
  const auto all = static_cast<double>(experts);
  const double held = all / static_cast<double>(ranks);
  if (ranks == 1 && choices < all) return {choices, 1, false};
  if (!prompt || choices < block_rows) return {held, tokens, false};
  const double blocks = std::ceil((choices - (held - 1)) / block_rows) + held - 1;
  return {std::min(blocks, choices), block_rows, true};
}

}  // namespace hakaru
