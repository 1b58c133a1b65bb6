// Predictions of measured serving by constants that have not seen it, each by a fit begun anew (fit_serving.h).
//
//   unseen_row     without a tenth of the rows
//   unseen_series  without a tenth of the series: all rows of a model in one configuration, with one engine on one
//                  accelerator
//   unseen_model   without the model, on every accelerator and with every engine
//   relative       without the model, and without any run on the accelerator
//   unknown        without the model, and without any run of the engine
//
// Rows at a highest rate within limits, which no fit takes, are predicted too. Rows of trust low are not. What hides an
// accelerator or an engine beside a model sets out from the constants without the model: it ends in the same place, in
// a third of the time.
#pragma once

#include "hakaru/calibrating/held_out_table.h"
#include "hakaru/core/csv_table.h"
#include "hakaru/core/data_files.h"
#include "hakaru/hardware/catalog.h"

namespace hakaru {

Result<std::vector<HeldOutRun>> held_out_serving(const CsvTable& table, const Catalog& catalog, const DataFiles& data,
                                                 const HeldOutProgress& told);

}  // namespace hakaru
