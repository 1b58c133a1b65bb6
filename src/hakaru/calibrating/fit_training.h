// All constants of training software from all measured steps at once (caused_fit.h), and how far off they are on what
// they have not seen.
//
//   models   held back by the width of their layers (hidden × ffn), whatever they are called
//   weight   a quarter for rows of trust medium, none for low; 6 % of a step are unremarkable
// These, and the spreads of data/training_constants.toml, were chosen by the errors on models held back.
#pragma once

#include "hakaru/calibrating/caused_fit.h"
#include "hakaru/core/csv_table.h"
#include "hakaru/hardware/catalog.h"

namespace hakaru {

Result<CausedFit> fit_training(const CsvTable& table, const Catalog& catalog, const DataFiles& data,
                               JointHoldBack hold_back);

}  // namespace hakaru
