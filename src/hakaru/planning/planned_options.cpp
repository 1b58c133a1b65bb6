#include "hakaru/planning/planned_options.h"

#include <algorithm>

namespace hakaru {

SchedulerOptions planned_options(const SchedulerOptions& engine, const ServingFigures& figures) {
  SchedulerOptions options = engine;
  options.policy = figures.policy.value_or(engine.policy);
  if (figures.max_num_seqs > 0) {
    options.max_num_seqs = figures.max_num_seqs;
  } else if (options.policy != Policy::vllm) {
    options.max_num_seqs = std::max<std::int64_t>(1, figures.batch);
  }
  return options;
}

Result<EngineDefaults> engine_of_fleets(const DataFiles& data, const Accelerator& accelerator) {
  return find_engine_defaults(data, "vllm", accelerator);
}

}  // namespace hakaru
