// The kernels of a GPU, in the form that was fitted to measured ones: tiles and waves for products (gemm.h), blocks of
// queries and keys for attention over a prompt (prefill_attention.h) and for new tokens (decode_attention.h).
//
// Constants are those of the measured type nearest: types of 8 bits and fewer take fp8's, wider ones bf16's, each with
// the peak of its own type. A convolution is a product of positions × (in · kernel / groups) by (in · kernel / groups)
// × out whose rows overlap, so that each input value moves once (implicit GEMM). What is measured alone on a warm
// device starts from cold memory in a step: weights and cached keys come from memory, not from the last-level cache.
#pragma once

#include <utility>
#include <vector>

#include "hakaru/hardware/accelerator.h"
#include "hakaru/timing/kernel.h"
#include "hakaru/timing/kernel_calibration.h"

namespace hakaru {

class GpuKernels {
 public:
  GpuKernels(const Accelerator& accelerator, const KernelCalibration& calibration);

  /// Starting the kernel included.
  double product_s(const Product& product) const;
  double attention_s(const AttentionKernel& attention, bool backward = false) const;
  /// Share of the peak that the two products of attention reach.
  double attention_share() const {
    return nearest_fit(calibration_.prefill, DataType::bf16).constants.tensor_efficiency;
  }

 private:
  double decode_s(const AttentionKernel& attention) const;

  Processor processor_;
  KernelCalibration calibration_;
  std::vector<std::pair<DataType, GemmTimer>> gemms_;  ///< of each type that the accelerator multiplies
};

}  // namespace hakaru
