// The parts decoders are made of, as modules in the order the data flows. A reader of an architecture fills in what its
// layers have, and these make the modules, with all that training and serving need to know of them: how tensor
// parallelism divides them, whose input is kept for the backward pass, what is cached for later tokens.
//
// Kept for the backward pass: every Linear its input (unless it shares that of the module before it), every Norm its
// input, attention its queries, keys and values, an activation what it was applied to.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hakaru/model/model.h"
#include "hakaru/model/transformer_parts.h"

namespace hakaru {

enum class NormKind { rms, layer, layer_without_bias };

Module norm(std::string name, std::int64_t width, NormKind kind = NormKind::rms);
/// Column and row parallel linear layers, and one that every rank holds whole.
Module column(std::string name, std::int64_t in, std::int64_t out, bool bias = false);
Module row(std::string name, std::int64_t in, std::int64_t out, bool bias = false);
Module whole(std::string name, std::int64_t in, std::int64_t out, bool bias = false);
/// The same module, its input kept by the module before it.
Module shared_input(Module linear);

/// Norms on queries and keys: one weight of head_dim for all heads, one over all heads together, or one without weight.
enum class QueryKeyNorm { none, per_head, all_heads, no_weight };

/// Choice of the tokens that a sparse attention attends to, by keys of its own (DeepSeek-V3.2, MiniMax-M3). Heads 0:
/// the layer uses the choice of an earlier one, or attends to all.
struct IndexerPart {
  std::int64_t heads = 0;
  std::int64_t head_dim = 0;
  std::int64_t selected = 0;  ///< tokens; 0: all
};

struct AttentionPart {
  std::int64_t hidden = 0;
  std::int64_t heads = 0;
  std::int64_t kv_heads = 0;
  std::int64_t head_dim = 0;
  std::int64_t value_dim = 0;  ///< of one head; 0: head_dim
  std::int64_t window = 0;     ///< sliding window in tokens; 0: all
  bool query_bias = false;     ///< on q, k and v
  bool output_bias = false;
  bool output_gate = false;  ///< queries come with a gate of the same width
  bool sinks = false;        ///< one learnt logit per head
  bool rotary = true;
  bool values_from_keys = false;  ///< no v_proj: values are the keys ahead of their norm
  bool value_norm = false;        ///< without weight
  bool shares_input = false;      ///< q too: the layer's norm feeds something before it
  bool shared_cache = false;      ///< attends to the keys that an earlier layer cached, and caches none
  QueryKeyNorm query_key_norm = QueryKeyNorm::none;
  IndexerPart indexer = {};
};
Modules attention(const AttentionPart& part);

/// Multi-head latent attention (DeepSeek-V2, arXiv 2405.04434 §2.1).
struct LatentAttentionPart {
  std::int64_t hidden = 0;
  std::int64_t heads = 0;
  std::int64_t query_rank = 0;  ///< 0: queries straight from the hidden state
  std::int64_t kv_rank = 0;
  std::int64_t nope_dim = 0;
  std::int64_t rope_dim = 0;
  std::int64_t value_dim = 0;
  bool bias = false;
  bool rotary = true;
  bool output_gate = false;  ///< a product of its own scales what the heads give
  IndexerPart indexer = {};
};
Modules latent_attention(const LatentAttentionPart& part);

/// gate and up, their product, down (SwiGLU, GeGLU), or up, activation, down.
struct FeedForwardPart {
  std::int64_t hidden = 0;
  std::int64_t width = 0;
  bool gated = true;
  bool bias = false;
  bool shares_input = false;
  bool gelu_new = false;  ///< its activation, where not gated (module.h)
};
Modules feed_forward(const FeedForwardPart& part, const std::string& prefix = "");

struct ExpertsPart {
  std::int64_t hidden = 0;
  std::int64_t experts = 0;
  std::int64_t per_token = 0;
  std::int64_t width = 0;             ///< of one expert
  std::int64_t groups = 0;            ///< that the experts are dealt to; 0: none
  std::int64_t groups_per_token = 0;  ///< that those of one token are of
  std::int64_t shared_width = 0;      ///< of the experts that always run, together; 0: none
  std::int64_t latent = 0;            ///< experts work in this width, between two projections; 0: in hidden
  bool latent_norm = false;           ///< behind the experts, in that width
  bool gated = true;
  bool bias = false;
  bool router_bias = false;
  bool correction_bias = false;  ///< one value per expert that only balances the choice
  bool shared_gate = false;      ///< the shared expert's output is scaled by a learnt gate
};
Modules mixture_of_experts(const ExpertsPart& part);

/// Gated delta net (arXiv 2412.06464), as Qwen3-Next has it.
struct DeltaNetPart {
  std::int64_t hidden = 0;
  std::int64_t key_heads = 0;
  std::int64_t value_heads = 0;
  std::int64_t key_dim = 0;
  std::int64_t value_dim = 0;
  std::int64_t kernel = 0;
};
Modules gated_delta_net(const DeltaNetPart& part);

/// Mamba2 (arXiv 2405.21060).
struct Mamba2Part {
  std::int64_t hidden = 0;
  std::int64_t heads = 0;
  std::int64_t head_dim = 0;
  std::int64_t groups = 0;
  std::int64_t state = 0;
  std::int64_t kernel = 0;
  bool projection_bias = false;
  bool convolution_bias = true;
  bool gated_norm = true;
};
Modules mamba2(const Mamba2Part& part);

}  // namespace hakaru
