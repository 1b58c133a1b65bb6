// The end of a rank's step: gradients summed over the data-parallel ranks, AdamW part by part of what the rank updates,
// and what it updated handed to the ranks that have the same parameters (zero.h).
#pragma once

#include "hakaru/rehearsal/zero.h"
#include "hakaru/tracing/optimizer.h"

namespace hakaru {

class RankUpdate {
 public:
  /// Makes the states of AdamW. `device` and `shards` must outlive this.
  RankUpdate(tracing::Device& device, ZeroShards& shards, const tracing::AdamWOptions& optimizer);

  /// After the passes; the summed gradients of each part. `step`: from 1.
  std::vector<tracing::Tensor> run(std::int64_t step, double learning_rate);

 private:
  tracing::Device& device_;
  ZeroShards& shards_;
  tracing::AdamWOptions optimizer_;
  std::vector<tracing::Tensor> means_, squares_;  ///< of each part
};

}  // namespace hakaru
