#include "hakaru/rehearsal/experts.h"

#include "hakaru/tracing/device.h"

namespace hakaru {
namespace {

using tracing::Tensor;

/// Sizes of a layer's pass on this rank.
struct Rows {
  std::int64_t of_expert;  ///< C, of this rank's tokens
  std::int64_t blocks;     ///< R: experts in blocks of those of one token
  std::int64_t own;        ///< experts of this rank
};

Tensor kept(const Tensor& values) { return values; }

/// Experts × rows × … → own experts × rows of all ranks × …; `each`: kept, or made again.
Tensor sent(const Tensor& by_expert, const Rows& rows, const ExpertRouting& to, Tensor (*each)(const Tensor&)) {
  if (to.ranks == 1) return by_expert;
  const Tensor received = each(all_to_all(by_expert, to.group));
  const Tensor by_rank = each(reshape(received, {to.ranks, rows.own, rows.of_expert, by_expert.shape().back()}));
  return each(reshape(each(permute(by_rank, {1, 0, 2, 3})), {rows.own, to.ranks * rows.of_expert, -1}));
}

/// The way back.
Tensor sent_back(const Tensor& by_expert, const Rows& rows, const ExpertRouting& to) {
  if (to.ranks == 1) return by_expert;
  const Tensor by_rank = permute(reshape(by_expert, {rows.own, to.ranks, rows.of_expert, -1}), {1, 0, 2, 3});
  return all_to_all(reshape(by_rank, {to.experts, rows.of_expert, -1}), to.group);
}

/// Weights of each token's experts, expert by expert: experts × rows × 1.
Tensor weights_of(const Tensor& tokens, const Tensor& router, const Rows& rows, const ExpertRouting& routing) {
  const std::int64_t count = tokens.shape().front();
  std::vector<std::int32_t> block_of_token;
  for (std::int64_t token = 0; token < count; ++token)
    block_of_token.push_back(static_cast<std::int32_t>(token * rows.blocks + token % rows.blocks));
  const Tensor numbers = made_again(matrix_product(tokens, router));
  const Tensor by_block = made_again(reshape(numbers, {count * rows.blocks, routing.per_token}));
  const Tensor chosen = made_again(embedding(by_block, tokens.device().indices("blocks", block_of_token, {count})));
  const Tensor weights = made_again(softmax(chosen));
  const Tensor by_row = made_again(reshape(weights, {rows.of_expert, rows.blocks, routing.per_token}));
  return made_again(reshape(made_again(permute(by_row, {1, 2, 0})), {routing.experts, rows.of_expert, 1}));
}

/// Each token as often as it has experts: experts × rows × hidden.
Tensor rows_of(const Tensor& tokens, const Rows& rows, const ExpertRouting& routing) {
  const std::int64_t hidden = tokens.shape().back();
  const Tensor by_block = permute(reshape(tokens, {rows.of_expert, rows.blocks, hidden}), {1, 0, 2});
  const Tensor repeated = broadcast(reshape(by_block, {rows.blocks, 1, rows.of_expert, hidden}),
                                    {rows.blocks, routing.per_token, rows.of_expert, hidden});
  return reshape(repeated, {routing.experts, rows.of_expert, hidden});
}

}  // namespace

Tensor through_experts(const Tensor& tokens, const Experts& own, const ExpertRouting& routing) {
  if (tokens.failed()) return tokens;
  const std::int64_t count = tokens.shape().front(), hidden = tokens.shape().back();
  const std::int64_t blocks = routing.experts / routing.per_token;
  const Rows rows{count / blocks, blocks, routing.experts / routing.ranks};
  const Tensor read = sent(rows_of(tokens, rows, routing), rows, routing, kept);
  const Tensor weights = sent(weights_of(tokens, own.router, rows, routing), rows, routing, tracing::made_again);
  const Tensor gated = made_again(made_again(silu(matrix_product(read, own.gate))) * matrix_product(read, own.up));
  const Tensor weighted = gated * made_again(broadcast(weights, gated.shape()));
  const Tensor given = matrix_product(weighted, made_again(transpose(own.down)));
  const Tensor returned = reshape(sent_back(given, rows, routing), {blocks, routing.per_token, rows.of_expert, hidden});
  return reshape(permute(sum(returned, 1), {1, 0, 2}), {count, hidden});
}

}  // namespace hakaru
