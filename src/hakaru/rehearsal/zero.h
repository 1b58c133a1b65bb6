// A data-parallel (or context-parallel) rank's part of its stage's parameters, gradients and optimizer states, and the
// messages of the ranks about them (ZeRO, Rajbhandari et al. 2020, arXiv 1910.02054).
//
//            holds whole                 sends
//   ZeRO 0   all                         all-reduce of the gradients, once, in one flat bucket
//   ZeRO 1   parameters and gradients    reduce-scatter of the gradients and all-gather of the new parameters, once,
//                                        in one flat bucket each
//   ZeRO 2   parameters                  the same unit by unit, the reduce-scatter behind every backward pass
//   ZeRO 3   nothing                     unit by unit: all-gather before every forward and backward pass,
//                                        reduce-scatter behind every backward pass
// A unit is a layer; token table and positions go with the first one, the last norm and the head with the last, as in
// training/ (StepEstimator). Under ZeRO 0 and 1 everything is one unit. The parameters of a unit lie one behind the
// other, padded to a multiple of dp · cp; rank d's shard is the d-th part of that. Parameters whose gradient is partial
// (sequence parallelism) lie first: what a rank's shard has of them it sums with its tensor group, once.
//
// Experts that are divided over ranks (ep) have fewer copies: a rank's part of them, under ZeRO 2 and 3 of
// those of a layer, is a unit of its own, which dp · cp / ep ranks share (Megatron-Core's expert data parallelism).
//
// Example: a unit of 10 values, 2 of them partial, dp 4: padded to 12; rank 0 holds 0 … 2 and sums two values with its
// tensor group, rank 3 holds 9, and two of padding.
#pragma once

#include <vector>

#include "hakaru/rehearsal/rank_network.h"
#include "hakaru/tracing/device.h"

namespace hakaru {

class ZeroShards {
 public:
  /// Changes where `model` has its parameters from, under ZeRO 2 and 3. All must outlive this.
  ZeroShards(tracing::Device& device, RankNetwork& model, const Layout& layout, const RankPlace& place);
  ZeroShards(const ZeroShards&) = delete;
  ZeroShards& operator=(const ZeroShards&) = delete;

  /// Values that are updated at once: a parameter, or under ZeRO 1 to 3 this rank's shard of a unit.
  struct Part {
    std::string name;
    tracing::Dimensions shape;
    std::int64_t at = 0, values = 0;  ///< among all own values
    std::int64_t partial = 0;         ///< of its first values the tensor group has the summands
  };
  const std::vector<Part>& parts() const { return parts_; }
  /// Share of each value: 1 over the number of ranks that update it too; 0 of padding.
  std::vector<float> shares() const;

  void begin_step();
  /// A step whose passes are not recorded: the gradients that they would have summed are inputs.
  void begin_update();
  /// After all passes, of each part: summed over all ranks.
  std::vector<tracing::Tensor> gradients();
  tracing::Tensor weights(std::size_t part) const;
  /// Sets the values of the part's parameters from here on.
  void take(std::size_t part, const tracing::Tensor& updated);

  /// Has the device count what gradients were scattered to, pass by pass.
  void count_gradients() const;

  /// Own values `at` … `at` + `values` are values of a parameter from its `first` on.
  struct Run {
    const RankParameter* parameter = nullptr;
    std::int64_t first = 0, values = 0, at = 0;
  };
  std::vector<Run> runs() const;

 private:
  struct Unit {
    std::vector<std::size_t> parameters;  ///< of the model, in the order in which they lie
    int group = 0;                        ///< of the ranks that have the same
    std::int64_t ranks = 1, place = 0;    ///< in that
    std::int64_t values = 0, padded = 0, own = 0;
    std::int64_t at = 0;       ///< where its own values begin among all own values
    std::int64_t partial = 0;  ///< own values that are to be summed with the tensor group; they lie first
    tracing::Tensor shard;     ///< ZeRO 3
    tracing::Tensor gradient;  ///< so far
  };

  void add_unit(std::vector<std::size_t> parameters);
  tracing::Tensor hold_shard(const Unit& unit, std::int64_t number) const;
  /// Units of what the model has as one: two where experts are divided over ranks.
  std::size_t units_apart() const { return layout_.ep > 1 ? 2 : 1; }
  std::vector<tracing::Tensor> lend(std::size_t layer);
  tracing::Tensor whole(const Unit& unit) const;
  void add_gradient(Unit& unit, const tracing::Tensor& of_passes) const;
  std::vector<tracing::Tensor> parameters_in(const Unit& unit, const tracing::Tensor& whole) const;
  tracing::Tensor flat(const Unit& unit, const std::vector<tracing::Tensor>& in_order) const;
  tracing::Tensor scattered(const Unit& unit, const tracing::Tensor& whole) const;
  tracing::Tensor stored(const Part& part, const tracing::Tensor& updated) const;
  void add_parts();
  std::vector<tracing::Tensor> own_gradients(const Unit& unit);
  std::vector<tracing::Tensor> with_tensor_group(std::vector<tracing::Tensor> gradients) const;
  std::vector<tracing::Tensor> slots(const Unit& unit) const;
  std::int64_t first_own(const Unit& unit) const;
  void find_group(Unit& unit) const;

  tracing::Device& device_;
  RankNetwork& model_;
  Layout layout_;
  RankPlace place_;
  std::vector<Unit> units_;
  std::vector<Part> parts_;
  std::int64_t own_values_ = 0;  ///< that this rank updates, part behind part
};

}  // namespace hakaru
