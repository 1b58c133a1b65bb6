// The parts a model is made of. A model is blocks of modules, and everything asked of a model is a sum over its
// modules: parameters, FLOPs, KV cache bytes, what tensor parallelism divides, what the backward pass must keep.
//
// A module knows widths, never a batch or a sequence length; those come with a Shape (operator.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hakaru/core/choice.h"
#include "hakaru/numerics/data_type.h"

namespace hakaru {

/// Division of a module by tensor parallelism of degree t (Megatron-LM, Shoeybi et al. 2019 §3).
enum class Split {
  none,    ///< whole on every rank
  column,  ///< output width / t; its input is needed whole
  row,     ///< input width / t; its output is summed over the t ranks
  expert   ///< experts spread over expert-parallel ranks, each then divided as column or row by `Linear::expert_split`
};

/// Work that moves values in memory without a product. head_norm: RMSNorm of the heads that a product gave; plain_norm:
/// LayerNorm without parameters; gelu_new: GELU written out, as the configurations of Hugging Face call it.
enum class MemoryWork {
  other,
  rms_norm,
  head_norm,
  layer_norm,
  plain_norm,
  group_norm,
  batch_norm,
  activation,
  gated_activation,
  gelu_new,
  rotary,
  residual
};
template <>
inline constexpr auto choice_names<MemoryWork> =
    std::to_array<std::string_view>({"other", "rms_norm", "head_norm", "layer_norm", "plain_norm", "group_norm",
                                     "batch_norm", "activation", "gated_activation", "gelu_new", "rotary", "residual"});
inline constexpr std::size_t memory_works = static_cast<std::size_t>(MemoryWork::residual) + 1;
/// As files of data/ call it: "rms_norm".

/// A table that is looked up: tokens, positions, token types.
struct Embedding {
  std::int64_t rows = 0;
  std::int64_t width = 0;
  bool vocabulary =
      false;  ///< the token table: counted in `parameters.embedding`, divided by rows under tensor parallelism
};

/// Type that a matrix is kept in, where its checkpoint says it matrix by matrix (quantisation.h).
struct StoredAs {
  DataType type = DataType::bf16;
  double bytes_per_value = 0;  ///< with scales and zero points; 0: as the job says
  bool operator==(const StoredAs&) const = default;
};

/// y = x Wᵀ (+ b), for `experts` copies of which `experts_per_token` run for each token (0 and 0: an ordinary linear
/// layer).
struct Linear {
  std::int64_t in = 0;
  std::int64_t out = 0;
  bool bias = false;
  Split split = Split::none;
  bool shares_input = false;  ///< its input is kept for the backward pass by the module before it (k and v beside q)
  bool tied = false;          ///< its weight is another module's (an output head tied to the embedding): no parameters
  bool vocabulary =
      false;  ///< the output head: counted in `parameters.embedding`, run on what it is asked to (all or last token)
  std::int64_t experts = 0;
  std::int64_t experts_per_token = 0;
  Split expert_split = Split::none;  ///< within one expert: column or row
  /// Groups that the experts are dealt to, and of how many of them those of one token are (node-limited routing); 0: of
  /// any.
  std::int64_t expert_groups = 0, groups_per_token = 0;
  /// Share of the stream's tokens it runs on, or tokens per item when its input is one vector (a classifier, a time
  /// embedding).
  bool once_per_item = false;
  /// Heads that its output is made of, where a rank holds whole ones and more ranks than heads repeat them (keys and
  /// values); 0: divided evenly.
  std::int64_t whole_heads = 0;
  StoredAs stored_as = {};
};

/// LayerNorm, RMSNorm, GroupNorm, BatchNorm. Bytes in and out; `parameters` = width × (weight + bias).
struct Norm {
  std::int64_t width = 0;  ///< features it runs over, per token
  bool weight = true;
  bool bias = false;
  std::int64_t parameter_width = 0;  ///< where the weight is shared between heads (q_norm of head_dim); 0: `width`
  bool divided = false;              ///< runs on tensor-parallel shards (norms over heads)
  /// Values that are normalised together: the features of a position, groups of channels over all of them, or a channel
  /// over a batch.
  enum class Over { features, groups, batch } over = Over::features;
  bool centred = false;  ///< LayerNorm, where it has no bias to tell it by
};

MemoryWork work_of(const Norm& norm);

/// Cache that an attention keeps for later tokens.
enum class KvCache { none, full, sliding, compressed };
template <>
inline constexpr auto choice_names<KvCache> = std::to_array<std::string_view>({"none", "full", "sliding",
                                                                               "compressed"});

/// Scaled dot-product attention proper, without its projections.
struct Attention {
  std::int64_t heads = 0;
  std::int64_t kv_heads = 0;
  std::int64_t key_dim = 0;    ///< per head, of queries and keys (MLA: nope + rope)
  std::int64_t value_dim = 0;  ///< per head
  bool causal = true;
  std::int64_t window = 0;  ///< sliding window in tokens; 0: all
  KvCache cache = KvCache::none;
  std::int64_t compressed_width = 0;        ///< MLA: kv_lora_rank + rope, cached per token and decoded against directly
  std::int64_t compressed_value_width = 0;  ///< MLA: kv_lora_rank, what decoding reads as values
  std::int64_t index_width = 0;             ///< sparse attention's index keys, cached per token beside the rest
  std::int64_t index_heads = 0;             ///< heads of the indexer that scores every cached token
  std::int64_t selected = 0;                ///< tokens attended to after the indexer's choice (top-k); 0: all
  std::int64_t fixed_kv_tokens = 0;         ///< cross-attention over a stream of fixed length; 0: over its own stream
  bool cross = false;                       ///< keys come from another stream (encoder, text condition)
  bool values_are_keys = false;             ///< values are the keys as they are cached, and take no room of their own
  std::int64_t tokens_per_entry = 1;        ///< tokens that one cached entry stands for (DeepSeek-V4's compressors)
};

/// A recurrence over the sequence with a state of fixed size: Mamba2, gated delta net, linear attention.
struct Recurrence {
  std::int64_t heads = 0;
  std::int64_t key_dim = 0;    ///< state rows per head
  std::int64_t value_dim = 0;  ///< state columns per head
  std::int64_t convolution_channels = 0;
  std::int64_t convolution_kernel = 0;
  std::int64_t parameters = 0;  ///< convolution, A_log, D, dt_bias and so on
};

/// A convolution, counted per output position (pixel, voxel, frame) of its block's stream.
struct Convolution {
  std::int64_t in = 0;
  std::int64_t out = 0;
  std::int64_t kernel = 1;  ///< elements of the kernel: 9 for 3×3
  std::int64_t groups = 1;
  bool bias = false;
  std::int64_t stride = 1;  ///< along each dimension; input positions = output positions × stride^dimensions
  std::int64_t dimensions = 2;
};

/// Elementwise work: activation, gate, residual, rotary, pooling, up-sampling.
struct Elementwise {
  std::int64_t width_in = 0;   ///< values read per token
  std::int64_t width_out = 0;  ///< values written per token
  std::int64_t kept = 0;       ///< values per token that the backward pass must keep (0: its input is kept elsewhere)
  bool divided = false;        ///< runs on tensor-parallel shards
  std::int64_t experts_per_token = 0;  ///< runs once for each expert that a token goes to
  MemoryWork work = MemoryWork::other;
};

/// Parameters without work worth timing: sinks, correction biases, a class token.
struct Parameters {
  std::int64_t count = 0;
  bool divided = false;
};

struct Module {
  std::string name;  ///< as the field calls it: "q_proj", "down_proj", "input_layernorm"
  std::variant<Embedding, Linear, Norm, Attention, Recurrence, Convolution, Elementwise, Parameters> kind;
};

/// Values that an attention reads of one cached entry, of so many heads of keys; and that it caches for a token, with
/// those of its indexer.
std::int64_t values_per_entry(const Attention& attention, std::int64_t kv_heads);
double cached_values_per_token(const Attention& attention, std::int64_t kv_heads);

/// Output columns of a column-divided linear layer that one of `tp` ranks holds: max(1, heads / tp) heads, or an even
/// share.
double columns_of(const Linear& linear, std::int64_t tp);

/// Unique parameters of a module, all experts counted. A tied module has none.
std::int64_t parameters_of(const Module& module);
/// The same with only the experts that run for one token.
std::int64_t active_parameters_of(const Module& module);

}  // namespace hakaru
