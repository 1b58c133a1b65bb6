#include "hakaru/training/forward_pass.h"

#include <algorithm>

#include "hakaru/training/closed_form.h"

namespace hakaru {
namespace {

/// Nothing is beside it that would hide its exchanges, and it keeps nothing that would be offloaded.
double forward_alone_s(const ChunkWork& chunk) {
  return chunk.forward_s + chunk.forward_hidden_s - chunk.forward_offload_s;
}

double through_stages_s(const StepWork& work) {
  const PipelineShape& shape = work.shape;
  double sum_s = 0, slowest_s = 0;
  for (int stage = 0; stage < shape.stages; ++stage) {
    double stage_s = 0;
    for (int chunk = 0; chunk < shape.chunks; ++chunk) stage_s += forward_alone_s(work.chunk(stage, chunk));
    if (shape.both_ways) stage_s /= shape.chunks;
    sum_s += stage_s;
    slowest_s = std::max(slowest_s, stage_s);
  }
  return sum_s + (shape.micro_batches - 1) * slowest_s + (shape.stages - 1) * work.send_s;
}

double gathered_layer_by_layer_s(const StepWork& work) {
  const std::vector<ChunkWork>& units = work.chunks;
  double round_s = 0, last_s = 0;
  for (std::size_t at = 0; at < units.size(); ++at) {
    const double gather_s = units[(at + 1) % units.size()].gather_s;
    last_s = std::max(gather_s, slowed_end_s(0, forward_alone_s(units[at]), gather_s, work.slowdown));
    round_s += last_s;
  }
  const double nothing_beside_s =
      last_s - forward_alone_s(units.back());  // behind the very last layer nothing is gathered
  return units.front().gather_s + work.shape.micro_batches * round_s - nothing_beside_s;
}

}  // namespace

double forward_pass_s(const StepWork& work) {
  return work.sharding == Sharding::gather_each_pass ? gathered_layer_by_layer_s(work) : through_stages_s(work);
}

}  // namespace hakaru
