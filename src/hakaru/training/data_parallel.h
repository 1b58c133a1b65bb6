// What the ranks that hold the same parameters say to each other in one step, and the optimizer's own time.
//
// P parameters held by a rank (experts apart: their group is dp·cp/ep ranks), bytes b:
//   ZeRO 0     all-reduce of P·b_reduced after the last micro-batch
//   ZeRO 1     reduce-scatter of P·b_reduced after the last micro-batch, all-gather of P·b_weights
//   ZeRO 2     the same, but reduce-scatter after every micro-batch: only a shard of the gradients is kept between them
//   ZeRO 3     per micro-batch and block: all-gather P·b_weights before forward and again before backward,
//              reduce-scatter P·b_reduced after it (Rajbhandari et al. 2020, arXiv 1910.02054, §7)
//   LoRA       gradients of the adapters only
// Hidden behind compute c where they run beside it: a phase takes max(c, n) + κ·min(c, n), so that of a communication
// of n seconds n − (1 − κ)·min(c, n) is exposed; 1 − κ is the calibration's `compute_overlap`. A reduction has one
// micro-batch's backward pass to hide behind, the all-gather of ZeRO 1 and 2 one forward pass, ZeRO 3 each pass.
// Optimizer: every byte that it reads and writes once, at the memory bandwidth that streaming reaches.
#pragma once

#include "hakaru/training/block_time.h"

namespace hakaru {

class DataParallel {
 public:
  /// `job` must outlive this.
  DataParallel(const TrainingJob& job, const Instance& instance, const Calibration& calibration);

  /// One message for every `blocks` equal parts of `held`, as buckets or layers go.
  double reduce_s(const Held& held, const Layout& layout, double blocks) const;
  double gather_s(const Held& held, const Layout& layout, double blocks) const;
  /// Not hidden in one step, for a rank with `stage` and its `micro_batches`.
  double exposed_s(const BlockTime& stage, double blocks, const Layout& layout, double micro_batches) const;

  /// Bytes the optimizer moves for each parameter it updates.
  double optimizer_bytes_per_parameter() const;
  /// Parameters that this rank updates.
  double updated_parameters(const Held& held, const Layout& layout) const;
  double optimizer_s(const Held& held, const Layout& layout) const;

 private:
  double both_s(Operation operation, double dense, double expert, double bytes, const Layout& layout,
                double blocks) const;
  double hidden_part_s(double communication_s, double compute_s) const;

  const TrainingJob& job_;
  int ranks_per_instance_;
  Calibration calibration_;
  OperatorTimer operators_;
  CollectiveTimer collectives_;
};

}  // namespace hakaru
