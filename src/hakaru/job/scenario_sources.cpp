#include "hakaru/job/scenario_sources.h"

#include "hakaru/model/read.h"

namespace hakaru {
namespace {

template <typename Known, typename Read>
const auto& known_or_read(Known& known, const std::string& name, const Read& read) {
  const auto found = known.find(name);
  return found != known.end() ? found->second : known.emplace(name, read()).first->second;
}

}  // namespace

const Result<Model>& ScenarioSources::model(const std::string& reference) {
  return known_or_read(models_, reference, [&] { return read_model(reference, data_); });
}

const Result<PrecisionRecipe>& ScenarioSources::recipe(const std::string& name) {
  return known_or_read(recipes_, name, [&] { return find_recipe(data_, name); });
}

const Result<Optimizer>& ScenarioSources::optimizer(const std::string& name) {
  return known_or_read(optimizers_, name, [&] { return find_optimizer(data_, name); });
}

const Result<SoftwareStacks>& ScenarioSources::stacks() {
  if (!stacks_) stacks_ = SoftwareStacks::read(data_);
  return *stacks_;
}

}  // namespace hakaru
