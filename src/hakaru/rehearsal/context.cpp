#include "hakaru/rehearsal/context.h"

namespace hakaru {

using tracing::Tensor;

Tensor whole_sequences(const Tensor& heads, std::int64_t ranks, int group) {
  if (heads.failed()) return heads;
  const std::int64_t batch = heads.shape()[0], tokens = heads.shape()[2], width = heads.shape()[3];
  std::int64_t count = heads.shape()[1];
  Tensor repeated = heads;
  if (count < ranks) {
    repeated =
        broadcast(reshape(heads, {batch, count, 1, tokens, width}), {batch, count, ranks / count, tokens, width});
    count = ranks;
  }
  const std::int64_t each = count / ranks;
  const Tensor sent = permute(reshape(repeated, {batch, ranks, each, tokens, width}), {1, 0, 2, 3, 4});
  return reshape(permute(all_to_all(sent, group), {1, 2, 0, 3, 4}), {batch, each, ranks * tokens, width});
}

Tensor own_tokens(const Tensor& heads, std::int64_t ranks, int group) {
  if (heads.failed()) return heads;
  const std::int64_t batch = heads.shape()[0], each = heads.shape()[1], width = heads.shape()[3];
  const std::int64_t tokens = heads.shape()[2] / ranks;
  const Tensor sent = permute(reshape(heads, {batch, each, ranks, tokens, width}), {2, 0, 1, 3, 4});
  return reshape(permute(all_to_all(sent, group), {1, 0, 2, 3, 4}), {batch, ranks * each, tokens, width});
}

Tensor gathered_round(const Tensor& keys, std::int64_t rank, std::int64_t ranks, int group) {
  std::vector<Tensor> blocks(static_cast<std::size_t>(ranks));
  Tensor block = keys;
  for (std::int64_t step = 0; step < ranks; ++step) {
    if (step > 0) block = made_again(pass_round(block, group));
    blocks[static_cast<std::size_t>((rank - step + ranks) % ranks)] = block;
  }
  return made_again(tracing::concatenate(blocks, 2));
}

}  // namespace hakaru
