#include "hakaru/asking/sayable_plan.h"

#include <algorithm>
#include <map>

#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/launching/launch.h"
#include "hakaru/planning/plan.h"

namespace hakaru {
namespace {

constexpr std::size_t most_tried = 12;  ///< searches, each of milliseconds

struct Part {
  std::string what, value;
};

Part part_of(const std::string& unsaid) {
  const std::size_t space = unsaid.find(' ');
  return {unsaid.substr(0, space), space == std::string::npos ? "" : unsaid.substr(space + 1)};
}

/// The values that the program, or its file, has a choice for.
std::vector<std::string> choices_of(const std::string& what, const Launch& launch) {
  std::vector<std::string> values;
  for (const LaunchProgram* program : {launch.program, launch.settings}) {
    if (program == nullptr) continue;
    for (const auto& [choice, words] : program->choices) {
      if (choice.starts_with(what + ".")) values.push_back(choice.substr(what.size() + 1));
    }
  }
  return values;
}

/// The keys of a scenario that `what` is said by, with the values that might do instead; empty: no layout helps.
struct Instead {
  std::string key;
  std::vector<std::string> values;
};
std::optional<Instead> instead_of(const std::string& what, const Launch& launch) {
  static const std::map<std::string, Instead, std::less<>> usual{
      {"tp", {"tp", {"1"}}},
      {"pp", {"pp", {"1"}}},
      {"cp", {"cp", {"1"}}},
      {"ep", {"ep", {"1"}}},
      {"etp", {"etp", {"1"}}},
      {"layers_of_a_chunk", {"vpp", {"1"}}},
      {"recompute_layers", {"recompute", {"full", "selective", "none"}}},
      {"first_stage_layers", {"first_stage_layers", {"0"}}},
      {"last_stage_layers", {"last_stage_layers", {"0"}}},
      {"sequence_parallel", {"sequence_parallel", {"false"}}},
      {"expert_overlap", {"expert_overlap", {"false"}}},
      {"captured_step", {"captured_step", {"false"}}},
      {"offload_activations", {"offload_activations", {"false"}}},
      {"offload_optimizer", {"offload_optimizer", {"false"}}}};
  if (const auto found = usual.find(what); found != usual.end()) return found->second;
  if (what != "zero" && what != "recompute" && what != "schedule" && what != "context_parallel") return std::nullopt;
  std::vector<std::string> values = choices_of(what, launch);
  if (values.empty()) return std::nullopt;
  return Instead{what, std::move(values)};
}

/// What a search with `changes` of the plan's own keys finds on its machines that the program can be told.
std::optional<Plan> found_with(const SavedPlan& saved, const std::map<std::string, std::string>& changes,
                               const Launch& launch, const LaunchPrograms& programs, const Asking& asking) {
  Json keys = saved.scenario.echo;
  keys["instance"] = saved.plan.cluster.instance().name;
  keys["instances"] = saved.plan.cluster.instances;
  for (const char* key : {"deadline", "budget"}) keys.erase(key);  // the nearest, be it slower
  for (const auto& [key, value] : changes) keys[key] = value;
  const Result<Scenario> scenario = read_scenario(keys, asking.scenario_name(), asking.data, asking.catalog);
  if (!scenario) return std::nullopt;
  const Result<PlanResult> plans = make_plans(*scenario, asking.catalog, asking.data, asking.executor);
  if (!plans) return std::nullopt;
  for (const Plan& plan : plans->plans) {
    const Result<Launch> made = launch_of(*scenario, plan, launch.engine, programs, asking.data);
    if (made && made->unsaid.empty()) return plan;
  }
  return std::nullopt;
}

/// All ways to choose one value for each key, at most so many.
std::vector<std::map<std::string, std::string>> ways(const std::vector<Instead>& parts) {
  std::vector<std::map<std::string, std::string>> all{{}};
  for (const Instead& part : parts) {
    std::vector<std::map<std::string, std::string>> longer;
    for (const auto& way : all) {
      for (const std::string& value : part.values) {
        longer.push_back(way);
        longer.back()[part.key] = value;
      }
    }
    if (longer.size() > most_tried) longer.resize(most_tried);
    all = std::move(longer);
  }
  return all;
}

}  // namespace

Error unsayable(const SavedPlan& saved, const Launch& launch, const LaunchPrograms& programs, const Asking& asking) {
  const std::string said = join(launch.unsaid);
  const std::string& shown = launch.program->shown;
  std::vector<Instead> parts;
  for (const std::string& unsaid : launch.unsaid) {
    const Part part = part_of(unsaid);
    const std::optional<Instead> instead = instead_of(part.what, launch);
    if (instead) {
      parts.push_back(*instead);
      continue;
    }
    const std::vector<std::string> accepted = choices_of(part.what, launch);
    if (accepted.empty()) return unsatisfiable("{} has no words for '{}'", shown, unsaid).value();
    return unsatisfiable("{} has no words for '{}'; accepted: {}", shown, unsaid, join(accepted)).value();
  }
  std::optional<Plan> nearest;
  std::map<std::string, std::string> by;
  for (const auto& way : ways(parts)) {
    std::optional<Plan> found = found_with(saved, way, launch, programs, asking);
    if (!found || (nearest && nearest->step_time_s() <= found->step_time_s())) continue;
    nearest = std::move(found);
    by = way;
  }
  if (!nearest) return unsatisfiable("{} has no words for '{}', nor for any other layout there that fits", shown, said).value();
  std::string flags;
  for (const auto& [key, value] : by) {
    std::string flag = key;
    std::replace(flag.begin(), flag.end(), '_', '-');
    flags += fmt::format("{}--{} {}", flags.empty() ? "" : " ", flag, value);
  }
  return unsatisfiable("{} has no words for '{}'; the nearest plan that it can run: {}, {} a step instead of {}: plan again with {}",
                       shown, said, in_short(nearest->layout), in_time(nearest->step_time_s()),
                       in_time(saved.plan.step_time_s()), flags)
      .value();
}

}  // namespace hakaru
