// Prediction of a row of measured inference by the serving room.
#pragma once

#include "hakaru/evidence/inference_measurements.h"
#include "hakaru/timing/calibration.h"

namespace hakaru {

struct PredictedInference {
  double latency_s = 0;    ///< of one call; of a model that generates, of one token read or written
  double items_per_s = 0;  ///< all accelerators; of a model that generates, such tokens
};

/// `one_item`: only the latency is compared, and of one item where no batch is given.
PredictedInference predict_inference(const InferenceMeasurement& measurement, const Calibration& calibration,
                                     bool one_item);

}  // namespace hakaru
