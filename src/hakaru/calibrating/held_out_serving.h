// Predictions of measured serving by constants that have not seen it (held_out_causes.h). Rows at a highest rate within
// limits, which no fit takes, are predicted too. Rows of trust low are not.
#pragma once

#include "hakaru/calibrating/held_out_table.h"
#include "hakaru/core/csv_table.h"
#include "hakaru/core/data_files.h"
#include "hakaru/hardware/catalog.h"

namespace hakaru {

Result<std::vector<HeldOutRun>> held_out_serving(const CsvTable& table, const Catalog& catalog, const DataFiles& data,
                                                 const HeldOutProgress& told);

}  // namespace hakaru
