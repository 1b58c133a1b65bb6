#include "hakaru/training/data_parallel.h"

#include <algorithm>

#include "hakaru/core/real.h"
#include "hakaru/parallel/schedule.h"

namespace hakaru {

DataParallel::DataParallel(const TrainingJob& job, const Instance& instance, const Calibration& calibration)
    : job_(job),
      ranks_per_instance_(instance.accelerators),
      host_link_bytes_per_s_(instance.accelerator.host_link_bytes_per_s),
      gathers_fp8_(calibration.dispatch && calibration.dispatch->gathers_fp8),
      operators_(instance.accelerator, calibration),
      collectives_(instance, calibration) {}

double DataParallel::both_s(Operation operation, double dense, double expert, double bytes, const Layout& layout,
                            double blocks) const {
  const Groups groups = groups_of(layout, ranks_per_instance_);
  const bool replicates = operation == Operation::reduce_scatter && groups.replicate.size > 1;
  const auto one = [&](double parameters, const Group& group) {
    if (parameters <= 0) return 0.0;
    const double message_bytes = parameters * bytes / blocks;
    double each_s = collectives_.time_s(operation, message_bytes, group);
    if (replicates)
      each_s += collectives_.time_s(Operation::all_reduce, message_bytes / real(group.size), groups.replicate);
    return blocks * each_s;
  };
  return one(dense, groups.shard) + one(expert, groups.expert_data);
}

double DataParallel::reduce_s(const Held& held, const Layout& layout, double blocks) const {
  const Operation operation = layout.zero == 0 ? Operation::all_reduce : Operation::reduce_scatter;
  const double bytes = bytes_per_value(job_.recipe.reduced);
  if (job_.lora) return both_s(operation, held.adapters, held.expert_adapters, bytes, layout, blocks);
  return both_s(operation, held.dense(), held.expert, bytes, layout, blocks);
}

double DataParallel::gather_s(const Held& held, const Layout& layout, double blocks) const {
  if (layout.zero == 0) return 0;
  const double bytes = bytes_per_value(job_.recipe.weights);
  const bool frozen = job_.lora && layout.zero < 3;
  if (frozen) return both_s(Operation::all_gather, held.adapters, held.expert_adapters, bytes, layout, blocks);
  // As so many parameters of that type: what is narrower is fewer of them.
  DataType sent = job_.recipe.weights;
  if (job_.lora) sent = job_.lora->base.value_or(sent);
  if (gathers_fp8_ && job_.recipe.compute == DataType::fp8) sent = DataType::fp8;
  const double share = std::min(1.0, bytes_per_value(sent) / bytes);
  const double dense = share * held.linear + held.other, expert = share * held.expert;
  const double gather_s = both_s(Operation::all_gather, dense, expert, bytes, layout, blocks);
  return layout.offload_weights ? gather_s + shards_of(dense, expert, layout) * bytes / host_link_bytes_per_s_
                                : gather_s;
}

double DataParallel::shards_of(double dense, double expert, const Layout& layout) const {
  const std::int64_t copies = layout.zero == 0 ? 0 : model_copies(layout);
  if (copies == 0) return dense + expert;
  return dense / real(layout.shard_ranks() * copies) + expert / real(layout.expert_shard_ranks() * copies);
}

double DataParallel::reduced_parameters(const Held& held) const {
  return job_.lora ? held.adapters + held.expert_adapters : held.all();
}

double DataParallel::optimizer_bytes_per_parameter() const {
  const PrecisionRecipe& recipe = job_.recipe;
  const double state = bytes_per_value(job_.optimizer.states.value_or(recipe.states));
  const double states = job_.optimizer.states_per_parameter * state + job_.optimizer.extra_bytes_per_parameter;
  const double weights = bytes_per_value(recipe.weights);
  const double copies = recipe.master ? 2 * bytes_per_value(*recipe.master) + weights : 2 * weights;
  return bytes_per_value(recipe.gradients) + copies + 2 * states;
}

double DataParallel::updated_parameters(const Held& held, const Layout& layout) const {
  return job_.lora ? shards_of(held.adapters, held.expert_adapters, layout)
                   : shards_of(held.dense(), held.expert, layout);
}

double DataParallel::moved_bytes_per_parameter(const Layout& layout) const {
  const double gradients = layout.offload_optimizer ? bytes_per_value(job_.recipe.reduced) : 0;
  const bool weights = layout.offload_optimizer != layout.offload_weights;  // where both are, they stay there
  return gradients + (weights ? bytes_per_value(job_.recipe.weights) : 0);
}

double DataParallel::optimizer_s(const Held& held, const Layout& layout) const {
  const double updated = updated_parameters(held, layout);
  const double moved_bytes = updated * moved_bytes_per_parameter(layout);
  const double moved_s = moved_bytes > 0 ? moved_bytes / host_link_bytes_per_s_ : 0;
  if (layout.offload_optimizer)
    return moved_s + real(ranks_per_instance_) * updated / job_.host_update.parameters_per_s;
  return moved_s + operators_.stream_s(optimizer_bytes_per_parameter() * updated);
}

}  // namespace hakaru
