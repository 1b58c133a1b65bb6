// Coverage of held-out predictions by their bands: the band of each run is made only of runs that its prediction had
// seen too. Its model is left out of the pool (residual_pool.h), and where it was predicted without its
// accelerator or its software, all runs of that too: quantile, centre and spread are others'.
//
// Worked example: of runs of five models the band of the fifth's has the quantile of the other four, and the centre and
// spread of its kind's among them. Where its software was not known there, or not at all, it is widened as bands are
// (band.h).
// Limits: for its scale and for parts of its layout it is not.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hakaru/evidence/band.h"

namespace hakaru {

/// Nearness of the held-out prediction of `run`: without its model, else without its accelerator or software too.
std::optional<Nearness> held_out_nearness(const HeldOutRun& run);

struct HeldOutBand {
  double predicted = 0;   ///< a time, in the metric's unit; of a rate 1 / rate
  double half_width = 0;  ///< of what is predicted
  bool covers = false;    ///< what was measured
};

class HeldOutBands {
 public:
  HeldOutBands(const Bands& bands, const std::vector<HeldOutRun>& runs);
  /// The band of `run`; empty: it has no held-out prediction, or too few runs are left for a band.
  std::optional<HeldOutBand> of(const HeldOutRun& run) const;

 private:
  std::map<std::pair<std::string, std::string>, HeldOutBand> bands_;  ///< by id and metric
};

}  // namespace hakaru
