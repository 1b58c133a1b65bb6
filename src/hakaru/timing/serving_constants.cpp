#include "hakaru/timing/serving_constants.h"

#include <algorithm>
#include <set>

#include "hakaru/core/fields.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr std::string_view constants_path = "serving_constants.toml";
constexpr NumberRange above_zero{.min = 1e-12};

/// Names of constants.
std::vector<std::string_view> multiplied_by(std::string_view factor) {
  if (factor == "first_token_factor") return {"first_token_s", "generation_wait"};
  if (factor == "burst_factor") return {"burst_share"};
  if (factor == "iteration_factor")
    return {"iteration_overhead_s", "sequence_overhead_s", "layer_overhead_s", "prompt_layer_overhead_s",
            "expert_overhead_s",    "direct_sum_s",        "tensor_exposed",   "expert_exposed",
            "decode_slowdown",      "prompt_slowdown",     "expert_hit_s"};
  return {};
}

double Calibration::*member_called(std::string_view name) {
  for (const CalibrationConstant& constant : calibration_constants()) {
    if (constant.name == name) return constant.member;
  }
  return nullptr;
}

std::vector<ServingConstant::Member> members_called(const std::vector<std::string_view>& names) {
  std::vector<ServingConstant::Member> members;
  for (const std::string_view name : names) members.push_back({name, member_called(name)});
  return members;
}

std::vector<Cause> causes_of(const std::string& text) {
  if (text == "engine") return {Cause::engine};
  if (text == "accelerator") return {Cause::accelerator};
  if (text == "pair and version") return {Cause::pair, Cause::version};
  return {};
}

bool has_table(const CauseTables& from, std::string_view tables, const std::string& name) {
  return from.tables.contains(tables) && from.tables[tables].contains(name);
}

/// The first of `on`'s accelerators for which there is a table called as `name_for` has it; empty: none.
template <typename NameFor>
std::string nearest_with(const CauseTables& from, std::string_view tables, const EngineOn& on, NameFor name_for) {
  for (const std::string& each : on.relatives) {
    if (has_table(from, tables, name_for(each))) return each;
  }
  return "";
}

/// Puts each constant of `cause` as the first of `names`' tables that has it; without one, what is usual for engines
/// and accelerators.
std::optional<Error> take_tables(Calibration& calibration, Calibration::Sources& sources,
                                 const std::vector<ServingConstant>& constants, const CauseTables& from, Cause cause,
                                 const std::vector<std::string>& names) {
  std::set<std::string_view> taken;
  const auto take = [&](const Json& table, const std::string& path, const std::string& of) {
    Fields fields(table, from.file, path);
    const std::string source = fields.text("source");
    for (const ServingConstant& constant : constants) {
      if (!constant.is_of(cause) || !fields.has(constant.name)) continue;
      const double value = fields.number(constant.name, {.min = constant.lower, .max = constant.upper});
      if (!taken.insert(constant.name).second) continue;
      constant.apply(calibration, value);
      for (const ServingConstant::Member& each : constant.multiplied())
        sources[std::string(each.name)] += fmt::format("; × {:.3g} for {}: {}", value, of, source);
      if (constant.multiplied().empty()) sources[constant.name] = of.empty() ? source : of + ": " + source;
    }
    for (const ServingConstant& constant : constants)
      fields.value(constant.name);  // known, whether it is of this cause
    fields.refuse_unknown();
    return fields.error();
  };
  for (const std::string& name : names) {
    if (!has_table(from, tables_of(cause), name)) continue;
    if (std::optional<Error> wrong =
            take(from.tables[tables_of(cause)][name], fmt::format("{}.{}", tables_of(cause), name), name))
      return wrong;
  }
  return from.tables.contains("usual") ? take(from.tables["usual"], "usual", "") : std::nullopt;
}

}  // namespace

bool ServingConstant::is_of(Cause cause) const {
  return std::find(causes.begin(), causes.end(), cause) != causes.end();
}

void ServingConstant::apply(Calibration& calibration, double value) const {
  if (member_ != nullptr) calibration.*member_ = value;
  for (const Member& each : multiplied_) calibration.*each.value *= value;
}

std::string_view tables_of(Cause cause) {
  switch (cause) {
    case Cause::engine:
      return "engines";
    case Cause::accelerator:
      return "accelerators";
    case Cause::pair:
      return "pairs";
    case Cause::version:
      break;
  }
  return "versions";
}

std::optional<Error> add_by_cause(Calibration& calibration, const std::vector<ServingConstant>& constants,
                                  const CauseTables& from, const EngineOn& on) {
  const auto pair_with = [&](const std::string& accelerator) { return on.engine + " " + accelerator; };
  const std::string measured = nearest_with(from, "pairs", on, pair_with);
  std::vector<std::string> pairs;
  for (const std::string& each : on.relatives) pairs.push_back(pair_with(each));
  Calibration::Sources sources = *calibration.sources;
  for (const auto& [cause, names] :
       {std::pair(Cause::engine, std::vector{on.engine}), std::pair(Cause::accelerator, on.relatives),
        std::pair(Cause::pair, pairs), std::pair(Cause::version, std::vector{on.version})}) {
    if (std::optional<Error> wrong = take_tables(calibration, sources, constants, from, cause, names)) return wrong;
  }
  calibration.sources = std::make_shared<Calibration::Sources>(std::move(sources));
  if (has_table(from, tables_of(Cause::engine), on.engine)) calibration.stack = on.engine;
  if (measured.empty()) return std::nullopt;
  calibration.stack = on.engine;
  calibration.stack_of = measured;
  calibration.name = fmt::format("{} serving ({})", measured, calibration.stack);
  return std::nullopt;
}

Result<std::vector<ServingConstant>> read_serving_constants(const DataFiles& data) {
  std::vector<ServingConstant> constants;
  for (const DataFiles::File& file : data.under(constants_path)) {
    const Result<Json> tree = parse_toml(file.text, file.name);
    if (!tree) return fail(tree);
    constants.clear();  // of several files the last counts
    for (const auto& [name, table] : tree->items()) {
      Fields fields(table, file.name, name);
      ServingConstant constant;
      constant.name = name;
      const std::string cause = fields.text("cause");
      constant.causes = causes_of(cause);
      if (constant.causes.empty()) fields.refuse("cause", "'" + cause + "'", "engine, accelerator, pair and version");
      constant.lower = fields.number("lower", above_zero);
      constant.upper = fields.number("upper", {.min = constant.lower});
      constant.centre = fields.number("centre", {.min = constant.lower, .max = constant.upper});
      constant.spread = fields.number("spread", above_zero);
      constant.spread_without_kernels = fields.number_or("spread_without_kernels", constant.spread, above_zero);
      constant.unit = fields.text_or("unit", "");
      constant.meaning = fields.text("meaning");
      fields.text("source");
      fields.refuse_unknown();
      constant.member_ = member_called(name);
      constant.multiplied_ = members_called(multiplied_by(name));
      if (constant.member_ == nullptr && constant.multiplied_.empty())
        fields.refuse("cause", "a table of a constant that no iteration has", "the constants of serving");
      if (fields.error()) return tl::unexpected(*fields.error());
      constants.push_back(std::move(constant));
    }
  }
  return constants;
}

}  // namespace hakaru
