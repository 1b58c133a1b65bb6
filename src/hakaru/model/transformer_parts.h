// The parts that transformers outside the decoder family share: an attention with its projections, a feed-forward
// network, the usual norms. Each function appends modules in the order in which they run.
//
// Parameters of one pre- or post-norm encoder layer of width H and feed-forward width I with biases everywhere:
// attention 4H² + 4H, feed-forward 2HI + I + H, two LayerNorms 4H. BERT-base (768, 3072): 7,087,872.
//
// Tensor parallelism as in Megatron-LM (Shoeybi et al. 2019 §3): first matrices by columns, second ones by rows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hakaru/core/fields.h"
#include "hakaru/model/model.h"

namespace hakaru {

using Modules = std::vector<Module>;

/// The largest width, head count and layer count that a description may ask for.
inline constexpr std::int64_t widest = 1 << 20;
inline constexpr std::int64_t deepest = 1 << 14;
inline constexpr std::int64_t longest_table = 1 << 24;

void append(Modules& modules, Modules more);
/// As many tokens whatever the request.
Stream fixed_stream(std::int64_t tokens);
Module linear(std::string name, std::int64_t in, std::int64_t out, bool bias = true, Split split = Split::none);
/// A linear layer on one vector per item: a classifier, a time embedding.
Module item_linear(std::string name, std::int64_t in, std::int64_t out, bool bias = true);
Module layer_norm(std::string name, std::int64_t width);
Module rms_norm(std::string name, std::int64_t width);
/// LayerNorm without weights, whose scale and shift come from elsewhere.
Module plain_norm(std::string name, std::int64_t width);
/// A norm over each of `heads` heads, with one weight of `head_dim` for all of them.
Module head_norm(std::string name, std::int64_t heads, std::int64_t head_dim, bool bias = false);
Module activation(std::string name, std::int64_t width);
/// Activation of one half times the other.
Module gated_activation(std::string name, std::int64_t width);
Module residual(std::int64_t width);
/// Work of `in` values read and `out` written per token, all of it recomputable from what its neighbours keep.
Module elementwise(std::string name, std::int64_t in, std::int64_t out);
Module own_parameters(std::string name, std::int64_t count);

enum class HeadNorm { none, rms, layer };  ///< of queries and keys, ahead of the attention

struct AttentionWidths {
  std::int64_t hidden = 0;  ///< of its input and output
  std::int64_t heads = 0;
  std::int64_t head_dim = 0;
  bool bias = true;      ///< of q, k and v
  bool key_bias = true;  ///< k has a bias where the others do (Whisper's has none)
  bool output_bias = true;
  HeadNorm head_norm = HeadNorm::none;
  bool causal = false;
  KvCache cache = KvCache::none;
  Split first = Split::column;  ///< none: not made to be divided
};

void add_self_attention(Modules& modules, const AttentionWidths& widths);

/// Cross-attention whose keys and values come from `fixed_tokens` tokens (0: as many as its own stream has) of another
/// stream, without the projections of those, which run over that other stream.
void add_cross_attention(Modules& modules, const AttentionWidths& widths, std::int64_t fixed_tokens);
/// Projections of keys and values for cross-attention, from vectors of `source` width.
void add_cross_keys_and_values(Modules& modules, const AttentionWidths& widths, std::int64_t source);

enum class FeedForward { plain, gated };
void add_feed_forward(Modules& modules, std::int64_t hidden, std::int64_t inner, bool bias = true,
                      FeedForward kind = FeedForward::plain, Split first = Split::column);

/// Norm, self-attention, residual, norm, feed-forward, residual: ViT, CLIP and BERT differ only in where the norms
/// stand.
Modules encoder_layer(const AttentionWidths& widths, std::int64_t inner);

/// A width, head count or layer count of a description: at least 1, at most what any model could have.
std::int64_t width_in(Fields& config, std::string_view key);
std::int64_t layers_in(Fields& config, std::string_view key);
/// `hidden` / heads; refuses, under `key`, heads that do not divide it.
std::int64_t divided_by_heads(Fields& config, std::string_view key, std::int64_t hidden, std::int64_t heads);
/// Type of the weights as published: `dtype` or `torch_dtype`, and fp32 where neither is said.
DataType stored_type_in(Fields& config);
/// True if the description's `architectures` name `architecture`.
bool names_architecture(Fields& config, std::string_view architecture);
/// Classes of a classifier: `num_labels`, else as many as `id2label` names, else 2, as Hugging Face's files mean it.
std::int64_t classes_in(Fields& config);
/// The model, or the first thing that its description had wrong.
Result<Model> finished(Model model, const Fields& config);

/// `count` layers of one kind: fills layer_kinds and layers.
void add_layers(Model& model, Block layer, std::int64_t count);

}  // namespace hakaru
