// Measured kernels beside what the timing room says of them.
#pragma once

#include "hakaru/evidence/validation.h"
#include "hakaru/hardware/catalog.h"

namespace hakaru {

/// One metric, latency_us. A row that names an accelerator, data type or operation that is not known, or that its
/// accelerator does not have, is skipped and says why, as is one that cannot be read (validation.h).
Result<Validation> validate_operators(const CsvTable& table, const ValidationOptions& options, const DataFiles& data,
                                      const Catalog& catalog);

}  // namespace hakaru
