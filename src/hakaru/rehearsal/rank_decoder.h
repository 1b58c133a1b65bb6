// A small decoder (GPT or Llama) on a rank, divided as rank_transformer.h has it: norms ahead of attention and of the
// feed-forward part, and one behind the layers; a query sees the tokens before it; the head tells the next byte.
// Served, on one rank: a prompt's keys and values stay on the device (Cache), and the token behind them
// reads them.
#pragma once

#include <vector>

#include "hakaru/rehearsal/rank_transformer.h"

namespace hakaru {

class RankDecoder : public RankTransformer {
 public:
  RankDecoder(tracing::Device& device, const SmallSizes& sizes, const Layout& layout, const RankPlace& place,
              std::uint64_t seed);

  tracing::Tensor embedded(const std::vector<std::int32_t>& tokens) override;
  tracing::Tensor loss(const tracing::Tensor& hidden, const std::vector<std::int32_t>& labels) override;

  /// Keys and values, as a server of one rank has them. Written: those of sequences of this length, which are kept from
  /// step to step. Read: sequences follow those that were written.
  enum class Cache { unused, written, read };
  void use_cache(Cache use);
  /// Logits of the token after each sequence's last one: sequences × vocabulary.
  tracing::Tensor logits(const tracing::Tensor& hidden) const;

 private:
  std::vector<tracing::Tensor*> places() override;
  tracing::Tensor through_layer(const Layer& layer, const tracing::Tensor& hidden) const override;
  void place(const Layer& layer, tracing::Tensor& q, tracing::Tensor& k, tracing::Tensor& v) const override;
  tracing::Tensor attended(const tracing::Tensor& q, const tracing::Tensor& k, const tracing::Tensor& v, double scale,
                           std::int64_t first_query) const override;
  std::int64_t first_position() const override;
  tracing::Tensor cached(const tracing::Tensor& cache, const tracing::Tensor& own) const;
  /// Tokens that were written.
  std::int64_t behind() const { return cache_ == Cache::read ? cached_tokens_ : 0; }

  tracing::Tensor final_norm_, final_bias_, head_;
  Cache cache_ = Cache::unused;
  std::int64_t cached_tokens_ = 0;
};

}  // namespace hakaru
