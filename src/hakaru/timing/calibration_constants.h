// The constants of a calibration by name. A name meets its member here and nowhere else; all else that is known of a
// constant is data, and what reads, writes, explains, fits or moves constants goes by these tables:
//
//   calibration_constants.toml   what files of calibrations may give it (below)
//   training_constants.toml, serving_constants.toml, inference_constants.toml
//                                what causes it, where it is expected, and what fits and own runs may make of it
//                                (declared_constants.h)
// Worked example:
//   Calibration calibration;
//   calibration.*calibration_member("launch_s") = 4e-6;  // calibration.launch_s
// Limits: constants of kernels and collectives are of their models (constant.h), which list their own.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "hakaru/timing/calibration.h"

namespace hakaru {

struct CalibrationMember {
  std::string_view name;
  double Calibration::*value;
};
inline constexpr auto calibration_members = std::to_array<CalibrationMember>({
    {"gemm_efficiency", &Calibration::gemm_efficiency},
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
    {"arrival_share", &Calibration::arrival_share},
});
/// The member of that name; null: there is none.
double Calibration::*calibration_member(std::string_view name);

/// What files may give a constant.
struct CalibrationConstant {
  std::string_view name;
  double Calibration::*member = nullptr;
  double min = 0, max = 0;
  bool optional = false;  ///< files need not have it: then it is what Calibration begins with
};
/// Of data/calibration_constants.toml, in the order of the members.
Result<std::vector<CalibrationConstant>> read_calibration_constants(const DataFiles& data);

}  // namespace hakaru
