// Everything that is declared of a calibration's constants. A name meets its member here and nowhere else; the rest is
// data, one file for each kind, and what reads, writes, explains, fits or moves constants goes by it:
//
//   calibration_constants.toml   what files of calibrations may give each
//   training_constants.toml, serving_constants.toml, inference_constants.toml
//     [tensor_exposed]
//     cause = "software"                                  # how it is fitted to all rows at once (caused_constants.h)
//     …
//     fit = { place = 6, lower = 0.05, upper = 4 }        # how it is fitted to the rows of one accelerator
//     update = { spread = 0.4, lower = 0.02, upper = 8 }  # how far own runs move it
//
// Worked example: read_declared_constants(data, "training_constants.toml")->fitted.front() is gemm_efficiency, in place
// 1. Limits: bounds of causes, fits and updates stay as they were when each was chosen, so they differ. Constants of
// kernels and collectives are of their models, which list their own (constant.h).
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/timing/caused_constants.h"

namespace hakaru {

struct CalibrationMember {
  std::string_view name;
  double Calibration::*value;
};
inline constexpr auto calibration_members =
    std::to_array<CalibrationMember>({{"gemm_efficiency", &Calibration::gemm_efficiency},
                                      {"narrow_gemm_efficiency", &Calibration::narrow_gemm_efficiency},
                                      {"attention_efficiency", &Calibration::attention_efficiency},
                                      {"convolution_efficiency", &Calibration::convolution_efficiency},
                                      {"memory_efficiency", &Calibration::memory_efficiency},
                                      {"small_gemm_tokens", &Calibration::small_gemm_tokens},
                                      {"launch_s", &Calibration::launch_s},
                                      {"layer_overhead_s", &Calibration::layer_overhead_s},
                                      {"iteration_overhead_s", &Calibration::iteration_overhead_s},
                                      {"collective_efficiency", &Calibration::collective_efficiency},
                                      {"network_efficiency", &Calibration::network_efficiency},
                                      {"compute_overlap", &Calibration::compute_overlap},
                                      {"tensor_exposed", &Calibration::tensor_exposed},
                                      {"expert_exposed", &Calibration::expert_exposed},
                                      {"expert_overhead_s", &Calibration::expert_overhead_s},
                                      {"captured_step", &Calibration::captured_step},
                                      {"host_jitter", &Calibration::host_jitter},
                                      {"straggling", &Calibration::straggling},
                                      {"loss_bytes_per_logit", &Calibration::loss_bytes_per_logit},
                                      {"sequence_overhead_s", &Calibration::sequence_overhead_s},
                                      {"prompt_layer_overhead_s", &Calibration::prompt_layer_overhead_s},
                                      {"direct_sum_s", &Calibration::direct_sum_s},
                                      {"expert_slowdown", &Calibration::expert_slowdown},
                                      {"decode_slowdown", &Calibration::decode_slowdown},
                                      {"prompt_slowdown", &Calibration::prompt_slowdown},
                                      {"expert_hit_s", &Calibration::expert_hit_s},
                                      {"attention_slowdown", &Calibration::attention_slowdown},
                                      {"gather_slowdown", &Calibration::gather_slowdown},
                                      {"burst_share", &Calibration::burst_share},
                                      {"first_wave_s", &Calibration::first_wave_s},
                                      {"first_token_s", &Calibration::first_token_s},
                                      {"generation_wait", &Calibration::generation_wait},
                                      {"unseen_prompt_share", &Calibration::unseen_prompt_share},
                                      {"limit_share", &Calibration::limit_share},
                                      {"arrival_share", &Calibration::arrival_share}});
/// The member of that name; null: there is none.
double Calibration::*calibration_member(std::string_view name);

/// Limits of the values that files may give a constant.
struct CalibrationConstant {
  std::string_view name;
  double Calibration::*member = nullptr;
  double min = 0, max = 0;
  bool optional = false;  ///< files need not have it: then it is what Calibration begins with
};
/// Rows of data/calibration_constants.toml, in the order of the members.
Result<std::vector<CalibrationConstant>> read_calibration_constants(const DataFiles& data);

/// A constant, and what a fit to the rows of one accelerator may make of it, or own runs.
struct TunedConstant {
  std::string name;
  double Calibration::*member = nullptr;
  std::string unit, meaning;
  double lower = 0, upper = 0;
  bool of_kernels = false;   ///< only where kernels were not measured one at a time
  bool of_versions = false;  ///< only of a version of its software
  std::int64_t place = 0;    ///< among those that are fitted
  double spread = 0;         ///< of those that own runs move
  bool complement = false;   ///< what they move is 1 less it
};

struct DeclaredConstants {
  std::vector<CausedConstant> caused;
  std::vector<TunedConstant> fitted, moved;  ///< fitted: by their places
  std::vector<TunedConstant> fitted_eager;   ///< of software that runs operations one by one
};
/// `path`: "training_constants.toml".
Result<DeclaredConstants> read_declared_constants(const DataFiles& data, std::string_view path);

/// Leaves of the tables of such a file what plans rest on.
void cut_to_causes(Json& tables);

}  // namespace hakaru
