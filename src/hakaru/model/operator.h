// Operators that a device executes: a block's modules, given a token shape and a shard, with all sizes known.
// timing/ knows how long one takes; training/ and serving/ know in which order they run.
//
// FLOPs count a multiply-add as two. Forward FLOPs per token of a dense decoder come to about 2 × parameters without
// the embedding, plus attention: 2 × 2 × context × heads × head_dim per layer (half of it when causal over a whole
// prompt).
//
// Attention: a query that is the i-th of q new tokens after c cached ones sees c + i keys, so that one sequence costs
// q c + q (q+1)/2 query-key pairs, each 2 × heads × (key_dim + value_dim) FLOPs. A window of w cuts each term to at
// most w. Under context parallelism the ranks share these pairs evenly (zig-zag order), which is given as a mean number
// of keys.
//
// Latent attention (MLA) has two forms. Expanded: keys and values of every token are made from the cached latent, then
// ordinary attention runs. Absorbed: queries are moved into the latent space and attend to the cache directly. The one
// of fewer FLOPs is taken, which is expanded for prompts and absorbed for single new tokens, as engines choose
// (DeepSeek-V2, arXiv 2405.04434 §2.1).
//
// Experts: T tokens with k of E experts each make T k rows, of those of all ep ranks a rank has its part
// (expert_choice.h). Where experts are divided otherwise than the rest (`expert_tp`), d ranks with tokens of their own
// share them (`expert_sources`): T d k / ep rows for each rank.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "hakaru/model/expert_choice.h"
#include "hakaru/model/model.h"

namespace hakaru {

/// The tokens of one forward pass.
struct Shape {
  double batch = 1;                ///< sequences (items)
  double new_tokens = 1;           ///< tokens computed per sequence
  double context = 0;              ///< tokens already cached per sequence
  double source_tokens = 0;        ///< per sequence that an encoder reads; 0: as many as new_tokens
  bool encoded = false;            ///< the encoder ran in an earlier pass: its results are cached
  double image_size = 0;           ///< pixels along one side; 0: the model's default
  bool last_token_logits = false;  ///< the output head runs on one token per sequence (serving)
  bool with_conditions = false;    ///< run vision towers too
};

/// The part of a block that one rank runs.
struct Shard {
  std::int64_t tp = 1;
  std::int64_t cp = 1;  ///< tokens of a sequence are divided by it
  std::int64_t ep = 1;
  bool sequence_parallel = false;   ///< norms and residuals run on 1/tp of the tokens
  bool whole_sequences = false;     ///< attention sees whole sequences, with 1/cp of the heads
  std::int64_t expert_tp = 0;       ///< ranks that cut one expert; 0: tp
  std::int64_t expert_sources = 0;  ///< ranks whose tokens differ and reach these experts; 0: ep
  ExpertChoice expert_choice = {};

  std::int64_t sources_of_experts() const { return expert_sources > 0 ? expert_sources : ep; }
};

/// C[m×n] = A[m×k] B[k×n], `groups` times (experts that run; 1 else).
struct Gemm {
  double m = 0;  ///< rows per group (mean over uneven experts)
  std::int64_t n = 0;
  std::int64_t k = 0;
  double groups = 1;
  bool weights = true;  ///< B is parameters: has a weight gradient in the backward pass
  bool bias = false;    ///< added to the result
  StoredAs stored_as = {};
};

struct AttentionOperator {
  double batch = 0;
  double query_tokens = 0;
  double kv_tokens =
      0;  ///< keys that the last query sees; where not causal (also window, selection): what each sees in the mean
  bool causal = true;  ///< the query tokens are the last of the kv tokens, each seeing one more than the one before
  std::int64_t heads = 0;
  std::int64_t kv_heads = 0;
  std::int64_t key_dim = 0;
  std::int64_t value_dim = 0;
  double cached_values_per_token = 0;  ///< values read per cached token when decoding (MLA: the compressed width)
};

struct MemoryOperator {
  double values_read = 0;
  double values_written = 0;
  MemoryWork work = MemoryWork::other;
};

struct ConvolutionOperator {
  double positions = 0;  ///< output positions, all items
  double input_positions = 0;
  std::int64_t in = 0, out = 0, kernel = 1, groups = 1;
  bool bias = false;  ///< added to the result
};

struct RecurrenceOperator {
  double tokens = 0;
  double sequences = 0;
  std::int64_t heads = 0, key_dim = 0, value_dim = 0, convolution_channels = 0, convolution_kernel = 0;
};

struct Operator {
  std::string_view name;  ///< the module's
  std::variant<Gemm, AttentionOperator, MemoryOperator, ConvolutionOperator, RecurrenceOperator> kind;
};

/// Tokens (positions) that all items of `shape` bring to a block.
double tokens_of(const Stream& stream, const Shape& shape, const Model& model);

/// The operators of one run of `block`, on one rank; none where no token reaches it. Names point into `block`.
std::vector<Operator> operators_of(const Model& model, const Block& block, const Shape& shape, const Shard& shard = {});

double flops_of(const Operator& op);
/// Tokens among those of a prompt that a picture of so many pixels along one side becomes, a whole number along each;
/// empty: the model takes no pictures beside a text. Qwen2.5-VL, 1,024 pixels: 1,024 / 28 is nearly 37, 37² = 1,369.
std::optional<std::int64_t> picture_tokens(const Model& model, std::int64_t image_size);

/// Forward FLOPs of the whole model for `shape`.
double forward_flops(const Model& model, const Shape& shape);

}  // namespace hakaru
