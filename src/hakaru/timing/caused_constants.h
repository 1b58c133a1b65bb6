// Constants of software by what causes them: data/calibrations/serving/by_cause.toml (engines) and
// data/calibrations/training/by_cause.toml, made by hakaru calibrate serving and training.
//
//   [kinds.sharded]               training only: what software of a kind has, known or not; its table names its kind
//   [engines.vllm]                host time per iteration, per sequence, of a request …: for all accelerators;
//                                 of training [software.nemo-megatron]
//   [accelerators.h100-sxm]       gaps between kernels, collectives, kernels under load …: for all software
//   [pairs."vllm h100-sxm"]       factors: what remains of the two together
//   [versions."vllm 0.12.0"]      factors: what remains of a version
//   [usual]                       what software or an accelerator of which no row is known has
// What the table of software does not have is that of its kind. What the table of an accelerator or of a pair does not
// have is that of its nearest relative (relatives.toml) that has it; then what is usual, and the factor 1. So software
// on an accelerator that nobody measured together is predicted from both, and from how it did on what is most alike.
//
// Meaning of each constant, start of its fit and the members of a calibration that it sets or multiplies:
// data/serving_constants.toml and data/training_constants.toml.
// Worked example: vllm has 0.6 ms an iteration and h100-sxm 1.05 × its kernels' time; their pair has an
// iteration_factor of 1.1: an iteration takes 0.66 ms and 1.155 × its kernels' time. Shares that end above all of a
// peak are all of it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hakaru/timing/calibration.h"

namespace hakaru {

enum class Cause { kind, software, accelerator, pair, version };
enum class CausedUse { serving, training };

struct CausedConstant {
  /// A member of Calibration that the constant sets, or multiplies by its value to the `power`.
  struct Member {
    std::string name;
    double Calibration::*value = nullptr;
    double power = 1;
    double max = 0;  ///< that it can be
  };

  std::string name;
  std::vector<Cause> causes;  ///< of a factor both pair and version; of software its kind too
  double centre = 0, spread = 0, lower = 0, upper = 0;
  double spread_without_kernels = 0;  ///< on an accelerator of which no kernel was measured
  std::map<std::string, double, std::less<>> centre_of_kind = {};  ///< of software whose kind does it otherwise
  std::string unit, meaning;
  bool is_factor = false;
  bool complement = false;  ///< what it sets is 1 less it
  std::vector<Member> members = {};

  bool is_of(Cause cause) const;
  /// The expected value (prior mean); `of`: a kind of software, "neuron", for Cause::kind only.
  double centre_of(Cause cause, std::string_view of) const;
  /// Sets it, or multiplies by it.
  void apply(Calibration& calibration, double value) const;
};

/// Rows of data/serving_constants.toml or data/training_constants.toml (calibration_constants.h).
Result<std::vector<CausedConstant>> read_caused_constants(const DataFiles& data, CausedUse use);

/// Software where it runs.
struct SoftwareOn {
  std::string software, version;       ///< "vllm", "vllm 0.12.0"; empty: not said
  std::vector<std::string> relatives;  ///< the accelerator, then its relatives, the nearest first
  std::string kind = {};               ///< of the software; empty: what its table says
};

/// The tables of a file of constants by their causes.
struct CauseTables {
  const Json& tables;
  const std::string& file;
  CausedUse use = CausedUse::serving;
};

/// Puts what the tables have for `on` into `calibration`: of its software, of the nearest accelerator that has a table,
/// of the pair and the version themselves. Its stack and whose measurements they rest on are said where the software
/// was measured there or on a relative.
std::optional<Error> add_by_cause(Calibration& calibration, const std::vector<CausedConstant>& constants,
                                  const CauseTables& from, const SoftwareOn& on);

/// "calibrations/serving/by_cause.toml", and "serving_constants.toml", which says what is in it.
std::string_view causes_path(CausedUse use);
std::string_view meanings_path(CausedUse use);
/// "pairs", and so on: the tables of a cause.
std::string_view tables_of(Cause cause, CausedUse use);

}  // namespace hakaru
