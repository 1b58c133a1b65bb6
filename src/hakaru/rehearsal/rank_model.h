// The part of a small decoder that one rank holds, on the rank's device: its parameters, and what its chunks do to a
// micro-batch. Megatron-LM's division (Shoeybi et al. 2019, §3; with sequence parallelism Korthikanti et al. 2022,
// §4.2.2):
//   q, k, v, gate, up     columns; the input is copied to the group (its gradient summed), or gathered token by token
//   o, down               rows; the result is summed over the group, or summed and scattered by tokens
//   token table           rows; a token that a rank does not hold is a row of zeros to it
//   head                  columns; the logits are gathered, so that every rank has the whole loss
//   norms, positions      whole
// Kept for the backward pass is what memory/kept.h counts: attention is fused, an input gathered under sequence
// parallelism is gathered again, silu(gate) is computed again.
// A parameter's first values depend on the seed, its name and the place in the whole tensor: every layout begins with
// the same model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hakaru/rehearsal/miniature.h"
#include "hakaru/tracing/operations.h"

namespace hakaru {

/// The groups that a rank talks in. Forward and backward are the same ranks, told apart so that what comes round the
/// ring of interleaved stages is not taken for what comes back.
enum class RankGroup : int { tensor = 0, data = 1, forward = 2, backward = 3 };

/// Which rank of each group. Ranks are numbered tensor fastest, then data, then pipeline (parallel/layout.h).
struct RankPlace {
  std::int64_t tensor = 0, data = 0, stage = 0;
  static RankPlace of(std::int64_t rank, const Layout& layout);
};

struct RankParameter {
  tracing::Tensor tensor;
  bool partial = false;  ///< under sequence parallelism its gradient is of this rank's tokens only
  bool whole = false;    ///< every rank of the tensor group has it
};

class RankModel {
 public:
  RankModel(tracing::Device& device, const SmallSizes& sizes, const Layout& layout, const RankPlace& place,
            std::uint64_t seed);

  /// Tokens of the micro-batch, one sequence after the other: what enters the first layer.
  tracing::Tensor embedded(const std::vector<std::int32_t>& tokens);
  /// The layers of chunk `chunk` of this stage.
  tracing::Tensor through(std::int64_t chunk, const tracing::Tensor& hidden);
  /// Mean cross-entropy of the whole micro-batch. Every rank of the tensor group has it, and its gradient comes back
  /// from all of them: a gradient of 1 of the loss is one of tp.
  tracing::Tensor loss(const tracing::Tensor& hidden, const std::vector<std::int32_t>& labels);

  const std::vector<RankParameter>& parameters() const { return parameters_; }
  /// From here on sequences have so many tokens, no more than it was made for.
  void take_sequences_of(std::int64_t tokens) { sizes_.sequence_length = tokens; }
  /// Tokens × width of what stages hand on.
  tracing::Dimensions handed_on() const;

 private:
  enum class Cut { whole, columns, rows };
  struct Layer {
    tracing::Tensor norm1, norm1_bias, q, k, v, o, q_bias, k_bias, v_bias, o_bias;
    tracing::Tensor norm2, norm2_bias, gate, up, down, up_bias, down_bias;
  };

  tracing::Tensor matrix(const std::string& name, std::int64_t rows, std::int64_t columns, Cut cut);
  tracing::Tensor vector(const std::string& name, std::int64_t width, double value, bool partial);
  tracing::Tensor cut_vector(const std::string& name, std::int64_t width);
  Layer layer(std::int64_t index);
  tracing::Tensor normed(const tracing::Tensor& hidden, const tracing::Tensor& weight,
                         const tracing::Tensor& bias) const;
  tracing::Tensor entered(const tracing::Tensor& hidden) const;
  tracing::Tensor left(const tracing::Tensor& partial) const;
  tracing::Tensor through(const Layer& layer, const tracing::Tensor& hidden) const;
  tracing::Tensor attention(const Layer& layer, const tracing::Tensor& hidden) const;
  tracing::Tensor heads_of(const tracing::Tensor& values, std::int64_t heads) const;
  tracing::Tensor feed_forward(const Layer& layer, const tracing::Tensor& hidden) const;

  tracing::Device& device_;
  SmallSizes sizes_;
  Layout layout_;
  RankPlace place_;
  std::uint64_t seed_;
  std::vector<RankParameter> parameters_;
  tracing::Tensor table_, positions_, final_norm_, final_bias_, head_;
  std::vector<std::vector<Layer>> chunks_;
};

/// The layers of each chunk of a stage, as parallel/stages.h divides them.
std::vector<std::vector<std::int64_t>> layers_of_chunks(std::int64_t layers, const Layout& layout, std::int64_t stage);

}  // namespace hakaru
