// Requests of several kinds, as a flag says them: "0.7:500:200,0.3:8000:500" are 70 % of prompts of 500 and answers of
// 200 tokens, and 30 % of 8,000 and 500.
#pragma once

#include <string_view>
#include <vector>

#include "hakaru/core/result.h"

namespace hakaru::cli {

struct MixedKind {
  double share = 1;
  std::int64_t input = 1, output = 1;  ///< tokens
};

/// Shares sum to 1.
Result<std::vector<MixedKind>> parse_mix(std::string_view text, std::string_view name);

}  // namespace hakaru::cli
