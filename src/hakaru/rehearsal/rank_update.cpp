#include "hakaru/rehearsal/rank_update.h"

namespace hakaru {

RankUpdate::RankUpdate(tracing::Device& device, ZeroShards& shards, const tracing::AdamWOptions& optimizer)
    : device_(device), shards_(shards), optimizer_(optimizer) {
  for (const ZeroShards::Part& part : shards_.parts()) {
    const std::vector<float> zeros(static_cast<std::size_t>(part.values), 0.0F);
    means_.push_back(device.state("mean of " + part.name, zeros, part.shape, DataType::fp32));
    squares_.push_back(device.state("square of " + part.name, zeros, part.shape, DataType::fp32));
  }
}

std::vector<tracing::Tensor> RankUpdate::run(std::int64_t step, double learning_rate) {
  optimizer_.learning_rate = learning_rate;
  std::vector<tracing::Tensor> gradients = shards_.gradients();
  const tracing::AdamWNumbers numbers = adamw_numbers(device_, optimizer_, static_cast<int>(step));
  for (std::size_t part = 0; part < gradients.size(); ++part) {
    const tracing::AdamWChange change =
        adamw_change(shards_.weights(part), gradients[part], means_[part], squares_[part], numbers, optimizer_);
    device_.assign(means_[part], change.mean);
    device_.assign(squares_[part], change.square);
    shards_.take(part, change.parameter);
  }
  return gradients;
}

}  // namespace hakaru
