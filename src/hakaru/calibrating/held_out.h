// Measured runs beside predictions by constants that have not seen them (held_out_groups.h, held_out_causes.h).
//
//   inference  a series is one network in one type on one kind of machine, however its calls are made up
//   memory     nothing is fitted to memory: every prediction is of what it has not seen. Peaks alone: what a device needs
//   serving    rows at a highest rate within limits, which no fit takes, are predicted too
//   training   where the table has a column `fitted`, only rows that say yes are fitted, as the shipped constants were. A
//              layout that a row leaves open is the one that the shipped constants choose, never what was measured
// Rows of trust low are left out of serving and training.
#pragma once

#include "hakaru/calibrating/held_out_table.h"
#include "hakaru/core/csv_table.h"
#include "hakaru/core/data_files.h"
#include "hakaru/hardware/catalog.h"

namespace hakaru {

Result<std::vector<HeldOutRun>> held_out_inference(const CsvTable& table, const Catalog& catalog, const DataFiles& data,
                                                   const HeldOutProgress& told);

Result<std::vector<HeldOutRun>> held_out_memory(const CsvTable& table, const Catalog& catalog, const DataFiles& data,
                                                const HeldOutProgress& told);

Result<std::vector<HeldOutRun>> held_out_serving(const CsvTable& table, const Catalog& catalog, const DataFiles& data,
                                                 const HeldOutProgress& told);

Result<std::vector<HeldOutRun>> held_out_training(const CsvTable& table, const Catalog& catalog, const DataFiles& data,
                                                  const HeldOutProgress& told);

}  // namespace hakaru
