#include "hakaru/evidence/training_prediction.h"

#include <iterator>
#include <tuple>

#include "hakaru/memory/training_memory.h"
#include "hakaru/parallel/legal.h"
#include "hakaru/training/step.h"

namespace hakaru {

Result<const Calibration*> TrainingPredictor::calibration_of(const TrainingMeasurement& measurement) {
  const Accelerator& accelerator = measurement.cluster.instance().accelerator;
  const std::tuple key(accelerator.name, measurement.stack.constants, measurement.version);
  auto found = known_.find(key);
  if (found == known_.end()) {
    Result<Calibration> calibration = calibrations_.find_training(accelerator, measurement.stack.constants, own_,
                                                                  measurement.version, measurement.stack.kind);
    if (!calibration) return fail(calibration);
    found = known_.emplace(key, std::move(*calibration)).first;
  }
  return &found->second;
}

Result<OrReason<Layout>> TrainingPredictor::layout_of(const TrainingMeasurement& measurement) {
  if (measurement.layout) return OrReason<Layout>(*measurement.layout);
  const Result<const Calibration*> calibration = calibration_of(measurement);
  if (!calibration) return fail(calibration);
  const TrainingJob& job = measurement.job;
  const Cluster& cluster = measurement.cluster;
  const SoftwareStack& stack = measurement.stack;
  const Accelerator& accelerator = cluster.instance().accelerator;
  auto reserve = reserves_.find(accelerator.kind);
  if (reserve == reserves_.end()) {
    const Result<MemoryReserve> read = find_reserve(data_, accelerator, "training");
    if (!read) return fail(read);
    reserve = reserves_.emplace(accelerator.kind, *read).first;
  }
  StepEstimator estimate(job, cluster, **calibration);
  using Key = std::tuple<std::int64_t, std::int64_t, double>;
  const auto key = [&](const Layout& layout) {
    const double seconds = estimate(layout).step_time_s;
    return stack.layout_of_model ? Key(-layout.tp, layout.pp, seconds) : Key(0, 0, seconds);
  };
  std::optional<std::pair<Key, Layout>> chosen;
  for (const Layout& layout :
       usual_training_layouts(job.model, job.sequence_length, job.global_batch, cluster, measurement.request)) {
    if (stack.layout_of_model && layout.vpp != stack.chunks(std::ssize(job.model.layers), layout.pp)) continue;
    if (training_memory(job, layout, accelerator, reserve->second).device.total_bytes() > accelerator.memory_bytes)
      continue;
    const Key found = key(layout);
    if (!chosen || found < chosen->first) chosen = {found, layout};
  }
  if (!chosen)
    return OrReason<Layout>(tl::unexpected(message("its layout is not stated, and none that is legal fits")));
  return OrReason<Layout>(chosen->second);
}

Result<OrReason<double>> TrainingPredictor::predict_s(const TrainingMeasurement& measurement) {
  const Result<OrReason<Layout>> layout = layout_of(measurement);
  if (!layout) return fail(layout);
  if (!*layout) return OrReason<double>(tl::unexpected(layout->error()));
  const Result<double> seconds = predict_s(measurement, **layout);
  if (!seconds) return fail(seconds);
  return OrReason<double>(*seconds);
}

Result<double> TrainingPredictor::predict_s(const TrainingMeasurement& measurement, const Layout& layout) {
  const Result<const Calibration*> calibration = calibration_of(measurement);
  if (!calibration) return fail(calibration);
  return estimate_step(measurement.job, layout, measurement.cluster, **calibration).step_time_s;
}

}  // namespace hakaru
