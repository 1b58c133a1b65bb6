// Zero bubble, ZB-H1 (Qi et al. 2023, arXiv 2401.10241, §2.2.1 and figure 2): 1F1B whose backward passes are split into
// the gradients of inputs, B, which the stage before waits for, and those of weights, W, which nobody waits for. Stage
// s puts each W off by s micro-batches, so that B runs up the pipeline sooner and W fills what would be idle at the
// end. The bubble of p equal stages is (p − 1) · (F + B − W) instead of (p − 1) · (F + B + W).
//
//   stage 1 of 2, 3 micro-batches:   F0 B0 F1 B1 W0 F2 B2 W1 W2
//
// Every stage keeps the activations of at most p micro-batches, as the first stage of 1F1B does: stage s has p − s
// between forward and B, and s more between B and W (which needs the inputs of linear layers and their gradients; they
// are counted whole, an upper bound).
#include <algorithm>

#include "hakaru/parallel/schedule.h"

namespace hakaru {
namespace {

std::vector<PipelinePass> zero_bubble_order(const PipelineShape& shape, int stage) {
  std::vector<PipelinePass> passes;
  passes.reserve(3 * static_cast<std::size_t>(shape.micro_batches));
  for (const PipelinePass& pass : pipeline_schedule(Schedule::one_forward_one_backward).order(shape, stage)) {
    passes.push_back(pass);
    const int put_off = pass.micro_batch - stage;
    if (pass.kind == PassKind::backward && put_off >= 0) passes.push_back({PassKind::weight, put_off, 0});
  }
  for (int i = std::max(0, shape.micro_batches - stage); i < shape.micro_batches; ++i)
    passes.push_back({PassKind::weight, i, 0});
  return passes;
}

double zero_bubble_in_flight(const PipelineShape& shape, int /*stage*/) {
  return std::min(shape.micro_batches, shape.stages);
}

/// Pipelines of so few micro-batches.
bool zero_bubble_leaves_form(const PipelineShape& shape, bool /*is_uneven*/) {
  constexpr int scarce = 8;  // stages for each micro-batch
  return shape.micro_batches < shape.stages / scarce;
}

}  // namespace

PipelineSchedule zero_bubble_schedule() {
  return {.schedule = Schedule::zero_bubble,
          .source = "Qi et al. 2023, arXiv 2401.10241, §2.2",
          .order = zero_bubble_order,
          .in_flight = zero_bubble_in_flight,
          .splits_backward = true,
          .leaves_form = zero_bubble_leaves_form,
          .tried = Tried::with_all};
}

}  // namespace hakaru
