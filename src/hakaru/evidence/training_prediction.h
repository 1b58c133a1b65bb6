// Prediction of a measured run's step time by the constants of its accelerator and software.
//
// A layout that a row leaves open is the fastest legal one that fits (tuned submissions that do not state it),
// or the smallest that holds the model, as the software stack says: never chosen by the measured time.
#pragma once

#include <map>
#include <tuple>

#include "hakaru/evidence/training_measurements.h"
#include "hakaru/memory/memory.h"
#include "hakaru/timing/calibration.h"

namespace hakaru {

class TrainingPredictor {
 public:
  /// `data` must outlive this.
  explicit TrainingPredictor(const DataFiles& data, Calibrations::Own own = Calibrations::Own::with)
      : data_(data), calibrations_(data), own_(own) {}

  /// An error where the data are wrong.
  Result<const Calibration*> calibration_of(const TrainingMeasurement& measurement);
  Result<OrReason<Layout>> layout_of(const TrainingMeasurement& measurement);
  Result<OrReason<double>> predict_s(const TrainingMeasurement& measurement);
  Result<double> predict_s(const TrainingMeasurement& measurement, const Layout& layout);

 private:
  const DataFiles& data_;
  Calibrations calibrations_;
  Calibrations::Own own_;
  std::map<std::tuple<std::string, std::string, std::string>, Calibration>
      known_;  ///< by accelerator, software, version
  std::map<AcceleratorKind, MemoryReserve> reserves_;
};

}  // namespace hakaru
