#include "hakaru/planning/memory_margin.h"

#include "hakaru/core/ranges.h"

namespace hakaru {

RunContext context_of_peak(const TrainingJob& job, const std::string& accelerator, const std::string& software) {
  RunContext context;
  context.metric = "memory_gib";
  context.accelerator = accelerator;
  context.software = software;
  context.model_kind = kind_of(job.model);
  context.identity = identity_of(job.model);
  context.configuration = configuration_of(job);
  return context;
}

std::optional<double> memory_margin(Bands& memory, const TrainingJob& job, const std::string& accelerator,
                                    const std::string& software) {
  const std::optional<Band> band = memory.of(context_of_peak(job, accelerator, software));
  if (!band || band->nearness == Nearness::none) return std::nullopt;
  const auto is_above = [&](const HeldOutRun* run) { return band->log_ratio_of(*run) > 0; };
  if (!ranges::any_of(band->like(), is_above)) return std::nullopt;
  const double most = band->most(1);
  return most > 1 ? std::optional(1 - 1 / most) : std::nullopt;
}

}  // namespace hakaru
