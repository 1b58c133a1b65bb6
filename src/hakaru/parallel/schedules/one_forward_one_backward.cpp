// 1F1B (Narayanan et al. 2019, "PipeDream", §3.2; flushed after each step: Narayanan et al. 2021, arXiv 2104.04473,
// §2.2.1): stage s of p runs p − s − 1 micro-batches forward, then one forward and one backward in turn, then the
// backward passes that are left. At most p − s micro-batches are in flight.
//
//   stage 1 of 3, 4 micro-batches:   F0 F1 B0 F2 B1 F3 B2 B3
#include <algorithm>

#include "hakaru/parallel/schedule.h"

namespace hakaru {
namespace {

std::vector<PipelinePass> one_forward_one_backward_order(const PipelineShape& shape, int stage) {
  const int all = shape.micro_batches;
  const int warm_up = std::min(shape.stages - stage - 1, all);
  std::vector<PipelinePass> passes;
  passes.reserve(2 * static_cast<std::size_t>(all));
  for (int i = 0; i < warm_up; ++i) passes.push_back({PassKind::forward, i, 0});
  for (int i = 0; i < all; ++i) {
    if (warm_up + i < all) passes.push_back({PassKind::forward, warm_up + i, 0});
    passes.push_back({PassKind::backward, i, 0});
  }
  return passes;
}

double one_forward_one_backward_in_flight(const PipelineShape& shape, int stage) {
  return std::min(shape.micro_batches, shape.stages - stage);
}

}  // namespace

PipelineSchedule one_forward_one_backward_schedule() {
  return {.schedule = Schedule::one_forward_one_backward,
          .source = "Narayanan et al. 2021 (arXiv 2104.04473), §2.2",
          .order = one_forward_one_backward_order,
          .in_flight = one_forward_one_backward_in_flight,
          .tried = Tried::always};
}

}  // namespace hakaru
