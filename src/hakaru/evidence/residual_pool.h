// The residuals of all runs of one metric that were predicted from equally far (held_out.h), by groups within groups;
// the arithmetic of band.h.
//
// What was held back of a run when it was predicted is held back of its groups: centres and spreads that it is measured
// by are of others. Limits: the quantile is over runs, so kinds of run that were published often weigh more.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hakaru/evidence/held_out.h"

namespace hakaru {

/// k of band.h, and the least that a spread is taken to be.
struct GroupShrinkage {
  double runs = 1;
  double least_spread = 0;
};

class ResidualPool {
 public:
  /// `runs` must outlive this.
  ResidualPool(const std::vector<HeldOutRun>& runs, const std::string& metric, Nearness nearness,
               const GroupShrinkage& shrinkage);

  struct Place {
    double centre = 0, spread = 0;  ///< of ln(measured / predicted)
  };
  /// Where runs that are like `figure` lie.
  Place place_of(const RunContext& figure) const { return place_of(groups_of(figure), ""); }

  /// (r − c) / s of each run, by itself.
  struct Normalised {
    const HeldOutRun* run = nullptr;
    double value = 0;
  };
  const std::vector<Normalised>& normalised() const { return normalised_; }
  /// The conformal quantile of their absolute values; empty: they are too few.
  std::optional<double> quantile(double coverage) const;

  /// The nearest group of `figure` that has runs, and which of the groups it is, 0 the nearest.
  struct Alike {
    std::size_t level = 0;
    std::vector<const HeldOutRun*> runs;
  };
  Alike alike(const RunContext& figure) const;

 private:
  struct Sum {
    double runs = 0, total = 0;
  };
  using Groups = std::vector<std::string>;  ///< the nearest first
  Groups groups_of(const RunContext& figure) const;
  std::string held_with(const HeldOutRun& run) const;
  /// `sums` of these groups without what was held back with `held`, each shrunk to its parent, the last to `root`.
  double shrunk(const Groups& groups, const std::string& held, const std::map<std::string, Sum>& sums,
                double root) const;
  Place place_of(const Groups& groups, const std::string& held) const;

  Nearness nearness_;
  GroupShrinkage shrinkage_;
  std::vector<const HeldOutRun*> runs_;
  std::map<std::string, Sum> residuals_, deviations_;  ///< by group; and by group and what was held back
  double mean_deviation_ = 0;
  std::vector<Normalised> normalised_;
};

}  // namespace hakaru
