// Time of one operator on one accelerator, in s: a GPU's kernels in the form that was fitted to measured ones
// (gpu_kernels.h), a NeuronCore's engines (neuron_core.h), a roofline where only peaks are known (roofline.h).
//
// The calibration's efficiencies say what share of the peak a large product, attention or convolution reaches in a use:
// clocks under load, libraries. How the others compare to it is the machine's model.
//
//   product      m×k by k×n. Backward: two more, m×n by n×k for the input's gradient and n×m by m×k for the weights'.
//                In a type of 8 bits or fewer the rows are cast first: m·k values read wide and written narrow; while
//                training apart from the products (casts_apart): read once, and written for two of them, by rows and by
//                columns (NVIDIA Transformer Engine), the same of the gradients of results
//   attention    fused; its backward has five products for the forward's two (Dao et al. 2022, arXiv 2205.14135)
//   unfused      before FlashAttention: the whole square as two products, which write and read its scores of b bytes;
//                besides, they go through memory read and written by softmax, read and written by dropout (with a mask
//                byte): 4b + 1. Backward as much, beside four products.
//   memory       bytes over the bandwidth that streaming reaches, plus a launch: half the bandwidth is reached by a
//                kernel that moves launch_s × bandwidth. Engines of a NeuronCore count values too.
//   recurrence   FLOPs at attention's rate; its state in fp32 read and written once per sequence
// Attention and whatever is not a layer's product runs in no type narrower than 16 bits, except on keys that are kept
// and multiplied in 8.
#pragma once

#include <unordered_map>
#include <variant>

#include "hakaru/hardware/accelerator.h"
#include "hakaru/model/operator.h"
#include "hakaru/timing/calibration.h"
#include "hakaru/timing/gpu_kernels.h"
#include "hakaru/timing/neuron_core.h"
#include "hakaru/timing/roofline.h"

namespace hakaru {

/// Types an operator runs in.
struct OperatorTypes {
  DataType compute = DataType::bf16;
  DataType weights = DataType::bf16;
  DataType activations = DataType::bf16;
  DataType kv_cache = DataType::bf16;
  DataType experts = DataType::bf16;       ///< weights of routed experts
  std::optional<DataType> expert_compute;  ///< of their products; empty: as the others
  bool fused_attention = true;
  bool paged_cache = false;  ///< attention reads and writes a paged cache (serving)
  bool casts_apart = false;  ///< products find their rows cast (training)

  DataType weights_of(const Gemm& op) const { return op.groups > 1 ? experts : weights; }
  /// The same with nothing narrower than 16 bits: output heads, embeddings, vision towers stay as they were trained.
  OperatorTypes at_least_16_bits() const;
};

/// Remembers the products it was asked for, which is why asking is not const: each thread has its own.
class OperatorTimer {
 public:
  OperatorTimer(const Accelerator& accelerator, const Calibration& calibration,
                Conditions conditions = Conditions::within_a_step);

  double forward_s(const Operator& op, const OperatorTypes& types);
  double backward_s(const Operator& op, const OperatorTypes& types, bool weight_gradients = true);
  /// Time in s of casting the rows of a product, backward the gradients of its results; 0: not cast apart from it.
  double casting_s(const Gemm& op, const OperatorTypes& types, bool backward) const;
  /// Reading and writing `bytes` in all, without a launch.
  double stream_s(double bytes) const;
  /// Dense peak of `type`; 0 where the accelerator has none.
  double peak(DataType type) const;

 private:
  using Machine = std::variant<Roofline, NeuronCore, GpuKernels>;
  struct HashOfProduct {
    std::size_t operator()(const Product& product) const;
  };

  static Machine machine_of(const Accelerator& accelerator, const Calibration& calibration, Conditions conditions);
  double product_s(const Product& product);
  double timed_product_s(const Product& product);
  double attention_s(const AttentionOperator& op, const OperatorTypes& types, bool backward);
  double unfused_s(const AttentionOperator& op, const OperatorTypes& types, bool backward);
  double convolution_s(const ConvolutionOperator& op, const OperatorTypes& types);
  double recurrence_s(const RecurrenceOperator& op, const OperatorTypes& types) const;
  double memory_s(const MemoryOperator& op, const OperatorTypes& types) const;
  double forward_of(const Gemm& op, const OperatorTypes& types);
  double backward_of(const Gemm& op, const OperatorTypes& types, bool weight_gradients);
  Product product_of(const Gemm& op, const OperatorTypes& types) const;
  DataType compute_of(const Gemm& op, const OperatorTypes& types) const;
  DataType computed_as(DataType type) const;  ///< what really runs, where a type is emulated or cast

  std::map<DataType, Rate> rates_;
  double memory_bandwidth_bytes_per_s_;
  Calibration calibration_;
  Machine machine_;
  double launch_s_;  ///< of a kernel whose time does not hold it
  std::unordered_map<Product, double, HashOfProduct> known_;
};

}  // namespace hakaru
