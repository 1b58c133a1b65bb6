#include "hakaru/formats/answer_shapes.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "hakaru/formats/shape_types.h"

namespace hakaru {
namespace {

/// The unit that a key's name ends with; the longest first.
constexpr std::array<std::pair<std::string_view, std::string_view>, 33> units{{
    {"tokens_usd", "US dollars per million tokens"},
    {"items_usd", "US dollars per million items"},
    {"usd_per_h", "US dollars/h"},
    {"usd_per_month", "US dollars/month"},
    {"kgco2e_per_kwh", "kg CO2e/kWh"},
    {"per_hour", "1/h"},
    {"bytes_per_token", "bytes/token"},
    {"bytes_per_sequence", "bytes/sequence"},
    {"flops_per_s", "FLOP/s"},
    {"bytes_per_s", "bytes/s"},
    {"tokens_per_s", "tokens/s"},
    {"requests_per_s", "requests/s"},
    {"items_per_s", "items/s"},
    {"scenarios_per_s", "scenarios/s"},
    {"values_per_s", "values/s"},
    {"rate_per_s", "1/s"},
    {"model_flops", "FLOP"},
    {"change_pct", "%"},
    {"_pct", "%"},
    {"_bytes", "bytes"},
    {"_tokens", "tokens"},
    {"_usd", "US dollars"},
    {"_kwh", "kWh"},
    {"co2e_kg", "kg CO2e"},
    {"instance_hours", "h of one instance"},
    {"replica_hours", "h of one replica"},
    {"hours", "h"},
    {"clock_hz", "Hz"},
    {"person_months_low", "person-months"},
    {"person_months_high", "person-months"},
    {"_w", "W"},
    {"_cycles", "cycles"},
    {"_s", "s"},
}};

std::string_view unit_of(std::string_view key) {
  const auto* const found =
      std::find_if(units.begin(), units.end(), [&](const auto& each) { return key.ends_with(each.first); });
  return found == units.end() ? std::string_view() : found->second;
}

OrderedJson schema_of(const AnswerShape& shape) {
  OrderedJson schema{{"description", shape.help}};
  if (shape.keys.empty()) {
    schema.update(shape.otherwise);
    return schema;
  }
  schema["type"] = "object";
  OrderedJson properties = OrderedJson::object(), required = OrderedJson::array();
  for (const AnswerKey& key : shape.keys) {
    OrderedJson& property = properties[key.name];
    property = key.type;
    property["description"] = key.help;
    if (const std::string_view unit = unit_of(key.name); !unit.empty()) property["unit"] = unit;
    if (!key.optional) required.push_back(key.name);
  }
  schema["properties"] = std::move(properties);
  schema["required"] = std::move(required);
  schema["additionalProperties"] = false;
  return schema;
}

const AnswerShape& shape_named(std::string_view name) {
  const std::vector<AnswerShape>& all = answer_shapes();
  return *std::find_if(all.begin(), all.end(), [&](const AnswerShape& each) { return each.name == name; });
}

/// Names of the shapes that `schema` refers to.
void collect(const OrderedJson& schema, std::set<std::string>& names) {
  static const std::string before = "#/$defs/";
  for (const auto& [key, value] : schema.items()) {
    if (value.is_structured()) collect(value, names);
    if (key != "$ref") continue;
    const std::string name = value.get<std::string>().substr(before.size());
    if (names.insert(name).second) collect(schema_of(shape_named(name)), names);
  }
}

}  // namespace

const std::vector<AnswerShape>& answer_shapes() {
  static const std::vector<AnswerShape> all = [] {
    std::vector<AnswerShape> shapes;
    for (auto* const table : {shape::of_plans, shape::of_comparisons, shape::of_simulations, shape::of_catalogue,
                              shape::of_runs, shape::of_measurements, shape::of_measuring, shape::of_rehearsals}) {
      for (AnswerShape& each : table()) shapes.push_back(std::move(each));
    }
    return shapes;
  }();
  return all;
}

bool has_shape(std::string_view name) {
  const std::vector<AnswerShape>& all = answer_shapes();
  return std::any_of(all.begin(), all.end(), [&](const AnswerShape& each) { return each.name == name; });
}

OrderedJson shape_schema(std::string_view name) {
  OrderedJson schema = schema_of(shape_named(name));
  std::set<std::string> within;
  collect(schema, within);
  for (const AnswerShape& each : answer_shapes()) {
    if (within.contains(each.name)) schema["$defs"][each.name] = schema_of(each);
  }
  return schema;
}

OrderedJson shape_definitions() {
  OrderedJson all = OrderedJson::object();
  for (const AnswerShape& each : answer_shapes()) all[each.name] = schema_of(each);
  return all;
}

}  // namespace hakaru
