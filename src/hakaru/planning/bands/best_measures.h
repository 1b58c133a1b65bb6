// The measures of the best plans found so far in a search: a candidate whose best possible measure is worse than all of
// them need not be tried. An answer shows few plans on the same machines (ranking.h): the others take no places here
// either.
// Example: one plan of each cluster, two wanted; of $48 and $48 for one p5e and $55 for one p5, the worst that is worth
// a look is $55, not $48.
#pragma once

#include <string>
#include <vector>

#include "hakaru/planning/bands/ranking.h"

namespace hakaru {

class BestMeasures {
 public:
  BestMeasures(std::int64_t wanted, const Variety& variety) : wanted_(wanted), variety_(variety) {}

  void keep(double value, const std::string& instance, int instances);
  bool empty() const { return kept_.empty(); }
  /// True if as many measures are kept as plans are wanted.
  bool full() const { return std::ssize(kept_) >= wanted_; }
  double least() const { return kept_.front().value; }
  double worst() const { return kept_.back().value; }

 private:
  struct Kept {
    double value = 0;
    std::string instance;
    int instances = 0;
  };
  std::int64_t wanted_;
  Variety variety_;
  std::vector<Kept> kept_;  ///< the least first
};

}  // namespace hakaru
