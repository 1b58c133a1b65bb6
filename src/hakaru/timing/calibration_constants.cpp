#include "hakaru/core/ranges.h"
#include "hakaru/timing/calibration.h"

namespace hakaru {

const CalibrationConstant* calibration_constant(std::string_view name) {
  const auto found = ranges::find(calibration_constants(), name, &CalibrationConstant::name);
  return found != calibration_constants().end() ? &*found : nullptr;
}

const std::vector<CalibrationConstant>& calibration_constants() {
  constexpr double least_share = 1e-6, seconds = 10, most_exposed = 10, most_slowed = 100, most_bytes = 1000;
  static const std::vector<CalibrationConstant> constants = {
      {"gemm_efficiency", &Calibration::gemm_efficiency, 1, {}, least_share},
      {"narrow_gemm_efficiency", &Calibration::narrow_gemm_efficiency, 1, {}, least_share},
      {"attention_efficiency", &Calibration::attention_efficiency, 1, {}, least_share},
      {"convolution_efficiency", &Calibration::convolution_efficiency, 1, {}, least_share},
      {"memory_efficiency", &Calibration::memory_efficiency, 1, {}, least_share},
      {"small_gemm_tokens", &Calibration::small_gemm_tokens, 4096, {}},
      {"launch_s", &Calibration::launch_s, seconds, {}},
      {"layer_overhead_s", &Calibration::layer_overhead_s, seconds, {}},
      {"iteration_overhead_s", &Calibration::iteration_overhead_s, seconds, {}},
      {"collective_efficiency", &Calibration::collective_efficiency, 1, {}, least_share},
      {"network_efficiency", &Calibration::network_efficiency, 1, {}, least_share},
      {"compute_overlap", &Calibration::compute_overlap, 1, {}},
      {"tensor_exposed", &Calibration::tensor_exposed, most_exposed, {}},
      {"expert_exposed", &Calibration::expert_exposed, most_exposed, {}},
      {"expert_overhead_s", &Calibration::expert_overhead_s, seconds, {}},
      {"captured_step", &Calibration::captured_step, 1, 1},
      {"host_jitter", &Calibration::host_jitter, most_exposed, {}},
      {"straggling", &Calibration::straggling, 1, {}},
      {"loss_bytes_per_logit", &Calibration::loss_bytes_per_logit, most_bytes, {}},
      {"sequence_overhead_s", &Calibration::sequence_overhead_s, seconds, 0},
      {"prompt_layer_overhead_s", &Calibration::prompt_layer_overhead_s, seconds, 0},
      {"direct_sum_s", &Calibration::direct_sum_s, seconds, 0},
      {"expert_slowdown", &Calibration::expert_slowdown, most_exposed, 1},
      {"decode_slowdown", &Calibration::decode_slowdown, most_slowed, 1},
      {"prompt_slowdown", &Calibration::prompt_slowdown, most_slowed, 1},
      {"expert_hit_s", &Calibration::expert_hit_s, seconds, 0},
      {"attention_slowdown", &Calibration::attention_slowdown, most_slowed, 1},
      {"gather_slowdown", &Calibration::gather_slowdown, most_slowed, 1},
      {"burst_share", &Calibration::burst_share, most_exposed, 0},
      {"first_wave_s", &Calibration::first_wave_s, seconds, 0},
      {"first_token_s", &Calibration::first_token_s, seconds, 0},
      {"generation_wait", &Calibration::generation_wait, most_exposed, 0},
      {"unseen_prompt_share", &Calibration::unseen_prompt_share, 1, 1},
      {"limit_share", &Calibration::limit_share, 1, 0.5},
      {"arrival_share", &Calibration::arrival_share, 1, 1}};
  return constants;
}

}  // namespace hakaru
