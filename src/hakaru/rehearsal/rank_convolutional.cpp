#include "hakaru/rehearsal/rank_convolutional.h"

#include "hakaru/tracing/device.h"

namespace hakaru {
namespace {

using tracing::Tensor;

constexpr std::int64_t kernel = 3, pooled = 2;

Tensor convolved(const Tensor& image, const Tensor& weight, const Tensor& bias) {
  return conv2d(image, weight, 1, kernel / 2) + bias;
}

}  // namespace

RankConvolutional::RankConvolutional(tracing::Device& device, const SmallSizes& sizes, const Layout& layout,
                                     const RankPlace& place, std::uint64_t seed)
    : RankNetwork(device, sizes, layout, place, seed) {
  if (first_stage()) stem_ = filters("stem", 1);
  chunks_.resize(static_cast<std::size_t>(layout.vpp));
  make_layers([this](std::int64_t chunk, std::int64_t index) {
    const std::string name = "layers." + std::to_string(index);
    chunks_[static_cast<std::size_t>(chunk)].push_back(filters(name, sizes_.hidden));
  });
  if (!last_stage()) return;
  classifier_ = matrix("classifier", sizes.hidden, sizes.vocabulary, Cut::whole);
  classifier_bias_ = vector("classifier.bias", sizes.vocabulary, 0, false);
}

RankConvolutional::Filters RankConvolutional::filters(const std::string& name, std::int64_t in) {
  RankParameter weight{name, {sizes_.hidden, in, kernel, kernel}, kernel};
  RankParameter bias{name + ".bias", {sizes_.hidden, 1, 1}, 1};
  weight.whole = bias.whole = true;
  Filters filters;
  filters.weight = drawn(std::move(weight), in * kernel * kernel);
  filters.bias = drawn(std::move(bias), in * kernel * kernel);
  return filters;
}

std::vector<Tensor*> RankConvolutional::places() {
  std::vector<Tensor*> places;
  if (first_stage()) places.insert(places.end(), {&stem_.weight, &stem_.bias});
  for (std::vector<Filters>& chunk : chunks_) {
    for (Filters& filters : chunk) places.insert(places.end(), {&filters.weight, &filters.bias});
  }
  places.insert(places.end(), {&classifier_, &classifier_bias_});
  return places;
}

tracing::Dimensions RankConvolutional::handed_on() const {
  const std::int64_t side = sizes_.image_size / pooled;
  return {layout_.micro_batch, sizes_.hidden, side, side};
}

Tensor RankConvolutional::embedded(const std::vector<std::int32_t>& tokens) {
  begin();
  const Tensor pictures = numbers_of(tokens, {layout_.micro_batch, 1, sizes_.image_size, sizes_.image_size});
  return max_pool(convolved(pictures, stem_.weight, stem_.bias), pooled, pooled);
}

RankNetwork::LayerFunction RankConvolutional::layer(std::size_t chunk, std::size_t index) const {
  return [own = chunks_[chunk][index]](const Tensor& hidden) {
    return convolved(made_again(relu(hidden)), own.weight, own.bias);
  };
}

Tensor RankConvolutional::behind_layers(const Tensor& hidden) const {
  const std::int64_t side = sizes_.image_size / pooled;
  return reshape(average_pool(hidden, side, side), {layout_.micro_batch, sizes_.hidden});
}

Tensor RankConvolutional::loss(const Tensor& means, const std::vector<std::int32_t>& labels) {
  begin_stream(sizes_.layers);
  const Tensor logits = matrix_product(means, classifier_) + classifier_bias_;
  return cross_entropy(logits, device_.indices("labels", last_of_each(labels), {layout_.micro_batch}));
}

}  // namespace hakaru
