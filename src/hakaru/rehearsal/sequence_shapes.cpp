#include "hakaru/rehearsal/sequence_shapes.h"

#include <algorithm>
#include <set>

#include "hakaru/rehearsal/rank_transformer.h"

namespace hakaru {
namespace {

/// Shapes of the first sequences, as far as the small model may try them.
std::vector<std::int64_t> tried_of(const std::vector<std::int64_t>& shapes) {
  std::vector<std::int64_t> tried;
  for (const std::int64_t shape : shapes) {
    if (static_cast<std::int64_t>(tried.size()) == tried_sequences) break;
    if (shape <= longest_tried) tried.push_back(shape);
  }
  return tried;
}

/// Compilations of the small model's passes over sequences of these lengths, one after the other.
Result<std::int64_t> compilations_of(const Miniature& miniature, const std::vector<std::int64_t>& shapes,
                                     const tracing::DeviceOptions& options) {
  if (shapes.empty()) return 0;
  tracing::Device device(options);
  const Miniature one = alone(miniature);
  SmallSizes sizes = one.sizes;
  sizes.sequence_length = *std::max_element(shapes.begin(), shapes.end());
  Layout layout = one.layout;
  layout.micro_batch = 1;
  const std::unique_ptr<RankTransformer> model = rank_transformer(device, sizes, layout, RankPlace{}, 1);
  for (const std::int64_t length : shapes) {
    model->take_sequences_of(length);
    device.zero_gradients();
    const std::vector<std::int32_t> tokens(static_cast<std::size_t>(length), 0);
    const tracing::Tensor loss = model->loss(model->through(0, model->embedded(tokens)), tokens);
    loss.backward();
    const auto report = device.mark_step({loss});
    if (!report) return fail(report);
  }
  return device.compilations();
}

Result<ShapeCount> counted(const Miniature& miniature, const std::vector<std::int64_t>& lengths,
                           const std::vector<std::int64_t>& shapes, const tracing::DeviceOptions& device) {
  ShapeCount count;
  count.graphs = static_cast<std::int64_t>(std::set<std::int64_t>(shapes.begin(), shapes.end()).size());
  for (std::size_t at = 0; at < lengths.size(); ++at) {
    count.tokens += lengths[at];
    count.padding += shapes[at] - lengths[at];
  }
  const std::vector<std::int64_t> tried = tried_of(shapes);
  count.tried = static_cast<std::int64_t>(tried.size());
  count.expected = static_cast<std::int64_t>(std::set<std::int64_t>(tried.begin(), tried.end()).size());
  const Result<std::int64_t> compiled = compilations_of(miniature, tried, device);
  if (!compiled) return fail(compiled);
  count.compiled = *compiled;
  return count;
}

}  // namespace

std::vector<std::int64_t> powers_for(const std::vector<std::int64_t>& lengths) {
  const auto [shortest, longest] = std::minmax_element(lengths.begin(), lengths.end());
  std::vector<std::int64_t> powers{1};
  while (powers.front() < *shortest) powers.front() *= 2;
  while (powers.back() < *longest) powers.push_back(2 * powers.back());
  return powers;
}

Result<SequenceShapes> count_shapes(const Miniature& miniature, const std::vector<std::int64_t>& lengths,
                                    const std::vector<std::int64_t>& buckets, const tracing::DeviceOptions& device) {
  // Experts divide tokens evenly.
  if (!miniature.sizes.reads_tokens() || miniature.sizes.experts > 0)
    return bad_input("--sequence-lengths needs a network of any length; accepted: --network {}", "gpt, llama, bert");
  SequenceShapes shapes;
  shapes.sequences = static_cast<std::int64_t>(lengths.size());
  shapes.buckets = buckets;
  const Result<ShapeCount> without = counted(miniature, lengths, lengths, device);
  if (!without) return fail(without);
  shapes.without = *without;
  if (buckets.empty()) return shapes;
  std::vector<std::int64_t> padded;
  for (const std::int64_t length : lengths) {
    const auto bucket = std::lower_bound(buckets.begin(), buckets.end(), length);
    if (bucket == buckets.end())
      return bad_input("a sequence of {} tokens is longer than the largest bucket, {}", length, buckets.back());
    padded.push_back(*bucket);
  }
  const Result<ShapeCount> with = counted(miniature, lengths, padded, device);
  if (!with) return fail(with);
  shapes.with = *with;
  return shapes;
}

}  // namespace hakaru
