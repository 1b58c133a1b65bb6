#include "hakaru/measuring/collectives.h"

#include <algorithm>
#include <bit>

#include "hakaru/core/real.h"

namespace hakaru {
namespace {

constexpr double least_share = 1.0 / 30;
constexpr std::size_t most_collectives = 2;
constexpr double below_message = 16, above_message = 4;

double experts_per_token(const Model& model) {
  std::int64_t most = 1;
  for (const Block& block : model.layer_kinds) {
    for (const Module& module : block.modules) {
      if (const auto* linear = std::get_if<Linear>(&module.kind)) most = std::max(most, linear->experts_per_token);
    }
  }
  return real(most);
}

Operation of_gradients(const Layout& layout) {
  if (layout.zero_of_step() == 0) return Operation::all_reduce;
  return layout.zero_of_step() == 3 ? Operation::all_gather : Operation::reduce_scatter;
}

}  // namespace

std::vector<CollectiveOfStep> collectives_that_take_most(const TrainingJob& job, const Layout& layout,
                                                         const Cluster& cluster, const StepEstimate& step,
                                                         double bucket_bytes) {
  const Groups groups = groups_of(layout, cluster.instance().accelerators);
  const double tokens =
      real(layout.micro_batch) * real(std::max<std::int64_t>(1, job.sequence_length)) / real(layout.cp);
  const double activations = tokens * real(job.model.hidden) * bytes_per_value(job.recipe.activations);
  const double sent = layout.sequence_parallel ? activations / real(layout.tp) : activations;
  const bool ring = layout.context_parallel == ContextParallel::ring;
  const double whole_s = step.step_time_s;
  std::vector<CollectiveOfStep> all{
      {"tensor", layout.sequence_parallel ? Operation::all_gather : Operation::all_reduce, activations, groups.tensor,
       1, step.exposed.tensor_s / whole_s},
      {"data", of_gradients(layout), bucket_bytes, groups.shard, layout.tp, step.exposed.data_s / whole_s},
      {"expert", Operation::all_to_all, activations * experts_per_token(job.model), groups.expert, layout.tp,
       step.exposed.expert_s / whole_s},
      {"context", ring ? Operation::send : Operation::all_to_all, activations, groups.context, layout.tp,
       step.exposed.context_s / whole_s},
      {"pipeline", Operation::send, sent, groups.pipeline, layout.tp * layout.cp * layout.dp,
       step.exposed.pipeline_s / whole_s}};
  std::erase_if(all, [](const CollectiveOfStep& each) {
    return each.share < least_share || each.group.size < 2 || each.bytes < 1;
  });
  std::stable_sort(all.begin(), all.end(),
                   [](const CollectiveOfStep& one, const CollectiveOfStep& other) { return one.share > other.share; });
  if (all.size() > most_collectives) all.resize(most_collectives);
  return all;
}

SizesOfTest sizes_around(double bytes) {
  const auto power = [](double value) { return std::bit_floor(static_cast<std::uint64_t>(std::max(1.0, value))); };
  return {static_cast<std::int64_t>(power(bytes / below_message)),
          static_cast<std::int64_t>(power(bytes * above_message))};
}

}  // namespace hakaru
