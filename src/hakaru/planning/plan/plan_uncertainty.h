// Error bands (evidence/band.h) of the figures that a plan is made of. A null pointer: nothing of the kind was
// measured.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "hakaru/evidence/band.h"
#include "hakaru/job/scenario.h"

namespace hakaru {

/// The figure that plans are ranked by, and its ends of nine in ten.
struct ObjectiveEnds {
  double figure = 0, low = 0, high = 0;
};

/// Times as long as predicted that the latencies of one run took.
struct LatencyFactors {
  double ttft = 1, tpot = 1;
};

struct PlanUncertainty {
  std::shared_ptr<const Band> time;    ///< of a step; of an output token; of a batch's latency
  std::shared_ptr<const Band> ttft;    ///< of a service
  std::shared_ptr<const Band> rate;    ///< of a request, whose inverse a closed loop's rate is; of items per second
  std::shared_ptr<const Band> memory;  ///< of training, the peak of the fullest device
  /// Times as long as predicted that TTFT and TPOT of a service took, in each run that gave both.
  std::shared_ptr<const std::vector<LatencyFactors>> latencies;
  double counted_times = 1;  ///< times as long as predicted that it counts when plans are ranked (layout_caution.h)
  double least = 0;          ///< of a step's time as predicted: what it takes at the data sheet's peak
  std::optional<ObjectiveEnds> objective;  ///< in a sweep, whose rows tell it
};

/// Times as long as predicted that a plan takes at most with probability `confidence`; 1 without a band.
inline double counted_factor(const PlanUncertainty& of, const std::shared_ptr<const Band>& band, double confidence) {
  return band ? std::max(of.least, band->factor_within(confidence)) : 1;
}

}  // namespace hakaru
