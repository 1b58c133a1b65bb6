// One forward pass of a replica: a prefill, a decode step, or a batch of items; and what its time is made of.
//
//   t = Σ operators + tensor-parallel all-reduces + expert all-to-alls + framework (per layer and per iteration)
// On a NeuronCore vector and scalar engines work beside the tensor engine: of norms, activations and residuals only
// what exceeds a block's products and attention is counted (AWS NKI, Trainium and Inferentia2 architecture). In vision
// models they are folded into the convolution before them. With pp stages the batch goes through in m = min(batch, pp)
// micro-batches of batch/m:
//   one pass alone         Σ stages + (m − 1) · slowest stage + sends
//   passes without end     max(Σ stages + sends, m · slowest stage): decoding, where the next token waits for the last
#pragma once

#include "hakaru/hardware/instance.h"
#include "hakaru/model/operator.h"
#include "hakaru/parallel/groups.h"
#include "hakaru/parallel/layout.h"
#include "hakaru/timing/collective_timer.h"
#include "hakaru/timing/operator_timer.h"

namespace hakaru {

struct IterationTime {
  double products_s = 0;  ///< matrix products, convolutions, recurrences
  double attention_s = 0;
  double memory_s = 0;  ///< norms, activations, residuals, embedding
  double tensor_s = 0;  ///< all-reduces
  double expert_s = 0;  ///< all-to-alls
  double framework_s = 0;
  double pipeline_s = 0;  ///< sends, and waiting for other stages

  double total_s() const {
    return products_s + attention_s + memory_s + tensor_s + expert_s + framework_s + pipeline_s;
  }
};

/// `times` of `part` added to `sum`.
void add(IterationTime& sum, const IterationTime& part, double times);

class IterationTimer {
 public:
  /// `model` and `operators` must outlive this; the latter remembers products from one layout to the next.
  IterationTimer(const Model& model, const OperatorTypes& types, const Layout& layout, const Instance& instance,
                 const Calibration& calibration, const OperatorTimer& operators);

  /// One pass alone: a prefill, a batch of items.
  IterationTime once(const Shape& shape) const;
  /// One of many passes that follow each other: a decode step.
  IterationTime repeated(const Shape& shape) const;
  /// One copy of a block, all its runs.
  IterationTime block_time(const Block& block, const Shape& shape, bool layer) const;

 private:
  struct Pass {
    IterationTime sum;  ///< over all stages, one micro-batch
    double slowest_stage_s = 0;
    double sends_s = 0;
    double micro_batches = 1;
  };
  Pass pass(const Shape& shape) const;
  void add_traffic(IterationTime& time, const Block& block, const Shape& shape) const;

  const Model& model_;
  OperatorTypes types_;
  Layout layout_;
  Groups groups_;
  Calibration calibration_;
  const OperatorTimer& operators_;
  CollectiveTimer collectives_;
  bool engines_beside_;
  bool folds_into_convolutions_;
};

}  // namespace hakaru
