// GPipe (Huang et al. 2019, arXiv 1811.06965, §2.3): every micro-batch forward, then every micro-batch backward. All of
// them are in flight.
//
//   3 micro-batches:   F0 F1 F2 B0 B1 B2
#include "hakaru/parallel/schedule.h"

namespace hakaru {
namespace {

std::vector<PipelinePass> gpipe_order(const PipelineShape& shape, int /*stage*/) {
  std::vector<PipelinePass> passes;
  passes.reserve(2 * static_cast<std::size_t>(shape.micro_batches));
  for (int i = 0; i < shape.micro_batches; ++i) passes.push_back({PassKind::forward, i, 0});
  for (int i = 0; i < shape.micro_batches; ++i) passes.push_back({PassKind::backward, i, 0});
  return passes;
}

double gpipe_in_flight(const PipelineShape& shape, int /*stage*/) { return shape.micro_batches; }

}  // namespace

PipelineSchedule gpipe_schedule() {
  return {.schedule = Schedule::gpipe,
          .source = "Huang et al. 2019 (GPipe), arXiv 1811.06965, §2.3",
          .order = gpipe_order,
          .in_flight = gpipe_in_flight,
          .form = StepForm::phases,
          .tried = Tried::with_all};
}

}  // namespace hakaru
