// How far off a plan's figures may be: the error bands (evidence/band.h) of what it is made of. A null pointer: nothing
// of the kind was measured.
#pragma once

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
  std::shared_ptr<const Band> rate;        ///< tokens, items per second, of what is saturated
  std::shared_ptr<const Band> memory;      ///< of training, the peak of the fullest device
  std::optional<ObjectiveEnds> objective;  ///< in a sweep, whose rows tell it
};

/// What times, and rates the other way round, are multiplied by when plans are ranked and held to limits: the bad end
/// of the band, or its good end; 1 as predicted, and without one.
double counted_factor(const std::shared_ptr<const Band>& band, RankBy rank_by);

}  // namespace hakaru
