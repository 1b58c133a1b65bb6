#include "hakaru/timing/caused_constants.h"

#include <algorithm>
#include <set>

#include "hakaru/core/fields.h"
#include "hakaru/numerics/elementary.h"

namespace hakaru {
namespace {

/// A table and the group it is in.
struct TableName {
  std::string_view group;
  std::string name;
};

bool has_table(const CauseTables& from, const TableName& of) {
  return from.tables.contains(of.group) && from.tables[of.group].contains(of.name);
}

/// The tables that may hold a constant of `cause`, the nearest first.
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
    for (const CausedConstant& constant : constants_) {
      for (const CausedConstant::Member& each : constant.members)
        calibration_.*each.value = std::min(calibration_.*each.value, each.max);
    }
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

}  // namespace hakaru
