// Training memory of one device, by component.
//
// With P parameters on the rank (after tp, pp, ep), d ranks to shard over (of one replica, HSDP) and the recipe's
// bytes b:
//   weights   = P·b_weights                (ZeRO-3: / d)   and of a reference (job/post_training.h) once more
//   gradients = P·b_gradients              (ZeRO-2 and 3: / d)
//   optimizer = P·(b_master + states·b_state)   (ZeRO-1 to 3: / d)
//   activations = Σ over micro-batches in flight Σ modules of the stage (what each keeps for its backward pass)
// Micro-batches in flight at stage i of pp: min(m, pp − i); interleaved: first stage holds pp·(1 + (pp − 1)/(pp·vpp))
// micro-batches' worth of its layers (Korthikanti et al. 2022, arXiv 2205.05198, §4.2.3 and eq. 2, 4, 5; appendix B).
// A stage has the layers of two where micro-batches go both ways, with all their states; ZeRO shards them over the
// ranks of both copies.
// One GPT layer of 2018-2022 (dropout, no FlashAttention) keeps s·b·h·(34 + 5·a·s/h) bytes without tensor parallelism
// (eq. 1), 34·s·b·h with selective recompute, 2·s·b·h with full recompute; one trained with FlashAttention and without
// dropout 32·s·b·h + 4·s·b·a. Full recompute also holds one whole layer while that runs again.
//   buffers   = max(widest module running backward, output head running backward) + pipeline and sequence-parallel
//               exchanges + layers gathered by ZeRO-3 + gradient bucket of ZeRO-2      (kept.h, training_stage.h)
// Expert parameters are divided by ep and sharded over dp·cp/ep. LoRA keeps gradients and optimizer states of adapters
// only. Offloaded optimizer: its states, and room for the gradients, P·(b_master + states·b_state + b_gradients) shared
// as above (and the weights that are updated, where no master copy is among the states), lie in the memory of the
// instance, of all its ranks together within a share of it; ZeRO-2 and 3 send gradients there as they come and keep a
// bucket (ZeRO-Offload, Ren et al. 2021, arXiv 2101.06840, §4).
// Offloaded weights (ZeRO-3): theirs lie there too, and the device has the layers that are gathered (ZeRO-Infinity,
// Rajbhandari et al. 2021, arXiv 2104.07857, §5.1).
// Example: 8.03B parameters, bf16 with fp32 master and moments on one device: 8.03e9 · (4 + 8 + 4) = 128 GB on the
// host.
// Limits: balanced routing of experts; small tensors that DeepSpeed leaves on the device go with the others; skip
// connections of UNets are not kept apart.
#pragma once

#include "hakaru/core/term.h"
#include "hakaru/hardware/instance.h"
#include "hakaru/job/job.h"
#include "hakaru/memory/memory.h"
#include "hakaru/parallel/layout.h"

namespace hakaru {

struct TrainingMemory {
  MemoryBreakdown device;  ///< of the fullest rank
  std::int64_t stage = 0;  ///< the pipeline stage it is in
  /// Weights, gradients and optimizer of its layers alone, without embedding and head: what papers count.
  double layer_states_bytes = 0;
  Terms terms;  ///< filled by explain_training_memory only
};

/// Memory of an instance for what all its ranks offload; 0: nothing is offloaded.
struct HostMemory {
  double bytes = 0;
  double capacity_bytes = 0;  ///< that it may take; infinite where the instance's memory is not known
  bool fits() const { return bytes <= capacity_bytes; }
};
HostMemory host_memory_of(const MemoryBreakdown& rank, const HostUpdate& update, const Instance& instance);
/// True if a rank fits its device, and what all ranks of an instance keep in its memory fits there.
bool fits(const MemoryBreakdown& rank, const MemoryReserve& reserve, const HostUpdate& update,
          const Instance& instance);

/// Memory of the fullest rank.
TrainingMemory training_memory(const TrainingJob& job, const Layout& layout, const Accelerator& accelerator,
                               const MemoryReserve& reserve);
/// The same estimate with the arithmetic of every component.
TrainingMemory explain_training_memory(const TrainingJob& job, const Layout& layout, const Accelerator& accelerator,
                                       const MemoryReserve& reserve);

}  // namespace hakaru
