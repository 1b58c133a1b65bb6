#include "hakaru/parallel/schedule.h"

#include <algorithm>

namespace hakaru {

std::span<const PipelineSchedule> pipeline_schedules() {
  static const std::vector<PipelineSchedule> all = what_they_are(named_schedules);
  return all;
}

const PipelineSchedule& pipeline_schedule(Schedule schedule) {
  return pipeline_schedules()[static_cast<std::size_t>(schedule)];
}

std::int64_t model_copies(const Layout& layout) { return pipeline_schedule(layout.schedule).both_ways ? 2 : 1; }

PipelineShape pipeline_shape(const Layout& layout, std::int64_t micro_batches) {
  const bool both_ways = pipeline_schedule(layout.schedule).both_ways;
  return {static_cast<int>(layout.pp), both_ways ? 2 : static_cast<int>(layout.vpp),
          static_cast<int>(std::max<std::int64_t>(1, micro_batches)), both_ways};
}

std::optional<PipelinePlace> next_place(const PipelineShape& shape, const PipelinePlace& place, bool forward) {
  if (shape.both_ways) {
    const int stage = place.stage + (forward == (place.chunk == 0) ? 1 : -1);
    if (stage < 0 || stage >= shape.stages) return std::nullopt;
    return PipelinePlace{stage, place.chunk};
  }
  const int part = place.chunk * shape.stages + place.stage + (forward ? 1 : -1);
  if (part < 0 || part >= shape.chunks * shape.stages) return std::nullopt;
  return PipelinePlace{part % shape.stages, part / shape.stages};
}

std::vector<bool> weights_apart(const std::vector<PipelinePass>& order) {
  int micro_batches = 0, chunks = 0;
  for (const PipelinePass& pass : order) {
    micro_batches = std::max(micro_batches, pass.micro_batch + 1);
    chunks = std::max(chunks, pass.chunk + 1);
  }
  const auto at = [&](const PipelinePass& pass) {
    return static_cast<std::size_t>(pass.chunk) * static_cast<std::size_t>(micro_batches) +
           static_cast<std::size_t>(pass.micro_batch);
  };
  std::vector<bool> has_weights(static_cast<std::size_t>(chunks) * static_cast<std::size_t>(micro_batches), false);
  for (const PipelinePass& pass : order) {
    if (pass.kind == PassKind::weight) has_weights[at(pass)] = true;
  }
  std::vector<bool> apart;
  apart.reserve(order.size());
  for (const PipelinePass& pass : order) apart.push_back(has_weights[at(pass)]);
  return apart;
}

std::int64_t counted_weight_in_flight(const std::vector<PipelinePass>& order, std::span<const std::int64_t> weights) {
  const std::vector<bool> apart = weights_apart(order);
  std::int64_t kept = 0, most = 0;
  for (std::size_t at = 0; at < order.size(); ++at) {
    const PipelinePass& pass = order[at];
    const std::int64_t weight = weights[static_cast<std::size_t>(pass.chunk)];
    if (pass.kind == PassKind::forward) most = std::max(most, kept += weight);
    if (pass.kind == (apart[at] ? PassKind::weight : PassKind::backward)) kept -= weight;
  }
  return most;
}

std::int64_t counted_put_off(const std::vector<PipelinePass>& order) {
  const std::vector<bool> apart = weights_apart(order);
  std::int64_t waiting = 0, most = 0;
  for (std::size_t at = 0; at < order.size(); ++at) {
    if (order[at].kind == PassKind::backward && apart[at]) most = std::max(most, ++waiting);
    if (order[at].kind == PassKind::weight) --waiting;
  }
  return most;
}

double counted_in_flight(const std::vector<PipelinePass>& order, int chunks) {
  const std::vector<std::int64_t> even(static_cast<std::size_t>(chunks), 1);
  return static_cast<double>(counted_weight_in_flight(order, even)) / chunks;
}

}  // namespace hakaru
