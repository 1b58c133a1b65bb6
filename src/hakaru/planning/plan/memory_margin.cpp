#include "hakaru/planning/plan/memory_margin.h"

#include <algorithm>

#include "hakaru/numerics/elementary.h"

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
                                    const std::string& software, double usual) {
  const std::optional<Band> band = memory.of(context_of_peak(job, accelerator, software));
  if (!band || band->nearness == Nearness::none) return std::nullopt;
  double worst = 0;  // ln of measured / predicted
  for (const HeldOutRun* run : band->like()) worst = std::max(worst, band->log_ratio_of(*run));
  if (worst <= 0) return std::nullopt;
  const double most = band->high(1);
  if (most <= 1) return std::nullopt;
  constexpr std::size_t fewest = 19;  // of which one is the worst of twenty
  if (band->like().size() >= fewest) return 1 - 1 / most;
  return std::max(usual, 1 - 1 / std::min(most, elementary::exp(worst)));
}

}  // namespace hakaru
