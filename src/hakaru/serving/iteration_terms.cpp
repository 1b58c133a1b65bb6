#include "hakaru/serving/iteration_terms.h"

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

std::string from(const Calibration& calibration, std::string_view name, double value) {
  return fmt::format("{} {}: {}", name, value, calibration.source_of(name));
}

}  // namespace

Terms terms_of(const IterationTime& time, const std::string& prefix, const std::string& what, const Layout& layout,
               const Accelerator& accelerator, const Calibration& calibration) {
  const std::string products = from(calibration, "gemm_efficiency", calibration.gemm_efficiency) + "; " +
                               from(calibration, "memory_efficiency", calibration.memory_efficiency);
  const std::string links = from(calibration, "collective_efficiency", calibration.collective_efficiency);
  const std::string bandwidth =
      fmt::format("{} GB/s × {}", accelerator.memory_bandwidth_bytes_per_s / giga, calibration.memory_efficiency);
  return {{prefix + ": products", fmt::format("{}; FLOPs, and weights over {}", what, bandwidth), time.products_s, "s",
           products},
          {prefix + ": attention", fmt::format("{}; FLOPs, and cached keys and values over {}", what, bandwidth),
           time.attention_s, "s", from(calibration, "attention_efficiency", calibration.attention_efficiency)},
          {prefix + ": norms, activations, residuals", fmt::format("{}; bytes over {}", what, bandwidth), time.memory_s,
           "s", from(calibration, "memory_efficiency", calibration.memory_efficiency)},
          {prefix + ": tensor-parallel all-reduces", fmt::format("over tp {}", layout.tp), time.tensor_s, "s", links},
          {prefix + ": expert all-to-alls", fmt::format("over ep {}", layout.ep), time.expert_s, "s", links},
          {prefix + ": framework",
           fmt::format("{} per layer, {} per iteration", in_time(calibration.layer_overhead_s),
                       in_time(calibration.iteration_overhead_s)),
           time.framework_s, "s", from(calibration, "iteration_overhead_s", calibration.iteration_overhead_s)},
          {prefix + ": pipeline", fmt::format("sends and waiting between {} stages", layout.pp), time.pipeline_s, "s",
           links}};
}

}  // namespace hakaru
