// Context parallelism: each rank has some tokens of every sequence, in order.
//
// By exchanging heads (DeepSpeed-Ulysses, Jacobs et al. 2023, arXiv 2309.14509): a rank has all heads of its tokens,
// and for attention alone all tokens and some heads.
//   whole_sequences   batch × heads × tokens / cp × width → batch × heads / cp × tokens × width
//   own_tokens        the way back
// Each is one all-to-all, and so is its gradient. Fewer heads than ranks (keys and values) are repeated before they go,
// as timing/exchanges.h has it.
// Example: 8 heads of queries and 2 of keys, cp 4: a rank gets 2 heads of queries and the one of keys that they share.
//
// By a ring (Liu et al. 2023, arXiv 2310.01889): keys and values go round, cp − 1 times to the next rank, and each rank
// has the queries of its own tokens meet all of them. Behind the last they are forgotten and, for the backward pass, go
// round again.
// Limit: a rank waits for all keys and then attends at once, where rings add up block by block; it sends the same.
#pragma once

#include "hakaru/tracing/operations.h"

namespace hakaru {

tracing::Tensor whole_sequences(const tracing::Tensor& heads, std::int64_t ranks, int group);
tracing::Tensor own_tokens(const tracing::Tensor& heads, std::int64_t ranks, int group);

/// batch × heads × tokens / cp × width of this rank's tokens → batch × heads × tokens × width of all, in order; made
/// again for the backward pass.
tracing::Tensor gathered_round(const tracing::Tensor& keys, std::int64_t rank, std::int64_t ranks, int group);

}  // namespace hakaru
