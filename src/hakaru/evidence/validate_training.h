// Measured training steps and training memory beside what the training and memory rooms say of them.
#pragma once

#include "hakaru/evidence/validation.h"
#include "hakaru/hardware/catalog.h"

namespace hakaru {

/// One metric, step_time_s. Rows that name something unknown or cannot be read are skipped and say why (validation.h).
Result<Validation> validate_training(const CsvTable& table, const ValidationOptions& options, const DataFiles& data,
                                     const Catalog& catalog);

/// One metric, memory_gib: of the fullest rank, by the row's `component` (activations, weights_gradients_optimizer of
/// the layers alone, peak_allocated: everything but the reserve).
Result<Validation> validate_memory(const CsvTable& table, const ValidationOptions& options, const DataFiles& data,
                                   const Catalog& catalog);

}  // namespace hakaru
