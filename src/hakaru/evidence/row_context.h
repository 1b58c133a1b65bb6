// Contexts of measured runs, in the words that error bands know them by (held_out.h): the same for rows that bands are
// made of and for rows that get a band. The caller sets `metric`.
#pragma once

#include "hakaru/evidence/held_out.h"
#include "hakaru/evidence/inference_measurements.h"
#include "hakaru/evidence/serving_measurements.h"
#include "hakaru/evidence/training_measurements.h"

namespace hakaru {

RunContext context_of(const TrainingMeasurement& measured, const Layout& layout);
/// `layout`: of the run, where the row leaves it open too. Of runs with random arrivals it is not known how many
/// requests were in flight.
RunContext context_of(const ServingMeasurement& measured, const Layout& layout);
RunContext context_of(const InferenceMeasurement& measured);

/// The network that an item goes through first, or the model that generates.
const Model& network_of(const InferenceMeasurement& measured);

}  // namespace hakaru
