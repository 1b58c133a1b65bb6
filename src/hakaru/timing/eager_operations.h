// Costs of software that compiles nothing: PyTorch's operations one by one, each a kernel that reads its inputs from
// memory and writes its result, and each launched by the host.
//
//   device    every elementwise operation of a block moves bytes = values of its result × (bytes of its kind). So do
//             casts around products under autocast: of weights (kept in fp32, cast for each pass), of rows that come in
//             fp32, of convolutions' layouts. All at the speed of streaming, plus a launch for each kernel
//   host      kernels of a pass × its time for one; for each trained tensor more, backward and once a step
//
// Example, a layer of Llama-3.2-1B under autocast: RMSNorm of 2,048 features is six kernels that move 28 bytes a value
// forward, where one of a library would move 4; SwiGLU of 8,192 moves 10. 49 kernels forward, 92 backward, 9 tensors.
//
// Kinds, counts and their sources: data/calibrations/elementwise.toml.
// Limits: dropout and masks are not counted; gradients are added to earlier ones in every pass; the host updates as if
// the device had nothing left to do, as under fp16, whose scaler waits for it: in bf16 a busy device hides it
// (ResNet-50, 256 pictures on A100: 15 of 254 ms).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "hakaru/core/fields.h"
#include "hakaru/model/operator.h"

namespace hakaru {

/// Bytes and kernels of one forward and one backward pass.
struct EagerPasses {
  double forward_bytes = 0, backward_bytes = 0;
  double forward_kernels = 0, backward_kernels = 0;
  double tensors = 0;  ///< of parameters that are trained
};

/// Costs of operations, by MemoryWork and what stands around the rest; bytes are of a value.
struct EagerOperations {
  /// Costs by MemoryWork; those of `other` are not read: such an operation is as the model describes it.
  std::array<EagerPasses, memory_works> elementwise;
  EagerPasses attention, product, bias, rows, same_rows, weight, inputs, results, convolution_bias;
  EagerPasses gathered;                ///< of each weight that ZeRO-3 gathers: modules' hooks
  EagerPasses adapter, adapter_casts;  ///< of a row's value beside a product
};

/// Ways in which software runs operations other than products, attention and convolutions.
struct ElementwiseRuns {
  bool fuses = false;         ///< elementwise operations one after another are one kernel
  bool eager = false;         ///< one by one, as below; neither: each operation of the model's description is a kernel
  bool module_hooks = false;  ///< of eager: ZeRO-3 gathers the weights of each module by hooks of its own
  double kernels_of_layer_overhead = 0;  ///< that Calibration::layer_overhead_s is the host's time of
  /// Host time of each trained tensor, as a number of kernels: in each backward pass, and once a step.
  double host_of_gradient = 0, host_of_update = 0;
  /// Constants of forward passes alone, for Calibration's members of these names where nothing was measured.
  double inference_layer_overhead_s = 0, inference_iteration_overhead_s = 0;
  std::string host_source;  ///< of these two
  EagerOperations wide, pictures, narrow;
  EagerOperations inference;  ///< forward passes of networks in 16 bits, without gradients
  std::string source;
};

/// Reads the constants of `software` from `table`; none there: the defaults.
Result<ElementwiseRuns> elementwise_runs(const Json& table, const std::string& file, const std::string& software);

/// Bytes and kernels of a block: elementwise operations and casts; kernels of products and attention are counted,
/// their bytes not. `value_bytes` are of operations without a kind.
EagerPasses eager_passes(const std::vector<Operator>& operators, const EagerOperations& costs, double value_bytes);

/// One more operation of `values` values.
void add(EagerPasses& sum, const EagerPasses& cost, double values);

/// Time in s that the device waits for the host: (device⁸ + host⁸)^⅛ − device.
double host_excess_s(double device_s, double host_s);

bool has_convolutions(const std::vector<Operator>& operators);

}  // namespace hakaru
