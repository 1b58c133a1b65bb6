// Spreads by which own runs move each constant: data/update.toml, and `update` of data/training_constants.toml.
#pragma once

#include "hakaru/timing/calibration_constants.h"

namespace hakaru {

struct UpdateSpreads {
  double training_width = 0, training_unmeasured = 1;
  DeclaredConstants training;
  double tpot_width = 0, ttft_width = 0, serving_share = 1;
  double collectives_width = 0, collectives_spread = 0, collectives_unmeasured = 1;
};

Result<UpdateSpreads> read_update_spreads(const DataFiles& data);

}  // namespace hakaru
