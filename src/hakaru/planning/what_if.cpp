#include "hakaru/planning/what_if.h"

#include <array>
#include <utility>

#include "hakaru/core/quantities.h"
#include "hakaru/planning/bands/planning_sources.h"

namespace hakaru {
namespace {

constexpr double largest_factor = 1000;
constexpr std::array<std::pair<std::string_view, Changeable>, 5> changeable{
    {{"network", Changeable::network},
     {"memory", Changeable::memory},
     {"memory-bandwidth", Changeable::memory_bandwidth},
     {"compute", Changeable::compute},
     {"price", Changeable::price}}};

void compute_faster(Accelerator& accelerator, double factor) {
  for (auto& [type, rate] : accelerator.rates) rate.flops_per_s *= factor;
  accelerator.clock_hz *= factor;
  if (!accelerator.engines) return;
  accelerator.engines->tensor_clock_hz *= factor;
  accelerator.engines->vector_values_per_s *= factor;
  accelerator.engines->scalar_values_per_s *= factor;
}

void change_instance(Instance& instance, const WhatIf& change) {
  Accelerator& accelerator = instance.accelerator;
  switch (change.what) {
    case Changeable::network:
      instance.between.bytes_per_s *= change.factor;
      break;
    case Changeable::memory:
      accelerator.memory_bytes *= change.factor;
      break;
    case Changeable::memory_bandwidth:
      accelerator.memory_bandwidth_bytes_per_s *= change.factor;
      if (accelerator.engines) accelerator.engines->dma_bytes_per_s *= change.factor;
      break;
    case Changeable::compute:
      compute_faster(accelerator, change.factor);
      break;
    case Changeable::price:
      break;
  }
}

}  // namespace

Result<WhatIf> parse_what_if(std::string_view text, std::string_view name) {
  const std::size_t equals = text.find('=');
  const std::string_view what = text.substr(0, equals);
  std::string_view factor = equals == std::string_view::npos ? std::string_view() : text.substr(equals + 1);
  if (factor.ends_with('x')) factor.remove_suffix(1);
  const Result<double> times = parse_number(factor, name);
  for (const auto& [word, value] : changeable) {
    if (word == what && times && *times > 0 && *times <= largest_factor)
      return WhatIf{value, *times, std::string(text)};
  }
  return bad_input(
      "{} is '{}'; accepted: one of network, memory, memory-bandwidth, compute, price, and a factor: network=2x", name,
      text);
}

Result<std::vector<WhatIfAnswer>> what_if(const Scenario& scenario, const std::vector<WhatIf>& changes,
                                          const Catalog& catalog, const DataFiles& data, const Executor& executor) {
  Scenario best = scenario;
  best.top = 1;
  best.pareto = false;
  std::vector<WhatIfAnswer> answers;
  for (const WhatIf& change : changes) {
    const Catalog changed = catalog.changed([&](Instance& instance) { change_instance(instance, change); },
                                            change.what == Changeable::price ? change.factor : 1);
    Result<PlanResult> result = make_plans(best, changed, data, executor);
    if (!result && result.error().kind == ErrorKind::bad_input) return fail(result);
    if (executor.watch.stopped()) break;  // of a part of the layouts only
    WhatIfAnswer answer{change, std::nullopt, std::nullopt};
    if (result) {
      answer.plan = std::move(result->plans.front());
    } else {
      answer.why_none = result.error().message;
    }
    answers.push_back(std::move(answer));
  }
  return answers;
}

}  // namespace hakaru
