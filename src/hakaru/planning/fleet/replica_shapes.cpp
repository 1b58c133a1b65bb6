#include "hakaru/planning/fleet/replica_shapes.h"

#include <algorithm>
#include <set>

#include "hakaru/memory/serving_memory.h"
#include "hakaru/model/quantisation.h"
#include "hakaru/parallel/legal.h"
#include "hakaru/planning/search/search_parts.h"

namespace hakaru {
namespace {

/// Counts are tried one by one as far as this, then doubling.
constexpr int one_by_one = 64;

int next_count(int count, int most) {
  return count < one_by_one ? count + 1 : std::min(std::max(most, count + 1), 2 * count);
}

/// The fewest instances whose memory holds the weights alone.
int fewest_for_weights(const ServingJob& job, const Instance& instance) {
  const double bytes =
      static_cast<double>(count_parameters(job.model).total) *
      narrowest_stored_bytes(job.model, std::min(bytes_per_value(job.weights), bytes_per_value(job.experts)));
  const double each = instance.accelerator.memory_bytes * instance.accelerators;
  return each > 0 ? static_cast<int>(std::max(1.0, std::min(bytes / each, 1e6))) : 1;
}

/// The fewest instances that a block of such replicas takes, and the layout that fills them.
std::pair<Cluster, Layout> fewest_for(Layout layout, const Instance& instance) {
  const std::int64_t block = layout.tp * layout.pp * layout.ep;
  const std::int64_t instances = (block + instance.accelerators - 1) / instance.accelerators;
  layout.dp = instances * instance.accelerators / (layout.tp * layout.pp);
  return {Cluster{instance, static_cast<int>(instances)}, layout};
}

}  // namespace

std::vector<ReplicaShape> replica_shapes(const Scenario& scenario, const ServingJob& job, const Instance& instance,
                                         int most, const MemoryReserve& reserve, const std::string& precision,
                                         SearchResult& found) {
  LayoutRequest request = scenario.layout;
  request.dp.reset();  // how many replicas there are is no matter of their shape
  std::vector<ReplicaShape> shapes;
  std::set<std::tuple<std::int64_t, std::int64_t, std::int64_t>> seen;
  int last = most;
  for (int count = std::min(most, fewest_for_weights(job, instance)); count <= last; count = next_count(count, most)) {
    const Cluster cluster{instance, count};
    for (const Layout& layout : legal_serving_layouts(job.model, cluster, request)) {
      if (!seen.emplace(layout.tp, layout.pp, layout.ep).second) continue;
      ++found.evaluated;
      const ServingMemory memory = serving_memory(job, layout, instance.accelerator, reserve, 1);
      if (memory.sequences_that_fit < 1) {
        const auto [alone, one] = fewest_for(layout, instance);
        found.note_miss(alone, one, memory.device, reserve, precision);
        continue;
      }
      ++found.feasible;
      if (shapes.empty()) last = std::min(most, 2 * count);
      shapes.push_back({layout, count, memory.tokens_that_fit, memory.sequences_that_fit});
    }
  }
  if (seen.empty() && !found.not_legal) {
    const Cluster cluster{instance, most};
    const std::optional<Message> why =
        why_illegal_to_serve(filling_layout(scenario.layout, cluster), job.model, cluster);
    found.not_legal = why.value_or(message("no layout fills {} × {}", most, instance.name));
  }
  return shapes;
}

double least_work_s(const PassTimes& times, const ServingJob& job, const FullestIteration& fullest) {
  const auto input = static_cast<double>(std::max<std::int64_t>(1, job.input_length));
  const auto output = static_cast<double>(std::max<std::int64_t>(1, job.output_length));
  const auto sequences = static_cast<double>(fullest.sequences), tokens = static_cast<double>(fullest.tokens);
  const double decode_s = times.decode_s(sequences, input + output / 2);
  const double beside_body_s = std::max(0.0, decode_s - times.body_s(sequences));
  const double through_layers_s = (input + output - 1) * times.body_s(tokens) / tokens;
  const double at_once_s =
      through_layers_s + times.prompt_s(std::min(input, tokens), 0) + (output - 1) * beside_body_s / sequences;
  return std::max(at_once_s, (output - 1) * decode_s / sequences);
}

double least_work_apart_s(const PassTimes& times, const ServingJob& job, std::int64_t batch) {
  const auto input = static_cast<double>(std::max<std::int64_t>(1, job.input_length));
  const auto output = static_cast<double>(std::max<std::int64_t>(1, job.output_length));
  const auto sequences = static_cast<double>(batch);
  return times.body_s(input) + times.prompt_s(input, 0) + times.prompts_s +
         (output - 1) * times.decode_s(sequences, input + output / 2) / sequences;
}

}  // namespace hakaru
