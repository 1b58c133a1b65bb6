#include "hakaru/training/block_time.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "hakaru/core/real.h"
#include "hakaru/memory/training_stage.h"

namespace hakaru {
namespace {

constexpr double kernels_of_layer_overhead = 100;       // definition, where they are counted
constexpr double scale_bytes = 4, scaled_values = 128;  // beside tokens in 8 bits (token_dispatch.h)

/// 1 + jitter · (1/2 + 1/3 + … + 1/hosts): the slowest of hosts whose delays are exponential.
double slowest_host(std::int64_t hosts, double jitter) {
  double harmonic = 0;
  for (std::int64_t host = 2; host <= hosts; ++host) harmonic += 1 / real(host);
  return 1 + jitter * harmonic;
}

bool has_experts(const Block& block) {
  return std::any_of(block.modules.begin(), block.modules.end(), [](const Module& module) {
    const auto* linear = std::get_if<Linear>(&module.kind);
    return linear != nullptr && linear->experts > 0;
  });
}

}  // namespace

const TokenDispatch& dispatch_of(const TrainingJob& job, const Calibration& calibration) {
  return job.dispatches_as_before ? calibration.dispatch->before : calibration.dispatch->today;
}

Operator within_documents(Operator op, double tokens) {
  auto* attention = std::get_if<AttentionOperator>(&op.kind);
  if (attention == nullptr || !attention->causal || attention->kv_tokens <= tokens) return op;
  const double documents = attention->kv_tokens / tokens;
  attention->batch *= documents;
  attention->query_tokens /= documents;
  attention->kv_tokens = tokens;
  return op;
}

std::vector<Operator> fused_behind_batch_norms(const std::vector<Operator>& operators) {
  std::vector<Operator> kernels;
  for (const Operator& op : operators) {
    auto* norm = kernels.empty() ? nullptr : std::get_if<MemoryOperator>(&kernels.back().kind);
    const auto* behind = std::get_if<MemoryOperator>(&op.kind);
    constexpr auto batch_norm = MemoryWork::batch_norm;
    if (norm == nullptr || norm->work != batch_norm || behind == nullptr || behind->work == batch_norm) {
      kernels.push_back(op);
      continue;
    }
    norm->values_read += std::max(behind->values_read - norm->values_written, 0.0);
    norm->values_written = behind->values_written;
  }
  return kernels;
}

void add(BlockTime& sum, const BlockTime& block, double times) {
  sum.forward_s += times * block.forward_s;
  sum.backward_s += times * block.backward_s;
  sum.recompute_s += times * block.recompute_s;
  sum.framework_s += times * block.framework_s;
  sum.tensor_s += times * block.tensor_s;
  sum.expert_s += times * block.expert_s;
  sum.context_s += times * block.context_s;
  sum.exchange_s += times * block.exchange_s;
  sum.hidden_s += times * block.hidden_s;
  sum.update_host_s += times * block.update_host_s;
  sum.offload_forward_s += times * block.offload_forward_s;
  sum.offload_backward_s += times * block.offload_backward_s;
  sum.held += block.held * times;
}

/// QLoRA: the frozen base takes fewer bytes than it is multiplied in.
bool keeps_base_packed(const TrainingJob& job) {
  return job.lora && job.lora->base && bytes_per_value(*job.lora->base) < bytes_per_value(job.recipe.compute);
}

/// Seconds of compute of one pass each.
struct BlockTimer::Compute {
  double forward_s = 0;
  double backward_s = 0;
  double attention_forward_s = 0;
  double attention_backward_s = 0;
  double kept_products_s = 0;  ///< forward, of every second product of weights
  /// Kernels that the host launches, over those that `layer_overhead_s` is for; 1 where they are not counted.
  double forward_launches = 1, backward_launches = 1;
  double tensors = 0;  ///< that are trained, where kernels are counted
};

/// Seconds of communication of one pass each, before any of it is hidden.
struct BlockTimer::Traffic {
  double forward_tensor_s = 0;
  double backward_tensor_s = 0;
  double routing_s = 0;          ///< of one pass, waiting for how many tokens each expert gets
  double exchange_s = 0;         ///< of one pass, dispatch and combine
  double forward_context_s = 0;  ///< exposed
  double backward_context_s = 0;
};

BlockTimer::BlockTimer(const TrainingJob& job, const Instance& instance, const Calibration& calibration)
    : job_(job),
      instance_(instance),
      ranks_per_instance_(instance.accelerators),
      calibration_(calibration),
      operators_(instance.accelerator, calibration),
      collectives_(instance, calibration) {
  layer_types_.compute = job.recipe.compute;
  layer_types_.weights = job.lora && job.lora->base ? *job.lora->base : job.recipe.weights;
  if (keeps_base_packed(job)) layer_types_.weights = job.recipe.activations;
  layer_types_.experts = layer_types_.weights;
  layer_types_.activations = layer_types_.kv_cache = job.recipe.activations;
  layer_types_.fused_attention = fuses_attention(job, instance.accelerator);
  layer_types_.casts_apart = true;
}

Shape BlockTimer::shape_of(const Layout& layout) const {
  Shape shape;
  shape.batch = real(job_.sequences_of(layout.micro_batch));
  shape.new_tokens = real(job_.sequence_length);
  shape.image_size = real(job_.image_size);
  return shape;
}

double BlockTimer::adapters_forward_s(const Operator& op, const OperatorTypes& types) {
  const auto* gemm = std::get_if<Gemm>(&op.kind);
  if (gemm == nullptr || !gemm->weights) return 0;
  const Operator down{op.name, Gemm{gemm->m, job_.lora->rank, gemm->k, gemm->groups, true}};
  const Operator up{op.name, Gemm{gemm->m, gemm->n, job_.lora->rank, gemm->groups, true}};
  return operators_.forward_s(down, types) + operators_.forward_s(up, types);
}

double BlockTimer::adding_s(const Operator& op, bool forward) const {
  const auto* gemm = std::get_if<Gemm>(&op.kind);
  if (gemm == nullptr || !gemm->weights) return 0;
  const double rows = gemm->groups * gemm->m;
  const double outputs = rows * real(gemm->n), inputs = rows * real(gemm->k);
  constexpr double read_and_written = 2, two_read_one_written = 3, mask_bytes = 1;
  const double value_bytes = bytes_per_value(layer_types_.activations);
  double bytes = two_read_one_written * (forward ? outputs : inputs) * value_bytes;
  if (!calibration_.elementwise->fuses) bytes += read_and_written * outputs * value_bytes;
  if (job_.lora->dropout) bytes += inputs * (read_and_written * value_bytes + mask_bytes);
  return operators_.stream_s(bytes);
}

double BlockTimer::unpacking_s(const Gemm& gemm) const {
  const double values = gemm.groups * real(gemm.n) * real(gemm.k);
  const double once = bytes_per_value(*job_.lora->base) + bytes_per_value(layer_types_.weights);
  return operators_.stream_s(values * (job_.lora->unpacking.bytes > 0 ? job_.lora->unpacking.bytes : once));
}

BlockTimer::Compute BlockTimer::compute_of(const Block& block, const Layout& layout, bool layer) {
  Shard shard{layout.tp, layout.cp, layout.ep, layout.sequence_parallel,
              layout.context_parallel == ContextParallel::all_to_all};
  shard.expert_tp = layout.expert_tp();
  shard.expert_sources = layout.ep * layout.expert_tp() / layout.tp;
  shard.expert_choice = job_.expert_choice;
  OperatorTypes types = layer ? layer_types_ : layer_types_.at_least_16_bits();
  const OperatorTypes adapters = types.at_least_16_bits();
  Compute compute;
  int products = 0;
  std::optional<Gemm> cast;  // whose rows are: products one after another of the same rows share them
  std::vector<Operator> operators = operators_of(job_.model, block, shape_of(layout), shard);
  const ElementwiseRuns& runs = *calibration_.elementwise;
  if (runs.fuses) operators = fused_behind_batch_norms(operators);
  for (const Operator& whole : operators) {
    if (runs.eager && std::holds_alternative<MemoryOperator>(whole.kind)) {
      cast.reset();
      continue;
    }
    const Operator op = job_.document_tokens > 0 ? within_documents(whole, real(job_.document_tokens)) : whole;
    const double forward = operators_.forward_s(op, types);
    const double backward = operators_.backward_s(op, types, !job_.lora);
    compute.forward_s += forward;
    compute.backward_s += backward;
    const auto* gemm = std::get_if<Gemm>(&op.kind);
    if (gemm != nullptr) {
      const bool same_rows = cast && cast->m == gemm->m && cast->k == gemm->k && cast->groups == gemm->groups;
      if (!same_rows) compute.forward_s += operators_.casting_s(*gemm, types, false);
      compute.backward_s += operators_.casting_s(*gemm, types, true);
    }
    cast = gemm != nullptr ? std::optional(*gemm) : std::nullopt;
    if (layer && gemm != nullptr && gemm->weights && keeps_base_packed(job_)) {
      compute.forward_s += unpacking_s(*gemm);
      if (job_.lora->unpacking.again_backward) compute.backward_s += unpacking_s(*gemm);
    }
    if (gemm != nullptr && gemm->weights && ++products % 2 == 1) compute.kept_products_s += forward;
    if (std::holds_alternative<AttentionOperator>(op.kind)) {
      compute.attention_forward_s += forward;
      compute.attention_backward_s += backward;
    } else if (layer && job_.lora && is_adapted(block, op.name, job_.lora->adapted)) {
      const double beside = adapters_forward_s(op, adapters);
      compute.forward_s += beside + adding_s(op, true);
      compute.backward_s += 2 * beside + adding_s(op, false);
    }
  }
  if (runs.eager) add_eager(compute, eager_costs(operators), operators, layer ? &block : nullptr, layout);
  const double permuting_s = permuting_s_of(block, layout);
  compute.forward_s += permuting_s;
  compute.backward_s += permuting_s;
  if (!layer) {
    const double loss_s = loss_passes_s(block, layout);
    compute.forward_s += loss_s / 2;
    compute.backward_s += loss_s / 2;
  }
  return compute;
}

const EagerOperations& BlockTimer::eager_costs(const std::vector<Operator>& operators) const {
  const ElementwiseRuns& runs = *calibration_.elementwise;
  if (!job_.casts_weights()) return runs.narrow;
  return has_convolutions(operators) ? runs.pictures : runs.wide;
}

double BlockTimer::eager_s(double bytes, double kernels) const {
  return operators_.stream_s(bytes) + kernels * calibration_.launch_s;
}

void BlockTimer::add_eager(Compute& compute, const EagerOperations& costs, const std::vector<Operator>& operators,
                           const Block* layer, const Layout& layout) const {
  EagerPasses passes = eager_passes(operators, costs, bytes_per_value(layer_types_.activations));
  const ElementwiseRuns& runs = *calibration_.elementwise;
  const bool hooks = runs.module_hooks && layout.zero_of_step() == 3;
  if (job_.lora) passes.tensors = 0;           // of the frozen base
  double products = 0, backward_products = 0;  // whose kernels' launches their own times hold
  for (const Operator& op : operators) {
    const auto* gemm = std::get_if<Gemm>(&op.kind);
    if (!std::holds_alternative<MemoryOperator>(op.kind)) {
      products += 1;
      backward_products += 2;
    }
    if (gemm == nullptr || !gemm->weights) continue;
    if (job_.lora) {  // no gradients of its weights
      passes.backward_kernels -= 1;
      backward_products -= 1;
    }
    if (hooks) add(passes, costs.gathered, 0);
    if (layer == nullptr || !job_.lora || !is_adapted(*layer, op.name, job_.lora->adapted)) continue;
    add(passes, costs.adapter, 0);
    if (!job_.lora->as_base) add(passes, costs.adapter_casts, gemm->groups * gemm->m * real(gemm->k));
    products += 2;
    backward_products += 4;
  }
  compute.forward_s += eager_s(passes.forward_bytes, std::max(0.0, passes.forward_kernels - products));
  compute.backward_s += eager_s(passes.backward_bytes, std::max(0.0, passes.backward_kernels - backward_products));
  compute.forward_launches = passes.forward_kernels / runs.kernels_of_layer_overhead;
  compute.backward_launches =
      (passes.backward_kernels + runs.host_of_gradient * passes.tensors) / runs.kernels_of_layer_overhead;
  compute.tensors = passes.tensors;
}

double BlockTimer::permuting_s_of(const Block& block, const Layout& layout) const {
  const double tokens = tokens_of(block.stream, shape_of(layout), job_.model) / real(layout.cp) *
                        real(layout.expert_tp()) / real(layout.tp);
  double values = 0;
  for (const Module& module : block.modules) {
    const auto* experts = std::get_if<Linear>(&module.kind);
    if (experts == nullptr || !leaves_experts(*experts)) continue;
    const double rows = real(experts->experts_per_token) * uneven_load(*experts, layout.ep, job_.expert_choice);
    values += 2 * tokens * (1 + rows) * real(experts->out);
  }
  return values == 0 ? 0 : operators_.stream_s(values * bytes_per_value(layer_types_.activations));
}

double BlockTimer::loss_passes_s(const Block& block, const Layout& layout) const {
  const double tokens = tokens_of(block.stream, shape_of(layout), job_.model) / real(layout.cp);
  double bytes = 0;
  for (const Module& module : block.modules) {
    const auto* head = std::get_if<Linear>(&module.kind);
    if (head != nullptr && head->vocabulary)
      bytes += tokens * columns_of(*head, layout.tp) * calibration_.loss_bytes_per_logit;
  }
  return operators_.stream_s(bytes);
}

double BlockTimer::tensor_collective_s(double bytes, const Layout& layout, const Group& group) const {
  const double chunks = real(std::max<std::int64_t>(1, layout.tensor_chunks));
  const auto time_s = [&](Operation operation) {
    return chunks * collectives_.time_s(operation, bytes / chunks, group);
  };
  if (!layout.sequence_parallel) return time_s(Operation::all_reduce);
  return time_s(Operation::reduce_scatter) + time_s(Operation::all_gather);
}

double BlockTimer::ring_s(const Attention& attention, double sequence_bytes, const Layout& layout,
                          const Group& group) const {
  return collectives_.time_s(Operation::all_gather, sequence_bytes * width_of_keys(attention, layout), group);
}

double BlockTimer::exchange_heads_s(const Attention& attention, double token_bytes, const Layout& layout,
                                    const Group& group) const {
  double sum_s = 0;
  for (const double each : widths_of_heads(attention, layout))
    sum_s += collectives_.time_s(Operation::all_to_all, each * token_bytes, group);
  if (attention.index_heads > 0) {
    const std::int64_t heads = std::max((attention.index_heads + layout.tp - 1) / layout.tp, layout.cp);
    const double indexed = real(heads * attention.index_width) + real(attention.index_width);
    sum_s += collectives_.time_s(Operation::all_to_all, indexed * token_bytes, group);
  }
  return sum_s;
}

BlockTimer::Traffic BlockTimer::traffic_of(const Block& block, const Layout& layout, const Compute& compute) const {
  const Groups groups = groups_of(layout, ranks_per_instance_);
  const double all = tokens_of(block.stream, shape_of(layout), job_.model) * bytes_per_value(layer_types_.activations);
  const double bytes = all / (block.stream.is_text() ? real(layout.cp) : 1);
  Traffic traffic;
  const double host_share = layout.captured_step ? calibration_.captured_step : 1;
  if (has_experts(block)) traffic.routing_s = calibration_.expert_overhead_s * host_share;
  for (const Exchange& exchange : exchanges_of(block, layout)) {
    const double message = exchange.width * bytes;
    if (exchange.kind == Exchange::Kind::experts) {
      Exchange busiest = exchange;
      busiest.width *= uneven_load(*exchange.routed, layout.ep, job_.expert_choice);
      traffic.exchange_s += calibration_.expert_exposed * exchange_s(busiest, bytes, groups.expert);
      continue;
    }
    const bool forward = exchange.kind == Exchange::Kind::forward_sum;
    (forward ? traffic.forward_tensor_s : traffic.backward_tensor_s) +=
        tensor_collective_s(message, layout, groups.tensor);
  }
  if (layout.cp == 1) return traffic;
  for (const Module& module : block.modules) {
    const auto* attention = std::get_if<Attention>(&module.kind);
    if (attention == nullptr) continue;
    if (layout.context_parallel == ContextParallel::all_to_all) {
      const double exchange_s = exchange_heads_s(*attention, bytes, layout, groups.context);
      traffic.forward_context_s += exchange_s;
      traffic.backward_context_s += exchange_s;
      continue;
    }
    const double ring = ring_s(*attention, all, layout, groups.context);
    traffic.forward_context_s += std::max(0.0, ring - compute.attention_forward_s);
    traffic.backward_context_s += std::max(0.0, 2 * ring - compute.attention_backward_s);
  }
  return traffic;
}

double BlockTimer::exchange_s(const Exchange& exchange, double token_bytes, const Group& group) const {
  const TokenDispatch& dispatch = dispatch_of(job_, calibration_);
  if (!dispatch.once_per_instance)
    return 2 * collectives_.time_s(Operation::all_to_all, exchange.width * token_bytes, group);
  const double bytes_per_activation = bytes_per_value(layer_types_.activations);
  TokensOfRank tokens;
  tokens.count = token_bytes / bytes_per_activation;
  tokens.width = exchange.width / real(exchange.routed->experts_per_token);
  tokens.dispatch_bytes = tokens.combine_bytes = bytes_per_activation;
  if (dispatch.narrow && narrow(job_.recipe.compute))
    tokens.dispatch_bytes = bytes_per_value(*dispatch.narrow) + scale_bytes / scaled_values;
  return once_per_instance_s(dispatch, *exchange.routed, tokens, group, instance_);
}

double BlockTimer::exposed_s(double traffic_s, double products_s, const Layout& layout) const {
  if (layout.tensor_chunks == 0) return calibration_.tensor_exposed * traffic_s;
  const double chunks = real(layout.tensor_chunks);
  return std::max(traffic_s - products_s, 0.0) + std::min(traffic_s, products_s) / chunks;
}

double BlockTimer::encoders_s(const Layout& layout) {
  const OperatorTypes types = layer_types_.at_least_16_bits();
  const double host_s = calibration_.layer_overhead_s * (layout.captured_step ? calibration_.captured_step : 1);
  const bool eager = calibration_.elementwise->eager;
  double sum_s = 0;
  for (const PipelineNetwork& encoder : job_.encoders) {
    Shape shape = shape_of(layout);
    shape.new_tokens = real(encoder.tokens);
    if (shape.image_size == 0) shape.image_size = real(job_.model.default_image_size);
    for_each_block(encoder.model, [&](const Block& block, std::int64_t copies) {
      const std::vector<Operator> operators = operators_of(encoder.model, block, shape, {});
      Compute compute;
      for (const Operator& op : operators) {
        if (eager && std::holds_alternative<MemoryOperator>(op.kind)) continue;
        compute.forward_s += operators_.forward_s(op, types);
      }
      if (eager) {
        const bool casts = job_.encoders_cast && job_.casts_weights();
        const EagerOperations& costs = casts ? eager_costs(operators) : calibration_.elementwise->narrow;
        add_eager(compute, costs, operators, nullptr, layout);
      }
      const double framework_s = host_excess_s(compute.forward_s, host_s * compute.forward_launches);
      sum_s += (compute.forward_s + framework_s) * real(copies * block.runs);
    });
  }
  return sum_s;
}

std::array<BlockTime, recompute_kinds> BlockTimer::times(const Block& block, const Layout& layout, bool layer) {
  std::array<BlockTime, recompute_kinds> all;
  if (block.condition) return all;
  const Compute compute = compute_of(block, layout, layer);
  const Traffic traffic = traffic_of(block, layout, compute);
  Layout each = layout;
  for (const Recompute recompute : {Recompute::none, Recompute::selective, Recompute::full}) {
    each.recompute = recompute;
    all[static_cast<std::size_t>(recompute)] = time_of(block, each, layer, compute, traffic);
  }
  return all;
}

BlockTime BlockTimer::time_of(const Block& block, const Layout& layout, bool layer, const Compute& compute,
                              const Traffic& traffic) const {
  const bool full = layer && layout.recompute == Recompute::full;
  const bool selective = layer && layout.recompute == Recompute::selective;

  BlockTime time;
  time.held = held_of(block, {layout.tp, layout.ep, job_.lora, layout.expert_tp()});
  time.forward_s = compute.forward_s;
  time.backward_s = compute.backward_s;
  if (!job_.lora) time.backward_s += operators_.stream_s(2 * bytes_per_value(job_.recipe.gradients) * time.held.all());
  const double again_s = job_.selective_keeps_products
                             ? compute.forward_s - compute.attention_forward_s - compute.kept_products_s
                             : compute.attention_forward_s;
  time.recompute_s = full ? compute.forward_s : selective ? again_s : 0;
  const double forward_passes = full ? 2 : 1;
  const double forward_tensor_s =
      exposed_s(traffic.forward_tensor_s, compute.forward_s - compute.attention_forward_s, layout);
  const double backward_tensor_s =
      exposed_s(traffic.backward_tensor_s, compute.backward_s - compute.attention_backward_s, layout) +
      (forward_passes - 1) * forward_tensor_s;
  time.tensor_s = forward_tensor_s + backward_tensor_s;
  time.exchange_s = (forward_passes + 1) * traffic.exchange_s;
  time.expert_s = (forward_passes + 1) * traffic.routing_s + time.exchange_s;
  if (layout.expert_overlap) {
    const double compute_s = time.forward_s + time.backward_s + time.recompute_s;
    const double slowed_s = compute_s + dispatch_of(job_, calibration_).cores_share * time.exchange_s;
    time.hidden_s = compute_s + time.exchange_s - std::max(time.exchange_s, slowed_s);
    time.expert_s -= time.hidden_s;
    time.exchange_s = 0;
  }
  time.context_s = forward_passes * traffic.forward_context_s + traffic.backward_context_s;
  if (layer) {
    const double expert_s = traffic.routing_s + traffic.exchange_s;
    const double host_share = layout.captured_step ? calibration_.captured_step : 1;
    const double host_s =
        calibration_.layer_overhead_s * host_share * slowest_host(layout.tp, calibration_.host_jitter);
    const double backward_launches = compute.backward_launches + (full ? compute.forward_launches : 0);
    const bool counted = calibration_.elementwise->eager;
    const double forward_s = time.forward_s + forward_tensor_s + expert_s;
    const double backward_s = time.backward_s + time.recompute_s + backward_tensor_s + expert_s;
    const double forward_excess_s = host_excess_s(forward_s, host_s * compute.forward_launches);
    const double backward_excess_s = host_excess_s(backward_s, host_s * (counted ? backward_launches : 1));
    time.framework_s = forward_excess_s + backward_excess_s;
    if (counted) {
      const ElementwiseRuns& runs = *calibration_.elementwise;
      time.update_host_s = host_s * compute.tensors * runs.host_of_update / runs.kernels_of_layer_overhead;
    }
    if (layout.offload_activations && !block.as_layer) {
      const double copy_s = kept_by_layer_bytes(job_, layout, block, layer_types_.fused_attention) /
                            instance_.accelerator.host_link_bytes_per_s;
      time.offload_forward_s = std::max(0.0, copy_s - forward_s - forward_excess_s - traffic.forward_context_s);
      time.offload_backward_s = std::max(0.0, copy_s - backward_s - backward_excess_s - traffic.backward_context_s);
    }
  }
  BlockTime all;
  add(all, time, real(block.runs));
  all.held = time.held;
  BlockTime copies;
  add(copies, all, real(block.repeat));
  return copies;
}

}  // namespace hakaru
