// Measured serving beside what the serving room says of it.
#pragma once

#include "hakaru/evidence/validation.h"
#include "hakaru/hardware/catalog.h"

namespace hakaru {

/// Metrics ttft_ms, tpot_ms and output_tokens_per_s, those that a row has. Rows that name something unknown are skipped
/// and say why; a malformed one is an error.
Result<Validation> validate_serving(const CsvTable& table, const ValidationOptions& options, const DataFiles& data,
                                    const Catalog& catalog);

}  // namespace hakaru
