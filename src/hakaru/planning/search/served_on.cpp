#include "hakaru/planning/search/served_on.h"

#include <algorithm>

#include "hakaru/planning/search/search_parts.h"
#include "hakaru/planning/search/state_blocks.h"
#include "hakaru/serving/replica/replica.h"

namespace hakaru {

namespace {

Result<DataType> computed_in(const ServingJob& job, const Accelerator& accelerator) {
  const std::optional<DataType> compute = compute_type_on(accelerator, job.compute);
  if (!compute) return unsatisfiable("{} does not compute {}", accelerator.name, name_of(job.compute));
  return *compute;
}

}  // namespace

Result<ServedOn> served_on(const ServingJob& job, const Accelerator& accelerator, ConstantsByAccelerator& constants) {
  if (const Result<DataType> compute = computed_in(job, accelerator); !compute) return fail(compute);
  const Result<const Constants*> known = constants.of(accelerator);
  if (!known) return fail(known);
  return served_on(job, accelerator, **known);
}

Result<ServedOn> served_on(const ServingJob& job, const Accelerator& accelerator, const Constants& constants) {
  const Result<DataType> compute = computed_in(job, accelerator);
  if (!compute) return fail(compute);
  ServingEngine engine = constants.engine.value();
  SchedulerOptions& limits = engine.limits.options;
  if (job.max_num_seqs > 0) limits.max_num_seqs = job.max_num_seqs;
  if (job.max_num_batched_tokens > 0) limits.max_num_batched_tokens = job.max_num_batched_tokens;
  ServedOn served{job, job.compute, constants.calibration, constants.reserve, engine, engine.limits.options};
  served.job.compute = *compute;
  if (job.model.family == Family::encoder) {  // no engine's row is of one that embeds
    served.calibration.stack.clear();
    served.calibration.stack_of.clear();
  }
  hold_context(served, job.context);
  return served;
}

Batching batching_of(const SchedulerOptions& options) {
  const SchedulingPolicy& policy = scheduling_policy(options.policy);
  return {policy.continuous, static_cast<double>(policy.most_new_tokens(options, options.context))};
}

void hold_context(ServedOn& served, std::int64_t context) {
  served.job.context = context;
  served.options.context = context;
  served.reserve = engine_reserve(served.reserve, served.options, served.engine.block_tokens, context);
}

void carry(const ServedOn& served, std::int64_t max_num_seqs, ServingFigures& figures) {
  const SchedulerOptions& options = served.options;
  figures.engine = served.engine.label();
  figures.compute = served.job.compute;
  figures.policy = options.policy;
  figures.max_num_seqs = max_num_seqs;
  figures.max_num_batched_tokens = options.max_num_batched_tokens;
}

void note_release(const ServedOn& served, Plan& plan) {
  if (!served.calibration.unmeasured_release.empty())
    plan.notes.push_back(note_on_release(served.calibration, served.engine.name));
}

Result<ServedOn> served_as_planned(const Scenario& scenario, const Plan& plan, const DataFiles& data) {
  const ServingFigures& figures = *plan.serving();
  ServingJob job = std::get<ServingJob>(scenario.job);
  if (plan.quantisation) job = quantised(job, *plan.quantisation);
  if (figures.compute) job.compute = *figures.compute;
  ConstantsByAccelerator constants(data, job, scenario.headroom_share, figures.engine);
  Result<ServedOn> served = served_on(job, plan.cluster.instance().accelerator, constants);
  if (!served) return tl::unexpected(Error{ErrorKind::bad_input, served.error().message});
  SchedulerOptions& options = served->options;
  options.policy = figures.policy;
  if (figures.max_num_seqs > 0) {
    options.max_num_seqs = figures.max_num_seqs;
  } else if (served->compiles()) {
    options.max_num_seqs = std::max<std::int64_t>(1, figures.batch);
  }
  if (figures.max_num_batched_tokens > 0) options.max_num_batched_tokens = figures.max_num_batched_tokens;
  served->reserve = engine_reserve(served->reserve, options, served->engine.block_tokens, job.context);
  // It starts with no more sequences than blocks, and runs no more than have one of each group.
  if (const auto blocks = state_blocks(*served, plan.layout, plan.cluster.instance().accelerator)) {
    const std::int64_t most = std::max<std::int64_t>(1, std::max(figures.batch, blocks->all / blocks->of_a_sequence));
    options.max_num_seqs = std::min({options.max_num_seqs, most, std::max<std::int64_t>(1, blocks->all)});
  }
  return served;
}

}  // namespace hakaru
