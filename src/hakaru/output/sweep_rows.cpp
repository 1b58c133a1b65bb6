#include "hakaru/output/sweep_rows.h"

#include "hakaru/job/layout_fields.h"
#include "hakaru/output/table.h"

namespace hakaru {
namespace {

OrderedJson columns_of(const Plan& plan) {
  OrderedJson columns = summary_of(plan);
  columns["memory"] = json_of(plan.memory, plan.capacity_bytes, plan.headroom_bytes);
  return columns;
}

/// The same columns without values.
OrderedJson emptied(const OrderedJson& columns) {
  if (!columns.is_object()) return nullptr;
  OrderedJson empty = OrderedJson::object();
  for (const auto& [key, value] : columns.items()) empty[key] = emptied(value);
  return empty;
}

/// Of `columns` those that the header has; null where a plan has none.
OrderedJson as_in(const OrderedJson& header, const OrderedJson& columns) {
  if (!header.is_object()) return columns;
  OrderedJson row = OrderedJson::object();
  for (const auto& [key, value] : header.items())
    row[key] = as_in(value, columns.contains(key) ? columns.at(key) : OrderedJson());
  return row;
}

/// Several names are one cell.
OrderedJson cell_of(const Json& value) {
  if (!value.is_array()) return value;
  std::string text;
  for (const Json& each : value)
    text += (text.empty() ? "" : " ") + (each.is_string() ? each.get<std::string>() : each.dump());
  return text;
}

}  // namespace

SweepRows::SweepRows(const ScenarioSweep& sweep, const Translator& translator)
    : sweep_(sweep), translator_(translator) {
  Plan plan;
  if (sweep.job() == "serve") plan.serving = ServingFigures{};
  if (sweep.job() == "infer") plan.inference = InferenceFigures{};
  if (plan.inference && sweep.mentions("items")) plan.inference->items = 1;
  if (sweep.compares_recipes()) plan.precision = usual_recipe;
  each_layout_field([&](const auto& field) {
    auto& part = plan.layout.*field.value;
    if (field.unsaid_if_usual && sweep.mentions(field.key)) part = static_cast<std::decay_t<decltype(part)>>(1);
  });
  no_plan_ = emptied(columns_of(plan));
}

OrderedJson SweepRows::begun(std::int64_t index, const Json& keys) const {
  OrderedJson record{{"index", index}, {"scenario", OrderedJson::object()}};
  for (const std::string& key : sweep_.varied()) {
    const auto found = keys.find(key);
    record["scenario"][key] = found == keys.end() ? OrderedJson() : cell_of(*found);
  }
  if (sweep_.varied().empty()) record.erase("scenario");
  return record;
}

OrderedJson SweepRows::record(std::int64_t index, const Json& keys, OrderedJson plan, OrderedJson why_none) const {
  OrderedJson record = begun(index, keys);
  record.update(plan);
  record["why_none"] = std::move(why_none);
  return record;
}

std::string SweepRows::header() const { return csv_keys(record(0, Json::object(), no_plan_, nullptr)); }

std::string SweepRows::beginning(std::int64_t index, const Json& keys) const {
  std::string cells = csv_cells(begun(index, keys));
  cells.back() = ',';  // not the row's end
  return cells;
}

std::string SweepRows::row(std::int64_t index, const Json& keys, const Result<Plan>& plan) const {
  if (plan) {
    OrderedJson columns = as_in(no_plan_, columns_of(*plan));
    if (columns.contains("precision") && columns["precision"].is_null()) {
      const auto asked = keys.find("precision");
      columns["precision"] = asked == keys.end() ? OrderedJson(usual_recipe) : cell_of(*asked);
    }
    return csv_cells(record(index, keys, columns, nullptr));
  }
  return csv_cells(record(index, keys, no_plan_, translator_(plan.error().message)));
}

}  // namespace hakaru
