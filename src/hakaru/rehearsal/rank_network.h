// The part of a small network that one rank holds, on the rank's device: its parameters, and what its chunks do to a
// micro-batch. One file for each network (rank_decoder.h, rank_encoder.h, rank_perceptron.h, rank_convolutional.h);
// here is what they share:
//   parameters   divided over the tensor group or whole; taken from elsewhere unit by unit under ZeRO 2 and 3
//   through      the layers of a chunk one by one, each recorded again under full recompute
//   entered      ahead of a column-divided product: copied to the group (its gradient summed), or with sequence
//                parallelism gathered token by token
//   left         behind a row-divided product: summed over the group, or summed and scattered by tokens
// Megatron-LM's division (Shoeybi et al. 2019, §3; with sequence parallelism Korthikanti et al. 2022, §4.2.2).
// A parameter's first values depend on the seed, its name and the place in the whole tensor: every layout begins with
// the same network.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hakaru/core/choice.h"
#include "hakaru/rehearsal/miniature.h"
#include "hakaru/tracing/draw.h"
#include "hakaru/tracing/operations.h"

namespace hakaru {

/// The groups that a rank talks in. Forward and backward are the same ranks, told apart so that what comes round the
/// ring of interleaved stages is not taken for what comes back.
enum class RankGroup : int {
  tensor = 0,
  data = 1,
  forward = 2,
  backward = 3,
  context = 4,
  expert = 5,
  expert_data = 6
};
template <>
inline constexpr auto choice_names<RankGroup> = std::to_array<std::string_view>({"tensor", "data", "pipeline forward",
                                                                                 "pipeline backward", "context",
                                                                                 "expert", "expert data"});
inline constexpr std::size_t rank_groups = 7;
inline constexpr int tensor_group = static_cast<int>(RankGroup::tensor);

/// The place of a rank in each group. Ranks are numbered tensor fastest, then context, then data, then pipeline
/// (parallel/layout.h).
struct RankPlace {
  std::int64_t tensor = 0, data = 0, stage = 0, context = 0;
  static RankPlace of(std::int64_t rank, const Layout& layout);
  /// Among those that hold the same parameters: data-parallel and context-parallel ranks.
  std::int64_t copy(const Layout& layout) const { return data * layout.cp + context; }
  /// Among those that share a layer's experts, and among those that hold the same ones.
  std::int64_t expert(const Layout& layout) const { return copy(layout) % layout.ep; }
  std::int64_t expert_copy(const Layout& layout) const { return copy(layout) / layout.ep; }
};
inline std::int64_t copies_of(const Layout& layout) { return layout.dp * layout.cp; }

/// A rank's part of one parameter: rows and columns of a matrix, or a vector as a matrix of one row. Of more
/// dimensions, all but the last are rows.
struct RankParameter {
  std::string name;
  tracing::Dimensions shape;
  std::int64_t columns = 1;                      ///< of the whole
  std::int64_t first_row = 0, first_column = 0;  ///< where the rank's part begins
  bool partial = false;                  ///< under sequence parallelism its gradient is of this rank's tokens only
  bool whole = false;                    ///< every rank of the tensor group has it
  bool expert = false;                   ///< of this rank's experts
  std::int64_t unit = 0;                 ///< what is gathered and reduced together (zero.h)
  tracing::Tensor tensor = {};           ///< none under ZeRO 3, where shards are held
  std::vector<float> first_values = {};  ///< ZeRO 3, until the shards are made

  std::int64_t values() const;
  /// The index in the full parameter of its value `index`.
  std::int64_t index_in_whole(std::int64_t index) const;
  /// Draws of its values from `first` on, the same in every layout.
  tracing::Draw draw(std::int64_t first = 0) const;
};

class RankNetwork {
 public:
  virtual ~RankNetwork() = default;
  RankNetwork(const RankNetwork&) = delete;
  RankNetwork& operator=(const RankNetwork&) = delete;

  /// Bytes of the micro-batch that this rank sees, one sequence after the other: what enters the first layer.
  virtual tracing::Tensor embedded(const std::vector<std::int32_t>& tokens) = 0;
  /// The layers of chunk `chunk` of this stage.
  tracing::Tensor through(std::int64_t chunk, const tracing::Tensor& hidden);
  /// Mean cross-entropy of the bytes that follow. Every rank of the tensor group has it, and goes back from its part.
  virtual tracing::Tensor loss(const tracing::Tensor& hidden, const std::vector<std::int32_t>& labels) = 0;
  /// Shape of the tensor that stages hand on.
  virtual tracing::Dimensions handed_on() const = 0;

  const std::vector<RankParameter>& parameters() const { return parameters_; }
  /// ZeRO 2 and 3: where each unit's parameters come from, asked for every micro-batch before the unit's first layer.
  void take_units_from(std::function<std::vector<tracing::Tensor>(std::int64_t unit)> source);
  void forget_first_values();
  /// Tokens of each sequence on this rank; those of a context-parallel rank follow those of the one before.
  std::int64_t tokens_of_sequence() const { return sizes_.sequence_length / layout_.cp; }
  /// The scopes of what is recorded (tracing/recorder.h), from 1 on: −1 ahead of the layers, their number behind. Scope
  /// 0 is of no layer.
  static std::uint32_t scope_of(std::int64_t layer) { return static_cast<std::uint32_t>(layer + first_scope); }
  static std::int64_t layer_of(std::uint32_t scope) { return std::int64_t{scope} - first_scope; }
  /// The micro-batch, of all in a step, that is run from here on: what it rounds stochastically it rounds with bits of
  /// its own, on whichever rank.
  void run_micro_batch(std::int64_t number) { micro_batch_ = number; }

 protected:
  enum class Cut { whole, columns, rows };
  using LayerFunction = std::function<tracing::Tensor(const tracing::Tensor& hidden)>;

  RankNetwork(tracing::Device& device, const SmallSizes& sizes, const Layout& layout, const RankPlace& place,
              std::uint64_t seed);

  bool first_stage() const { return place_.stage == 0; }
  bool last_stage() const { return place_.stage == layout_.pp - 1; }
  /// The layers of each chunk of this stage. For each, `make` is called once, and what it makes belongs to its unit.
  void make_layers(const std::function<void(std::int64_t chunk, std::int64_t layer)>& make);
  tracing::Tensor matrix(const std::string& name, std::int64_t rows, std::int64_t columns, Cut cut);
  /// One for each of this rank's experts, cut by columns.
  tracing::Tensor expert_matrices(const std::string& name, std::int64_t rows, std::int64_t columns,
                                  std::int64_t fan_in);
  /// Drawn from −1/√fan_in … 1/√fan_in.
  tracing::Tensor drawn(RankParameter parameter, std::int64_t fan_in);
  tracing::Tensor vector(const std::string& name, std::int64_t width, double value, bool partial);
  tracing::Tensor cut_vector(const std::string& name, std::int64_t width);
  /// A micro-batch comes to the first layer of `unit`.
  void enter(std::int64_t unit);
  /// Begins the stream and the scope of layer `layer`; the network's number of layers: of what is behind them, −1:
  /// of what is ahead.
  void begin_stream(std::int64_t layer);
  /// Ahead of the first layer.
  void begin();
  tracing::Tensor entered(const tracing::Tensor& hidden) const;
  tracing::Tensor left(const tracing::Tensor& partial) const;

  /// Bytes as numbers between 0 and 1, for networks that take no tokens. Made on the device, as pictures are there, so
  /// that what a first product reads counts as kept.
  tracing::Tensor numbers_of(const std::vector<std::int32_t>& tokens, const tracing::Dimensions& shape);
  /// The label of the last token of each full sequence.
  std::vector<std::int32_t> last_of_each(const std::vector<std::int32_t>& labels) const;

  /// The function of layer `index` of a chunk, with the parameters that it has now.
  virtual LayerFunction layer(std::size_t chunk, std::size_t index) const = 0;
  /// The forward pass behind the network's last layer; its result waits for the loss.
  virtual tracing::Tensor behind_layers(const tracing::Tensor& hidden) const { return hidden; }
  /// Every parameter where it is read, in the order of parameters().
  virtual std::vector<tracing::Tensor*> places() = 0;

  tracing::Device& device_;
  SmallSizes sizes_;
  Layout layout_;
  RankPlace place_;
  std::uint64_t seed_;
  std::vector<RankParameter> parameters_;

 private:
  static constexpr std::int64_t first_scope = 2;  // of layer 0

  void begin_scope(std::int64_t layer) const;
  tracing::Tensor add(RankParameter parameter, std::vector<float> values);

  std::vector<std::vector<std::int64_t>> layers_;  ///< of the network, in each chunk
  std::function<std::vector<tracing::Tensor>(std::int64_t)> units_from_;
  std::int64_t unit_ = 0;  ///< of the parameters that are being made
  std::int64_t micro_batch_ = 0;
};

/// With what a micro-batch's loss counts, of so many in a step: an input, as constants are shared and lie there for
/// long.
tracing::Tensor share_of_loss(tracing::Device& device, std::int64_t micro_batches);
/// The layers of each chunk of a stage, as parallel/stages.h divides them.
std::vector<std::vector<std::int64_t>> layers_of_chunks(const SmallSizes& sizes, const Layout& layout,
                                                        std::int64_t stage);
/// The network that `sizes` name. `device` must outlive it.
std::unique_ptr<RankNetwork> rank_network(tracing::Device& device, const SmallSizes& sizes, const Layout& layout,
                                          const RankPlace& place, std::uint64_t seed);

}  // namespace hakaru
