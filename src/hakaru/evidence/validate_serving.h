// Measured serving beside what the serving room says of it.
#pragma once

#include "hakaru/evidence/validation.h"
#include "hakaru/hardware/catalog.h"

namespace hakaru {

/// Metrics ttft_ms, tpot_ms and output_tokens_per_s, those that a row has. Rows that name something unknown or cannot
/// be read are skipped and say why (validation.h).
Result<Validation> validate_serving(const CsvTable& table, const ValidationOptions& options, const DataFiles& data,
                                    const Catalog& catalog);

}  // namespace hakaru
