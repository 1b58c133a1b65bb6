// Communication of the ranks that hold the same parameters in one step, and the optimizer's own time.
//
// P parameters held by a rank (experts apart: their group is dp·cp/ep ranks), bytes b:
//   ZeRO 0     all-reduce of P·b_reduced after the last micro-batch
//   ZeRO 1     reduce-scatter of P·b_reduced after the last micro-batch, all-gather of P·b_weights
//   ZeRO 2     the same, but reduce-scatter after every micro-batch: only a shard of the gradients is kept between them
//   ZeRO 3     per micro-batch and block: all-gather P·b_weights before forward and again before backward,
//              reduce-scatter P·b_reduced after it (Rajbhandari et al. 2020, arXiv 1910.02054, §7)
//   HSDP       of r replicas of the shards: both within the ranks of one replica, d / r of all d, and behind each
//              reduce-scatter an all-reduce of P·b_reduced·r/d among the r ranks that hold the same shard
//              (Zhao et al. 2023, arXiv 2304.11277, §3.2.2)
//   LoRA       gradients of the adapters only; what is frozen is gathered (ZeRO 3) in the type that it is kept in
// Some software gathers the matrices of layers in fp8 where products are (data/calibrations/dispatchers.toml).
// The step's streams (step_tasks.h) determine the part of it that is hidden.
// Optimizer: every byte that it reads and writes once, at the memory bandwidth that streaming reaches. Offloaded, of a
// rank that updates U parameters, r of them in an instance whose CPUs update c parameters a second, over a link of B:
//   U·(b_reduced + b_weights) / B + r·U / c
// Example: 8.03B parameters on one device behind 31.5 GB/s, c = 2.1e9: 1.02 + 3.82 s.
// Offloaded weights (ZeRO 3): before each all-gather a rank fetches its shard, P·b_weights / (d·B), beside what runs.
// If the optimizer is not offloaded too, what it updated goes back, U·b_weights / B; if it is, they are there already.
// Example: the same alone, in bf16: 0.51 s before the forward passes of a micro-batch and again before the backward.
// Limits: nothing of the optimizer is hidden. Links to the host are taken to reach their peak, which pageable memory
// does not. ZeRO-2 and 3 send the gradients of earlier micro-batches behind the compute, as if no transfer were longer
// than it.
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
  /// Parameters of `held` whose gradients are summed: with LoRA the adapters', else all.
  double reduced_parameters(const Held& held) const;

  /// Bytes the optimizer moves for each parameter it updates.
  double optimizer_bytes_per_parameter() const;
  /// Parameters that this rank updates.
  double updated_parameters(const Held& held, const Layout& layout) const;
  double optimizer_s(const Held& held, const Layout& layout) const;
  /// Bytes of an updated parameter over the link to the host and back; 0: nothing is offloaded.
  double moved_bytes_per_parameter(const Layout& layout) const;

 private:
  /// Parameters that are this rank's, of those that its group holds.
  double shards_of(double dense, double expert, const Layout& layout) const;
  double both_s(Operation operation, double dense, double expert, double bytes, const Layout& layout,
                double blocks) const;

  const TrainingJob& job_;
  int ranks_per_instance_;
  double host_link_bytes_per_s_;
  bool gathers_fp8_;
  OperatorTimer operators_;
  CollectiveTimer collectives_;
};

}  // namespace hakaru
