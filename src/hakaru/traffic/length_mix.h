// Requests of several kinds, as a flag says them: "0.7:500:200,0.3:8000:500" are 70 % of prompts of 500 and answers of
// 200 tokens, and 30 % of 8,000 and 500.
//
//   kind k of n requests is those from n · (share of all before it) to n · (share of these and its own), rounded
#pragma once

#include <string_view>
#include <vector>

#include "hakaru/core/result.h"
#include "hakaru/traffic/request.h"

namespace hakaru {

struct MixedKind {
  double share = 1;
  std::int64_t input = 1, output = 1;  ///< tokens
};

/// Shares sum to 1.
Result<std::vector<MixedKind>> parse_mix(std::string_view text, std::string_view name);

/// Requests of all kinds by their shares, to 1 in 10,000.
std::vector<Request> requests_of(const std::vector<MixedKind>& kinds);

}  // namespace hakaru
