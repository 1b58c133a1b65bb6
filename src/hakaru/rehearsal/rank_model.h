// The part of a small decoder that one rank holds, on the rank's device: its parameters, and what its chunks do to a
// micro-batch. Megatron-LM's division (Shoeybi et al. 2019, §3; with sequence parallelism Korthikanti et al. 2022,
// §4.2.2):
//   q, k, v, gate, up     columns; the input is copied to the group (its gradient summed), or gathered token by token
//   o, down               rows; the result is summed over the group, or summed and scattered by tokens
//   token table           rows; a token that a rank does not hold is a row of zeros to it
//   head                  columns; of the logits three numbers a token are exchanged, and every rank has the whole loss
//   norms, positions      whole
// Kept for the backward pass is what memory/kept.h counts: attention is fused, an input gathered under sequence
// parallelism is gathered again, silu(gate) is computed again.
// A parameter's first values depend on the seed, its name and the place in the whole tensor: every layout begins with
// the same model.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hakaru/rehearsal/miniature.h"
#include "hakaru/tracing/draw.h"
#include "hakaru/tracing/operations.h"

namespace hakaru {

/// The groups that a rank talks in. Forward and backward are the same ranks, told apart so that what comes round the
/// ring of interleaved stages is not taken for what comes back.
enum class RankGroup : int { tensor = 0, data = 1, forward = 2, backward = 3, context = 4 };

/// Which rank of each group. Ranks are numbered tensor fastest, then context, then data, then pipeline
/// (parallel/layout.h).
struct RankPlace {
  std::int64_t tensor = 0, data = 0, stage = 0, context = 0;
  static RankPlace of(std::int64_t rank, const Layout& layout);
  /// Among those that hold the same parameters: data-parallel and context-parallel ranks.
  std::int64_t copy(const Layout& layout) const { return data * layout.cp + context; }
};
inline std::int64_t copies_of(const Layout& layout) { return layout.dp * layout.cp; }

/// What a rank has of one parameter: rows and columns of a matrix, or of a vector as a matrix of one row.
struct RankParameter {
  std::string name;
  tracing::Dimensions shape;
  std::int64_t columns = 1;                      ///< of the whole
  std::int64_t first_row = 0, first_column = 0;  ///< where the rank's part begins
  bool partial = false;                  ///< under sequence parallelism its gradient is of this rank's tokens only
  bool whole = false;                    ///< every rank of the tensor group has it
  std::int64_t unit = 0;                 ///< what is gathered and reduced together (zero.h)
  tracing::Tensor tensor = {};           ///< none under ZeRO 3, where shards are held
  std::vector<float> first_values = {};  ///< ZeRO 3, until the shards are made

  std::int64_t values() const;
  /// Where in the whole its value `index` lies.
  std::int64_t index_in_whole(std::int64_t index) const;
  /// Of its values from `first` on, as they are rounded in every layout.
  tracing::Draw draw(std::int64_t first = 0) const;
};

class RankModel {
 public:
  RankModel(tracing::Device& device, const SmallSizes& sizes, const Layout& layout, const RankPlace& place,
            std::uint64_t seed);
  RankModel(const RankModel&) = delete;
  RankModel& operator=(const RankModel&) = delete;

  /// Tokens of the micro-batch that this rank sees, one sequence after the other: what enters the first layer.
  tracing::Tensor embedded(const std::vector<std::int32_t>& tokens);
  /// The layers of chunk `chunk` of this stage.
  tracing::Tensor through(std::int64_t chunk, const tracing::Tensor& hidden);
  /// Mean cross-entropy of those tokens. Every rank of the tensor group has it, and goes back from its own columns.
  tracing::Tensor loss(const tracing::Tensor& hidden, const std::vector<std::int32_t>& labels);

  const std::vector<RankParameter>& parameters() const { return parameters_; }
  /// ZeRO 2 and 3: where each unit's parameters come from, asked for every micro-batch before the unit's first layer.
  void take_units_from(std::function<std::vector<tracing::Tensor>(std::int64_t unit)> source);
  void forget_first_values();
  /// Of each sequence; those of a context-parallel rank follow those of the one before.
  std::int64_t tokens_of_sequence() const { return sizes_.sequence_length / layout_.cp; }
  /// From here on sequences have so many tokens, no more than it was made for.
  void take_sequences_of(std::int64_t tokens) { sizes_.sequence_length = tokens; }
  /// The micro-batch, of all in a step, that is run from here on: what it rounds stochastically it rounds with bits of
  /// its own, on whichever rank.
  void run_micro_batch(std::int64_t number) { micro_batch_ = number; }
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
  tracing::Tensor add(RankParameter parameter, std::vector<float> values);
  tracing::Tensor cut_vector(const std::string& name, std::int64_t width);
  Layer layer(std::int64_t index);
  std::vector<std::int32_t> in_own_vocabulary(const std::vector<std::int32_t>& tokens) const;
  void enter(std::int64_t unit);
  void begin_stream(std::int64_t layer);
  std::vector<tracing::Tensor*> places();
  tracing::Tensor normed(const tracing::Tensor& hidden, const tracing::Tensor& weight,
                         const tracing::Tensor& bias) const;
  tracing::Tensor entered(const tracing::Tensor& hidden) const;
  tracing::Tensor left(const tracing::Tensor& partial) const;
  tracing::Tensor through(const Layer& layer, const tracing::Tensor& hidden) const;
  tracing::Tensor attention(const Layer& layer, const tracing::Tensor& hidden) const;
  std::vector<tracing::Tensor> keys_of_ring(const tracing::Tensor& keys, const tracing::Tensor& values) const;
  tracing::Tensor rotary_here(const tracing::Tensor& heads) const;
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
  std::function<std::vector<tracing::Tensor>(std::int64_t)> units_from_;
  std::int64_t unit_ = 0;  ///< of the parameters that are being made
  std::int64_t micro_batch_ = 0;
  std::vector<std::vector<std::int64_t>> layers_;  ///< of the model, in each chunk
};

/// The layers of each chunk of a stage, as parallel/stages.h divides them.
std::vector<std::vector<std::int64_t>> layers_of_chunks(std::int64_t layers, const Layout& layout, std::int64_t stage);

}  // namespace hakaru
