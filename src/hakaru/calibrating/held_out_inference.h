// Measured batches of items beside predictions by constants that have not seen them (held_out_groups.h). A series is
// one network in one type on one kind of machine, however its calls are made up.
#pragma once

#include "hakaru/calibrating/held_out_table.h"
#include "hakaru/core/csv_table.h"
#include "hakaru/core/data_files.h"
#include "hakaru/hardware/catalog.h"

namespace hakaru {

Result<std::vector<HeldOutRun>> held_out_inference(const CsvTable& table, const Catalog& catalog, const DataFiles& data,
                                                   const HeldOutProgress& told);

}  // namespace hakaru
