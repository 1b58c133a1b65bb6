#include "hakaru/rehearsal/rank_decoder.h"

#include <cmath>

#include "hakaru/rehearsal/context.h"
#include "hakaru/tracing/device.h"

namespace hakaru {
namespace {

using tracing::Tensor;

constexpr int context_group = static_cast<int>(RankGroup::context);

}  // namespace

RankDecoder::RankDecoder(tracing::Device& device, const SmallSizes& sizes, const Layout& layout, const RankPlace& place,
                         std::uint64_t seed)
    : RankNetwork(device, sizes, layout, place, seed) {
  if (first_stage()) {
    table_ = matrix("token_table", sizes.vocabulary, sizes.hidden, Cut::rows);
    if (!sizes.llama()) {
      positions_ = matrix("position_table", sizes.sequence_length, sizes.hidden, Cut::whole);
      parameters_.back().partial = layout.sequence_parallel;
    }
  }
  chunks_.resize(static_cast<std::size_t>(layout.vpp));
  make_layers([this](std::int64_t chunk, std::int64_t index) {
    chunks_[static_cast<std::size_t>(chunk)].push_back(made(index));
  });
  if (last_stage()) {
    final_norm_ = vector("norm", sizes.hidden, 1, true);
    if (!sizes.llama()) final_bias_ = vector("norm.bias", sizes.hidden, 0, true);
    head_ = matrix("head", sizes.hidden, sizes.vocabulary, Cut::columns);
  }
}

RankDecoder::Layer RankDecoder::made(std::int64_t index) {
  const std::string at = "layers." + std::to_string(index) + ".";
  const std::int64_t hidden = sizes_.hidden, kv = sizes_.kv_heads * sizes_.head_width(), ffn = sizes_.feed_forward;
  Layer layer;
  layer.norm1 = vector(at + "norm1", hidden, 1, true);
  layer.q = matrix(at + "q", hidden, hidden, Cut::columns);
  layer.k = matrix(at + "k", hidden, kv, Cut::columns);
  layer.v = matrix(at + "v", hidden, kv, Cut::columns);
  layer.o = matrix(at + "o", hidden, hidden, Cut::rows);
  layer.norm2 = vector(at + "norm2", hidden, 1, true);
  if (sizes_.llama()) layer.gate = matrix(at + "gate", hidden, ffn, Cut::columns);
  layer.up = matrix(at + "up", hidden, ffn, Cut::columns);
  layer.down = matrix(at + "down", ffn, hidden, Cut::rows);
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

std::vector<Tensor*> RankDecoder::places() {
  std::vector<Tensor*> places{&table_};
  if (!sizes_.llama()) places.push_back(&positions_);
  for (std::vector<Layer>& chunk : chunks_) {
    for (Layer& l : chunk) {
      places.insert(places.end(), {&l.norm1, &l.q, &l.k, &l.v, &l.o, &l.norm2});
      if (sizes_.llama()) places.push_back(&l.gate);
      places.insert(places.end(), {&l.up, &l.down});
      if (sizes_.llama()) continue;
      places.insert(places.end(), {&l.norm1_bias, &l.norm2_bias, &l.q_bias, &l.k_bias, &l.v_bias, &l.o_bias, &l.up_bias,
                                   &l.down_bias});
    }
  }
  places.push_back(&final_norm_);
  if (!sizes_.llama()) places.push_back(&final_bias_);
  places.push_back(&head_);
  return places;
}

tracing::Dimensions RankDecoder::handed_on() const {
  const std::int64_t tokens = layout_.micro_batch * tokens_of_sequence();
  return {layout_.sequence_parallel ? tokens / layout_.tp : tokens, sizes_.hidden};
}

Tensor RankDecoder::normed(const Tensor& hidden, const Tensor& weight, const Tensor& bias) const {
  return sizes_.llama() ? rms_norm(hidden, weight) : layer_norm(hidden, weight, bias);
}

/// By their place in this rank's part of the vocabulary; the part's size where another rank has them.
std::vector<std::int32_t> RankDecoder::in_own_vocabulary(const std::vector<std::int32_t>& tokens) const {
  const auto rows = static_cast<std::int32_t>(sizes_.vocabulary / layout_.tp);
  const auto first = static_cast<std::int32_t>(place_.tensor) * rows;
  std::vector<std::int32_t> own;
  own.reserve(tokens.size());
  for (const std::int32_t token : tokens) own.push_back(token < first || token >= first + rows ? rows : token - first);
  return own;
}

Tensor RankDecoder::embedded(const std::vector<std::int32_t>& tokens) {
  begin();
  const std::vector<std::int32_t> own = in_own_vocabulary(tokens);
  const auto count = static_cast<std::int64_t>(tokens.size());
  Tensor hidden = left(divided_embedding(table_, device_.indices("tokens", own, {count})));
  if (sizes_.llama()) return hidden;
  const std::int64_t in_stream = layout_.sequence_parallel ? count / layout_.tp : count;
  std::vector<std::int32_t> places;
  for (std::int64_t i = 0; i < in_stream; ++i) {
    const std::int64_t token = i + (layout_.sequence_parallel ? place_.tensor * in_stream : 0);
    places.push_back(static_cast<std::int32_t>(first_position() + token % tokens_of_sequence()));
  }
  return hidden + embedding(positions_, device_.indices("positions", places, {in_stream}));
}

Tensor RankDecoder::heads_of(const Tensor& values, std::int64_t heads) const {
  const Tensor split = reshape(values, {layout_.micro_batch, tokens_of_sequence(), heads, sizes_.head_width()});
  return permute(split, {0, 2, 1, 3});
}

Tensor RankDecoder::attention(const Layer& layer, const Tensor& hidden) const {
  const auto product = [](const Tensor& from, const Tensor& weight, const Tensor& bias) {
    const Tensor result = matrix_product(from, weight);
    return bias.failed() ? result : result + bias;
  };
  const std::int64_t heads = sizes_.heads / layout_.tp, kv_heads = sizes_.kv_heads / layout_.tp;
  const std::int64_t batch = layout_.micro_batch, width = sizes_.head_width();
  Tensor q = heads_of(product(hidden, layer.q, layer.q_bias), heads);
  Tensor k = heads_of(product(hidden, layer.k, layer.k_bias), kv_heads);
  Tensor v = heads_of(product(hidden, layer.v, layer.v_bias), kv_heads);
  if (sizes_.llama()) {
    q = rotary_here(q);
    k = rotary_here(k);
  }
  k = cached(layer.cached_keys, k);
  v = cached(layer.cached_values, v);
  const bool rings = layout_.cp > 1 && layout_.context_parallel == ContextParallel::ring;
  const bool exchanges = layout_.cp > 1 && !rings;
  if (exchanges) {
    for (Tensor* each : {&q, &k, &v}) *each = whole_sequences(*each, layout_.cp, context_group);
  }
  std::int64_t first_query = cache_ == Cache::read ? cached_tokens_ : 0;
  if (rings) {
    const std::vector<Tensor> kv = keys_of_ring(k, v);
    k = kv[0];
    v = kv[1];
    first_query = place_.context * tokens_of_sequence();
  }
  Tensor mixed = causal_attention(q, k, v, 1 / std::sqrt(static_cast<double>(width)), first_query);
  if (exchanges) mixed = own_tokens(mixed, layout_.cp, context_group);
  const Tensor by_token = reshape(permute(mixed, {0, 2, 1, 3}), {batch * tokens_of_sequence(), heads * width});
  return matrix_product(by_token, layer.o);
}

void RankDecoder::use_cache(Cache use) {
  cache_ = use;
  if (use == Cache::written && cached_tokens_ != sizes_.sequence_length) {
    cached_tokens_ = sizes_.sequence_length;
    const tracing::Dimensions shape{layout_.micro_batch, sizes_.kv_heads, cached_tokens_, sizes_.head_width()};
    const std::vector<float> empty(static_cast<std::size_t>(shape[0] * shape[1] * shape[2] * shape[3]), 0.0F);
    for (std::size_t index = 0; index < chunks_.front().size(); ++index) {
      const std::string at = "cache." + std::to_string(index) + ".";
      Layer& layer = chunks_.front()[index];
      layer.cached_keys = device_.state(at + "keys", empty, shape);
      layer.cached_values = device_.state(at + "values", empty, shape);
    }
  }
}

/// Of a layer's keys, or its values: those that its queries see.
Tensor RankDecoder::cached(const Tensor& cache, const Tensor& own) const {
  if (cache_ == Cache::read) return tracing::concatenate({cache, own}, 2);
  if (cache_ == Cache::written) device_.assign(cache, own);
  return own;
}

std::int64_t RankDecoder::first_position() const {
  return place_.context * tokens_of_sequence() + (cache_ == Cache::read ? cached_tokens_ : 0);
}

/// Keys and values go round together.
std::vector<Tensor> RankDecoder::keys_of_ring(const Tensor& keys, const Tensor& values) const {
  const std::int64_t width = sizes_.head_width();
  const Tensor own = made_again(tracing::concatenate({keys, values}, 3));
  const Tensor all = gathered_round(own, place_.context, layout_.cp, context_group);
  return {made_again(slice(all, 3, 0, width)), made_again(slice(all, 3, width, 2 * width))};
}

Tensor RankDecoder::rotary_here(const Tensor& heads) const {
  constexpr double base = 10000;
  return rotary(heads, base, first_position());
}

Tensor RankDecoder::feed_forward(const Layer& layer, const Tensor& hidden) const {
  if (sizes_.llama()) {
    const Tensor gated = made_again(silu(matrix_product(hidden, layer.gate))) * matrix_product(hidden, layer.up);
    return matrix_product(gated, layer.down);
  }
  return matrix_product(gelu(matrix_product(hidden, layer.up) + layer.up_bias), layer.down);
}

RankNetwork::LayerFunction RankDecoder::layer(std::size_t chunk, std::size_t index) const {
  return [this, own = chunks_[chunk][index]](const Tensor& hidden) { return through_layer(own, hidden); };
}

Tensor RankDecoder::through_layer(const Layer& layer, const Tensor& hidden) const {
  Tensor mixed = left(attention(layer, entered(normed(hidden, layer.norm1, layer.norm1_bias))));
  if (!sizes_.llama()) mixed = mixed + layer.o_bias;
  const Tensor stream = hidden + mixed;
  Tensor fed = left(feed_forward(layer, entered(normed(stream, layer.norm2, layer.norm2_bias))));
  if (!sizes_.llama()) fed = fed + layer.down_bias;
  return stream + fed;
}

Tensor RankDecoder::logits(const Tensor& hidden) const {
  const std::int64_t tokens = tokens_of_sequence();
  const Tensor sequences = reshape(hidden, {layout_.micro_batch, tokens, sizes_.hidden});
  const Tensor last = reshape(slice(sequences, 1, tokens - 1, tokens), {layout_.micro_batch, sizes_.hidden});
  return matrix_product(normed(last, final_norm_, final_bias_), head_);
}

Tensor RankDecoder::loss(const Tensor& hidden, const std::vector<std::int32_t>& labels) {
  begin_stream(sizes_.layers);
  const Tensor logits = matrix_product(entered(normed(hidden, final_norm_, final_bias_)), head_);
  const tracing::Dimensions rows{static_cast<std::int64_t>(labels.size())};
  if (layout_.tp == 1) return cross_entropy(logits, device_.indices("labels", labels, rows));
  return divided_cross_entropy(logits, device_.indices("labels", in_own_vocabulary(labels), rows), tensor_group);
}

}  // namespace hakaru
