// The repeated call at three batches.
#include <algorithm>
#include <cmath>

#include "hakaru/core/real.h"
#include "hakaru/measuring/expected_bands.h"
#include "hakaru/measuring/parts.h"
#include "hakaru/memory/serving_memory.h"
#include "hakaru/planning/plan/constants.h"
#include "hakaru/planning/search/search_parts.h"
#include "hakaru/serving/steady/inference.h"

namespace hakaru {
namespace {

constexpr double shortest_timing_s = 30;
constexpr std::int64_t fewest_calls = 10, warm_up_calls = 3, steps_between = 4;

/// The plan's batch; one item; more items, as many as four times as many if they fit, else as many fewer.
std::vector<std::int64_t> batches_that_tell_most(std::int64_t planned, const std::function<bool(std::int64_t)>& fits) {
  std::vector<std::int64_t> batches{1, planned};
  const std::int64_t more = planned * steps_between;
  batches.push_back(fits(more) ? more : std::max<std::int64_t>(1, planned / steps_between));
  if (planned == 1 && fits(more * steps_between)) batches.push_back(more * steps_between);
  std::sort(batches.begin(), batches.end());
  batches.erase(std::unique(batches.begin(), batches.end()), batches.end());
  return batches;
}

/// As tables of measurements have it.
std::string size_of(const BatchInferenceJob& job) {
  const std::int64_t side = image_side(job);
  return side > 0 ? fmt::format("{0}x{0}", side) : std::to_string(job.sequence_length);
}

Message why_this_batch(std::int64_t batch, std::int64_t planned) {
  if (batch == planned) return message("the plan's own batch");
  if (batch == 1) return message("one item: reading the weights and the host's time of a call");
  return batch > planned ? message("more items in a call: what each of them adds")
                         : message("fewer items in a call: what each of them adds");
}

}  // namespace

Result<Measuring> inference_runs(const Scenario& scenario, const Plan& plan, const DataFiles& data) {
  auto job = std::get<BatchInferenceJob>(scenario.job);
  const Instance& instance = plan.cluster.instance();
  const std::optional<DataType> compute = compute_type_on(instance.accelerator, job.compute);
  if (!compute) return bad_input("{} has no rate for the type that the job computes in", instance.accelerator.name);
  job.compute = *compute;
  ConstantsByAccelerator known(data, scenario.job, scenario.headroom_share);
  const Result<const Constants*> constants = known.of(instance.accelerator);
  if (!constants) return fail(constants);
  if (plan.layout.tp * plan.layout.pp > 1)
    return bad_input("{}: calls of one accelerator are timed; accepted: a plan with tp 1 and pp 1 (--tp 1 --pp 1)",
                     in_short(plan.layout));
  Layout layout = plan.layout;
  layout.dp = 1;
  const Cluster one(instance, 1);
  const std::int64_t planned = std::max<std::int64_t>(1, plan.inference()->batch);
  const MemoryReserve& reserve = (*constants)->reserve;
  const auto fits = [&](std::int64_t batch) {
    return inference_memory(job, layout, instance.accelerator, reserve, batch).total_bytes() <=
           reserve.usable_bytes(instance.accelerator);
  };
  const Result<std::shared_ptr<const PlanBands>> bands = PlanBands::read(data, scenario.job);
  if (!bands) return fail(bands);
  Measuring measuring;
  measuring.calls_python = true;
  for (const std::int64_t batch : batches_that_tell_most(planned, fits)) {
    const InferenceEstimate estimate = estimate_inference(job, layout, one, (*constants)->calibration, batch);
    const std::int64_t calls = std::max<std::int64_t>(
        fewest_calls, std::llround(std::ceil(shortest_timing_s / std::max(estimate.latency_s, 1e-6))));
    MeasuringRun run;
    run.name = fmt::format("batch-{}", batch);
    run.tool = "time_calls.py";
    run.command = {{"python3"}, {"time_calls.py"}};
    for (const auto& [flag, value] : {std::pair<const char*, std::string>{"--batch", std::to_string(batch)},
                                      {"--calls", std::to_string(calls)},
                                      {"--warm-up", std::to_string(warm_up_calls)},
                                      {"--model", job.model.name},
                                      {"--accelerator", instance.accelerator.name},
                                      {"--instance", instance.name},
                                      {"--accelerators", "1"},
                                      {"--dtype", std::string(name_of(job.compute))},
                                      {"--size", size_of(job)}}) {
      run.command.push_back({flag});
      run.command.push_back({value});
    }
    run.why = why_this_batch(batch, planned);
    run.expected = {{"latency_ms", 1e3 * estimate.latency_s}, {"items_per_s", estimate.items_per_s}};
    run.seconds = real(calls + warm_up_calls) * estimate.latency_s;
    Plan as_run = plan;
    as_run.layout = layout;
    as_run.inference()->batch = batch;
    run.bands = bands_of_expected(run, (*bands)->of(as_run, job));
    measuring.runs.push_back(std::move(run));
  }
  measuring.notes.push_back(
      message("calibrate inference fits constants to these calls alone, without what stood before, and refuses few: "
              "lay them beside the prediction with {} first",
              "hakaru validate inference results/inference.csv"));
  if (plan.layout.dp > 1)
    measuring.notes.push_back(
        message("one of {} accelerators is measured: each works on items of its own", plan.layout.dp));
  return measuring;
}

}  // namespace hakaru
