#include "hakaru/serving/iteration/iteration_terms.h"

#include "hakaru/core/quantities.h"

namespace hakaru {
namespace {

std::string from(const Calibration& calibration, std::string_view name, double value) {
  return fmt::format("{} {}: {}", name, value, calibration.source_of(name));
}

/// "10 µs per layer, 500 µs per iteration, 5 µs per sequence": those of the framework's constants that are not 0.
std::string framework_text(const Calibration& calibration, bool experts) {
  if (const ElementwiseRuns& runs = *calibration.elementwise; runs.eager)
    return fmt::format("what the device waits for the host: {} for {} kernels, one by one; {} per iteration",
                       in_time(calibration.layer_overhead_s), runs.kernels_of_layer_overhead,
                       in_time(calibration.iteration_overhead_s));
  std::string text = fmt::format("{} per layer, {} per iteration", in_time(calibration.layer_overhead_s),
                                 in_time(calibration.iteration_overhead_s));
  const auto add = [&](double seconds, std::string_view of_what) {
    if (seconds > 0) text += fmt::format(", {} per {}", in_time(seconds), of_what);
  };
  add(calibration.sequence_overhead_s, "sequence");
  if (experts) add(calibration.expert_overhead_s, "layer with experts");
  add(calibration.prompt_layer_overhead_s, "layer where there are prompts");
  return text;
}

/// "; 1.05 × kernels alone".
std::string times_text(double factor, std::string_view of_what) {
  return factor == 1 ? "" : fmt::format("; {:.3g} × {}", factor, of_what);
}

/// "over tp 8; the less of 0.9 × the library's time and 8 µs + bytes over the link": as iteration.h has it.
std::string sums_text(const Layout& layout, const Calibration& calibration) {
  std::string text = fmt::format("over tp {}", layout.tp);
  text += times_text(calibration.tensor_exposed, "the library's time");
  if (calibration.direct_sum_s > 0)
    text += fmt::format("; between linked GPUs at most {} + 2 × bytes over the link each",
                        in_time(calibration.direct_sum_s));
  return text;
}

std::string experts_text(const Calibration& calibration, bool prompts) {
  std::string text = prompts ? "" : times_text(calibration.expert_slowdown, "routed experts");
  if (calibration.expert_hit_s > 0) text += fmt::format("; {} for each expert hit", in_time(calibration.expert_hit_s));
  return text;
}

}  // namespace

Terms terms_of(const IterationTime& time, const TermsOf& of, const Layout& layout, const Accelerator& accelerator,
               const Calibration& calibration) {
  const auto& [prefix, what, prompts, has_experts] = of;
  const double slowdown = slowdown_of(calibration, prompts);
  const std::string products = from(calibration, "gemm_efficiency", calibration.gemm_efficiency) + "; " +
                               from(calibration, "memory_efficiency", calibration.memory_efficiency);
  const std::string links = from(calibration, "collective_efficiency", calibration.collective_efficiency);
  const std::string bandwidth =
      fmt::format("{} GB/s × {}", accelerator.memory_bandwidth_bytes_per_s / giga, calibration.memory_efficiency);
  const std::string all_to_alls =
      fmt::format("over ep {}", layout.ep) + times_text(calibration.expert_exposed, "their time alone");
  const std::string experts = has_experts ? experts_text(calibration, prompts) : "";
  const std::string under_load = times_text(slowdown, "kernels alone");
  const std::string attention = times_text(slowdown * calibration.attention_slowdown, "kernels alone");
  Terms terms = {
      {prefix + ": products", fmt::format("{}; FLOPs, and weights over {}{}{}", what, bandwidth, under_load, experts),
       time.products_s, "s", products},
      {prefix + ": attention",
       fmt::format("{}; FLOPs, and cached keys and values over {}{}", what, bandwidth, attention), time.attention_s,
       "s", from(calibration, "attention_efficiency", calibration.attention_efficiency)},
      {prefix + ": norms, activations, residuals", fmt::format("{}; bytes over {}{}", what, bandwidth, under_load),
       time.memory_s, "s", from(calibration, "memory_efficiency", calibration.memory_efficiency)},
      {prefix + ": tensor-parallel all-reduces", sums_text(layout, calibration), time.tensor_s, "s", links},
      {prefix + ": expert all-to-alls", all_to_alls, time.expert_s, "s", links},
      {prefix + ": framework", framework_text(calibration, has_experts), time.framework_s, "s",
       calibration.elementwise->eager ? from(calibration, "layer_overhead_s", calibration.layer_overhead_s)
                                      : from(calibration, "iteration_overhead_s", calibration.iteration_overhead_s)},
      {prefix + ": pipeline", fmt::format("sends and waiting between {} stages", layout.pp), time.pipeline_s, "s",
       links}};
  if (time.gather_s > 0) {
    const std::string bytes = fmt::format("{}; {:.3g} × three times their bytes over {} GB/s", what,
                                          calibration.gather_slowdown, accelerator.memory_bandwidth_bytes_per_s / giga);
    terms.insert(terms.begin() + 1, {prefix + ": rows gathered for experts' blocks", bytes, time.gather_s, "s",
                                     from(calibration, "gather_slowdown", calibration.gather_slowdown)});
  }
  return terms;
}

}  // namespace hakaru
