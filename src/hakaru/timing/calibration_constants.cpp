#include "hakaru/timing/calibration_constants.h"

#include "hakaru/core/ranges.h"

namespace hakaru {
namespace {

constexpr NumberRange above_zero{.min = 1e-12}, spreads{1e-3, 10};

struct DeclarationFile {
  const std::string &path, &name;                 ///< in data/; for messages
  const std::vector<CalibrationConstant>& known;  ///< what calibrations have
};

std::vector<Cause> causes_of(const std::string& text) {
  if (text == "engine") return {Cause::software};
  if (text == "software") return {Cause::kind, Cause::software};
  if (text == "accelerator") return {Cause::accelerator};
  if (text == "pair") return {Cause::pair};
  if (text == "version") return {Cause::version};
  if (text == "pair and version") return {Cause::pair, Cause::version};
  return {};
}

/// The constant that a factor multiplies in the program's own file: older plans keep files that do not say so.
std::vector<std::string> multiplied_today(std::string_view path, const std::string& factor) {
  const DataFiles own;
  for (const DataFiles::File& file : own.under(path)) {
    const Result<Json> tables = parse_toml(file.text, file.name);
    if (tables && tables->contains(factor)) return Fields((*tables)[factor], file.name, factor).texts("multiplies");
  }
  return {};
}

/// The member that a constant sets or multiplies; the reason why there is none is in `fields`.
void read_members(Fields& fields, const DeclarationFile& from, CausedConstant& constant) {
  const std::vector<std::string> divided = fields.texts("divides");
  std::vector<std::string> names = fields.texts("multiplies");
  const std::string complement = fields.text_or("complement_of", "");
  constant.complement = !complement.empty();
  const bool sets = constant.complement || calibration_member(constant.name) != nullptr;
  if (names.empty() && divided.empty() && !sets) names = multiplied_today(from.path, constant.name);
  constant.is_factor = !names.empty() || !divided.empty();
  if (!constant.is_factor) names = {constant.complement ? complement : constant.name};
  const auto add = [&](const std::string& name, double power) {
    const auto known = ranges::find(from.known, name, &CalibrationConstant::name);
    if (known == from.known.end()) {
      fields.refuse(power < 0 ? "divides" : "multiplies", "'" + name + "'", "constants of calibrations");
      return;
    }
    constant.members.push_back({name, known->member, power, known->max});
  };
  for (const std::string& name : names) add(name, 1);
  for (const std::string& name : divided) add(name, -1);
}

std::optional<Error> read_caused(Fields& fields, const DeclarationFile& from, CausedConstant& constant) {
  const std::string cause = fields.text("cause");
  constant.causes = causes_of(cause);
  if (constant.causes.empty())
    fields.refuse("cause", "'" + cause + "'", "engine, software, accelerator, pair, version, pair and version");
  constant.lower = fields.number("lower", above_zero);
  constant.upper = fields.number("upper", {.min = constant.lower});
  constant.centre = fields.number("centre", {.min = constant.lower, .max = constant.upper});
  if (fields.has("centre_of_kind")) {
    const Json& of_kinds = fields.value("centre_of_kind");
    if (!of_kinds.is_object())
      return bad_input("{}: {}.centre_of_kind: is not a table of kinds", from.name, constant.name).value();
    Fields kinds(of_kinds, from.name, constant.name + ".centre_of_kind");
    for (const std::string& kind : kinds.keys())
      constant.centre_of_kind[kind] = kinds.number(kind, {.min = constant.lower, .max = constant.upper});
    if (kinds.error()) return kinds.error();
  }
  constant.spread = fields.number("spread", above_zero);
  constant.spread_without_kernels = fields.number_or("spread_without_kernels", constant.spread, above_zero);
  constant.unit = fields.text_or("unit", "");
  constant.meaning = fields.text("meaning");
  fields.text("source");
  read_members(fields, from, constant);
  return std::nullopt;
}

TunedConstant read_tuned(Fields& fields, std::string_view key, TunedConstant constant) {
  Fields range = fields.inside(key);
  const bool moves = key == "update";
  constant.meaning = range.text_or("meaning", constant.meaning);
  constant.place = moves ? 0 : range.integer("place", {.min = 1});
  constant.spread = moves ? range.number("spread", spreads) : 0;
  constant.lower = range.number("lower", moves ? above_zero : NumberRange{});
  constant.upper = range.number("upper", {.min = constant.lower});
  constant.complement = range.boolean_or("complement", false);
  constant.of_kernels = range.boolean_or("of_kernels", false);
  constant.of_versions = range.boolean_or("of_versions", false);
  range.refuse_unknown();
  fields.keep(range);
  return constant;
}

std::optional<Error> add_declaration(const std::string& name, const Json& table, const DeclarationFile& from,
                                     DeclaredConstants& declared) {
  Fields fields(table, from.name, name);
  TunedConstant tuned{name, calibration_member(name), fields.text_or("unit", ""), fields.text_or("meaning", "")};
  bool is_tuned = false;
  for (auto& [key, constants] : {std::pair("fit", &declared.fitted), std::pair("fit_eager", &declared.fitted_eager),
                                 std::pair("update", &declared.moved)}) {
    if (!fields.has(key)) continue;
    is_tuned = true;
    constants->push_back(read_tuned(fields, key, tuned));
  }
  if (is_tuned && tuned.member == nullptr)
    return bad_input("{}: '{}' is no constant of a calibration", from.name, name).value();
  if (fields.has("cause") || !is_tuned) {
    CausedConstant& constant = declared.caused.emplace_back();
    constant.name = name;
    if (std::optional<Error> wrong = read_caused(fields, from, constant)) return wrong;
  }
  fields.refuse_unknown();
  return fields.error();
}

}  // namespace

double Calibration::*calibration_member(std::string_view name) {
  const auto* const found = ranges::find(calibration_members, name, &CalibrationMember::name);
  return found != calibration_members.end() ? found->value : nullptr;
}

Result<std::vector<CalibrationConstant>> read_calibration_constants(const DataFiles& data) {
  std::vector<CalibrationConstant> constants;
  for (const DataFiles::File& file : data.under("calibration_constants.toml")) {
    const Result<Json> table = parse_toml(file.text, file.name);
    if (!table) return fail(table);
    Fields all(*table, file.name);
    for (const auto& [name, member] : calibration_members) {
      Fields one = all.inside(name);
      constants.push_back({name, member, one.number_or("least", 0, {}), one.number("most", {}), false});
      constants.back().optional = one.boolean_or("optional", false);
      one.refuse_unknown();
      all.keep(one);
    }
    all.refuse_unknown();
    if (all.error()) return tl::unexpected(*all.error());
  }
  return constants;
}

Result<DeclaredConstants> read_declared_constants(const DataFiles& data, std::string_view path) {
  const Result<std::vector<CalibrationConstant>> known = read_calibration_constants(data);
  if (!known) return fail(known);
  DeclaredConstants declared;
  for (const DataFiles::File& file : data.under(path)) {
    const Result<Json> tables = parse_toml(file.text, file.name);
    if (!tables) return fail(tables);
    declared = {};  // of several files the last counts
    for (const auto& [name, table] : tables->items()) {
      if (auto wrong = add_declaration(name, table, {file.path, file.name, *known}, declared))
        return tl::unexpected(std::move(*wrong));
    }
  }
  for (std::vector<TunedConstant>* tuned : {&declared.fitted, &declared.fitted_eager})
    ranges::stable_sort(*tuned, std::less<>(), &TunedConstant::place);
  return declared;
}

Result<std::vector<CausedConstant>> read_caused_constants(const DataFiles& data, CausedUse use) {
  Result<DeclaredConstants> declared = read_declared_constants(data, meanings_path(use));
  if (!declared) return fail(declared);
  return std::move(declared->caused);
}

void cut_to_causes(Json& tables) {
  for (auto each = tables.begin(); each != tables.end();) {
    const bool is_caused = each->contains("cause");
    if (is_caused) each->erase("fit");
    if (is_caused) each->erase("update");
    each = is_caused ? std::next(each) : tables.erase(each);
  }
}

}  // namespace hakaru
