// How long one operator takes: a roofline with achieved rates, and a least time per kernel.
//
//   t = launch + max(FLOPs / (peak · e_compute), bytes / (bandwidth · e_memory))
//
// Product of m×k by k×n, g times: 2·g·max(m, tile)·n·k FLOPs, where `tile` is `small_gemm_tokens`: fewer rows cost as
// much as a whole tile. Bytes: weights in their own type, rows in and out in the activations' type. Where the products'
// type is one of 8 bits or fewer, casting the activations is added: m·k values read wide and written narrow.
// Fused attention: the FLOPs of the pairs that are seen; bytes of queries, results and cached keys and values once.
// Unfused attention (before FlashAttention): the whole square at the products' efficiency, and its scores go through
// memory: b bytes each written, read and written by softmax, read and written by dropout (with a mask byte), read by
// the second product: 6b + 1 forward; 8b + 1 backward.
// Convolution: as a product of positions × (in·kernel/groups) by (in·kernel/groups) × out. Recurrence: FLOPs as
// attention; its state in fp32 read and written once per sequence.
// Backward of a product with weights: twice its forward (input and weight gradients); fused attention 2.5 × forward
// FLOPs (Dao et al. 2022, arXiv 2205.14135, §3.1 recomputes scores); all others 2 ×. Attention and whatever is not a
// layer's product runs in no type narrower than 16 bits.
//
// Worked example: A100, bf16, 4096³ at e = 0.8: 1.374·10¹¹ FLOPs / (312·10¹² · 0.8) = 551 µs; memory 101 MB / (2.04
// TB/s · 0.8) = 62 µs. Limits: no tiles and waves, no split-k, no cache: short of that by 30 to 100 % on small or odd
// shapes.
#pragma once

#include "hakaru/hardware/accelerator.h"
#include "hakaru/model/operator.h"
#include "hakaru/timing/calibration.h"

namespace hakaru {

/// Types an operator runs in.
struct OperatorTypes {
  DataType compute = DataType::bf16;
  DataType weights = DataType::bf16;
  DataType activations = DataType::bf16;
  DataType kv_cache = DataType::bf16;
  DataType experts = DataType::bf16;  ///< weights of routed experts
  bool fused_attention = true;

  /// The same with nothing narrower than 16 bits: output heads, embeddings, vision towers stay as they were trained.
  OperatorTypes at_least_16_bits() const;
};

class OperatorTimer {
 public:
  OperatorTimer(const Accelerator& accelerator, const Calibration& calibration)
      : accelerator_(accelerator), calibration_(calibration) {}

  double forward_s(const Operator& op, const OperatorTypes& types) const;
  double backward_s(const Operator& op, const OperatorTypes& types, bool weight_gradients = true) const;
  /// Reading and writing `bytes` in all, without a launch.
  double stream_s(double bytes) const;
  /// Dense peak of `type`; 0 where the accelerator has none.
  double peak(DataType type) const;

 private:
  struct Work;  ///< FLOPs, the rate they run at, bytes, and a serial part
  Work work_of(const Gemm& gemm, const OperatorTypes& types) const;
  Work work_of(const AttentionOperator& attention, const OperatorTypes& types) const;
  Work unfused(const AttentionOperator& attention, const OperatorTypes& types, bool backward) const;
  Work work_of(const MemoryOperator& memory, const OperatorTypes& types) const;
  Work work_of(const ConvolutionOperator& convolution, const OperatorTypes& types) const;
  Work work_of(const RecurrenceOperator& recurrence, const OperatorTypes& types) const;
  double time_s(const Work& work) const;
  DataType computed_as(DataType type) const;  ///< what really runs, where a type is emulated or cast
  double gemm_rate(DataType type) const;

  Accelerator accelerator_;
  Calibration calibration_;
};

}  // namespace hakaru
