// The residuals of all runs of one metric that were predicted from equally far (held_out.h), by groups within groups
// (run_groups.h); the arithmetic of band.h.
//
// The part that was held back when a run was predicted is held back of its groups too: the spread that it is measured
// by comes from other runs.
// Limits: the quantile is over runs, so kinds of run that were published often weigh more.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hakaru/evidence/run_groups.h"

namespace hakaru {

inline constexpr double band_coverage = 0.9, half_coverage = 0.5;

/// k of band.h, the least that a spread is taken to be, and the most that a run counts in its groups, as so many times
/// the median of all (a slip of one source does not say what runs beside it are like); empty: as much as it is off.
struct GroupShrinkage {
  double units = 1;
  double least_spread = 0;
  std::optional<double> most_medians = {};
};

/// The nearest of a run's groups in which others may be, where its constants rest on what is so near.
GroupLevel first_level(Nearness nearness);

/// True for a run that a pool leaves out.
using LeavesOut = std::function<bool(const HeldOutRun&)>;

/// Runs of this model, on this accelerator or with this software; empty: none for that reason.
struct LeftOutRuns {
  std::string model, accelerator, software;

  bool operator()(const HeldOutRun& run) const;
  std::strong_ordering operator<=>(const LeftOutRuns&) const = default;
};

class ResidualPool {
 public:
  /// `runs` and `groups`, theirs, must outlive this.
  ResidualPool(const std::vector<HeldOutRun>& runs, const RunGroups& groups, const std::string& metric,
               Nearness nearness, const GroupShrinkage& shrinkage, const LeavesOut& left_out = LeftOutRuns());

  /// Spread of ln(measured / predicted) of runs in these groups.
  double spread_of(const GroupsOfRun& groups) const { return spread_of(groups, nullptr); }

  /// r / s of each run, by itself.
  struct Normalised {
    const HeldOutRun* run = nullptr;
    double value = 0;
  };
  const std::vector<Normalised>& normalised() const { return normalised_; }
  /// The conformal quantile of their absolute values, for nine in ten; empty: they are too few.
  const std::optional<double>& quantile() const { return quantile_; }
  /// The same for every second.
  double half_quantile() const { return half_quantile_; }
  Nearness nearness() const { return nearness_; }

  /// The nearest of `groups` that has runs; empty: none has.
  std::optional<GroupLevel> level_of(const GroupsOfRun& groups) const;
  /// Runs of that group; all runs of the pool where none of `groups` has any.
  std::vector<const HeldOutRun*> alike(const GroupsOfRun& groups) const;

 private:
  /// Numbers of the parts held back together with a run, by level of its groups.
  using UnitsOfRun = std::array<std::size_t, group_levels>;
  /// Sizes of residuals.
  struct Sum {
    double runs = 0, total = 0;
    double units = 0;  ///< held back one after the other
  };

  void add_sizes(const std::vector<double>& sizes);
  bool has_runs(std::size_t group) const { return group != no_group && of_groups_[group].runs > 0; }
  /// The mean size of these groups without `held`, each shrunk to its parent, the last to the mean of all.
  double spread_of(const GroupsOfRun& groups, const UnitsOfRun* held) const;

  Nearness nearness_;
  std::size_t first_level_;
  std::optional<double> quantile_;
  double half_quantile_ = 0;
  GroupShrinkage shrinkage_;
  std::vector<const HeldOutRun*> runs_;
  std::vector<GroupsOfRun> groups_;  ///< of each run
  std::vector<UnitsOfRun> units_;    ///< of each run, what it was held back with
  std::size_t groups_in_all_, units_in_all_ = 0;
  std::vector<Sum> of_groups_, of_units_;
  double mean_size_ = 0;
  std::vector<Normalised> normalised_;
};

}  // namespace hakaru
