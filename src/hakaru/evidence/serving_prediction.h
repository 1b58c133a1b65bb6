// Prediction of a measured serving run by the constants of its accelerator and software (closed_loop.h).
//
// The cache of a run whose type is not stated is taken to be of 8 bits when its room is counted, where weights are of 8
// bits or fewer: what such runs held in flight does not fit otherwise.
// A run with random arrivals whose rate is not stated (mode poisson: the highest rate within a benchmark's limits) came
// at the rate of the answers that it gave: its latencies are predicted at that rate, its throughput as offline, which
// is an upper bound. So near to saturation a small error of the rate is a large one of latency: fits leave such runs
// out.
// A layout that a row leaves open is the one of tp 1, 2, 4, 8 … that fits and answers most tokens per second:
// tuned submissions that do not state it; never chosen by what was measured.
#pragma once

#include <map>
#include <memory>

#include "hakaru/evidence/serving_measurements.h"
#include "hakaru/memory/memory.h"
#include "hakaru/serving/steady/closed_loop.h"
#include "hakaru/timing/calibration.h"

namespace hakaru {

/// One run under one layout, made ready: kernels are timed once, whatever the constants of the engine.
class ServedRun {
 public:
  /// `room`: sequences that the cache of one replica holds. `operators` must outlive this.
  ServedRun(std::shared_ptr<const ServingMeasurement> measurement, const Layout& layout, double room,
            const Calibration& calibration, OperatorTimer& operators);

  ReplicaEstimate operator()(const Calibration& calibration);
  const Layout& layout() const { return layout_; }
  /// The same with kernels timed anew, by other constants of theirs.
  ServedRun with_kernels(const Calibration& calibration) const;

 private:
  std::shared_ptr<const ServingMeasurement> measurement_;
  Layout layout_;
  double room_;
  std::shared_ptr<OperatorTimer> own_operators_;
  double replicas_;  ///< that have a request, on average
  SteadyLoad load_;
  std::unique_ptr<IterationTimer> timer_;
  ReplicaPasses passes_;
};

/// Bounds by the memory of one replica.
struct ReplicaRoom {
  double sequences = 0;  ///< that its paged cache holds when each is in the middle of its answer
  /// A token of each running sequence takes no less: what computes for one token, the tables and the head apart, and
  /// all caches, in their narrowest form, read once at the full bandwidth.
  double least_tpot_s = 0;
};

class ServingPredictor {
 public:
  /// `data` must outlive this.
  explicit ServingPredictor(const DataFiles& data, Calibrations::Own own = Calibrations::Own::with)
      : data_(data), calibrations_(data), own_(own) {}

  /// An error where the data are wrong.
  Result<const Calibration*> calibration_of(const ServingMeasurement& measurement);
  /// The accelerator and its relatives, the nearest first.
  Result<std::vector<std::string>> relatives_of(const Accelerator& accelerator) {
    return calibrations_.line_of(accelerator);
  }
  /// Lives as long as this.
  Result<OrReason<std::shared_ptr<ServedRun>>> run_of(const ServingMeasurement& measurement);
  Result<OrReason<ReplicaEstimate>> predict(const ServingMeasurement& measurement);

 private:
  Result<ReplicaRoom> room_of(const ServingMeasurement& measurement, const Layout& layout);

  const DataFiles& data_;
  Calibrations calibrations_;
  Calibrations::Own own_;
  std::map<std::pair<std::string, std::string>, Calibration> known_;
  std::map<std::pair<std::string, std::string>, OperatorTimer> operators_;
  std::map<AcceleratorKind, MemoryReserve> reserves_;
};

}  // namespace hakaru
