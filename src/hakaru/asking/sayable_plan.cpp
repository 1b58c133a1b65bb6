#include "hakaru/asking/sayable_plan.h"

#include <algorithm>
#include <map>

#include "hakaru/asking/best_plan.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/launching/launch.h"
#include "hakaru/planning/plan/plan.h"

namespace hakaru {
namespace {

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
      {"offload_weights", {"offload_weights", {"false"}}},
      {"offload_optimizer", {"offload_optimizer", {"false"}}}};
  if (const auto found = usual.find(what); found != usual.end()) return found->second;
  if (what != "zero" && what != "recompute" && what != "schedule" && what != "context_parallel") return std::nullopt;
  std::vector<std::string> values = choices_of(what, launch);
  if (values.empty()) return std::nullopt;
  return Instead{what, std::move(values)};
}

/// True if `what` is moot without a degree that is unsaid as well: a schedule without stages.
bool goes_with_another(const std::string& what, const Launch& launch) {
  static const std::map<std::string, std::string, std::less<>> needs{
      {"schedule", "pp"},          {"layers_of_a_chunk", "pp"}, {"first_stage_layers", "pp"},
      {"last_stage_layers", "pp"}, {"context_parallel", "cp"},  {"etp", "ep"}};
  const auto degree = needs.find(what);
  return degree != needs.end() &&
         ranges::any_of(launch.unsaid, [&](const std::string& each) { return part_of(each).what == degree->second; });
}

using Changes = std::map<std::string, std::string>;

/// The plan's own keys on its machines, with `changes`.
Json changed_keys(const SavedPlan& saved, const Changes& changes) {
  Json keys = saved.keys;
  keys["instance"] = saved.plan.cluster.instance().name;
  keys["instances"] = saved.plan.cluster.instances;
  for (const char* key : {"deadline", "budget"}) keys.erase(key);  // the nearest, be it slower
  for (const auto& [key, value] : changes) keys[key] = value;
  return keys;
}

struct Nearest {
  Plan plan;
  Changes by;
};

/// The plan with the shortest step among all ways to say the unsaid parts of `launch` otherwise; a part that is then
/// found unsayable is changed likewise. `left`: searches that may still be made. Empty: no way can be run.
std::optional<Nearest> nearest_to(const SavedPlan& saved, const Launch& launch, const Changes& before,
                                  const LaunchPrograms& programs, const Asking& asking, std::size_t& left) {
  std::vector<Changes> ways{before};
  for (const std::string& unsaid : launch.unsaid) {
    const std::string what = part_of(unsaid).what;
    if (goes_with_another(what, launch)) continue;
    const std::optional<Instead> instead = instead_of(what, launch);
    if (!instead || before.contains(instead->key)) return std::nullopt;
    std::vector<Changes> longer;
    for (const Changes& way : ways) {
      for (const std::string& value : instead->values) (longer.emplace_back(way))[instead->key] = value;
    }
    ways = std::move(longer);
  }
  std::optional<Nearest> nearest;
  for (const Changes& way : ways) {
    if (left == 0) break;
    --left;
    Result<BestPlan> best = best_plan(changed_keys(saved, way), asking);
    if (!best) continue;
    const Result<Launch> made =
        launch_of(best->scenario, best->plan, launch.engine, programs, asking.data, launch.drafting);
    if (!made) continue;
    std::optional<Nearest> found = can_run(*made) ? std::optional(Nearest{std::move(best->plan), way})
                                                  : nearest_to(saved, *made, way, programs, asking, left);
    if (found && (!nearest || found->plan.step_time_s() < nearest->plan.step_time_s())) nearest = std::move(found);
  }
  return nearest;
}

/// The engines for plans like this one that have words for `part`, as people name them.
std::vector<std::string> engines_with(const Part& part, const SavedPlan& saved, const LaunchPrograms& programs) {
  const std::string_view family = name_of(model_of(saved.scenario.job).family);
  std::vector<std::string> names;
  for (const auto& [name, program] : programs.started_by_name()) {
    if (programs.serves(program) != (saved.plan.serving() != nullptr)) continue;
    const LaunchProgram& own = programs.program(program);
    if (!runs_on(own, saved.plan.cluster.instance().accelerator) || !is_for(own, family)) continue;
    for (const LaunchProgram* const each : {&own, programs.find(own.settings)}) {
      if (each == nullptr) continue;
      const bool has = each->choices.contains(part.what + "." + part.value) || each->flags.contains(part.what);
      if (has && (names.empty() || names.back() != name)) names.push_back(name);
    }
  }
  return names;
}

std::string as_flags(const Changes& changes) {
  std::string flags;
  for (const auto& [key, value] : changes) {
    std::string flag = key;
    std::replace(flag.begin(), flag.end(), '_', '-');
    flags += fmt::format("{}--{} {}", flags.empty() ? "" : " ", flag, value);
  }
  return flags;
}

/// Refusals of what the program has words for and does not run, with what it does.
Error refused_together(const std::string& shown, const ConditionalWords& refused, const std::optional<Nearest>& nearest,
                       const SavedPlan& saved) {
  if (!nearest)
    return refused.instead.empty()
               ? unsatisfiable("{} cannot run this plan: {}", shown, refused.because).value()
               : unsatisfiable("{} cannot run this plan: {}; accepted: {}", shown, refused.because, refused.instead)
                     .value();
  const std::string times =
      fmt::format("{:.2f}", nearest->plan.step_time_s() / std::max(saved.plan.step_time_s(), 1e-9));
  return unsatisfiable(
             "{} cannot run this plan: {}; the nearest that it can run: {}, {} times as long a step: plan again with "
             "{}",
             shown, refused.because, in_short(nearest->plan.layout), times, as_flags(nearest->by))
      .value();
}

}  // namespace

Error unsayable(const SavedPlan& saved, const Launch& launch, const LaunchPrograms& programs, const Asking& asking) {
  constexpr std::size_t most_searches = 12;  // each of milliseconds
  const std::string said = join(launch.unsaid);
  const std::string& shown = launch.program->shown;
  std::size_t left = most_searches;
  const std::optional<Nearest> nearest = nearest_to(saved, launch, {}, programs, asking, left);
  if (launch.refused != nullptr && launch.unsaid.size() <= (launch.refused->part.empty() ? 0 : 1))
    return refused_together(shown, *launch.refused, nearest, saved);
  if (nearest) {
    const std::string times =
        fmt::format("{:.2f}", nearest->plan.step_time_s() / std::max(saved.plan.step_time_s(), 1e-9));
    return unsatisfiable(
               "{} has no words for '{}'; the nearest plan that it can run: {}, {} times as long a step: plan again "
               "with {}",
               shown, said, in_short(nearest->plan.layout), times, as_flags(nearest->by))
        .value();
  }
  for (const std::string& unsaid : launch.unsaid) {
    const Part part = part_of(unsaid);
    if (instead_of(part.what, launch) || goes_with_another(part.what, launch)) continue;
    const std::vector<std::string> others = engines_with(part, saved, programs);
    if (others.empty())
      return unsatisfiable("{} has no words for '{}', nor has any engine that is known", shown, unsaid).value();
    return unsatisfiable("{} has no words for '{}'; engines that have: {}", shown, unsaid, join(others)).value();
  }
  return unsatisfiable("{} has no words for '{}', and no other layout there fits", shown, said).value();
}

}  // namespace hakaru
