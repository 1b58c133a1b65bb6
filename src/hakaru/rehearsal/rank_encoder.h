// A small encoder (BERT, Devlin et al. 2019, arXiv 1810.04805) on a rank, divided as rank_transformer.h has it:
//   ahead      token, position and type tables (the second half of a sequence is of the other type), their norm
//   layers     a norm behind attention and one behind the feed-forward part, each after its residual; a query sees all
//   head       a linear layer, GELU and a norm, whole on every rank, and classes with their biases, divided by columns;
//              it tells the bytes that are masked (masked_text.h)
#pragma once

#include <vector>

#include "hakaru/rehearsal/rank_transformer.h"

namespace hakaru {

class RankEncoder : public RankTransformer {
 public:
  RankEncoder(tracing::Device& device, const SmallSizes& sizes, const Layout& layout, const RankPlace& place,
              std::uint64_t seed);

  tracing::Tensor embedded(const std::vector<std::int32_t>& tokens) override;
  tracing::Tensor loss(const tracing::Tensor& hidden, const std::vector<std::int32_t>& labels) override;

 private:
  std::vector<tracing::Tensor*> places() override;
  tracing::Tensor through_layer(const Layer& layer, const tracing::Tensor& hidden) const override;
  tracing::Tensor attended(const tracing::Tensor& q, const tracing::Tensor& k, const tracing::Tensor& v, double scale,
                           std::int64_t first_query) const override;

  tracing::Tensor types_, norm_, norm_bias_;
  tracing::Tensor transform_, transform_bias_, head_norm_, head_norm_bias_, head_, head_bias_;
};

}  // namespace hakaru
