// All constants of serving engines from all measured runs at once (caused_fit.h), and how far off they are on what they
// have not seen.
//
//   models      held back with their variants and number formats: one architecture of one size is one
//   weight      half for rows of trust medium, none for low. 8 % of TPOT are as unremarkable as 15 % of TTFT, of which
//               it is not known what is averaged over how many
// These, and the spreads of data/serving_constants.toml, were chosen by the errors on models held back.
// Rows at a highest rate within limits that is not stated say nothing of how near to them a run was: predicted as an
// upper bound, not fitted.
#pragma once

#include "hakaru/calibrating/caused_fit.h"
#include "hakaru/core/csv_table.h"
#include "hakaru/hardware/catalog.h"

namespace hakaru {

Result<CausedFit> fit_serving(const CsvTable& table, const Catalog& catalog, const DataFiles& data,
                              JointHoldBack hold_back);

}  // namespace hakaru
