// A small convolution net on a rank: a sequence's bytes go in as a square picture of one channel, the byte behind them
// is to be told.
//   stem         3 × 3, and the largest of each 2 × 2
//   layers       ReLU, 3 × 3, as many channels as before
//   classifier   mean over all positions, linear
// Everything is whole: convolutions are not divided by tensor parallelism (refused).
#pragma once

#include <string>
#include <vector>

#include "hakaru/rehearsal/rank_network.h"

namespace hakaru {

class RankConvolutional : public RankNetwork {
 public:
  RankConvolutional(tracing::Device& device, const SmallSizes& sizes, const Layout& layout, const RankPlace& place,
                    std::uint64_t seed);

  tracing::Tensor embedded(const std::vector<std::int32_t>& tokens) override;
  tracing::Tensor loss(const tracing::Tensor& means, const std::vector<std::int32_t>& labels) override;
  /// Pictures × channels × height × width.
  tracing::Dimensions handed_on() const override;

 private:
  struct Filters {
    tracing::Tensor weight, bias;  ///< out × channels × 3 × 3; out × 1 × 1
  };

  Filters filters(const std::string& name, std::int64_t in);
  LayerFunction layer(std::size_t chunk, std::size_t index) const override;
  tracing::Tensor behind_layers(const tracing::Tensor& hidden) const override;
  std::vector<tracing::Tensor*> places() override;

  Filters stem_;
  std::vector<std::vector<Filters>> chunks_;
  tracing::Tensor classifier_, classifier_bias_;
};

}  // namespace hakaru
