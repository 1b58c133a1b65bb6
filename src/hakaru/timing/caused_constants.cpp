#include "hakaru/timing/caused_constants.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "hakaru/core/fields.h"
#include "hakaru/core/text.h"
#include "hakaru/numerics/elementary.h"

namespace hakaru {
namespace {

constexpr NumberRange above_zero{.min = 1e-12};

/// What factors of serving multiply in files that do not say so, which older plans keep.
std::vector<std::string> multiplied_before(std::string_view factor) {
  if (factor == "first_token_factor") return {"first_token_s", "generation_wait"};
  if (factor == "burst_factor") return {"burst_share"};
  if (factor == "iteration_factor")
    return {"iteration_overhead_s", "sequence_overhead_s", "layer_overhead_s", "prompt_layer_overhead_s",
            "expert_overhead_s",    "direct_sum_s",        "tensor_exposed",   "expert_exposed",
            "decode_slowdown",      "prompt_slowdown",     "expert_hit_s"};
  return {};
}

std::vector<Cause> causes_of(const std::string& text) {
  if (text == "engine") return {Cause::software};
  if (text == "software") return {Cause::kind, Cause::software};
  if (text == "accelerator") return {Cause::accelerator};
  if (text == "pair") return {Cause::pair};
  if (text == "version") return {Cause::version};
  if (text == "pair and version") return {Cause::pair, Cause::version};
  return {};
}

/// Which table of which group.
struct TableName {
  std::string_view group;
  std::string name;
};

bool has_table(const CauseTables& from, const TableName& of) {
  return from.tables.contains(of.group) && from.tables[of.group].contains(of.name);
}

/// Those that a constant of `cause` may be in, the nearest first.
std::vector<TableName> tables_for(Cause cause, const SoftwareOn& on, CausedUse use) {
  const std::string_view group = tables_of(cause, use);
  std::vector<TableName> tables;
  switch (cause) {
    case Cause::kind:
    case Cause::software:
      return {{tables_of(Cause::software, use), on.software}, {tables_of(Cause::kind, use), on.kind}};
    case Cause::accelerator:
      for (const std::string& each : on.relatives) tables.push_back({group, each});
      return tables;
    case Cause::pair:
      for (const std::string& each : on.relatives) tables.push_back({group, on.software + " " + each});
      return tables;
    case Cause::version:
      break;
  }
  return {{group, on.version}};
}

/// Puts each constant of `cause` as the first of these tables that has it; without one, what is usual.
class TablesTaken {
 public:
  TablesTaken(Calibration& calibration, const std::vector<CausedConstant>& constants, const CauseTables& from)
      : calibration_(calibration), constants_(constants), from_(from), sources_(*calibration.sources) {}

  std::optional<Error> take(Cause cause, const SoftwareOn& on) {
    std::set<std::string_view> taken;
    for (const TableName& each : tables_for(cause, on, from_.use)) {
      if (!has_table(from_, each)) continue;
      const std::string path = fmt::format("{}.{}", each.group, each.name);
      if (auto wrong = take_table(from_.tables[each.group][each.name], path, each.name, cause, taken)) return wrong;
    }
    if (!from_.tables.contains("usual")) return std::nullopt;
    return take_table(from_.tables["usual"], "usual", "", cause, taken);
  }

  void finish() {
    for (const CalibrationConstant& each : calibration_constants())
      calibration_.*each.member = std::min(calibration_.*each.member, each.max);
    calibration_.sources = std::make_shared<Calibration::Sources>(std::move(sources_));
  }

 private:
  std::optional<Error> take_table(const Json& table, const std::string& path, const std::string& of, Cause cause,
                                  std::set<std::string_view>& taken) {
    Fields fields(table, from_.file, path);
    const std::string source = fields.text("source");
    fields.text_or("kind", "");
    for (const CausedConstant& constant : constants_) {
      if (!constant.is_of(cause) || !fields.has(constant.name)) continue;
      const double value = fields.number(constant.name, {.min = constant.lower, .max = constant.upper});
      if (!taken.insert(constant.name).second) continue;
      constant.apply(calibration_, value);
      for (const CausedConstant::Member& each : constant.members) {
        if (!constant.is_factor) {
          sources_[each.name] = of.empty() ? source : of + ": " + source;
        } else if (value != 1) {
          sources_[each.name] += fmt::format("; × {:.3g} for {}: {}", elementary::pow(value, each.power),
                                             of.empty() ? std::string_view("what is usual") : of, source);
        }
      }
    }
    for (const CausedConstant& constant : constants_) {
      if (of.empty() || constant.is_of(cause)) fields.value(constant.name);  // known; what is usual is of all causes
    }
    fields.refuse_unknown();
    return fields.error();
  }

  Calibration& calibration_;
  const std::vector<CausedConstant>& constants_;
  const CauseTables& from_;
  Calibration::Sources sources_;
};

/// What a constant sets or multiplies; the reason why that is nothing is in `fields`.
void read_members(Fields& fields, CausedConstant& constant) {
  const std::vector<std::string> divided = fields.texts("divides");
  std::vector<std::string> names = fields.texts("multiplies");
  if (names.empty() && divided.empty()) names = multiplied_before(constant.name);
  constant.is_factor = !names.empty() || !divided.empty();
  const std::string complement = fields.text_or("complement_of", "");
  constant.complement = !complement.empty();
  if (!constant.is_factor) names = {constant.complement ? complement : constant.name};
  const auto add = [&](const std::string& name, double power) {
    const CalibrationConstant* const known = calibration_constant(name);
    if (known == nullptr) {
      fields.refuse(power < 0 ? "divides" : "multiplies", "'" + name + "'", "constants of calibrations");
      return;
    }
    constant.members.push_back({name, known->member, power, known->max});
  };
  for (const std::string& name : names) add(name, 1);
  for (const std::string& name : divided) add(name, -1);
}

Result<CausedConstant> read_caused_constant(const Json& table, const std::string& file, const std::string& name) {
  Fields fields(table, file, name);
  CausedConstant constant;
  constant.name = name;
  const std::string cause = fields.text("cause");
  constant.causes = causes_of(cause);
  if (constant.causes.empty())
    fields.refuse("cause", "'" + cause + "'", "engine, software, accelerator, pair, version, pair and version");
  constant.lower = fields.number("lower", above_zero);
  constant.upper = fields.number("upper", {.min = constant.lower});
  constant.centre = fields.number("centre", {.min = constant.lower, .max = constant.upper});
  if (fields.has("centre_of_kind")) {
    const Json& of_kinds = fields.value("centre_of_kind");
    if (!of_kinds.is_object()) return bad_input("{}: {}.centre_of_kind: is not a table of kinds", file, name);
    Fields kinds(of_kinds, file, name + ".centre_of_kind");
    for (const std::string& kind : kinds.keys())
      constant.centre_of_kind[kind] = kinds.number(kind, {.min = constant.lower, .max = constant.upper});
    if (kinds.error()) return tl::unexpected(*kinds.error());
  }
  constant.spread = fields.number("spread", above_zero);
  constant.spread_without_kernels = fields.number_or("spread_without_kernels", constant.spread, above_zero);
  constant.unit = fields.text_or("unit", "");
  constant.meaning = fields.text("meaning");
  fields.text("source");
  read_members(fields, constant);
  fields.refuse_unknown();
  if (fields.error()) return tl::unexpected(*fields.error());
  return constant;
}

}  // namespace

bool CausedConstant::is_of(Cause cause) const { return std::find(causes.begin(), causes.end(), cause) != causes.end(); }

double CausedConstant::centre_of(Cause cause, std::string_view of) const {
  const auto own = centre_of_kind.find(of);
  return cause == Cause::kind && own != centre_of_kind.end() ? own->second : centre;
}

void CausedConstant::apply(Calibration& calibration, double value) const {
  for (const Member& each : members) {
    double& member = calibration.*each.value;
    member = is_factor ? member * elementary::pow(value, each.power) : complement ? 1 - value : value;
  }
}

std::string_view causes_path(CausedUse use) {
  return use == CausedUse::serving ? "calibrations/serving/by_cause.toml" : "calibrations/training/by_cause.toml";
}

std::string_view meanings_path(CausedUse use) {
  return use == CausedUse::serving ? "serving_constants.toml" : "training_constants.toml";
}

std::string_view tables_of(Cause cause, CausedUse use) {
  switch (cause) {
    case Cause::kind:
      return "kinds";
    case Cause::software:
      return use == CausedUse::serving ? "engines" : "software";
    case Cause::accelerator:
      return "accelerators";
    case Cause::pair:
      return "pairs";
    case Cause::version:
      break;
  }
  return "versions";
}

std::optional<Error> add_by_cause(Calibration& calibration, const std::vector<CausedConstant>& constants,
                                  const CauseTables& from, const SoftwareOn& on) {
  SoftwareOn known = on;
  if (const TableName software{tables_of(Cause::software, from.use), on.software};
      known.kind.empty() && has_table(from, software)) {
    const Json& table = from.tables[software.group][software.name];
    if (const auto kind = table.find("kind"); kind != table.end() && kind->is_string()) known.kind = *kind;
  }
  TablesTaken tables(calibration, constants, from);
  for (const Cause cause : {Cause::software, Cause::accelerator, Cause::pair, Cause::version}) {
    if (std::optional<Error> wrong = tables.take(cause, known)) return wrong;
  }
  tables.finish();
  if (has_table(from, {tables_of(Cause::software, from.use), on.software})) calibration.stack = on.software;
  for (const std::string& each : on.relatives) {
    if (!has_table(from, {tables_of(Cause::pair, from.use), on.software + " " + each})) continue;
    calibration.stack = on.software;
    calibration.stack_of = each;
    const std::string_view use = from.use == CausedUse::serving ? "serving" : "training";
    calibration.name = fmt::format("{} {} ({})", each, use, calibration.stack);
    break;
  }
  return std::nullopt;
}

Result<std::vector<CausedConstant>> read_caused_constants(const DataFiles& data, CausedUse use) {
  std::vector<CausedConstant> constants;
  for (const DataFiles::File& file : data.under(meanings_path(use))) {
    const Result<Json> tree = parse_toml(file.text, file.name);
    if (!tree) return fail(tree);
    constants.clear();  // of several files the last counts
    for (const auto& [name, table] : tree->items()) {
      Result<CausedConstant> constant = read_caused_constant(table, file.name, name);
      if (!constant) return fail(constant);
      constants.push_back(std::move(*constant));
    }
  }
  return constants;
}

}  // namespace hakaru
