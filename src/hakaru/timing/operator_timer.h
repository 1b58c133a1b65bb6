// How long one operator takes: a roofline with achieved rates, and a least time per kernel.
//
//   t = launch + max(FLOPs / (peak · e_compute), bytes / (bandwidth · e_memory))
// A product with fewer rows than a tile costs as much as a whole tile: FLOPs are counted with m rounded up to
// `small_gemm_tokens`. Backward of a product with weights: twice its forward (input and weight gradients); fused
// attention 2.5 × forward FLOPs (Dao et al. 2022, arXiv 2205.14135, §3.2 recomputes scores), memory-bound operators 2
// ×. Worked example: A100, bf16, 4096³ at e = 0.8: 1.374·10¹¹ FLOPs / (312·10¹² · 0.8) = 551 µs; memory 101 MB / (2.04
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
};

class OperatorTimer {
 public:
  OperatorTimer(const Accelerator& accelerator, const Calibration& calibration)
      : accelerator_(accelerator), calibration_(calibration) {}

  double forward_s(const Operator& op, const OperatorTypes& types) const;
  double backward_s(const Operator& op, const OperatorTypes& types, bool weight_gradients = true) const;
  /// Reading and writing `bytes` once.
  double stream_s(double bytes) const;

 private:
  Accelerator accelerator_;
  Calibration calibration_;
};

}  // namespace hakaru
