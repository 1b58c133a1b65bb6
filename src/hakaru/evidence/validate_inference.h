// Measured inference of encoders, vision and diffusion models beside what the serving room says of it.
#pragma once

#include "hakaru/evidence/validation.h"
#include "hakaru/hardware/catalog.h"

namespace hakaru {

/// Metrics latency_ms_p50 (of one batch) and items_per_s (all accelerators), those that a row has. Where no batch is
/// given, it is the smallest power of two that gives at least 99 % of the items per second that any does, or one item
/// where only the latency is known.
Result<Validation> validate_inference(const CsvTable& table, const ValidationOptions& options, const DataFiles& data,
                                      const Catalog& catalog);

}  // namespace hakaru
