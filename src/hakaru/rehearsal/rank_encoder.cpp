#include "hakaru/rehearsal/rank_encoder.h"

#include "hakaru/tracing/device.h"

namespace hakaru {

using tracing::Tensor;

RankEncoder::RankEncoder(tracing::Device& device, const SmallSizes& sizes, const Layout& layout, const RankPlace& place,
                         std::uint64_t seed)
    : RankTransformer(device, sizes, layout, place, seed) {
  if (first_stage()) {
    make_tables();
    types_ = matrix("type_table", token_types, sizes.hidden, Cut::whole);
    parameters_.back().partial = layout.sequence_parallel;
    norm_ = vector("embedding_norm", sizes.hidden, 1, true);
    norm_bias_ = vector("embedding_norm.bias", sizes.hidden, 0, true);
  }
  make_chunks();
  if (!last_stage()) return;
  transform_ = matrix("transform", sizes.hidden, sizes.hidden, Cut::whole);
  parameters_.back().partial = layout.sequence_parallel;
  transform_bias_ = vector("transform.bias", sizes.hidden, 0, true);
  head_norm_ = vector("head_norm", sizes.hidden, 1, true);
  head_norm_bias_ = vector("head_norm.bias", sizes.hidden, 0, true);
  head_ = matrix("head", sizes.hidden, sizes.vocabulary, Cut::columns);
  head_bias_ = cut_vector("head.bias", sizes.vocabulary);
}

std::vector<Tensor*> RankEncoder::places() {
  std::vector<Tensor*> places;
  if (first_stage()) {
    places = places_of_tables();
    places.insert(places.end(), {&types_, &norm_, &norm_bias_});
  }
  const std::vector<Tensor*> of_layers = places_of_layers();
  places.insert(places.end(), of_layers.begin(), of_layers.end());
  places.insert(places.end(), {&transform_, &transform_bias_, &head_norm_, &head_norm_bias_, &head_, &head_bias_});
  return places;
}

Tensor RankEncoder::embedded(const std::vector<std::int32_t>& tokens) {
  begin();
  const Tensor hidden = looked_up(tokens);
  std::vector<std::int32_t> types = positions_in_stream(std::ssize(tokens));
  const auto half = static_cast<std::int32_t>((sizes_.sequence_length + 1) / 2);
  for (std::int32_t& type : types) type /= half;
  return layer_norm(hidden + embedding(types_, device_.indices("types", types, {std::ssize(types)})), norm_,
                    norm_bias_);
}

Tensor RankEncoder::through_layer(const Layer& layer, const Tensor& hidden) const {
  const Tensor mixed = normed(hidden + attention(layer, hidden), layer.norm1, layer.norm1_bias);
  return normed(mixed + feed_forward(layer, mixed), layer.norm2, layer.norm2_bias);
}

Tensor RankEncoder::attended(const Tensor& q, const Tensor& k, const Tensor& v, double scale, std::int64_t) const {
  return tracing::attention(q, k, v, scale);
}

Tensor RankEncoder::loss(const Tensor& hidden, const std::vector<std::int32_t>& labels) {
  begin_stream(sizes_.layers);
  const Tensor transformed = gelu(matrix_product(hidden, transform_) + transform_bias_);
  const Tensor read = entered(layer_norm(transformed, head_norm_, head_norm_bias_));
  return entropy(matrix_product(read, head_) + head_bias_, labels);
}

}  // namespace hakaru
