// A small decoder (GPT or Llama) on a rank. Megatron-LM's division (rank_network.h):
//   q, k, v, gate, up     columns; the input is copied to the group (its gradient summed), or gathered token by token
//   o, down               rows; the result is summed over the group, or summed and scattered by tokens
//   token table           rows; a token that a rank does not hold is a row of zeros to it
//   head                  columns; of the logits three numbers a token are exchanged, and every rank has the whole loss
//   norms, positions      whole
// Served, on one rank: a prompt's keys and values stay on the device (Cache), and the token behind them
// reads them.
// Kept for the backward pass is what memory/kept.h counts: attention is fused, an input gathered under sequence
// parallelism is gathered again, silu(gate) is computed again.
#pragma once

#include <string>
#include <vector>

#include "hakaru/rehearsal/rank_network.h"

namespace hakaru {

class RankDecoder : public RankNetwork {
 public:
  RankDecoder(tracing::Device& device, const SmallSizes& sizes, const Layout& layout, const RankPlace& place,
              std::uint64_t seed);

  tracing::Tensor embedded(const std::vector<std::int32_t>& tokens) override;
  tracing::Tensor loss(const tracing::Tensor& hidden, const std::vector<std::int32_t>& labels) override;
  /// Tokens × width.
  tracing::Dimensions handed_on() const override;

  /// From here on sequences have so many tokens, no more than it was made for.
  void take_sequences_of(std::int64_t tokens) { sizes_.sequence_length = tokens; }

  /// Keys and values, as a server of one rank has them. Written: those of sequences of this length, which are kept from
  /// step to step. Read: sequences follow those that were written.
  enum class Cache { unused, written, read };
  void use_cache(Cache use);
  /// What each sequence's last token says of the next: sequences × vocabulary.
  tracing::Tensor logits(const tracing::Tensor& hidden) const;

 private:
  struct Layer {
    tracing::Tensor norm1, norm1_bias, q, k, v, o, q_bias, k_bias, v_bias, o_bias;
    tracing::Tensor norm2, norm2_bias, gate, up, down, up_bias, down_bias;
    tracing::Tensor cached_keys, cached_values;
  };

  Layer made(std::int64_t index);
  std::vector<std::int32_t> in_own_vocabulary(const std::vector<std::int32_t>& tokens) const;
  LayerFunction layer(std::size_t chunk, std::size_t index) const override;
  std::vector<tracing::Tensor*> places() override;
  tracing::Tensor normed(const tracing::Tensor& hidden, const tracing::Tensor& weight,
                         const tracing::Tensor& bias) const;
  tracing::Tensor through_layer(const Layer& layer, const tracing::Tensor& hidden) const;
  tracing::Tensor attention(const Layer& layer, const tracing::Tensor& hidden) const;
  std::vector<tracing::Tensor> keys_of_ring(const tracing::Tensor& keys, const tracing::Tensor& values) const;
  tracing::Tensor cached(const tracing::Tensor& cache, const tracing::Tensor& own) const;
  std::int64_t first_position() const;
  tracing::Tensor rotary_here(const tracing::Tensor& heads) const;
  tracing::Tensor heads_of(const tracing::Tensor& values, std::int64_t heads) const;
  tracing::Tensor feed_forward(const Layer& layer, const tracing::Tensor& hidden) const;

  tracing::Tensor table_, positions_, final_norm_, final_bias_, head_;
  std::vector<std::vector<Layer>> chunks_;
  Cache cache_ = Cache::unused;
  std::int64_t cached_tokens_ = 0;
};

}  // namespace hakaru
