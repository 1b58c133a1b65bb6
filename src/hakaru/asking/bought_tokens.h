// Tokens that the budget of a training run buys, where the question states none: `plan train --budget '$50k'`.
//
//   tokens    the most, within 5 %, to two digits, whose best plan costs at most the budget, in time for a deadline, with
//             the confidence asked for
//   search    T ← T · budget / cost(T), from 1 B tokens; then by halving between 0.3 T, or a tenth of it if a deadline
//             asks for fewer, and 1.5 T
// Example: a run of 1 B tokens costs $500: $50,000 buys about 100 B where one keeps it with 50 %, fewer with 80 %.
// Limits: hours and blocks are billed as a whole, so a few tokens more may cost nothing.
#pragma once

#include <cstdint>
#include <optional>

#include "hakaru/asking/answer.h"

namespace hakaru {

/// Empty: the keys are of no training run over tokens, or state how many, or no budget. Fails where the budget buys
/// none.
Result<std::optional<std::int64_t>> bought_tokens(const Json& keys, const Asking& asking);

}  // namespace hakaru
