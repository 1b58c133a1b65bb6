// Context parallelism by exchanging heads (DeepSpeed-Ulysses, Jacobs et al. 2023, arXiv 2309.14509): each rank has some
// tokens of every sequence, in order, and all heads; for attention alone it has all tokens and some heads.
//
//   whole_sequences   batch × heads × tokens / cp × width → batch × heads / cp × tokens × width
//   own_tokens        the way back
// Each is one all-to-all, and so is its gradient. Fewer heads than ranks (keys and values) are repeated before they go,
// as timing/exchanges.h has it. Example: 8 heads of queries and 2 of keys, cp 4: a rank gets 2 heads of queries and the
// one of keys that they share.
#pragma once

#include "hakaru/tracing/operations.h"

namespace hakaru {

tracing::Tensor whole_sequences(const tracing::Tensor& heads, std::int64_t ranks, int group);
tracing::Tensor own_tokens(const tracing::Tensor& heads, std::int64_t ranks, int group);

}  // namespace hakaru
