// Base of small transformers of tokens on a rank. Megatron-LM's division (rank_network.h):
//   q, k, v, gate, up     columns; the input is copied to the group (its gradient summed), or gathered token by token
//   o, down               rows; the result is summed over the group, or summed and scattered by tokens
//   experts               columns of gate and up, rows of down; router whole, which of its gradient has a summand where
//                         there is a tensor group (experts.h)
//   token table           rows; a token that a rank does not hold is a row of zeros to it
//   head                  columns; of the logits three numbers a token are exchanged, and every rank has the whole loss
//   norms, positions      whole
// Where a layer's norms stand and what a query sees is each network's own (rank_decoder.h, rank_encoder.h).
// Kept for the backward pass is what memory/kept.h counts: attention is fused, an input gathered under sequence
// parallelism is gathered again, silu(gate) is computed again.
#pragma once

#include <string>
#include <vector>

#include "hakaru/rehearsal/rank_network.h"

namespace hakaru {

class RankTransformer : public RankNetwork {
 public:
  /// Tokens × width.
  tracing::Dimensions handed_on() const override;

  /// From here on sequences have so many tokens, no more than it was made for.
  void take_sequences_of(std::int64_t tokens) { sizes_.sequence_length = tokens; }

 protected:
  struct Layer {
    tracing::Tensor norm1, norm1_bias, q, k, v, o, q_bias, k_bias, v_bias, o_bias;
    tracing::Tensor norm2, norm2_bias, router, gate, up, down, up_bias, down_bias;
    tracing::Tensor cached_keys, cached_values;
  };

  RankTransformer(tracing::Device& device, const SmallSizes& sizes, const Layout& layout, const RankPlace& place,
                  std::uint64_t seed);

  /// In the order in which they are to lie: what is ahead of the layers, the layers, what is behind.
  void make_tables();
  void make_chunks();
  std::vector<tracing::Tensor*> places_of_tables();
  std::vector<tracing::Tensor*> places_of_layers();

  /// Rows of the token table for the tokens that are in the stream of this rank, and their positions' rows where these
  /// are learned.
  tracing::Tensor looked_up(const std::vector<std::int32_t>& tokens) const;
  /// Position in its sequence of each of the `tokens` in the stream.
  std::vector<std::int32_t> positions_in_stream(std::int64_t tokens) const;
  virtual std::int64_t first_position() const { return place_.context * tokens_of_sequence(); }

  tracing::Tensor normed(const tracing::Tensor& hidden, const tracing::Tensor& weight,
                         const tracing::Tensor& bias) const;
  tracing::Tensor attention(const Layer& layer, const tracing::Tensor& normed) const;
  tracing::Tensor feed_forward(const Layer& layer, const tracing::Tensor& normed) const;
  /// Ahead of attention, and of any exchange within the context group.
  virtual void place(const Layer&, tracing::Tensor& /*q*/, tracing::Tensor& /*k*/, tracing::Tensor& /*v*/) const {}
  /// `first_query`: where this rank's queries begin among the keys.
  virtual tracing::Tensor attended(const tracing::Tensor& q, const tracing::Tensor& k, const tracing::Tensor& v,
                                   double scale, std::int64_t first_query) const = 0;
  virtual tracing::Tensor through_layer(const Layer& layer, const tracing::Tensor& hidden) const = 0;
  /// Cross-entropy of logits that are divided by columns over the tensor group.
  tracing::Tensor entropy(const tracing::Tensor& logits, const std::vector<std::int32_t>& labels) const;

  std::vector<std::vector<Layer>> chunks_;

 private:
  Layer made(std::int64_t index);
  void make_feed_forward(Layer& layer, const std::string& at);
  LayerFunction layer(std::size_t chunk, std::size_t index) const override;
  std::vector<std::int32_t> in_own_vocabulary(const std::vector<std::int32_t>& tokens) const;
  std::vector<tracing::Tensor> keys_of_ring(const tracing::Tensor& keys, const tracing::Tensor& values) const;
  tracing::Tensor heads_of(const tracing::Tensor& values, std::int64_t heads) const;

  tracing::Tensor table_, positions_;
};

/// The network that `sizes` name, where it is one of tokens.
std::unique_ptr<RankTransformer> rank_transformer(tracing::Device& device, const SmallSizes& sizes,
                                                  const Layout& layout, const RankPlace& place, std::uint64_t seed);

}  // namespace hakaru
