#include "hakaru/evidence/inference_facts.h"

#include <charconv>

#include "hakaru/core/ranges.h"

namespace hakaru {
namespace {

constexpr IntegerRange positive{.min = 1, .max = 100'000};
constexpr NumberRange any_seconds{.min = 0, .max = 1e6};
constexpr NumberRange any_calls{.min = 0, .max = 1000};

FixedInference fixed_of(Fields& fields) {
  FixedInference fixed;
  if (fields.has("sequence_length")) fixed.sequence_length = fields.integer("sequence_length", positive);
  if (fields.has("runs")) fixed.runs = fields.integer("runs", positive);
  fixed.runs_are_known = fields.boolean_or("runs_are_known", true);
  fixed.shared_by = fields.integer_or("shared_by", 1, positive);
  fixed.calls_per_accelerator = fields.number_or("calls_per_accelerator", 0, any_calls);
  if (fields.has("latency_limit_s")) fixed.limit_s = fields.number("latency_limit_s", any_seconds);
  if (fields.has("fp16_computed_as")) {
    const std::string name = fields.text("fp16_computed_as");
    if (const Result<DataType> type = parse_data_type(name)) {
      fixed.fp16_computed_as = *type;
    } else {
      fields.refuse("fp16_computed_as", name, "a number format");
    }
  }
  for (const std::string& other : fields.texts("besides")) {
    const std::size_t times = other.find(" x ");
    std::int64_t runs = 0;
    const char* const stop = std::from_chars(other.data(), other.data() + other.size(), runs).ptr;
    if (times == std::string::npos || stop != other.data() + times || times + 3 == other.size() ||
        runs < positive.min || runs > positive.max) {
      fields.refuse("besides", other, "such as '16 x sdxl-refiner'");
      break;
    }
    fixed.besides.emplace_back(other.substr(times + 3), runs);
  }
  fields.text("source");
  fields.refuse_unknown();
  return fixed;
}

bool says(const std::string& notes, const std::string& what) {
  return what.empty() || notes.find(what) != std::string::npos;
}

}  // namespace

std::optional<Error> InferenceFacts::read_fixed(const Json& by_series, const std::string& file) {
  for (const auto& [series, of_series] : by_series.items()) {
    for (const auto& [model, table] : of_series.items()) {
      Fields fields(table, file, "series." + series + "." + model);
      fixed_[{series, model}] = fixed_of(fields);
      if (fields.error()) return fields.error();
    }
  }
  return std::nullopt;
}

std::optional<Error> InferenceFacts::read_lists(const Json& tree, const std::string& file) {
  static const Json none = Json::array();
  const auto list = [&](const char* key) -> const Json& { return tree.contains(key) ? tree[key] : none; };
  for (const Json& table : list("calls")) {
    Fields fields(table, file, "calls");
    calls_.push_back({fields.text("series"), fields.text("says"), fields.text("family"),
                      fields.number_or("in_all", 0, any_calls), fields.number_or("per_accelerator", 0, any_calls)});
    const Calls& read = calls_.back();
    if ((read.in_all > 0) == (read.per_accelerator > 0))
      fields.refuse("in_all", fmt::format("{}", read.in_all), "either in_all or per_accelerator, above 0");
    fields.text("source");
    fields.refuse_unknown();
    if (fields.error()) return fields.error();
  }
  for (const Json& table : list("software")) {
    Fields fields(table, file, "software");
    software_.push_back({fields.text("name"), fields.text_or("says", ""), fields.text_or("kind", "")});
    fields.refuse_unknown();
    if (fields.error()) return fields.error();
  }
  return std::nullopt;
}

Result<InferenceFacts> InferenceFacts::read(const DataFiles& data) {
  InferenceFacts facts;
  for (const DataFiles::File& file : data.under("inference_names.toml")) {
    const Result<Json> tree = parse_toml(file.text, file.name);
    if (!tree) return fail(tree);
    Fields all(*tree, file.name);
    Fields models(all.value("models"), file.name, "models");
    for (const std::string& name : models.keys()) facts.names_[name] = models.text(name);
    if (models.error()) return tl::unexpected(*models.error());
    if (const auto error = facts.read_fixed(all.value("series"), file.name)) return tl::unexpected(*error);
    if (const auto error = facts.read_lists(*tree, file.name)) return tl::unexpected(*error);
    for (const char* list : {"calls", "software"}) static_cast<void>(all.value(list));
    all.refuse_unknown();
    if (all.error()) return tl::unexpected(*all.error());
  }
  return facts;
}

std::string InferenceFacts::model_named(const std::string& name) const {
  const auto found = names_.find(name);
  return found == names_.end() ? name : found->second;
}

FixedInference InferenceFacts::fixed(const std::string& series, const std::string& name,
                                     const std::string& model) const {
  auto found = fixed_.find({series, name});
  if (found == fixed_.end()) found = fixed_.find({series, model});
  return found == fixed_.end() ? FixedInference{} : found->second;
}

double InferenceFacts::calls(const std::string& series, const std::string& notes, Family family,
                             double accelerators) const {
  for (const Calls& each : calls_) {
    if (each.series != series || each.family != name_of(family) || !says(notes, each.says)) continue;
    return each.in_all > 0 ? each.in_all : each.per_accelerator * accelerators;
  }
  return accelerators;
}

std::vector<std::string> InferenceFacts::software_names(std::optional<AcceleratorKind> kind) const {
  std::vector<std::string> names;
  for (const Software& each : software_) {
    const bool runs = !kind || each.kind.empty() || each.kind == name_of(*kind);
    if (runs && ranges::find(names, each.name) == names.end()) names.push_back(each.name);
  }
  return names;
}

std::string InferenceFacts::software(const std::string& notes, AcceleratorKind kind) const {
  for (const Software& each : software_) {
    if (says(notes, each.says) && (each.kind.empty() || each.kind == name_of(kind))) return each.name;
  }
  return "";
}

}  // namespace hakaru
