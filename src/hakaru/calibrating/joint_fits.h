// All constants of training software, or of serving engines, from all measured runs at once (caused_fit.h), and their
// errors on what they have not seen.
//
//   training  models are held back by the width of their layers (hidden × ffn), whatever they are called; rows of trust
//             medium weigh a quarter, low none; 6 % of a step are unremarkable
//   serving   models are held back with their variants and number formats: one architecture of one size is one; rows of
//             trust medium weigh half, low none; 8 % of TPOT are as unremarkable as 15 % of TTFT, of which it is not known
//             what is averaged over how many. Rows at a highest rate within limits that is not stated say nothing of how
//             near to them a run was: predicted as an upper bound, not fitted
// These, and the spreads of data/training_constants.toml and data/serving_constants.toml, were chosen by the errors on
// models held back.
#pragma once

#include "hakaru/calibrating/caused_fit.h"
#include "hakaru/core/csv_table.h"
#include "hakaru/hardware/catalog.h"

namespace hakaru {

Result<CausedFit> fit_training(const CsvTable& table, const Catalog& catalog, const DataFiles& data,
                               JointHoldBack hold_back);

Result<CausedFit> fit_serving(const CsvTable& table, const Catalog& catalog, const DataFiles& data,
                              JointHoldBack hold_back);

}  // namespace hakaru
