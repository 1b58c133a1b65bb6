#include "hakaru/planning/plan/plan_constants.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <set>

#include "hakaru/core/ranges.h"
#include "hakaru/planning/plan/constants.h"
#include "hakaru/timing/calibration_constants.h"

namespace hakaru {
namespace {

constexpr std::string_view relatives_place = "calibrations/relatives.toml", reserves_place = "calibrations/memory.toml";
constexpr std::array<std::string_view, 2> kept_folders{"calibrations/", "engines/"};

using Names = std::set<std::string, std::less<>>;

/// Names of the tables that matter to the plans, of those that stand side by side in a file.
struct Wanted {
  Names uses = {};                      ///< "training", and "serving" where it samples
  Names accelerators = {}, kinds = {};  ///< with relatives
  Names engines = {};                   ///< "vllm"
  Names stacks = {};                    ///< "nemo-megatron", "vllm 0.12.0"

  bool has_pair(std::string_view pair) const {
    const std::size_t space = std::min(pair.rfind(' '), pair.size() - 1);
    return has_software(pair.substr(0, space)) && accelerators.contains(pair.substr(space + 1));
  }
  bool has_software(std::string_view name) const { return engines.contains(name) || stacks.contains(name); }
};

/// Leaves of the tables in `group` those whose name `is_wanted`, and all that is no table.
template <typename IsWanted>
void cut(Json& group, const IsWanted& is_wanted) {
  if (!group.is_object()) return;
  for (auto each = group.begin(); each != group.end();)
    each = !each->is_object() || is_wanted(each.key()) ? std::next(each) : group.erase(each);
}

template <typename IsWanted>
void cut_within(Json& table, std::string_view group, const IsWanted& is_wanted) {
  if (const auto found = table.find(group); found != table.end()) cut(*found, is_wanted);
}

/// Relatives are not tables but names.
void cut_relatives(Json& table, const Wanted& wanted) {
  for (const auto& [group, names] :
       {std::pair("accelerators", &wanted.accelerators), std::pair("kinds", &wanted.kinds)}) {
    const auto found = table.find(group);
    if (found == table.end() || !found->is_object()) continue;
    for (auto each = found->begin(); each != found->end();)
      each = names->contains(each.key()) ? std::next(each) : found->erase(each);
  }
}

/// Kinds of software are few: all stay.
void cut_causes(Json& table, const Wanted& wanted, CausedUse use) {
  const auto is_software = [&](const std::string& name) { return wanted.has_software(name); };
  cut_within(table, tables_of(Cause::software, use), is_software);
  cut_within(table, tables_of(Cause::version, use), is_software);
  cut_within(table, tables_of(Cause::accelerator, use),
             [&](const auto& name) { return wanted.accelerators.contains(name); });
  cut_within(table, tables_of(Cause::pair, use), [&](const std::string& pair) { return wanted.has_pair(pair); });
}

/// Leaves out of `table` what belongs to other uses, accelerators and software than the plans'.
void cut_to(const Wanted& wanted, const std::string& path, Json& table) {
  const auto folder = std::filesystem::path(path).parent_path();
  if (path == relatives_place) {
    cut_relatives(table, wanted);
  } else if (path == causes_path(CausedUse::serving)) {
    cut_causes(table, wanted, CausedUse::serving);
  } else if (path == causes_path(CausedUse::training)) {
    cut_causes(table, wanted, CausedUse::training);
  } else if (path == meanings_path(CausedUse::serving) || path == meanings_path(CausedUse::training)) {
    cut_to_causes(table);
  } else if (folder == "calibrations") {
    cut(table, [&](const std::string& name) { return wanted.uses.contains(name) || name == "all"; });
  } else if (wanted.uses.contains(folder.filename().string()) && folder.parent_path() == "calibrations") {
    cut(table, [&](const std::string& name) { return wanted.has_software(name); });
  }
}

/// Finds out what plans rest on.
class ConstantsKept {
 public:
  ConstantsKept(const Scenario& scenario, const DataFiles& data) : scenario_(scenario), data_(data) {
    wanted_.uses.emplace(use_of(scenario.job));
    paths_.emplace(reserves_place);
  }

  std::optional<Error> add(const Plan& plan) {
    const std::string engine = plan.serving() != nullptr ? plan.serving()->engine : "";
    ConstantsByAccelerator& constants =
        known_.try_emplace(engine, data_, scenario_.job, scenario_.headroom_share, engine).first->second;
    if (std::optional<Error> error = add(constants, plan.cluster.instance().accelerator)) return error;
    if (plan.training() == nullptr || !plan.training()->rollout) return std::nullopt;
    wanted_.uses.emplace("serving");
    return add(*constants.of_rollouts(), plan.cluster.instance().accelerator);
  }

  Result<ConstantTables> tables() const {
    ConstantTables tables;
    for (const std::string& path : paths_) {
      for (const DataFiles::File& file : data_.under(path)) {
        if (file.path != path) continue;
        Result<Json> table = parse_toml(file.text, file.name);
        if (!table) return fail(table);
        cut_to(wanted_, path, *table);
        tables[path] = std::move(*table);  // of several the last counts
      }
    }
    return tables;
  }

 private:
  std::optional<Error> add(ConstantsByAccelerator& constants, const Accelerator& accelerator) {
    const Result<const Constants*> found = constants.of(accelerator);
    if (!found) return found.error();
    Result<std::vector<std::string>> line = constants.line_of(accelerator);
    if (!line) return line.error();
    wanted_.accelerators.insert(line->begin(), line->end());
    wanted_.kinds.emplace(name_of(accelerator.kind));
    wanted_.stacks.insert((*found)->calibration.stack);
    if (const std::string& release = (*found)->calibration.release; !release.empty()) wanted_.stacks.insert(release);
    if (wanted_.uses.contains("training")) paths_.emplace(meanings_path(CausedUse::training));
    for (std::string& path : constants.files_read()) paths_.insert(std::move(path));
    if (const std::optional<ServingEngine>& runs = (*found)->engine) {
      wanted_.engines.insert(runs->name);
      for (const std::string& name : runs->measured.names) wanted_.stacks.insert(name + " " + runs->version);
      paths_.insert(fmt::format("engines/{}.toml", runs->name));
      paths_.emplace(meanings_path(CausedUse::serving));
    }
    return std::nullopt;
  }

  const Scenario& scenario_;
  const DataFiles& data_;
  Wanted wanted_;
  std::map<std::string, ConstantsByAccelerator> known_;  ///< by engine
  std::set<std::string> paths_;
};

using Leaves = std::map<std::string, Json>;

/// "training.gemm_efficiency": what stands there. A constant with its source is a constant.
void add_leaves(const Json& value, const std::string& at, Leaves& leaves) {
  const bool is_plain = !value.is_object() && ranges::none_of(value, &Json::is_object);
  if (is_plain) leaves[at] = value;
  if (is_plain) return;
  for (const auto& [key, member] : value.items()) {
    if (key == "source" || key == "meaning") continue;
    add_leaves(member, key == "value" ? at : at.empty() ? key : at + "." + key, leaves);
  }
}

Leaves leaves_of(const ConstantTables& tables) {
  Leaves leaves;
  for (const auto& [path, table] : tables) {
    Leaves own;
    add_leaves(table, "", own);
    for (auto& [name, value] : own) leaves[path + " " + name] = std::move(value);
  }
  return leaves;
}

/// Change as a share of the larger of both values; 1: they are no numbers.
double share_of_change(const ChangedConstant& changed) {
  if (!changed.then.is_number() || !changed.now.is_number()) return 1;
  const double then = changed.then.get<double>(), now = changed.now.get<double>();
  return std::abs(now - then) / std::max(std::abs(then), std::abs(now));
}

}  // namespace

Result<ConstantTables> constants_of(const Scenario& scenario, const std::vector<Plan>& plans, const DataFiles& data) {
  ConstantsKept kept(scenario, data);
  for (const Plan& plan : plans) {
    if (std::optional<Error> error = kept.add(plan)) return tl::unexpected(std::move(*error));
  }
  return kept.tables();
}

Result<DataFiles> with_constants(const DataFiles& data, const ConstantTables& tables, const std::string& name) {
  std::map<std::string, std::string> texts;
  std::set<std::string_view> replaced;
  for (const auto& [path, table] : tables) {
    const auto folder =
        ranges::find_if(kept_folders, [&path = path](std::string_view each) { return path.starts_with(each); });
    const bool is_meaning = path == meanings_path(CausedUse::serving) || path == meanings_path(CausedUse::training);
    if (folder == kept_folders.end() && !is_meaning)
      return bad_input("{}: '{}' is no place of constants; accepted: files in {}, or {}, {}", name, path,
                       fmt::format("{}", fmt::join(kept_folders, ", ")), meanings_path(CausedUse::serving),
                       meanings_path(CausedUse::training));
    if (!table.is_object()) return bad_input("{}: '{}' must be a table of constants", name, path);
    if (folder != kept_folders.end()) replaced.insert(*folder);
    texts[path] = toml_text(table);
  }
  return data.with_texts(texts, {replaced.begin(), replaced.end()}, name);
}

std::vector<ChangedConstant> changed_constants(const ConstantTables& then, const ConstantTables& now) {
  Leaves was = leaves_of(then), is = leaves_of(now);
  std::vector<ChangedConstant> changed;
  for (auto& [name, value] : was) {
    const auto found = is.find(name);
    Json today = found == is.end() ? Json() : found->second;
    if (today != value) changed.push_back({name, std::move(value), std::move(today)});
  }
  for (auto& [name, value] : is) {
    if (!was.contains(name)) changed.push_back({name, nullptr, std::move(value)});
  }
  ranges::stable_sort(changed, std::greater<>(), share_of_change);
  return changed;
}

}  // namespace hakaru
