// A small multilayer perceptron on a rank: a sequence's bytes go in as numbers between 0 and 1, the byte behind them is
// to be told (model/perceptron.cpp says what it computes).
//   up           columns
//   down         rows; its bias whole
//   classifier   whole: every rank of the tensor group has the whole loss, and its gradient comes from itself
// Kept for the backward pass: what enters a pair, and the input of its second product; the ReLU ahead of the first is
// computed again. A part of the pipeline hands on what the ReLU of the next one has yet to see.
#pragma once

#include <string>
#include <vector>

#include "hakaru/rehearsal/rank_network.h"

namespace hakaru {

class RankPerceptron : public RankNetwork {
 public:
  RankPerceptron(tracing::Device& device, const SmallSizes& sizes, const Layout& layout, const RankPlace& place,
                 std::uint64_t seed);

  tracing::Tensor embedded(const std::vector<std::int32_t>& tokens) override;
  tracing::Tensor loss(const tracing::Tensor& hidden, const std::vector<std::int32_t>& labels) override;
  /// Items × width.
  tracing::Dimensions handed_on() const override;

 private:
  struct Pair {
    bool first = false;  ///< of the network
    tracing::Tensor up, up_bias, down, down_bias;
  };

  Pair made(std::int64_t index);
  LayerFunction layer(std::size_t chunk, std::size_t index) const override;
  tracing::Tensor behind_layers(const tracing::Tensor& hidden) const override;
  std::vector<tracing::Tensor*> places() override;
  tracing::Tensor through_pair(const Pair& pair, const tracing::Tensor& hidden) const;

  std::vector<std::vector<Pair>> chunks_;
  tracing::Tensor classifier_, classifier_bias_;
};

}  // namespace hakaru
