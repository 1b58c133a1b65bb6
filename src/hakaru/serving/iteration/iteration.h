// One forward pass of a replica: a prefill, a decode step, or a batch of items; and what its time is made of.
//
//   t = Σ operators + tensor-parallel all-reduces + expert all-to-alls + framework (per layer and per iteration)
// On a NeuronCore vector and scalar engines work beside the tensor engine: of norms, activations and residuals only
// what exceeds a block's products and attention is counted (AWS NKI, Trainium and Inferentia2 architecture). In vision
// models they are folded into the convolution before them. With pp stages the batch goes through in m = min(batch, pp)
// micro-batches of batch/m:
//   one pass alone         Σ stages + (m − 1) · slowest stage + sends
//   passes without end     max(Σ stages + sends, m · slowest stage): decoding, where the next token waits for the last
//
// Kernels do not know of the engine around them; its constants (calibration.h) come in afterwards:
//   all-reduces: the less of   tensor_exposed · as the library does it   and   direct_sum_s + 2 · bytes / link
//                (an engine's own for short messages, where it has one: between GPUs linked directly)
//   all-to-alls · expert_exposed
//   all kernels · decode_slowdown, or prompt_slowdown if the pass holds prompts, but neither beyond the data sheet's
//   bandwidth nor beyond its peak (slowdown_of); attention · attention_slowdown too
//   products of routed experts · expert_slowdown where the pass holds no prompts: few rows for each, parts of tiles
//   + expert_hit for each product of an expert that has rows
//   rows gathered into blocks of experts and back (compiled shapes, expert_blocks.h) · gather_slowdown
//   framework = iteration_overhead + sequences · sequence_overhead
//             + layers · (layer_overhead + prompt_layer_overhead if the pass holds prompts)
//             + layers with routed experts · expert_overhead
// Where operations run one by one (PyTorch, timing/eager_operations.h) elementwise ones move the bytes and are the
// kernels that are counted there, and the host launches beside the device: of a pass layer_overhead · kernels / 100
// counts as far as the host is behind (host_excess_s), instead of what layers take.
// Products that follow each other over the same rows run as one, as engines fuse them (q, k and v; gate and up), and
// so do neighbouring norms, residuals, rotations.
// Worked example: 32 layers whose kernels take 6 ms, 0.5 ms an iteration, 10 µs a layer, 5 µs a sequence: a decode step
// of 64 sequences takes 6 + 0.5 + 0.32 + 0.32 = 7.14 ms.
#pragma once

#include <vector>

#include "hakaru/hardware/instance.h"
#include "hakaru/model/expert_loads.h"
#include "hakaru/parallel/groups.h"
#include "hakaru/parallel/layout.h"
#include "hakaru/timing/collective_timer.h"
#include "hakaru/timing/operator_timer.h"

namespace hakaru {

struct IterationTime {
  double products_s = 0;  ///< matrix products, convolutions, recurrences
  double gather_s = 0;    ///< rows moved into blocks of experts and back
  double attention_s = 0;
  double memory_s = 0;  ///< norms, activations, residuals, embedding
  double tensor_s = 0;  ///< all-reduces
  double expert_s = 0;  ///< all-to-alls
  double framework_s = 0;
  double pipeline_s = 0;  ///< sends, and waiting for other stages

  double total_s() const {
    return products_s + gather_s + attention_s + memory_s + tensor_s + expert_s + framework_s + pipeline_s;
  }
};

/// Factor on the time that kernels take alone: at least the share of the data sheet's rate that they reach alone, since
/// no kernel is faster than that rate. `prompts`: the pass holds prompts, so that products bind it, not the memory.
double slowdown_of(const Calibration& calibration, bool prompts);

/// `times` of `part` added to `sum`.
void add(IterationTime& sum, const IterationTime& part, double times);

/// Times of the kernels of some blocks, and the counts that the engine's constants are multiplied by.
struct BlockKernels {
  double products_s = 0;  ///< all but those of routed experts
  double experts_s = 0;   ///< products of routed experts
  double gather_s = 0;    ///< rows of experts' blocks moved there and back, at the memory's bandwidth
  double attention_s = 0, memory_s = 0;
  double tensor_s = 0, all_to_all_s = 0;
  double sums = 0;      ///< how many of its all-reduces an engine can do itself; 0: no ranks are linked directly
  double direct_s = 0;  ///< what of them an engine's own takes beyond its latency
  double layers = 0, expert_layers = 0;
  double launches = 0;     ///< that the host takes layer_overhead for each of, where operations run one by one
  double experts_hit = 0;  ///< on this rank, layer by layer
};

/// One pass as its kernels take it.
struct PassKernels {
  std::vector<BlockKernels> stages;  ///< of one micro-batch
  double micro_batches = 1;
  double sends_s = 0;
  double sequences = 0;
  bool prompts = false;  ///< holds more than one new token of a sequence
};

/// Place of a pass: alone, or one of many in a row.
enum class Rhythm {
  alone,    ///< a prefill, a batch of items
  repeated  ///< a decode step, one of many
};

/// With the engine's constants.
IterationTime time_of(const PassKernels& pass, const Calibration& calibration, Rhythm rhythm);

class IterationTimer {
 public:
  /// `model` and `operators` must outlive this; the latter remembers products from one layout to the next.
  /// `expert_skew`: how unequally tokens choose experts (operator.h).
  IterationTimer(const Model& model, const OperatorTypes& types, const Layout& layout, const Instance& instance,
                 const Calibration& calibration, OperatorTimer& operators, double expert_skew = 0);

  /// One pass alone: a prefill, a batch of items.
  IterationTime once(const Shape& shape) { return time_of(pass(shape), calibration_, Rhythm::alone); }
  /// One of many passes that follow each other: a decode step.
  IterationTime repeated(const Shape& shape) { return time_of(pass(shape), calibration_, Rhythm::repeated); }
  /// One copy of a block, all its runs; of its framework the layer's.
  IterationTime block_time(const Block& block, const Shape& shape, bool layer);
  /// So many pictures of one prompt through the model's towers: beside the layers' time of their tokens.
  double pictures_s(double count, double image_size);
  /// Seconds that a pass with prompts takes more than one without, its kernels apart.
  double prompts_overhead_s() const;
  /// Graphs of fixed shapes, of prompts and of decoding each its own.
  bool compiles_shapes() const { return on_neuroncore_; }
  /// Seconds that each sequence of a pass adds beside its kernels.
  double sequence_overhead_s() const { return calibration_.sequence_overhead_s; }

  /// Seconds of a request outside iterations.
  double request_s() const { return calibration_.first_token_s; }

  PassKernels pass(const Shape& shape);

 private:
  /// Kernels of a block whose operations run one by one (timing/eager_operations.h).
  BlockKernels eager_kernels(const Block& block, const Shape& shape, const OperatorTypes& types);
  BlockKernels block_kernels(const Block& block, const Shape& shape, bool layer);
  double compile_experts(std::vector<Operator>& operators, const Block& block, const Shape& shape) const;
  void add_traffic(BlockKernels& kernels, const Block& block, const Shape& shape) const;

  const Model& model_;
  OperatorTypes types_;
  Layout layout_;
  Groups groups_;
  Shard shard_;
  ExpertLoads expert_loads_;
  Calibration calibration_;
  OperatorTimer& operators_;
  CollectiveTimer collectives_;
  double link_bytes_per_s_;  ///< 0: no GPUs, or ranks of a tensor group are not linked directly
  double memory_bytes_per_s_;
  bool on_neuroncore_;  ///< whose shapes are compiled, and whose engines run beside each other
  bool folds_into_convolutions_;
};

}  // namespace hakaru
