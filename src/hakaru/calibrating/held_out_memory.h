// Training memory beside what is measured of it (evidence/validate_training.h), for error bands. Nothing is fitted to
// memory: every prediction is of what it has not seen. Peaks alone: what a device must hold.
#pragma once

#include "hakaru/calibrating/held_out_table.h"
#include "hakaru/core/csv_table.h"
#include "hakaru/core/data_files.h"
#include "hakaru/hardware/catalog.h"

namespace hakaru {

Result<std::vector<HeldOutRun>> held_out_memory(const CsvTable& table, const Catalog& catalog, const DataFiles& data,
                                                const HeldOutProgress& told);

}  // namespace hakaru
