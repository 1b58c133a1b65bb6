#include "hakaru/rehearsal/rank_decoder.h"

#include "hakaru/tracing/device.h"

namespace hakaru {

using tracing::Tensor;

RankDecoder::RankDecoder(tracing::Device& device, const SmallSizes& sizes, const Layout& layout, const RankPlace& place,
                         std::uint64_t seed)
    : RankTransformer(device, sizes, layout, place, seed) {
  if (first_stage()) make_tables();
  make_chunks();
  if (last_stage()) {
    final_norm_ = vector("norm", sizes.hidden, 1, true);
    if (!sizes.llama()) final_bias_ = vector("norm.bias", sizes.hidden, 0, true);
    head_ = matrix("head", sizes.hidden, sizes.vocabulary, Cut::columns);
  }
}

std::vector<Tensor*> RankDecoder::places() {
  std::vector<Tensor*> places;
  if (first_stage()) places = places_of_tables();
  const std::vector<Tensor*> of_layers = places_of_layers();
  places.insert(places.end(), of_layers.begin(), of_layers.end());
  places.push_back(&final_norm_);
  if (!sizes_.llama()) places.push_back(&final_bias_);
  places.push_back(&head_);
  return places;
}

Tensor RankDecoder::embedded(const std::vector<std::int32_t>& tokens) {
  begin();
  return looked_up(tokens);
}

Tensor RankDecoder::through_layer(const Layer& layer, const Tensor& hidden) const {
  const Tensor stream = hidden + attention(layer, normed(hidden, layer.norm1, layer.norm1_bias));
  return stream + feed_forward(layer, normed(stream, layer.norm2, layer.norm2_bias));
}

void RankDecoder::place(const Layer& layer, Tensor& q, Tensor& k, Tensor& v) const {
  if (sizes_.turns_positions()) {
    constexpr double base = 10000;
    q = rotary(q, base, first_position());
    k = rotary(k, base, first_position());
  }
  k = cached(layer.cached_keys, k);
  v = cached(layer.cached_values, v);
}

Tensor RankDecoder::attended(const Tensor& q, const Tensor& k, const Tensor& v, double scale,
                             std::int64_t first_query) const {
  return causal_attention(q, k, v, scale, first_query + behind());
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

/// Keys, or values, of a layer that its queries see: its own, behind the cached ones where the cache is read.
Tensor RankDecoder::cached(const Tensor& cache, const Tensor& own) const {
  if (cache_ == Cache::read) return tracing::concatenate({cache, own}, 2);
  if (cache_ == Cache::written) device_.assign(cache, own);
  return own;
}

std::int64_t RankDecoder::first_position() const { return RankTransformer::first_position() + behind(); }

Tensor RankDecoder::logits(const Tensor& hidden) const {
  const std::int64_t tokens = tokens_of_sequence();
  const Tensor sequences = reshape(hidden, {layout_.micro_batch, tokens, sizes_.hidden});
  const Tensor last = reshape(slice(sequences, 1, tokens - 1, tokens), {layout_.micro_batch, sizes_.hidden});
  return matrix_product(normed(last, final_norm_, final_bias_), head_);
}

Tensor RankDecoder::loss(const Tensor& hidden, const std::vector<std::int32_t>& labels) {
  begin_stream(sizes_.layers);
  return entropy(matrix_product(entered(normed(hidden, final_norm_, final_bias_)), head_), labels);
}

}  // namespace hakaru
