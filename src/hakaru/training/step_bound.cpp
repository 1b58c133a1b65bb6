// Least time of a step, cheap enough to leave most layouts unevaluated.
//
// With T a micro-batch's time through all p stages, of which t_last on the last one, m micro-batches and v chunks:
//   any stage     m · T/p                           the slowest stage is no faster than the mean
//   the last      m · t_last + (T − t_last)/v       it waits for the first micro-batch to come down a chunk of each
//                                                   stage before it, and the last one has to go back up
//   both ways     m · (T − C)/p                     passes beside each other hide at most the exchange of tokens, C
//   W put off     m · (t − w)_last + (T − w − (t − w)_last)/v, where the schedule does the gradients of weights (w)
//                                                   apart
// Sends, data-parallel collectives and the optimizer only add to this. Of a family, where p and dp are still free,
// m · T/p = batch · tp · cp · T / (micro-batch · ranks) for each.
// Example: p = 4, m = 8, t = 3 everywhere: m · 12/4 = 24; the last 24 + 9 = 33, as long as the step is.
#include <algorithm>

#include "hakaru/core/real.h"
#include "hakaru/training/step.h"

namespace hakaru {
namespace {

constexpr double rounding = 1e-9;  // the bound and the step add up the same times in another order

/// Seconds of a micro-batch on the way that others wait for: without half of backward_s where weights are split off.
double awaited_s(const BlockTime& time, bool splits_weights) {
  return time.total_s() - (splits_weights ? time.backward_s / 2 : 0);
}

}  // namespace

double StepEstimator::least_of_family_s(const Layout& family) {
  Layout plain = family;
  plain.recompute = Recompute::none;
  plain.offload_activations = false;  // beside recompute its copies may be hidden
  plain.dp_replicate = 1;
  plain.dp = family.ep;  // as in each of its layouts, experts lie within the data-parallel ranks
  const BlockTime& whole = blocks_of(plain).whole;
  const double whole_s = whole.total_s() - whole.exchange_s;  // a schedule may hide it
  const double per_rank = real(job_.global_batch) * real(family.tp * family.cp) / real(family.micro_batch);
  const double lockstep_s = per_rank / real(cluster_.ranks()) * whole_s + calibration_.iteration_overhead_s;
  return with_waiting_s(lockstep_s * (1 - rounding));
}

double StepEstimator::least_step_time_s(const Layout& layout) {
  const Blocks& blocks = blocks_of(layout);
  const double micro_batches = real(std::max<std::int64_t>(1, layout.micro_batches(job_.global_batch)));
  const Stage& last = stages_.of(layout).back().stage;
  const PipelineSchedule& schedule = pipeline_schedule(layout.schedule);
  const double mean_s = micro_batches * blocks.whole.total_s() / real(layout.pp);
  const auto bound_s = [&](double lockstep_s) {
    return with_waiting_s((lockstep_s + calibration_.iteration_overhead_s) * (1 - rounding));
  };
  const double exchange_s = micro_batches * blocks.whole.exchange_s / real(layout.pp);
  if (schedule.both_ways) return bound_s(mean_s - exchange_s);  // each stage is near one end as much as near the other
  const bool splits = schedule.splits_backward && !job_.lora;
  double last_s = awaited_s(blocks.after, splits) + (last.first ? awaited_s(blocks.before, splits) : 0);
  for (std::size_t kind = 0; kind < last.layers_of_kind.size(); ++kind)
    last_s += real(last.layers_of_kind[kind]) * awaited_s(blocks.kinds[kind], splits);
  const double others_s = std::max(0.0, awaited_s(blocks.whole, splits) - last_s) / real(layout.vpp);
  return bound_s(std::max(mean_s, micro_batches * last_s + others_s));
}

}  // namespace hakaru
