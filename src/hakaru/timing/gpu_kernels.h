// The kernels of a GPU, in the form that was fitted to measured ones: tiles and waves for products (gemm.h), blocks of
// queries and keys for attention over a prompt (prefill_attention.h) and for new tokens (decode_attention.h).
//
// Alone on an idle device, as they were measured: buffers as warm as a benchmark leaves them. Within a step
//   - weights and cached keys come from memory, not from the last-level cache;
//   - a large kernel reaches the share of the peak that the calibration of that use says (`efficiency`), so the rates
//     of the cores are scaled: sustained = efficiency / (share that the model gives for the large one).
// A large product is 8192³, large attention 8192 causal tokens of 32 heads of 128; clocks have fallen to what long work
// leaves of them. Launches, starts and ends of tiles, and memory stay as measured.
//
// Constants are those of the measured type nearest: types of 8 bits and fewer take fp8's, wider ones bf16's, each with
// the peak of its own type. A convolution is a product of
// positions × (in · kernel / groups) by (in · kernel / groups) × out whose rows overlap, so that each input value moves
// once (implicit GEMM).
#pragma once

#include <memory>
#include <vector>

#include "hakaru/hardware/accelerator.h"
#include "hakaru/timing/kernel.h"
#include "hakaru/timing/kernel_calibration.h"

namespace hakaru {

/// When a kernel runs.
enum class Conditions { alone, within_a_step };

/// Makes the timer of a data type when it is first asked for one, which is why asking is not const.
class GpuKernels {
 public:
  GpuKernels(const Accelerator& accelerator, std::shared_ptr<const KernelCalibration> calibration,
             Conditions conditions);
  /// True if kernels can be timed on `accelerator`: a GPU whose cores, clock and cache are known.
  static bool run_on(const Accelerator& accelerator);

  /// Starting the kernel included.
  double product_s(const Product& product);
  double attention_s(const AttentionKernel& attention, bool backward = false);
  /// True if a product of `type` casts rows of 16 bits itself.
  bool casts_rows_to(DataType type) const;

 private:
  struct Products {
    DataType type;
    double flops_per_s;
    GemmTimer timer;
    double large_share;  ///< of the peak, by a large product
  };
  struct Prompts {
    DataType cache;
    double flops_per_s;
    PrefillTimer timer;
    double large_share, large_backward_share;
  };
  const Products& products_of(DataType type, double flops_per_s);
  const Prompts& prompts_of(DataType cache, double flops_per_s);
  double decode_s(const AttentionKernel& attention) const;
  bool alone() const { return conditions_ == Conditions::alone; }
  GemmLaunch launch() const;

  Processor processor_;
  std::shared_ptr<const KernelCalibration> calibration_;
  Conditions conditions_;
  std::vector<Products> products_;
  std::vector<Prompts> prompts_;
};

}  // namespace hakaru
