#include "hakaru/rehearsal/rank_perceptron.h"

#include "hakaru/tracing/device.h"

namespace hakaru {

using tracing::Tensor;

RankPerceptron::RankPerceptron(tracing::Device& device, const SmallSizes& sizes, const Layout& layout,
                               const RankPlace& place, std::uint64_t seed)
    : RankNetwork(device, sizes, layout, place, seed) {
  chunks_.resize(static_cast<std::size_t>(layout.vpp));
  make_layers([this](std::int64_t chunk, std::int64_t index) {
    chunks_[static_cast<std::size_t>(chunk)].push_back(made(index));
  });
  if (!last_stage()) return;
  classifier_ = matrix("classifier", sizes.hidden, sizes.vocabulary, Cut::whole);
  classifier_bias_ = vector("classifier.bias", sizes.vocabulary, 0, false);
}

RankPerceptron::Pair RankPerceptron::made(std::int64_t index) {
  const std::string at = "layers." + std::to_string(index) + ".";
  Pair pair;
  pair.first = index == 0;
  pair.up = matrix(at + "up", pair.first ? sizes_.sequence_length : sizes_.hidden, sizes_.feed_forward, Cut::columns);
  pair.up_bias = cut_vector(at + "up.bias", sizes_.feed_forward);
  pair.down = matrix(at + "down", sizes_.feed_forward, sizes_.hidden, Cut::rows);
  pair.down_bias = vector(at + "down.bias", sizes_.hidden, 0, false);
  return pair;
}

std::vector<Tensor*> RankPerceptron::places() {
  std::vector<Tensor*> places;
  for (std::vector<Pair>& chunk : chunks_) {
    for (Pair& pair : chunk) places.insert(places.end(), {&pair.up, &pair.up_bias, &pair.down, &pair.down_bias});
  }
  places.insert(places.end(), {&classifier_, &classifier_bias_});
  return places;
}

tracing::Dimensions RankPerceptron::handed_on() const { return {layout_.micro_batch, sizes_.hidden}; }

Tensor RankPerceptron::embedded(const std::vector<std::int32_t>& tokens) {
  begin();
  return numbers_of(tokens, {layout_.micro_batch, sizes_.sequence_length});
}

RankNetwork::LayerFunction RankPerceptron::layer(std::size_t chunk, std::size_t index) const {
  return [this, own = chunks_[chunk][index]](const Tensor& hidden) { return through_pair(own, hidden); };
}

Tensor RankPerceptron::through_pair(const Pair& pair, const Tensor& hidden) const {
  const Tensor rectified = pair.first ? hidden : made_again(relu(hidden));
  // Only what comes in is kept, and no copy of it for the group.
  const Tensor read = layout_.tp == 1 ? rectified : made_again(entered(rectified));
  const Tensor inner = matrix_product(read, pair.up) + pair.up_bias;
  return left(matrix_product(relu(inner), pair.down)) + pair.down_bias;
}

Tensor RankPerceptron::behind_layers(const Tensor& hidden) const { return relu(hidden); }

Tensor RankPerceptron::loss(const Tensor& hidden, const std::vector<std::int32_t>& labels) {
  begin_stream(sizes_.layers);
  const Tensor logits = matrix_product(hidden, classifier_) + classifier_bias_;
  return cross_entropy(logits, device_.indices("labels", last_of_each(labels), {layout_.micro_batch}));
}

}  // namespace hakaru
