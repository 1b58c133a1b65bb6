#include "hakaru/rehearsal/rank_transformer.h"

#include <cmath>

#include "hakaru/rehearsal/context.h"
#include "hakaru/rehearsal/experts.h"
#include "hakaru/tracing/device.h"

namespace hakaru {
namespace {

using tracing::Tensor;

constexpr int context_group = static_cast<int>(RankGroup::context), expert_group = static_cast<int>(RankGroup::expert);

/// `bias`: a failed handle where there is none.
Tensor with(const Tensor& values, const Tensor& bias) { return bias.failed() ? values : values + bias; }

}  // namespace

RankTransformer::RankTransformer(tracing::Device& device, const SmallSizes& sizes, const Layout& layout,
                                 const RankPlace& place, std::uint64_t seed)
    : RankNetwork(device, sizes, layout, place, seed) {}

void RankTransformer::make_tables() {
  table_ = matrix("token_table", sizes_.vocabulary, sizes_.hidden, Cut::rows);
  if (sizes_.turns_positions()) return;
  positions_ = matrix("position_table", sizes_.sequence_length, sizes_.hidden, Cut::whole);
  parameters_.back().partial = layout_.sequence_parallel;
}

void RankTransformer::make_chunks() {
  chunks_.resize(static_cast<std::size_t>(layout_.vpp));
  make_layers([this](std::int64_t chunk, std::int64_t index) {
    chunks_[static_cast<std::size_t>(chunk)].push_back(made(index));
  });
}

RankTransformer::Layer RankTransformer::made(std::int64_t index) {
  const std::string at = "layers." + std::to_string(index) + ".";
  const std::int64_t hidden = sizes_.hidden, kv = sizes_.kv_heads * sizes_.head_width(), ffn = sizes_.feed_forward;
  Layer layer;
  layer.norm1 = vector(at + "norm1", hidden, 1, true);
  layer.q = matrix(at + "q", hidden, hidden, Cut::columns);
  layer.k = matrix(at + "k", hidden, kv, Cut::columns);
  layer.v = matrix(at + "v", hidden, kv, Cut::columns);
  layer.o = matrix(at + "o", hidden, hidden, Cut::rows);
  layer.norm2 = vector(at + "norm2", hidden, 1, true);
  make_feed_forward(layer, at);
  if (sizes_.llama()) return layer;
  layer.norm1_bias = vector(at + "norm1.bias", hidden, 0, true);
  layer.norm2_bias = vector(at + "norm2.bias", hidden, 0, true);
  layer.q_bias = cut_vector(at + "q.bias", hidden);
  layer.k_bias = cut_vector(at + "k.bias", kv);
  layer.v_bias = cut_vector(at + "v.bias", kv);
  layer.o_bias = vector(at + "o.bias", hidden, 0, true);
  layer.up_bias = cut_vector(at + "up.bias", ffn);
  layer.down_bias = vector(at + "down.bias", hidden, 0, true);
  return layer;
}

void RankTransformer::make_feed_forward(Layer& layer, const std::string& at) {
  const std::int64_t hidden = sizes_.hidden, ffn = sizes_.feed_forward;
  if (sizes_.experts > 0) {
    layer.router = matrix(at + "router", hidden, sizes_.experts, Cut::whole);
    parameters_.back().partial = layout_.tp > 1;
    layer.gate = expert_matrices(at + "experts.gate", hidden, ffn, hidden);
    layer.up = expert_matrices(at + "experts.up", hidden, ffn, hidden);
    layer.down = expert_matrices(at + "experts.down", hidden, ffn, ffn);
    return;
  }
  if (sizes_.llama()) layer.gate = matrix(at + "gate", hidden, ffn, Cut::columns);
  layer.up = matrix(at + "up", hidden, ffn, Cut::columns);
  layer.down = matrix(at + "down", ffn, hidden, Cut::rows);
}

std::vector<Tensor*> RankTransformer::places_of_tables() {
  if (sizes_.turns_positions()) return {&table_};
  return {&table_, &positions_};
}

std::vector<Tensor*> RankTransformer::places_of_layers() {
  std::vector<Tensor*> places;
  for (std::vector<Layer>& chunk : chunks_) {
    for (Layer& l : chunk) {
      places.insert(places.end(), {&l.norm1, &l.q, &l.k, &l.v, &l.o, &l.norm2});
      if (sizes_.experts > 0) places.push_back(&l.router);
      if (sizes_.llama()) places.push_back(&l.gate);
      places.insert(places.end(), {&l.up, &l.down});
      if (sizes_.llama()) continue;
      places.insert(places.end(), {&l.norm1_bias, &l.norm2_bias, &l.q_bias, &l.k_bias, &l.v_bias, &l.o_bias, &l.up_bias,
                                   &l.down_bias});
    }
  }
  return places;
}

tracing::Dimensions RankTransformer::handed_on() const {
  const std::int64_t tokens = layout_.micro_batch * tokens_of_sequence();
  return {layout_.sequence_parallel ? tokens / layout_.tp : tokens, sizes_.hidden};
}

Tensor RankTransformer::normed(const Tensor& hidden, const Tensor& weight, const Tensor& bias) const {
  return sizes_.llama() ? rms_norm(hidden, weight) : layer_norm(hidden, weight, bias);
}

/// By their place in this rank's part of the vocabulary; the part's size where another rank has them. What is no label
/// stays none.
std::vector<std::int32_t> RankTransformer::in_own_vocabulary(const std::vector<std::int32_t>& tokens) const {
  const auto rows = static_cast<std::int32_t>(sizes_.vocabulary / layout_.tp);
  const auto first = static_cast<std::int32_t>(place_.tensor) * rows;
  const auto in_own = [&](std::int32_t token) {
    if (token == tracing::no_label) return token;
    return token < first || token >= first + rows ? rows : token - first;
  };
  std::vector<std::int32_t> own;
  own.reserve(tokens.size());
  for (const std::int32_t token : tokens) own.push_back(in_own(token));
  return own;
}

std::vector<std::int32_t> RankTransformer::positions_in_stream(std::int64_t tokens) const {
  const std::int64_t in_stream = layout_.sequence_parallel ? tokens / layout_.tp : tokens;
  const std::int64_t first = layout_.sequence_parallel ? place_.tensor * in_stream : 0;
  std::vector<std::int32_t> positions;
  for (std::int64_t token = first; token < first + in_stream; ++token)
    positions.push_back(static_cast<std::int32_t>(first_position() + token % tokens_of_sequence()));
  return positions;
}

Tensor RankTransformer::looked_up(const std::vector<std::int32_t>& tokens) const {
  const std::vector<std::int32_t> own = in_own_vocabulary(tokens);
  const auto count = static_cast<std::int64_t>(tokens.size());
  Tensor hidden = left(divided_embedding(table_, device_.indices("tokens", own, {count})));
  if (sizes_.turns_positions()) return hidden;
  const std::vector<std::int32_t> positions = positions_in_stream(count);
  return hidden + embedding(positions_, device_.indices("positions", positions, {std::ssize(positions)}));
}

Tensor RankTransformer::heads_of(const Tensor& values, std::int64_t heads) const {
  const Tensor split = reshape(values, {layout_.micro_batch, tokens_of_sequence(), heads, sizes_.head_width()});
  return permute(split, {0, 2, 1, 3});
}

Tensor RankTransformer::attention(const Layer& layer, const Tensor& normed) const {
  const Tensor hidden = entered(normed);
  const std::int64_t heads = sizes_.heads / layout_.tp, kv_heads = sizes_.kv_heads / layout_.tp;
  const std::int64_t batch = layout_.micro_batch, width = sizes_.head_width();
  Tensor q = heads_of(with(matrix_product(hidden, layer.q), layer.q_bias), heads);
  Tensor k = heads_of(with(matrix_product(hidden, layer.k), layer.k_bias), kv_heads);
  Tensor v = heads_of(with(matrix_product(hidden, layer.v), layer.v_bias), kv_heads);
  place(layer, q, k, v);
  const bool rings = layout_.cp > 1 && layout_.context_parallel == ContextParallel::ring;
  const bool exchanges = layout_.cp > 1 && !rings;
  if (exchanges) {
    for (Tensor* each : {&q, &k, &v}) *each = whole_sequences(*each, layout_.cp, context_group);
  }
  if (rings) {
    const std::vector<Tensor> kv = keys_of_ring(k, v);
    k = kv[0];
    v = kv[1];
  }
  Tensor mixed = attended(q, k, v, 1 / std::sqrt(static_cast<double>(width)), rings ? first_position() : 0);
  if (exchanges) mixed = own_tokens(mixed, layout_.cp, context_group);
  const Tensor by_token = reshape(permute(mixed, {0, 2, 1, 3}), {batch * tokens_of_sequence(), heads * width});
  return with(left(matrix_product(by_token, layer.o)), layer.o_bias);
}

/// Keys and values go round together.
std::vector<Tensor> RankTransformer::keys_of_ring(const Tensor& keys, const Tensor& values) const {
  const std::int64_t width = sizes_.head_width();
  const Tensor own = made_again(tracing::concatenate({keys, values}, 3));
  const Tensor all = gathered_round(own, place_.context, layout_.cp, context_group);
  return {made_again(slice(all, 3, 0, width)), made_again(slice(all, 3, width, 2 * width))};
}

Tensor RankTransformer::feed_forward(const Layer& layer, const Tensor& normed) const {
  const Tensor hidden = entered(normed);
  if (sizes_.experts > 0) {
    const ExpertRouting routing{sizes_.experts, sizes_.experts_per_token, layout_.ep, expert_group};
    return left(through_experts(hidden, {layer.router, layer.gate, layer.up, layer.down}, routing));
  }
  if (sizes_.llama()) {
    const Tensor gated = made_again(silu(matrix_product(hidden, layer.gate))) * matrix_product(hidden, layer.up);
    return left(matrix_product(gated, layer.down));
  }
  const Tensor inner = gelu(with(matrix_product(hidden, layer.up), layer.up_bias));
  return with(left(matrix_product(inner, layer.down)), layer.down_bias);
}

RankNetwork::LayerFunction RankTransformer::layer(std::size_t chunk, std::size_t index) const {
  return [this, own = chunks_[chunk][index]](const Tensor& hidden) { return through_layer(own, hidden); };
}

Tensor RankTransformer::entropy(const Tensor& logits, const std::vector<std::int32_t>& labels) const {
  const tracing::Dimensions rows{static_cast<std::int64_t>(labels.size())};
  if (layout_.tp == 1) return cross_entropy(logits, device_.indices("labels", labels, rows));
  return divided_cross_entropy(logits, device_.indices("labels", in_own_vocabulary(labels), rows), tensor_group);
}

}  // namespace hakaru
