// data/update.toml: how far own runs move each constant.
#pragma once

#include <string>
#include <vector>

#include "hakaru/core/data_files.h"
#include "hakaru/timing/calibration.h"

namespace hakaru {

struct TrainingSpread {
  std::string name;
  double Calibration::*member = nullptr;
  double spread = 0, lower = 0, upper = 0;
  bool complement = false;
};

struct UpdateSpreads {
  double training_width = 0, training_unmeasured = 1;
  std::vector<TrainingSpread> training;
  double tpot_width = 0, ttft_width = 0, serving_share = 1;
  double collectives_width = 0, collectives_spread = 0, collectives_unmeasured = 1;
};

Result<UpdateSpreads> read_update_spreads(const DataFiles& data);

}  // namespace hakaru
