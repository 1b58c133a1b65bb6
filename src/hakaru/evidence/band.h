// The error band of a predicted figure: what runs that its constants had not seen say of how far off it is.
//
//   band = predicted · e^(± q·s)
//   s   mean |r| of the runs that are most like the figure, r = ln(measured / predicted)
//   q   conformal quantile (conformal.h) of |r| / s over all runs of its metric whose prediction was as far from what
//       had been measured (Nearness, held_out.h): the measured value is within, for nine figures in ten
//
// The band lies around the prediction, and each residual counts with both signs, so that a figure is below its
// prediction as often as above. A mean of r per group would not help: runs of one model, software, accelerator
// and configuration by two sources differ so much that the mean r of one, taken off the other, brings the median error
// from 29 to 52 % (TPOT, 105 rows) and from 29 to 99 % (TTFT).
//
// The spread comes from groups, each the parent of the one before it: runs of its software on its accelerator
// with its model in its configuration at its load; in its configuration; with its model; with models of its kind; all;
// then, with models of its kind, those of its software on accelerators of its vendor, and on any; those of any software
// on accelerators of its vendor, and all. A small group falls back on its parent:
//   s = (u · mean|r| + k·s_parent) / (u + k)
// u: how many units are in the group that were held back one at a time (rows, series, models, accelerators, software:
// sixty rows of one accelerator say little of the next); k of data/evidence/bands.toml, where [training] also says for
// how many medians of all |r| one run counts at most in s: a slip of one source does not say what the next run
// of that model is like. What is held back of a run is held back of its own groups too: its row, series, model,
// accelerator or software. Normalised so, a band is narrow where such runs agree, though others do not (Papadopoulos et
// al., "Normalized nonconformity measures", 2008; Lei et al., JASA 2018, §5.2).
//
// It widens, where
//   - no run of the software on the accelerator is known: q·s is twice what it were if the model had been run there, at
//     least; with no run of the software at all, twice what it were had that been run elsewhere
//   - the figure is of ten times as many accelerators as the largest run of its software, or more, or of several where
//     none of its runs had a second to exchange anything with: twofold
//   - its layout has a part that no run of its software has: twofold
// and is never narrower than what the same run gives when it is repeated (data/evidence/repeats.csv).
//
// A figure that is made of two, a the share of the other as predicted:
//   half-width = the conformal quantile of |ln((1 − a)·e^r₁ + a·e^r₂)| over runs of which both were measured
//     (a request: its answer's tokens, and the first; what is in flight divided by it is a closed loop's rate),
//   half-width = ln((1 − a)·e^h₁ + a·e^h₂) where too few are, as if both were off alike
//     (GRPO's step: training, and the rollout that it waits for),
// and never narrower than the first alone. Few runs of GRPO are published: the band of its step is at least twice as
// wide as the furthest of them is from their median (data/evidence/bands.toml).
//
// Worked example: runs of vllm on h100-sxm with this model differ from their predictions by s = 0.06, q = 1.6: a TPOT
// of 10 ms is within 9.08 and 11.0 ms.
// Limits: of the mean of a run (training: a step; serving: the mean or median over requests, as publishers report).
// Coverage holds over models and layouts such as were published, not for each of them.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hakaru/core/message.h"
#include "hakaru/evidence/residual_pool.h"

namespace hakaru {

/// The reason for a band wider than that of its runs, and the factor.
struct Widening {
  Message why;
  double times = 1;  ///< 1: the runs that it is judged by are as far off already
};

/// Ends of the 90 % band and of the 50 % band of a figure.
struct BandEnds {
  double low = 0, high = 0, half_low = 0, half_high = 0;
};

template <>
inline constexpr auto record<BandEnds> = described("figure_band", "the ends of one figure",
                                                   field("low", &BandEnds::low, "of the 90 % band"),
                                                   field("high", &BandEnds::high, "of the 90 % band"),
                                                   field("low_50", &BandEnds::half_low, "of the 50 % band"),
                                                   field("high_50", &BandEnds::half_high, "of the 50 % band"));

/// The error band of a figure. It stays valid after the Bands that gave it are gone.
class Band {
 public:
  /// The band of runs in `groups` of `pool`, widened. `runs`: those of the pool.
  Band(std::shared_ptr<const std::vector<HeldOutRun>> runs, std::shared_ptr<const ResidualPool> pool,
       const GroupsOfRun& groups, std::vector<Widening> widenings);

  double of_runs = 0;  ///< q·s, of ln
  std::vector<Widening> widenings;
  double radius = 0;  ///< of nine figures in ten: q·s so many times
  Nearness nearness = Nearness::none;
  Message alike;   ///< the nearest group that has runs: "vllm on h100-sxm, this model"
  Message covers;  ///< what of a run: "the mean step of a run"

  /// The band of a figure of which `other` predicts the part `share`; `why` becomes a widening.
  Band together_with(const Band& other, double share, const Message& why) const;
  /// The band of a GRPO step, of which few were published: its half-width is at least this, in ln.
  Band of_grpo(double least_half_width) const;

  double low(double predicted) const;
  double high(double predicted) const;
  /// Ends of the 50 % band.
  double half_low(double predicted) const;
  double half_high(double predicted) const;
  /// Ends of the bands of a time, or of what grows with it; of a rate, which falls as the time grows. The time is at
  /// least `least` times the predicted one.
  BandEnds ends_of_time(double predicted, double least = 0) const;
  BandEnds ends_of_rate(double predicted, double least = 0) const;
  /// The larger half-width, in % of what is predicted.
  double error_pct() const;
  /// The share of residuals, and of these with the other sign, with which `predicted` is at most `limit`: the chance
  /// that it is.
  double chance_at_most(double predicted, double limit) const;
  /// Times what is predicted that a figure is at most with this probability, the inverse of chance_at_most; infinite
  /// where the residuals are too few to say.
  double factor_within(double probability) const;

  /// Residuals (ln) of all runs that were predicted from as far, with the width of this band, each with both signs.
  std::vector<double> residuals() const;
  /// The same of runs that `other` rests on too: of each run both its figures' residuals, this one's first.
  std::vector<std::pair<double, double>> residuals_beside(const Band& other) const;
  std::size_t runs_in_all() const { return pool_->normalised().size(); }
  /// The runs that it is most like.
  std::vector<const HeldOutRun*> like() const { return pool_->alike(groups_); }
  std::size_t models_alike() const;
  double median_error_pct() const;  ///< of these
  /// ln(measured / predicted) of a run of `like`, predicted without what was held back with it.
  double log_ratio_of(const HeldOutRun& run) const { return *run.residual(pool_->nearness()); }

 private:
  double half_radius() const;
  double residual_of(const ResidualPool::Normalised& each) const { return stretch_ * each.value; }

  std::shared_ptr<const std::vector<HeldOutRun>> runs_;
  std::shared_ptr<const ResidualPool> pool_;
  GroupsOfRun groups_;
  double stretch_ = 1;  ///< of the normalised residuals
};

class Bands {
 public:
  /// Reads the evidence of one kind of job: "training", "serving", "inference" or "memory".
  static Result<Bands> read(const DataFiles& data, std::string_view kind);

  /// The band of a figure; empty: too few runs of its metric were predicted from as far or nearer.
  std::optional<Band> of(const RunContext& figure);
  Nearness nearness_of(const RunContext& figure) const;
  /// Parts of layouts that runs of it had; all where there is none, as nothing widens for want of them.
  LayoutTraits traits_run_with(const std::string& software) const;
  /// Share of the error variance that configurations of one model, software and accelerator do not have in common.
  double own_share() const { return own_share_; }
  /// Least half-width of the band of a GRPO step (data/evidence/bands.toml), in ln.
  double least_half_width_of_grpo() const { return least_half_width_of_grpo_; }
  GroupsOfRun groups_of(const RunContext& figure) const { return groups_->of(as_measured(figure)); }
  /// Factor of a band beyond the evidence over one from nearer by, at least: as if the model had been run
  /// there, or its software elsewhere.
  static constexpr double widening = 2;
  static Nearness were_it_run(Nearness nearness) {
    return nearness == Nearness::none ? Nearness::software : Nearness::series;
  }
  /// The residuals of all runs that were predicted from so far, but of those left out.
  ResidualPool pool_without(const std::string& metric, Nearness nearness, const LeavesOut& left_out) const {
    return {*runs_, *groups_, metric, nearness, shrinkage_, left_out};
  }
  /// The residuals of all runs that were predicted from so far.
  using Pool = std::shared_ptr<const ResidualPool>;
  const Pool& pool_of(const std::string& metric, Nearness nearness);

 private:
  /// A rate at a load by the time that it goes with (of a token, of a batch), which tells more of what was asked at
  /// once; by rates where it is all that a machine gives, or where runs whose rate was measured are nearer to it.
  std::string judged_by(const RunContext& figure) const;
  /// The figure in the words that runs of its metric are known by.
  RunContext as_measured(RunContext figure) const;
  std::optional<Band> band_of(const RunContext& figure);
  Nearness nearness_of(const RunContext& figure, const GroupsOfRun& groups) const;
  double repeat_of(const RunContext& figure) const;
  /// Widenings of a radius by the rules of the header.
  std::vector<Widening> widenings_of(double radius, Nearness nearness, const RunContext& figure,
                                     const GroupsOfRun& groups);

  /// Properties of all runs with one software.
  struct OfSoftware {
    double largest = 0;  ///< accelerators
    LayoutTraits traits;
  };
  std::shared_ptr<const std::vector<HeldOutRun>> runs_ = std::make_shared<const std::vector<HeldOutRun>>();
  std::shared_ptr<const RunGroups> groups_ = std::make_shared<const RunGroups>(*runs_);
  std::map<std::string, OfSoftware, std::less<>> of_software_;
  /// Groups in which runs were predicted from so near, by metric.
  std::map<std::pair<std::string, Nearness>, std::unordered_set<std::size_t>> predicted_;
  std::set<std::pair<std::string, std::string>> measured_software_;      ///< metrics, and software
  std::set<std::pair<std::string, std::string>> measured_accelerators_;  ///< metrics, and accelerators
  std::set<std::pair<std::string, std::string>> measured_pairs_;         ///< metrics, and software \t accelerator
  std::set<std::string> told_apart_;                                     ///< metrics that Nearness::apart has runs of
  std::map<std::pair<std::string, std::string>, double> repeats_;        ///< ln, by metric and software; "": any
  GroupShrinkage shrinkage_;
  double least_half_width_of_grpo_ = 0;
  double own_share_ = 0;
  std::map<std::string, std::string> same_memory_;  ///< software by another whose layers and optimizer it runs
  std::map<std::pair<std::string, Nearness>, Pool> pools_;
};

}  // namespace hakaru
