// How far off a plan's figures may be: the error bands (evidence/band.h) of what it is made of. A null pointer: nothing
// of the kind was measured.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>

#include "hakaru/evidence/band.h"
#include "hakaru/job/scenario.h"

namespace hakaru {

/// The figure that plans are ranked by, and its ends of nine in ten.
struct ObjectiveEnds {
  double figure = 0, low = 0, high = 0;
};

struct PlanUncertainty {
  std::shared_ptr<const Band> time;        ///< of a step; of an output token; of a batch's latency
  std::shared_ptr<const Band> ttft;        ///< of a service
  std::shared_ptr<const Band> rate;        ///< of a request, whose inverse a closed loop's rate is; of items per second
  std::shared_ptr<const Band> memory;      ///< of training, the peak of the fullest device
  double least = 0;                        ///< of a step's time as predicted: what it takes at the data sheet's peak
  std::optional<ObjectiveEnds> objective;  ///< in a sweep, whose rows tell it
};

/// What times, and rates the other way round, are multiplied by when plans are ranked and held to limits: the bad end
/// of the band, or its good end; 1 as predicted, and without one.
double counted_factor(const std::shared_ptr<const Band>& band, RankBy rank_by);
/// The same of a plan's figure, which no peak is below.
inline double counted_factor(const PlanUncertainty& of, const std::shared_ptr<const Band>& band, RankBy rank_by) {
  return std::max(of.least, counted_factor(band, rank_by));
}

}  // namespace hakaru
