// Constants of serving engines by what causes them: data/calibrations/serving/by_cause.toml, made by hakaru calibrate
// serving.
//
//   [engines.vllm]              host time per iteration, per sequence, of a request …: for all accelerators
//   [accelerators.h100-sxm]     gaps between kernels, collectives, kernels under load …: for all engines
//   [pairs."vllm h100-sxm"]     factors: what remains of the two together
//   [versions."vllm 0.12.0"]    factors: what remains of a version
//   [usual]                     what an engine or an accelerator of which no row is known has
// What the table of an accelerator or of a pair does not have is that of its nearest relative (relatives.toml) that has
// it; then what is usual, and the factor 1. So an engine on an accelerator that nobody measured together is predicted
// from both, and from how the engine did on what is most alike. What each constant is and where a fit begins is in
// data/serving_constants.toml.
//
//   iteration_factor    all of an iteration: host, gaps, kernels, collectives
//   first_token_factor  first_token_s, generation_wait
//   burst_factor        burst_share
// Worked example: vllm has 0.6 ms an iteration and h100-sxm 1.05 × its kernels' time; their pair has 1.1: an iteration
// takes 0.66 ms and 1.155 × its kernels' time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hakaru/timing/calibration.h"

namespace hakaru {

enum class Cause { engine, accelerator, pair, version };

struct ServingConstant {
  struct Member {
    std::string_view name;
    double Calibration::*value;
  };

  std::string name;
  std::vector<Cause> causes;  ///< one; of a factor both pair and version
  double centre = 0, spread = 0, lower = 0, upper = 0;
  double spread_without_kernels = 0;  ///< on an accelerator of which no kernel was measured
  std::string unit, meaning;

  bool is_of(Cause cause) const;
  /// Sets it, or multiplies by it.
  void apply(Calibration& calibration, double value) const;
  /// What it is a factor of; empty: it is none.
  const std::vector<Member>& multiplied() const { return multiplied_; }

 private:
  friend Result<std::vector<ServingConstant>> read_serving_constants(const DataFiles& data);
  double Calibration::*member_ = nullptr;  ///< that it is
  std::vector<Member> multiplied_{};       ///< by it, where it is a factor
};

/// Of data/serving_constants.toml.
Result<std::vector<ServingConstant>> read_serving_constants(const DataFiles& data);

/// An engine where it runs.
struct EngineOn {
  std::string engine, version;         ///< "vllm", "vllm 0.12.0"; empty: not said
  std::vector<std::string> relatives;  ///< the accelerator, then its relatives, the nearest first
};

/// The tables of a file of constants by their causes.
struct CauseTables {
  const Json& tables;
  const std::string& file;
};

/// Puts what the tables have for `on` into `calibration`: of its engine, of the nearest accelerator that has a table,
/// of the pair and the version themselves. Its stack and whose measurements they rest on are said where the engine was
/// measured there or on a relative.
std::optional<Error> add_by_cause(Calibration& calibration, const std::vector<ServingConstant>& constants,
                                  const CauseTables& from, const EngineOn& on);

/// Of data/calibrations/serving/by_cause.toml.
inline constexpr std::string_view serving_constants_path = "calibrations/serving/by_cause.toml";
/// "pairs", and so on: the tables of a cause.
std::string_view tables_of(Cause cause);

}  // namespace hakaru
