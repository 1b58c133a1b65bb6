// The error bands of measured rows' predictions (band.h).
#pragma once

#include <map>

#include "hakaru/evidence/band.h"
#include "hakaru/evidence/validation.h"

namespace hakaru {

class RowBands {
 public:
  /// Reads the evidence of one kind of job; `off`: no bands.
  static Result<RowBands> read(const DataFiles& data, std::string_view kind, bool off = false);

  /// Gives the prediction the ends of its band, where there is one. `of`: what the row is of, but for the metric.
  void add(Prediction& prediction, RunContext of);

 private:
  std::optional<Bands> bands_;
  std::map<std::vector<std::string>, std::optional<Band>> known_;  ///< rows of a series have one
};

}  // namespace hakaru
