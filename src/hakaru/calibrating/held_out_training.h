// Measured training steps beside predictions by constants that have not seen them (held_out_causes.h).
//
// Where the table has a column `fitted`, only rows that say yes are fitted, as the shipped constants were; the others
// are predicted beside. Rows of trust low are left out. A layout that a row leaves open is the one that the shipped
// constants choose: none is chosen by what was measured.
#pragma once

#include "hakaru/calibrating/held_out_table.h"
#include "hakaru/core/csv_table.h"
#include "hakaru/core/data_files.h"
#include "hakaru/hardware/catalog.h"

namespace hakaru {

Result<std::vector<HeldOutRun>> held_out_training(const CsvTable& table, const Catalog& catalog, const DataFiles& data,
                                                  const HeldOutProgress& told);

}  // namespace hakaru
