#include "hakaru/job/scenario_sweep.h"

#include <algorithm>
#include <array>
#include <set>

#include "hakaru/job/scenario_sources.h"

namespace hakaru {
namespace {

constexpr std::int64_t most_scenarios = 1'000'000'000'000;
/// Several of one of them are looked at beside each other.
constexpr std::array recipe_keys{"precision", "weights", "kv_cache"};

bool is_value(const Json& value) {
  const auto no_control = [](const Json& text) {
    const auto& letters = text.get_ref<const std::string&>();
    return std::none_of(letters.begin(), letters.end(), [](char letter) { return letter == '\n' || letter == '\r'; });
  };
  if (value.is_string()) return no_control(value);
  return value.is_number() || value.is_boolean();
}

bool is_value_or_values(const Json& value) {
  return value.is_array() ? !value.empty() && std::all_of(value.begin(), value.end(), is_value) : is_value(value);
}

/// Error of the first key that [base], [grid] or [[list]] may not have: a sweep keeps one plan of each scenario only.
std::optional<Error> refused_key(const std::string& name, const std::string& table, const Json& keys) {
  for (const auto& [key, value] : keys.items()) {
    if (key == "top" || key == "pareto")
      return bad_input("{}: '{}.{}' means nothing to a sweep, which keeps the best plan of each scenario", name, table,
                       key)
          .value();
    if (key == "job" && table != "base")
      return bad_input("{}: '{}.{}' must stand in [base]: all scenarios of a sweep have the same job", name, table, key)
          .value();
    if ((key == "model" || key == "requests") && value.dump().find("\"-\"") != std::string::npos)
      return bad_input("{}: '{}.{}' is '-'; accepted: a name or a file", name, table, key).value();
    const bool is_model = key == "model" && table == "base" && value.is_object();  // its config.json
    const bool fine = is_model || (is_value_or_values(value) && (table != "grid" || value.is_array()));
    if (!fine)
      return bad_input("{}: '{}.{}' is {}; accepted: {}", name, table, key, value.dump(),
                       table == "grid" ? "a list of values such as [8, 16], at least one" : "a value")
          .value();
  }
  return std::nullopt;
}

}  // namespace

Result<ScenarioSweep> ScenarioSweep::read(std::string_view text, const std::string& name) {
  const Result<Json> table = parse_toml(text, name);
  return table ? of(*table, name) : Result<ScenarioSweep>(fail(table));
}

Result<ScenarioSweep> ScenarioSweep::of(const Json& table, const std::string& name) {
  Fields fields(table, name);
  ScenarioSweep sweep;
  sweep.name_ = name;
  const auto part = [&](const char* key, const Json& otherwise) {
    const Json& found = fields.value(key);
    return found.is_null() ? otherwise : found;
  };
  sweep.base_ = part("base", Json::object());
  const Json grid = part("grid", Json::object());
  const Json list = part("list", Json::array({Json::object()}));
  fields.refuse_unknown();
  if (!sweep.base_.is_object()) fields.refuse("base", sweep.base_.dump(), "a table [base]");
  if (!grid.is_object()) fields.refuse("grid", grid.dump(), "a table [grid]");
  const auto is_table = [](const Json& entry) { return entry.is_object(); };
  if (!list.is_array() || list.empty() || !std::all_of(list.begin(), list.end(), is_table))
    fields.refuse("list", list.dump(), "tables [[list]], at least one");
  if (fields.error()) return tl::unexpected(*fields.error());
  std::optional<Error> error = refused_key(name, "base", sweep.base_);
  if (!error) error = refused_key(name, "grid", grid);
  for (const Json& entry : list) {
    if (!error) error = refused_key(name, "list", entry);
  }
  if (error) return tl::unexpected(*error);

  std::set<std::string> varied;
  for (const Json& entry : list) {
    for (const auto& [key, value] : entry.items()) varied.insert(key);
  }
  sweep.axes_.emplace_back(list.begin(), list.end());
  for (const auto& [key, values] : grid.items()) {
    if (sweep.base_.contains(key) || !varied.insert(key).second)
      return bad_input("{}: '{}' stands in [grid] and elsewhere; a key of the grid stands nowhere else", name, key);
    Choices choices;
    for (const Json& value : values) choices.push_back({{key, value}});
    sweep.axes_.push_back(std::move(choices));
  }
  for (const Choices& axis : sweep.axes_) {
    const auto choices = static_cast<std::int64_t>(axis.size());
    if (sweep.scenarios_ > most_scenarios / choices)
      return bad_input("{}: more than {} scenarios; accepted: up to {}", name, most_scenarios, most_scenarios);
    sweep.scenarios_ *= choices;
  }
  sweep.varied_.assign(varied.begin(), varied.end());
  const auto job = sweep.base_.find("job");
  if (job == sweep.base_.end() || !job->is_string()) {
    for (const auto& [key, value] : sweep.base_.items()) {
      for (const std::string_view meant : {"train", "serve", "infer"}) {
        if (key != "job" && value.is_string() && value.get_ref<const std::string&>().ends_with(meant))
          return bad_input("{}: 'base.{}' is not a key of a scenario; say: {}", name, key,
                           fmt::format("job = \"{}\"", meant));
      }
    }
    return bad_input("{}: 'base.job' is missing; accepted: train, serve, infer", name);
  }
  sweep.job_ = job->get<std::string>();
  return sweep;
}

bool ScenarioSweep::compares_recipes() const {
  const auto is_list = [](const Json& value) {
    if (value.is_array()) return value.size() > 1;
    return value.is_string() && value.get_ref<const std::string&>().find(',') != std::string::npos;
  };
  const auto several = [&](const Json& keys) {
    return std::any_of(recipe_keys.begin(), recipe_keys.end(), [&](const char* key) {
      const auto found = keys.find(key);
      return found != keys.end() && is_list(*found);
    });
  };
  return several(base_) || std::any_of(axes_.begin(), axes_.end(), [&](const Choices& axis) {
           return std::any_of(axis.begin(), axis.end(), several);
         });
}

bool ScenarioSweep::may_be_live() const {
  const auto stated = base_.find("offline");
  const bool offline = stated != base_.end() && *stated != false && *stated != "false";
  const bool varies = std::find(varied_.begin(), varied_.end(), "offline") != varied_.end();
  return job_ == "serve" && (!offline || varies);
}

bool ScenarioSweep::mentions(const std::string& key) const {
  return base_.contains(key) || std::find(varied_.begin(), varied_.end(), key) != varied_.end();
}

Json ScenarioSweep::keys_at(const Places& places) const {
  Json keys = base_;
  for (std::size_t axis = 0; axis < axes_.size(); ++axis) keys.update(axes_[axis][places[axis]]);
  return keys;
}

Json ScenarioSweep::keys(std::int64_t index) const {
  Places places(axes_.size());
  auto left = static_cast<std::size_t>(index);
  for (std::size_t axis = axes_.size(); axis-- > 0;) {
    places[axis] = left % axes_[axis].size();
    left /= axes_[axis].size();
  }
  return keys_at(places);
}

/// The base and the places' choices, each of an axis; nothing of the other axes.
Json ScenarioSweep::keys_of(const Chosen& chosen) const {
  Json keys = base_;
  for (const auto& [axis, place] : chosen) keys.update(axes_[axis][place]);
  return keys;
}

std::optional<Error> ScenarioSweep::why_unreadable(const Chosen& chosen, ScenarioSources& sources) const {
  const Result<Scenario> scenario = read_scenario(keys_of(chosen), name_, sources);
  return scenario ? std::nullopt : std::optional(scenario.error());
}

/// Adds the first choice of the axis that mends `error`, or at least lets another one come up; false: none does.
bool ScenarioSweep::mended(Chosen& chosen, std::optional<Error>& error, ScenarioSources& sources) const {
  std::optional<std::pair<std::size_t, Error>> other_error;
  for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
    if (chosen.contains(axis)) continue;
    Chosen more = chosen;
    more[axis] = 0;
    const std::optional<Error> now = why_unreadable(more, sources);
    if (now && !other_error && *now != *error) other_error = {axis, *now};
    if (now) continue;
    chosen = std::move(more);
    error.reset();
    return true;
  }
  if (!other_error) return false;
  chosen[other_error->first] = 0;
  error = other_error->second;
  return true;
}

/// True if another choice of an axis that `chosen` needed, other than `axis`, makes it a scenario.
bool ScenarioSweep::readable_otherwise(const Chosen& chosen, std::size_t axis, ScenarioSources& sources) const {
  Chosen tried = chosen;
  for (auto& [other, place] : tried) {
    if (other == axis) continue;
    for (place = 1; place < axes_[other].size(); ++place) {
      if (!why_unreadable(tried, sources)) return true;
    }
    place = 0;
  }
  return false;
}

std::optional<Error> ScenarioSweep::unusable(ScenarioSources& sources) const {
  for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
    Chosen chosen;  // what else a scenario needs, found with the first value and kept for the others
    for (std::size_t place = 0; place < axes_[axis].size(); ++place) {
      chosen[axis] = place;
      std::optional<Error> error = why_unreadable(chosen, sources);
      while (error && mended(chosen, error, sources)) continue;
      if (error && !readable_otherwise(chosen, axis, sources)) return error;
    }
  }
  return std::nullopt;
}

}  // namespace hakaru
