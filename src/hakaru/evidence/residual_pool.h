// The residuals of all runs of one metric that were predicted from equally far (held_out.h), by groups within groups
// (run_groups.h); the arithmetic of band.h.
//
// What was held back of a run when it was predicted is held back of its groups: centres and spreads that it is measured
// by are of others. Limits: the quantile is over runs, so kinds of run that were published often weigh more.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "hakaru/evidence/run_groups.h"

namespace hakaru {

inline constexpr double band_coverage = 0.9, half_coverage = 0.5;

/// k of band.h, and the least that a spread is taken to be.
struct GroupShrinkage {
  double units = 1;
  double least_spread = 0;
};

/// The nearest of a run's groups in which others may be, where its constants rest on what is so near.
std::size_t first_level(Nearness nearness);

class ResidualPool {
 public:
  /// `runs` and `groups`, theirs, must outlive this.
  ResidualPool(const std::vector<HeldOutRun>& runs, const RunGroups& groups, const std::string& metric,
               Nearness nearness, const GroupShrinkage& shrinkage);

  struct Place {
    double centre = 0, spread = 0;  ///< of ln(measured / predicted)
  };
  /// Where runs lie that are in these groups.
  Place place_of(const GroupsOfRun& groups) const { return place_of(groups, nothing); }

  /// (r − c) / s of each run, by itself.
  struct Normalised {
    const HeldOutRun* run = nullptr;
    double value = 0;
    Place place;  ///< of what it is measured by
  };
  const std::vector<Normalised>& normalised() const { return normalised_; }
  /// The conformal quantile of their absolute values, for nine in ten; empty: they are too few.
  const std::optional<double>& quantile() const { return quantile_; }
  /// The same for every second.
  double half_quantile() const { return half_quantile_; }
  Nearness nearness() const { return nearness_; }

  /// The runs of the nearest of `groups` that has some, and which it is.
  struct Alike {
    std::size_t level = 0;
    std::vector<const HeldOutRun*> runs;
  };
  Alike alike(const GroupsOfRun& groups) const;

 private:
  struct Sum {
    double runs = 0, total = 0;
    double units = 0;  ///< held back one after the other
  };
  /// By group, and of each group by what was held back together.
  struct Sums {
    std::unordered_map<std::size_t, Sum> all;
    std::unordered_map<std::uint64_t, Sum> held;
  };
  static constexpr std::uint32_t nothing = UINT32_MAX;

  void add(Sums& sums, std::size_t run, double value) const;
  /// The mean of these groups without what was held back with `held`, each shrunk to its parent, the last to `root`.
  double shrunk(const GroupsOfRun& groups, std::uint32_t held, const Sums& sums, double root) const;
  Place place_of(const GroupsOfRun& groups, std::uint32_t held) const;

  Nearness nearness_;
  std::size_t first_level_;
  std::optional<double> quantile_;
  double half_quantile_ = 0;
  GroupShrinkage shrinkage_;
  std::vector<const HeldOutRun*> runs_;
  std::vector<GroupsOfRun> groups_;  ///< of each run
  std::vector<std::uint32_t> held_;  ///< what it was held back with
  Sums residuals_, deviations_;
  double mean_deviation_ = 0;
  std::vector<Normalised> normalised_;
};

}  // namespace hakaru
