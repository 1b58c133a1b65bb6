// Time of one block of a model on one rank for one micro-batch of training, and the part of it that is communication.
//
//   forward    Σ operators + 2 tensor-parallel collectives per layer (one for each row-divided linear layer)
//   backward   Σ input and weight gradients + the same collectives + gradients added to their copy (2 · its bytes per
//              parameter), LoRA: no weight gradients of the frozen base
//   adapters   beside a linear layer of in → out two products of rank r; what they give is scaled (read and written)
//              and added (two read, one written), and backward scaled, and added to the gradient of what went in: 5 out
//              values a token forward, 2 out + 3 in backward; where software fuses elementwise operations 3 out and
//              3 in. Dropout before them: 2 in more each way, and a mask of one byte a value. Example: 4096 → 4096 in
//              bf16, 4,096 tokens: 168 MB forward, as long as a fifth of the product at 2 TB/s and 312 Tflop/s
//   QLoRA      before each product of a pass its weights are read as kept and written in the activations' type, in
//              which the product reads them: parameters · (b + a) bytes of b and a a value, of nf4 and bf16 2.5
//              (Dettmers et al. 2023, arXiv 2305.14314, eq. 5 and 6); measured rows may have another way (job/lora.h)
//   loss       loss_bytes_per_logit · tokens · vocabulary / t, forward and backward together
//   recompute  selective: the attention proper again, or where software keeps products (data/stacks.toml) all but
//              attention and every second product; full: the forward pass again, collectives included
//   framework  the host issues kernels behind the device, and a layer takes as long as the busier of the two: a smooth
//              maximum (device⁸ + host⁸)^⅛, whose excess over the device's time is counted here. The hosts of a
//              tensor-parallel group wait for the slowest of them:
//              host = layer_overhead · (1 + jitter·(1/2 + … + 1/t)), the expected largest of t exponential delays
// A step that is one CUDA graph, or of which each layer is one, takes the share captured_step of the host's time, and
// of the time for routing.
// Offloaded activations: of b bytes that a layer keeps, b / B_host is copied beside each pass, and what takes longer is
// waited for; under full recompute of several layers together each is taken to keep its input.
// Permuting: tokens are copied into the order of their experts and summed back,
// 2 · tokens · (1 + experts of a token) · width · bytes a value, forward and backward alike. Example: 8,192 tokens of
// 2,048 values to 8 experts in bf16: 604 MB a pass.
// Sequences packed from documents: attention within each of them only.
// Tensor-parallel collectives: all-reduce of tokens × width, or with sequence parallelism all-gather and
// reduce-scatter, which move as much (Korthikanti et al. 2022, arXiv 2205.05198, §4.2.2).
// Experts: dispatch and combine, forward and backward, as the software moves tokens (timing/token_dispatch.h).
// Combined passes (expert_overlap): all exchanges C of both passes beside the compute K of both, which goes on without
// a share σ of the cores meanwhile: max(C, K + σ · C). Example: C = 2, K = 6, σ = 0.15: 0.3 is waited for. So in every
// pass, those that fill and drain the pipeline too, where nothing runs beside them: too fast by their exchanges.
// Context parallelism: keys and values go round a ring, hidden behind the attention they feed; backward they go with
// their gradients, twice as much. Or by all-to-all, nothing hidden: queries, keys and values of a rank's tokens for
// those of its heads, and the result back; the same backward (DeepSpeed-Ulysses, arXiv 2309.14509, §3.1).
// Tensor-parallel collectives of C seconds in a pass whose products take G: as the software was measured,
// tensor_exposed · C is waited for; cut into n chunks, each beside the products of another chunk, the pass takes
// max(C, G) + min(C, G)/n. Example: C = 2, G = 6, n = 4: 0.5 is waited for. Each chunk has the latency of a collective
// of its own.
// Limits: products in chunks are as efficient as whole ones, and collectives slow none.
#pragma once

#include <array>

#include "hakaru/job/job.h"
#include "hakaru/memory/held.h"
#include "hakaru/parallel/groups.h"
#include "hakaru/parallel/layout.h"
#include "hakaru/timing/collective_timer.h"
#include "hakaru/timing/exchanges.h"
#include "hakaru/timing/operator_timer.h"

namespace hakaru {

struct BlockTime {
  double forward_s = 0;
  double backward_s = 0;
  double recompute_s = 0;  ///< compute only
  double framework_s = 0;
  double tensor_s = 0;  ///< exposed, both passes, recompute included
  double expert_s = 0;
  double context_s = 0;
  double exchange_s = 0;     ///< of expert_s, dispatch and combine: what passes beside each other may hide
  double update_host_s = 0;  ///< of the host, once a step: it goes over the tensors that are trained
  double hidden_s = 0;       ///< of dispatch and combine, what combined passes hide: a pass alone waits for it
  /// Waiting for what it keeps to be copied to the host, and back: what takes longer than the pass beside it.
  double offload_forward_s = 0, offload_backward_s = 0;
  Held held;  ///< parameters

  double compute_s() const { return forward_s + backward_s + recompute_s + framework_s; }
  double offload_s() const { return offload_forward_s + offload_backward_s; }
  double total_s() const { return compute_s() + tensor_s + expert_s + context_s + offload_s(); }
};

/// `times` copies of `block` added to `sum`.
void add(BlockTime& sum, const BlockTime& block, double times);

/// Movement of tokens to experts by the job's software.
const TokenDispatch& dispatch_of(const TrainingJob& job, const Calibration& calibration);

/// Attention within documents of `tokens` that a sequence is packed from.
Operator within_documents(Operator op, double tokens);
/// Activations and sums that come behind a batch normalisation, within its kernel: what a sum takes beside is read too,
/// and only the last of them is written. Norm, sum and ReLU of n values: 7 n moved by three kernels, 3 n by one.
/// A pool behind one is taken so too, though libraries run it apart: ResNet-50 has one.
std::vector<Operator> fused_behind_batch_norms(const std::vector<Operator>& operators);

class BlockTimer {
 public:
  /// `job` must outlive this.
  BlockTimer(const TrainingJob& job, const Instance& instance, const Calibration& calibration);

  /// Whatever is recomputed, by Recompute: most of a block's time is the same. `layer`: one of the model's layers,
  /// timed in the recipe's compute type, with framework time; else an end of the model, in no type narrower than 16
  /// bits.
  std::array<BlockTime, recompute_kinds> times(const Block& block, const Layout& layout, bool layer);
  /// A micro-batch through the job's encoders (model/frozen_encoders.h), whole on every rank, forward alone.
  double encoders_s(const Layout& layout);

 private:
  struct Compute;
  struct Traffic;
  Compute compute_of(const Block& block, const Layout& layout, bool layer);
  Traffic traffic_of(const Block& block, const Layout& layout, const Compute& compute) const;
  BlockTime time_of(const Block& block, const Layout& layout, bool layer, const Compute& compute,
                    const Traffic& traffic) const;
  /// Seconds of the loss over the logits of an output head, and its gradient; 0: the block has no head.
  double loss_passes_s(const Block& block, const Layout& layout) const;
  double unpacking_s(const Gemm& gemm) const;
  /// Costs of PyTorch's operations in a block of these operators: without casts of weights, of pictures, or others.
  const EagerOperations& eager_costs(const std::vector<Operator>& operators) const;
  double eager_s(double bytes, double kernels) const;
  /// Elementwise operations and casts of `operators`, and beside the products of `layer` those of adapters.
  void add_eager(Compute& compute, const EagerOperations& costs, const std::vector<Operator>& operators,
                 const Block* layer, const Layout& layout) const;
  /// Seconds of a pass to put tokens in the order of their experts, and back; 0: no experts.
  double permuting_s_of(const Block& block, const Layout& layout) const;
  /// Seconds of a pass to scale and add what adapters beside a product give; backward also their input's gradient.
  double adding_s(const Operator& op, bool forward) const;
  double adapters_forward_s(const Operator& op, const OperatorTypes& types);
  double tensor_collective_s(double bytes, const Layout& layout, const Group& group) const;
  /// Seconds that a pass waits for its tensor-parallel collectives, beside `products_s` of products.
  double exposed_s(double traffic_s, double products_s, const Layout& layout) const;
  /// Heads for tokens and back, of one attention, forward.
  double exchange_heads_s(const Attention& attention, double token_bytes, const Layout& layout,
                          const Group& group) const;
  /// Keys and values of whole sequences once round the ring.
  double ring_s(const Attention& attention, double sequence_bytes, const Layout& layout, const Group& group) const;
  Shape shape_of(const Layout& layout) const;

  /// Dispatch and combine of one pass.
  double exchange_s(const Exchange& exchange, double token_bytes, const Group& group) const;

  const TrainingJob& job_;
  Instance instance_;
  int ranks_per_instance_;
  Calibration calibration_;
  OperatorTimer operators_;
  CollectiveTimer collectives_;
  OperatorTypes layer_types_;
};

}  // namespace hakaru
