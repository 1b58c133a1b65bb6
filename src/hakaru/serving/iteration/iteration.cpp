#include "hakaru/serving/iteration/iteration.h"

#include <algorithm>

#include "hakaru/core/ranges.h"
#include "hakaru/core/real.h"
#include "hakaru/parallel/stages.h"
#include "hakaru/serving/iteration/expert_blocks.h"
#include "hakaru/timing/eager_operations.h"
#include "hakaru/timing/exchanges.h"

namespace hakaru {
namespace {

bool has_convolution(const Block& block) {
  return ranges::any_of(block.modules,
                        [](const Module& module) { return std::holds_alternative<Convolution>(module.kind); });
}

bool has_experts(const Block& block) {
  return ranges::any_of(block.modules, [](const Module& module) {
    const auto* linear = std::get_if<Linear>(&module.kind);
    return linear != nullptr && linear->experts > 0;
  });
}

bool is_of_experts(const Operator& op) {
  const auto* gemm = std::get_if<Gemm>(&op.kind);
  return gemm != nullptr && gemm->weights && gemm->groups > 1;
}

/// Takes `next` into `op` where they run as one kernel; whether they do.
bool fused(Operator& op, const Operator& next) {
  auto* product = std::get_if<Gemm>(&op.kind);
  const auto* beside = std::get_if<Gemm>(&next.kind);
  if (product != nullptr && beside != nullptr) {
    const bool same = product->m == beside->m && product->k == beside->k && product->groups == beside->groups &&
                      product->stored_as == beside->stored_as;
    if (!same || !product->weights || !beside->weights) return false;
    product->n += beside->n;
    return true;
  }
  auto* values = std::get_if<MemoryOperator>(&op.kind);
  const auto* more = std::get_if<MemoryOperator>(&next.kind);
  if (values == nullptr || more == nullptr) return false;
  values->values_read += more->values_read;
  values->values_written += more->values_written;
  return true;
}

std::vector<Operator> fused(const std::vector<Operator>& operators) {
  std::vector<Operator> kernels;
  for (const Operator& op : operators) {
    if (kernels.empty() || !fused(kernels.back(), op)) kernels.push_back(op);
  }
  return kernels;
}

/// More than one new token of a sequence, for its decoder or its encoder.
bool holds_prompts(const Shape& shape) { return shape.new_tokens > 1 || (shape.source_tokens > 1 && !shape.encoded); }

/// The part of a block that one rank runs.
Shard shard_of(const Layout& layout, double expert_skew) {
  Shard shard{layout.tp, 1, layout.ep, false};
  shard.expert_choice.skew = expert_skew;
  if (!layout.experts_across_tensor()) return shard;
  shard.expert_sources = layout.dp;
  shard.expert_tp = std::max<std::int64_t>(1, layout.tp * layout.dp / layout.ep);
  return shard;
}

void add(BlockKernels& sum, const BlockKernels& part, double times) {
  sum.products_s += times * part.products_s;
  sum.experts_s += times * part.experts_s;
  sum.gather_s += times * part.gather_s;
  sum.attention_s += times * part.attention_s;
  sum.memory_s += times * part.memory_s;
  sum.tensor_s += times * part.tensor_s;
  sum.sums += times * part.sums;
  sum.direct_s += times * part.direct_s;
  sum.all_to_all_s += times * part.all_to_all_s;
  sum.layers += times * part.layers;
  sum.expert_layers += times * part.expert_layers;
  sum.launches += times * part.launches;
  sum.experts_hit += times * part.experts_hit;
}

IterationTime with_constants(const BlockKernels& kernels, const Calibration& calibration, bool prompts) {
  const double layer_s = calibration.layer_overhead_s + (prompts ? calibration.prompt_layer_overhead_s : 0);
  const double slowdown = slowdown_of(calibration, prompts);
  IterationTime time;
  const double experts = prompts ? 1 : calibration.expert_slowdown;
  time.products_s =
      slowdown * (kernels.products_s + experts * kernels.experts_s) + calibration.expert_hit_s * kernels.experts_hit;
  time.gather_s = slowdown * calibration.gather_slowdown * kernels.gather_s;
  time.attention_s = slowdown * calibration.attention_slowdown * kernels.attention_s;
  time.memory_s = slowdown * kernels.memory_s;
  time.tensor_s = calibration.tensor_exposed * kernels.tensor_s;
  if (calibration.direct_sum_s > 0 && kernels.sums > 0)
    time.tensor_s = std::min(time.tensor_s, calibration.direct_sum_s * kernels.sums + kernels.direct_s);
  time.expert_s = calibration.expert_exposed * kernels.all_to_all_s;
  time.framework_s = kernels.launches > 0
                         ? host_excess_s(time.total_s(), calibration.layer_overhead_s * kernels.launches)
                         : layer_s * kernels.layers + calibration.expert_overhead_s * kernels.expert_layers;
  return time;
}

}  // namespace

double slowdown_of(const Calibration& calibration, bool prompts) {
  return prompts ? std::max(calibration.prompt_slowdown, calibration.gemm_efficiency)
                 : std::max(calibration.decode_slowdown, calibration.memory_efficiency);
}

void add(IterationTime& sum, const IterationTime& part, double times) {
  sum.products_s += times * part.products_s;
  sum.gather_s += times * part.gather_s;
  sum.attention_s += times * part.attention_s;
  sum.memory_s += times * part.memory_s;
  sum.tensor_s += times * part.tensor_s;
  sum.expert_s += times * part.expert_s;
  sum.framework_s += times * part.framework_s;
  sum.pipeline_s += times * part.pipeline_s;
}

IterationTime time_of(const PassKernels& pass, const Calibration& calibration, Rhythm rhythm) {
  IterationTime sum;
  double slowest_s = 0;
  for (const BlockKernels& stage : pass.stages) {
    const IterationTime time = with_constants(stage, calibration, pass.prompts);
    slowest_s = std::max(slowest_s, time.total_s());
    add(sum, time, 1);
  }
  const double stages_s = sum.total_s();
  sum.pipeline_s = rhythm == Rhythm::alone
                       ? pass.sends_s + (pass.micro_batches - 1) * slowest_s
                       : std::max(stages_s + pass.sends_s, pass.micro_batches * slowest_s) - stages_s;
  sum.framework_s += calibration.iteration_overhead_s + calibration.sequence_overhead_s * pass.sequences;
  return sum;
}

IterationTimer::IterationTimer(const Model& model, const OperatorTypes& types, const Layout& layout,
                               const Instance& instance, const Calibration& calibration, OperatorTimer& operators,
                               double expert_skew)
    : model_(model),
      types_(types),
      layout_(layout),
      groups_(groups_of_replicas(layout, instance.accelerators)),
      shard_(shard_of(layout, expert_skew)),
      calibration_(calibration),
      operators_(operators),
      collectives_(instance, calibration),
      link_bytes_per_s_(instance.accelerator.kind == AcceleratorKind::gpu && groups_.tensor.instances == 1
                            ? instance.within.bytes_per_s * calibration.collective_efficiency
                            : 0),
      memory_bytes_per_s_(instance.accelerator.memory_bandwidth_bytes_per_s),
      on_neuroncore_(instance.accelerator.kind == AcceleratorKind::neuroncore),
      folds_into_convolutions_(model.family == Family::vision) {}

void IterationTimer::add_traffic(BlockKernels& kernels, const Block& block, const Shape& shape) const {
  const double bytes = tokens_of(block.stream, shape, model_) * bytes_per_value(types_.activations);
  for (const Exchange& exchange : exchanges_of(block, layout_)) {
    const double message = exchange.width * bytes;
    if (exchange.kind == Exchange::Kind::forward_sum) {
      kernels.tensor_s += collectives_.time_s(Operation::all_reduce, message, groups_.tensor);
      if (link_bytes_per_s_ > 0) {
        kernels.sums += 1;
        kernels.direct_s += 2 * message / link_bytes_per_s_;
      }
    } else if (exchange.kind == Exchange::Kind::experts) {
      kernels.all_to_all_s += 2 * collectives_.time_s(Operation::all_to_all, message, groups_.expert);
    }
  }
}

/// Products of routed experts in `operators` become what a compiled graph runs; the bytes that gathering their rows
/// moves.
double IterationTimer::compile_experts(std::vector<Operator>& operators, const Block& block, const Shape& shape) const {
  const double tokens = tokens_of(block.stream, shape, model_) * real(shard_.sources_of_experts());
  double gathered_values = 0;
  for (const Module& module : block.modules) {
    const auto* linear = std::get_if<Linear>(&module.kind);
    if (linear == nullptr || linear->experts == 0) continue;
    const ExpertWork work =
        compiled_experts(tokens, linear->experts, linear->experts_per_token, shard_.ep, shape.new_tokens > 1);
    for (Operator& op : operators) {
      if (op.name != module.name) continue;
      auto& product = std::get<Gemm>(op.kind);
      product.groups = work.groups;
      product.m = work.rows;
    }
    // Values that the first product's experts read; the output behind the last is as wide.
    if (work.gathered && gathered_values == 0) gathered_values = work.groups * work.rows * real(linear->in);
  }
  constexpr double passes = 3;  // read; read and written where they are added back
  return passes * gathered_values * bytes_per_value(types_.activations);
}

BlockKernels IterationTimer::eager_kernels(const Block& block, const Shape& shape, const OperatorTypes& types) {
  const std::vector<Operator> operators = operators_of(model_, block, shape, shard_, expert_loads_);
  const ElementwiseRuns& runs = *calibration_.elementwise;
  const EagerPasses passes = eager_passes(operators, runs.inference, bytes_per_value(types.activations));
  BlockKernels once;
  double launched = 0;  // by kernels whose own times hold that
  for (const Operator& op : operators) {
    if (std::holds_alternative<MemoryOperator>(op.kind)) continue;
    (std::holds_alternative<AttentionOperator>(op.kind) ? once.attention_s : once.products_s) +=
        operators_.forward_s(op, types);
    launched += 1;
  }
  once.memory_s = operators_.stream_s(passes.forward_bytes) +
                  std::max(0.0, passes.forward_kernels - launched) * calibration_.launch_s;
  once.launches = passes.forward_kernels / runs.kernels_of_layer_overhead;
  return once;
}

BlockKernels IterationTimer::block_kernels(const Block& block, const Shape& shape, bool layer) {
  if (tokens_of(block.stream, shape, model_) == 0) return {};
  const OperatorTypes types = layer ? types_ : types_.at_least_16_bits();
  if (calibration_.elementwise->eager) {
    BlockKernels all, once = eager_kernels(block, shape, types);
    add_traffic(once, block, shape);
    add(all, once, real(block.runs * block.repeat));
    return all;
  }
  const bool folded = folds_into_convolutions_ && has_convolution(block);
  BlockKernels once;
  std::vector<Operator> operators = operators_of(model_, block, shape, shard_, expert_loads_);
  if (on_neuroncore_) once.gather_s = compile_experts(operators, block, shape) / memory_bytes_per_s_;
  for (const Operator& op : fused(operators)) {
    if (folded && std::holds_alternative<MemoryOperator>(op.kind)) continue;
    const double seconds = operators_.forward_s(op, types);
    if (std::holds_alternative<AttentionOperator>(op.kind)) {
      once.attention_s += seconds;
    } else if (std::holds_alternative<MemoryOperator>(op.kind)) {
      once.memory_s += seconds;
    } else {
      (is_of_experts(op) ? once.experts_s : once.products_s) += seconds;
      if (is_of_experts(op)) once.experts_hit += std::get<Gemm>(op.kind).groups;
    }
  }
  if (on_neuroncore_)
    once.memory_s = std::max(0.0, once.memory_s - once.products_s - once.experts_s - once.attention_s);
  add_traffic(once, block, shape);
  if (layer) once.layers = 1;
  if (layer && has_experts(block)) once.expert_layers = 1;
  BlockKernels all;
  add(all, once, real(block.runs * block.repeat));
  return all;
}

IterationTime IterationTimer::block_time(const Block& block, const Shape& shape, bool layer) {
  return with_constants(block_kernels(block, shape, layer), calibration_, holds_prompts(shape));
}

double IterationTimer::pictures_s(double count, double image_size) {
  double sum_s = 0;
  constexpr double more_than_one = 2;  // as passes with prompts
  const Shape shape{.batch = count, .new_tokens = more_than_one, .image_size = image_size, .with_conditions = true};
  for (const Block& block : model_.before) {
    if (block.condition && count > 0) sum_s += block_time(block, shape, true).total_s();
  }
  return sum_s;
}

double IterationTimer::prompts_overhead_s() const {
  return calibration_.prompt_layer_overhead_s * real(std::ssize(model_.layers));
}

PassKernels IterationTimer::pass(const Shape& shape) {
  PassKernels pass;
  pass.micro_batches = std::max(1.0, std::min(shape.batch, real(layout_.pp)));
  pass.sequences = shape.batch;
  pass.prompts = holds_prompts(shape);
  Shape part = shape;
  part.batch = shape.batch / pass.micro_batches;

  std::vector<BlockKernels> kinds;
  for (const Block& kind : model_.layer_kinds) kinds.push_back(block_kernels(kind, part, true));
  const auto ends = [&](const std::vector<Block>& blocks) {
    BlockKernels sum;
    for (const Block& block : blocks) {
      if (!block.condition || shape.with_conditions) add(sum, block_kernels(block, part, false), 1);
    }
    return sum;
  };
  for (const Stage& stage : stages_of(model_, layout_)) {
    BlockKernels kernels;
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) add(kernels, kinds[kind], real(stage.layers_of_kind[kind]));
    if (stage.first) add(kernels, ends(model_.before), 1);
    if (stage.last) add(kernels, ends(model_.after), 1);
    pass.stages.push_back(kernels);
  }
  if (layout_.pp > 1) {
    const double bytes = part.batch * shape.new_tokens * real(model_.hidden) * bytes_per_value(types_.activations);
    pass.sends_s = real(layout_.pp - 1) * collectives_.time_s(Operation::send, bytes, groups_.pipeline);
  }
  return pass;
}

}  // namespace hakaru
