// Traffic that has a name: how long the prompts and answers are that people send to a kind of service, from public
// traces. data/traffic.toml holds quantiles, and says whose:
//
//   tokens(u) = between the quantiles on either side of u, on a straight line
//   request i of n has a prompt of tokens((i + ½)/n) and an answer of tokens((j + ½)/n),  j = i · s mod n
// with s about n over the golden section and no divisor of n: prompts and answers of all lengths meet, and neither
// knows of the other.
// Example: conversation has prompts of 1,147 tokens in the mean (the trace itself 1,155) and answers of 210 (211).
// Limits: a prompt's length says nothing of its answer's; the largest few per thousand are a straight line.
#pragma once

#include <string_view>
#include <vector>

#include "hakaru/core/data_files.h"
#include "hakaru/core/result.h"
#include "hakaru/traffic/request.h"

namespace hakaru {

/// Requests whose lengths are those of the traffic called `name`, or of the kinds that it lists (length_mix.h), all at
/// time 0. `key` is told where it is not known.
Result<std::vector<Request>> named_traffic(const DataFiles& data, std::string_view name, std::string_view key);

}  // namespace hakaru
