#include "hakaru/serving/iteration.h"

#include <algorithm>

#include "hakaru/parallel/stages.h"
#include "hakaru/timing/exchanges.h"

namespace hakaru {
namespace {

double real(std::int64_t value) { return static_cast<double>(value); }

bool has_convolution(const Block& block) {
  return std::ranges::any_of(block.modules,
                             [](const Module& module) { return std::holds_alternative<Convolution>(module.kind); });
}

}  // namespace

void add(IterationTime& sum, const IterationTime& part, double times) {
  sum.products_s += times * part.products_s;
  sum.attention_s += times * part.attention_s;
  sum.memory_s += times * part.memory_s;
  sum.tensor_s += times * part.tensor_s;
  sum.expert_s += times * part.expert_s;
  sum.framework_s += times * part.framework_s;
  sum.pipeline_s += times * part.pipeline_s;
}

IterationTimer::IterationTimer(const Model& model, const OperatorTypes& types, const Layout& layout,
                               const Instance& instance, const Calibration& calibration, const OperatorTimer& operators)
    : model_(model),
      types_(types),
      layout_(layout),
      groups_(groups_of(layout, instance.accelerators)),
      calibration_(calibration),
      operators_(operators),
      collectives_(instance, calibration),
      engines_beside_(instance.accelerator.kind == AcceleratorKind::neuroncore),
      folds_into_convolutions_(model.family == Family::vision) {}

void IterationTimer::add_traffic(IterationTime& time, const Block& block, const Shape& shape) const {
  const double bytes = tokens_of(block.stream, shape, model_) * bytes_per_value(types_.activations);
  for (const Exchange& exchange : exchanges_of(block, layout_)) {
    const double message = exchange.width * bytes;
    if (exchange.kind == Exchange::Kind::forward_sum) {
      time.tensor_s += collectives_.time_s(Operation::all_reduce, message, groups_.tensor);
    } else if (exchange.kind == Exchange::Kind::experts) {
      time.expert_s += 2 * collectives_.time_s(Operation::all_to_all, message, groups_.expert);
    }
  }
}

IterationTime IterationTimer::block_time(const Block& block, const Shape& shape, bool layer) const {
  if (tokens_of(block.stream, shape, model_) == 0) return {};
  const OperatorTypes types = layer ? types_ : types_.at_least_16_bits();
  const bool folded = folds_into_convolutions_ && has_convolution(block);
  IterationTime once;
  for (const Operator& op : operators_of(model_, block, shape, {layout_.tp, 1, layout_.ep, false})) {
    if (folded && std::holds_alternative<MemoryOperator>(op.kind)) continue;
    const double seconds = operators_.forward_s(op, types);
    if (std::holds_alternative<AttentionOperator>(op.kind)) {
      once.attention_s += seconds;
    } else if (std::holds_alternative<MemoryOperator>(op.kind)) {
      once.memory_s += seconds;
    } else {
      once.products_s += seconds;
    }
  }
  if (engines_beside_) once.memory_s = std::max(0.0, once.memory_s - once.products_s - once.attention_s);
  add_traffic(once, block, shape);
  if (layer) once.framework_s = calibration_.layer_overhead_s;
  IterationTime all;
  add(all, once, real(block.runs * block.repeat));
  return all;
}

IterationTimer::Pass IterationTimer::pass(const Shape& shape) const {
  Pass pass;
  pass.micro_batches = std::max(1.0, std::min(shape.batch, real(layout_.pp)));
  Shape part = shape;
  part.batch = shape.batch / pass.micro_batches;

  std::vector<IterationTime> kinds;
  for (const Block& kind : model_.layer_kinds) kinds.push_back(block_time(kind, part, true));
  const auto ends = [&](const std::vector<Block>& blocks) {
    IterationTime sum;
    for (const Block& block : blocks) {
      if (!block.condition || shape.with_conditions) add(sum, block_time(block, part, false), 1);
    }
    return sum;
  };
  for (const Stage& stage : stages_of(model_, layout_)) {
    IterationTime time;
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) add(time, kinds[kind], real(stage.layers_of_kind[kind]));
    if (stage.first) add(time, ends(model_.before), 1);
    if (stage.last) add(time, ends(model_.after), 1);
    pass.slowest_stage_s = std::max(pass.slowest_stage_s, time.total_s());
    add(pass.sum, time, 1);
  }
  if (layout_.pp > 1) {
    const double bytes = part.batch * shape.new_tokens * real(model_.hidden) * bytes_per_value(types_.activations);
    pass.sends_s = real(layout_.pp - 1) * collectives_.time_s(Operation::send, bytes, groups_.pipeline);
  }
  return pass;
}

IterationTime IterationTimer::once(const Shape& shape) const {
  const Pass each = pass(shape);
  IterationTime time = each.sum;
  time.pipeline_s = each.sends_s + (each.micro_batches - 1) * each.slowest_stage_s;
  time.framework_s += calibration_.iteration_overhead_s;
  return time;
}

IterationTime IterationTimer::repeated(const Shape& shape) const {
  const Pass each = pass(shape);
  const double sum_s = each.sum.total_s() + each.sends_s;
  IterationTime time = each.sum;
  time.pipeline_s = std::max(sum_s, each.micro_batches * each.slowest_stage_s) - each.sum.total_s();
  time.framework_s += calibration_.iteration_overhead_s;
  return time;
}

}  // namespace hakaru
