// Coverage of held-out predictions by their bands, which are made without the run in two ways:
//   without its model   by runs that its prediction had seen too; where it was predicted without its accelerator or its
//                       software, without all runs of that too
//   without its source  by all runs of other series (a publisher's runs of one kind), as a user's are: its model may be
//                       among them
// The prediction is the same in both, by constants that have not seen its model.
//
// Worked example: of runs of five models the band of the fifth's has the quantile of the other four, and the spread of
// its kind's among them. Where its software was not known there, or not at all, it is widened as bands are (band.h).
// Limits: for its scale and for parts of its layout it is not. Other models of the same source are among the runs that
// its prediction had seen.
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

/// Sources of runs, by id.
using RunSources = std::map<std::string, std::string, std::less<>>;

class HeldOutBands {
 public:
  static HeldOutBands without_model(const Bands& bands, const std::vector<HeldOutRun>& runs);
  static HeldOutBands without_source(const Bands& bands, const std::vector<HeldOutRun>& runs,
                                     const RunSources& sources);
  /// The band of `run`; empty: it has no held-out prediction, or too few runs are left for a band.
  std::optional<HeldOutBand> of(const HeldOutRun& run) const;

 private:
  std::map<std::pair<std::string, std::string>, HeldOutBand> bands_;  ///< by id and metric
};

}  // namespace hakaru
