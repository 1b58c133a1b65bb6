// The networks that rehearsals run in place of a plan's model, and how small they are.
//
//   gpt, llama   a decoder: LayerNorm, biases, learned positions, GELU; or RMSNorm, rotary positions, gated
//   mixtral      a Llama whose feed-forward part is experts, some for each token (experts.h)
//   bert         an encoder: norms behind its residuals, learned positions, token types; in place of a pooler the head
//                that masked language models are trained with (rank_encoder.h), whose table is its own
//   mlp          pairs of linear layers (model/perceptron.cpp) on the bytes of a sequence, which tell the next one
//   cnn          convolutions of 3 × 3 on a sequence of bytes as a picture: a stem with pooling, the layers, a
//                classifier of the mean
// An MLP has as many inputs as it is wide; `vocabulary` are its classes, as of a convolution net, whose `hidden` are
// its channels and whose sequences are pictures of image_size².
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hakaru/core/choice.h"
#include "hakaru/model/model.h"

namespace hakaru {

enum class SmallNetwork { gpt, llama, mixtral, bert, mlp, cnn };
template <>
inline constexpr auto choice_names<SmallNetwork> = std::to_array<std::string_view>({"gpt", "llama", "mixtral", "bert",
                                                                                    "mlp", "cnn"});
/// "gpt, llama, mixtral, bert, mlp, cnn"
Result<SmallNetwork> small_network_named(std::string_view name);

/// Constants of a BERT: types of tokens, and tokens of which one is masked (masked_text.h).
inline constexpr std::int64_t token_types = 2, masked_among = 8;

/// The sizes that a rehearsal's network is built from (rank_network.h).
struct SmallSizes {
  SmallNetwork network = SmallNetwork::llama;
  std::int64_t layers = 1, hidden = 16, heads = 2, kv_heads = 2, feed_forward = 32, vocabulary = 256;
  std::int64_t sequence_length = 32, image_size = 0;
  std::int64_t experts = 0, experts_per_token = 0;
  std::int64_t head_width() const { return hidden / heads; }
  /// Norms, positions and gates are a Llama's.
  bool llama() const { return network == SmallNetwork::llama || network == SmallNetwork::mixtral; }
  bool turns_positions() const { return llama(); }  ///< rather than learning them
  bool reads_tokens() const { return network != SmallNetwork::mlp && network != SmallNetwork::cnn; }
};

/// The small network as any other model, for what memory/ and training/ say of it.
Result<Model> model_of(const SmallSizes& sizes);

}  // namespace hakaru
