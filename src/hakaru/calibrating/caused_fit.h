// The constants of software from all measured runs at once: what belongs to what is in timing/caused_constants.h, how
// they are found in joint_fit.h. The same for serving engines and for training.
//
//   held back   models: all runs of one model are hidden on every accelerator and with all software, and the rest is
//               fitted again; so for each model in turn. pairs: the same for each software on each accelerator;
//               accelerators: for each accelerator, which then has what its nearest relative has
//   relatives   constants of software stand near those of its kind; those of an accelerator, and factors of a pair,
//               near those of the nearest relative of which there are rows
//   weight      n runs of one model on one pair weigh 3 · n^0.2 together, times their trust: neighbours in load tell
//               the same again, and two hundred of them should not outweigh other models
//   versions    of fewer than six rows are of their software
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hakaru/calibrating/joint_fit.h"
#include "hakaru/core/message.h"
#include "hakaru/timing/caused_constants.h"

namespace hakaru {

/// A measured run, or several that are predicted together, with the names of its causes.
struct CausedRun {
  std::string software, version, kind, vendor, accelerator;
  std::vector<std::string> relatives;  ///< of the accelerator, the nearest first
  std::string model;                   ///< what is held back as one
  Calibration start;                   ///< without constants of software
  double trust = 1;
  std::size_t rows = 1;  ///< that it is made of
  struct Figure {
    std::string metric;
    double measured = 0;  ///< of a rate: seconds per item
    double width = 1;
    std::size_t line = 0;
  };
  std::vector<Figure> figures;

  std::string name_of(Cause cause) const;
};

/// Members of a calibration that a run's constants make up, and their values.
struct CausedValues {
  struct Member {
    double Calibration::*value = nullptr;
    bool complement = false;
  };
  std::vector<Member> members;
  std::vector<JointValue> values;

  Calibration with(Calibration start, std::span<const double> found) const;
};

struct CausedTable {
  struct Value {
    std::string name, meaning, unit;
    double value = 0;
    bool at_bound = false;
  };
  Cause cause = Cause::software;
  std::string name;  ///< "vllm", "h100-sxm", "vllm h100-sxm", "vllm 0.12.0"
  std::string kind;  ///< of software; empty: it has none
  std::size_t rows = 0;
  std::vector<Value> values;
};

/// The constants of all causes in one row.
class CausesOfRuns {
 public:
  /// `constants` must outlive this.
  CausesOfRuns(const std::vector<CausedConstant>& constants, const std::vector<const CausedRun*>& runs);

  std::vector<JointConstant> joint() const;
  CausedValues of(const CausedRun& run) const;
  /// Tables of the constants, by cause. A constant that equals its relative's, or its centre, is left out.
  std::vector<CausedTable> tables(const std::vector<double>& values) const;

 private:
  using Key = std::pair<Cause, std::string>;
  std::size_t count_of(Cause cause) const;
  std::optional<Key> nearest_of(Cause cause, const CausedRun& run) const;
  bool leads_to(const Key& own, const Key& from) const;
  void add_relative(Cause cause, const CausedRun& run);

  const std::vector<CausedConstant>& constants_;
  std::vector<const CausedConstant*> of_;
  std::vector<double> centre_, spread_;
  std::map<Key, Key> relative_;
  std::map<Key, std::pair<std::size_t, std::size_t>> begin_;  ///< first place, rows
};

/// Predicts the figures of a run by its calibration, in their order. Called for several runs at once.
using PredictByCalibration = std::function<std::vector<double>(std::size_t run, const Calibration& calibration)>;

/// Runs, and the joint problem of their fits.
class CausedProblem {
 public:
  /// `constants` must outlive this, and `runs` too. Of each run only the values that its figures depend on are kept.
  CausedProblem(const std::vector<CausedConstant>& constants, std::vector<const CausedRun*> runs,
                PredictByCalibration predict, std::vector<double> loss_scales);
  CausedProblem(const CausedProblem&) = delete;

  const std::vector<const CausedRun*>& runs() const { return runs_; }
  const CausesOfRuns& causes() const { return causes_; }
  const JointProblem& joint() const { return joint_; }
  /// The calibration of a run, of the problem or not, by all constants.
  Calibration calibration_of(const CausedRun& run, std::span<const double> constants) const;

 private:
  std::vector<const CausedRun*> runs_;
  CausesOfRuns causes_;
  PredictByCalibration predict_;
  std::vector<CausedValues> values_;  ///< of those that matter
  std::vector<Calibration> starts_;   ///< with all others at their centres
  JointProblem joint_;
};

enum class JointHoldBack { none, models, pairs, accelerators };

struct CausedFit {
  struct FigureError {
    std::size_t line = 0;
    std::string metric, vendor, accelerator, software, version;
    std::string model;                 ///< as its first row calls it
    double fitted_pct = 0;             ///< predicted / measured − 1, of what was fitted to it too
    std::optional<double> unseen_pct;  ///< of what was not
  };

  CausedUse use = CausedUse::serving;
  std::string file;
  JointHoldBack held_back = JointHoldBack::none;
  std::size_t rows = 0;
  std::vector<CausedTable> tables;
  std::vector<CausedConstant> usual;
  std::vector<FigureError> errors;
  std::vector<Message> left_out;

  std::size_t constants() const;
};

/// Fits all, and holds back what is asked.
void fit_by_causes(const CausedProblem& problem, JointHoldBack hold_back, CausedFit& fit);

/// data/calibrations/KIND/by_cause.toml.
std::string caused_constants_text(const CausedFit& fit);

}  // namespace hakaru
