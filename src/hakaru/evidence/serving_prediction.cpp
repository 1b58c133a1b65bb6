#include "hakaru/evidence/serving_prediction.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/real.h"
#include "hakaru/memory/serving_memory.h"
#include "hakaru/model/quantisation.h"
#include "hakaru/serving/steady/serving_estimate.h"

namespace hakaru {
namespace {

SteadyLoad load_of(const ServingMeasurement& measurement, const Layout& layout, double room) {
  SteadyLoad load;
  load.input = std::max(measurement.mean_input, real(measurement.runs.compiled_tokens));
  load.output = measurement.mean_output;
  load.prefill_tokens = real(measurement.runs.prefill_tokens);
  load.sampling = measurement.sampling;
  load.evenly = measurement.runs.evenly;
  load.polled = measurement.polled;
  load.median = measurement.median;
  load.in_step = measurement.in_step;
  load.beams = real(measurement.beams);
  load.room = std::max(1.0, std::min(room, real(measurement.runs.most_sequences) / load.beams));
  if (measurement.mode == ServingMode::offline && measurement.concurrency)
    load.room = std::clamp(*measurement.concurrency / real(layout.dp), 1.0, load.room);
  load.concurrency = measurement.concurrency ? std::max(1.0, *measurement.concurrency / real(layout.dp)) : load.room;
  return load;
}

/// Decoding is compiled for all requests in flight.
CompiledShape compiled_for(const ServingMeasurement& measurement, const SteadyLoad& load) {
  if (measurement.runs.compiled_tokens == 0) return {};
  return {real(measurement.runs.compiled_tokens),
          std::max(std::ceil(load.concurrency), real(measurement.compiled_sequences))};
}

/// Layouts that a row allows.
std::vector<Layout> layouts_of(const ServingMeasurement& measurement) {
  if (measurement.layout) return {*measurement.layout};
  std::vector<Layout> layouts;
  const std::int64_t within = measurement.cluster.instance().accelerators;
  for (std::int64_t tp = 1; tp <= std::min(measurement.accelerators, within); tp *= 2) {
    if (measurement.accelerators % tp != 0 || measurement.job.model.heads % tp != 0) continue;
    Layout layout;
    layout.tp = tp;
    layout.dp = measurement.accelerators / tp;
    layouts.push_back(layout);
  }
  return layouts;
}

/// Tokens of a sequence in the middle of its answer.
double length_of(const ServingMeasurement& measurement) {
  return measurement.mean_input + real(measurement.beams) * measurement.mean_output / 2;
}

/// The model of ReplicaRoom. `sequence_bytes`: what a rank caches of one sequence at the job's context.
double least_tpot_s(const ServingMeasurement& measurement, const Layout& layout, double room, double sequence_bytes) {
  const ServingJob& job = measurement.job;
  const ParameterCounts counts = count_parameters(job.model);
  const double narrowest =
      narrowest_stored_bytes(job.model, std::min(bytes_per_value(job.weights), bytes_per_value(job.experts)));
  const double weights_bytes = real(counts.active - counts.embedding) * narrowest / real(layout.tp * layout.ep);
  const double running = std::min(room, measurement.concurrency.value_or(1) / real(layout.dp));
  const double filled = std::min(1.0, length_of(measurement) / real(job.context));
  const double caches_bytes = running * sequence_bytes * filled * real(layout.pp);  // stage after stage
  return (weights_bytes + caches_bytes) / measurement.cluster.instance().accelerator.memory_bandwidth_bytes_per_s;
}

}  // namespace

ServedRun::ServedRun(std::shared_ptr<const ServingMeasurement> measurement, const Layout& layout, double room,
                     const Calibration& calibration, OperatorTimer& operators)
    : measurement_(std::move(measurement)),
      layout_(layout),
      room_(room),
      replicas_(std::min(real(layout.dp), measurement_->concurrency.value_or(real(layout.dp)))),
      load_(load_of(*measurement_, layout, room)),
      timer_(std::make_unique<IterationTimer>(measurement_->job.model, serving_types(measurement_->job), layout,
                                              measurement_->cluster.instance(), calibration, operators,
                                              measurement_->job.expert_skew)),
      passes_(passes_of(measurement_->job, *timer_, load_.beams, compiled_for(*measurement_, load_))) {}

ServedRun ServedRun::with_kernels(const Calibration& calibration) const {
  auto operators = std::make_shared<OperatorTimer>(measurement_->cluster.instance().accelerator, calibration);
  ServedRun run(measurement_, layout_, room_, calibration, *operators);
  run.own_operators_ = std::move(operators);
  return run;
}

ReplicaEstimate ServedRun::operator()(const Calibration& calibration) {
  const auto of_one = [&] {
    const ServingMeasurement& run = *measurement_;
    if (run.mode == ServingMode::offline || (run.mode == ServingMode::poisson && !run.rate_per_s))
      return offline(passes_, load_, calibration);
    if (run.mode == ServingMode::poisson) {
      ReplicaEstimate estimate = open_loop(passes_, load_, *run.rate_per_s / replicas_, calibration);
      if (run.rate_is_measured) estimate.output_tokens_per_s = offline(passes_, load_, calibration).output_tokens_per_s;
      return estimate;
    }
    if (!run.runs.continuous) return static_batch(passes_, load_, calibration);
    return closed_loop(passes_, load_, calibration);
  };
  ReplicaEstimate estimate = of_one();
  estimate.output_tokens_per_s *= replicas_;
  return estimate;
}

Result<const Calibration*> ServingPredictor::calibration_of(const ServingMeasurement& measurement) {
  const Accelerator& accelerator = measurement.cluster.instance().accelerator;
  const bool of_version = own_ == Calibrations::Own::with;  // a fit sets out from an engine's, not from a version's
  const std::pair key(accelerator.name, of_version ? measurement.version : measurement.engine);
  auto found = known_.find(key);
  if (found == known_.end()) {
    Result<Calibration> calibration =
        calibrations_.find_stack(accelerator, "serving", measurement.engine, own_, key.second);
    if (!calibration) return fail(calibration);
    found = known_.emplace(key, std::move(*calibration)).first;
  }
  return &found->second;
}

Result<ReplicaRoom> ServingPredictor::room_of(const ServingMeasurement& measurement, const Layout& layout) {
  const Accelerator& accelerator = measurement.cluster.instance().accelerator;
  auto reserve = reserves_.find(accelerator.kind);
  if (reserve == reserves_.end()) {
    const Result<MemoryReserve> read = find_reserve(data_, accelerator, "serving");
    if (!read) return fail(read);
    reserve = reserves_.emplace(accelerator.kind, *read).first;
  }
  MemoryReserve kept = reserve->second;
  kept.prefill_tokens = measurement.runs.prefill_tokens;
  Layout held = layout;
  held.ep = std::min(layout.ep, layout.dp);  // whole experts on tp ranks hold as much as cut ones
  ServingJob job = measurement.job;
  if (!measurement.cache_type_is_stated && std::min(bytes_per_value(job.weights), bytes_per_value(job.experts)) < 2)
    job.kv_cache = DataType::fp8;
  const double sequences =
      real(serving_memory(job, held, accelerator, kept, 1).tokens_that_fit) / length_of(measurement);
  if (!measurement.cache_type_is_stated) job.kv_cache = DataType::fp8;
  const double sequence_bytes = serving_memory(job, held, accelerator, kept, 1).kv_bytes_per_sequence;
  return ReplicaRoom{sequences, least_tpot_s(measurement, held, sequences, sequence_bytes)};
}

Result<OrReason<std::shared_ptr<ServedRun>>> ServingPredictor::run_of(const ServingMeasurement& measurement) {
  using Run = OrReason<std::shared_ptr<ServedRun>>;
  const Result<const Calibration*> calibration = calibration_of(measurement);
  if (!calibration) return fail(calibration);
  const Accelerator& accelerator = measurement.cluster.instance().accelerator;
  const auto operators =
      operators_.try_emplace({accelerator.name, measurement.version}, accelerator, **calibration).first;
  const auto shared = std::make_shared<const ServingMeasurement>(measurement);
  std::shared_ptr<ServedRun> best;
  double most = 0;
  for (const Layout& layout : layouts_of(measurement)) {
    const Result<ReplicaRoom> room = room_of(measurement, layout);
    if (!room) return fail(room);
    if (room->sequences <= 0 || (room->sequences < 1 && !measurement.layout)) continue;
    if (measurement.layout && measurement.measured_tpot_s && *measurement.measured_tpot_s < room->least_tpot_s)
      return Run(tl::unexpected(
          message("its tpot_ms is below what reading its weights and caches once takes at the full memory bandwidth")));
    auto run = std::make_shared<ServedRun>(shared, layout, room->sequences, **calibration, operators->second);
    if (measurement.layout) return Run(run);
    const double tokens_per_s = (*run)(**calibration).output_tokens_per_s;
    if (tokens_per_s > most) best = run;
    most = std::max(most, tokens_per_s);
  }
  if (best) return Run(best);
  return Run(tl::unexpected(message("a sequence of {} tokens does not fit beside the weights of {}",
                                    measurement.job.context, measurement.job.model.name)));
}

Result<OrReason<ReplicaEstimate>> ServingPredictor::predict(const ServingMeasurement& measurement) {
  const auto run = run_of(measurement);
  if (!run) return fail(run);
  if (!*run) return OrReason<ReplicaEstimate>(tl::unexpected(run->error()));
  const Result<const Calibration*> calibration = calibration_of(measurement);
  if (!calibration) return fail(calibration);
  return OrReason<ReplicaEstimate>((***run)(**calibration));
}

}  // namespace hakaru
