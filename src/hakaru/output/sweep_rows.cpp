#include "hakaru/output/sweep_rows.h"

#include "hakaru/core/fields.h"
#include "hakaru/formats/nullable.h"
#include "hakaru/job/layout_fields.h"
#include "hakaru/output/plan_cells.h"
#include "hakaru/output/table.h"

namespace hakaru {
namespace {

OrderedJson row_of(const Plan& plan) {
  OrderedJson columns = summary_of(plan);
  if (plan.serving() != nullptr && plan.serving()->live) columns["usd_per_month"] = or_null(plan.costs.usd_per_month());
  const ObjectiveEnds ends = plan.uncertainty.objective.value_or(ObjectiveEnds{});
  const auto known = [&](double end) { return plan.uncertainty.objective ? OrderedJson(end) : OrderedJson(); };
  columns["objective"] = {{"figure", known(ends.figure)}, {"low", known(ends.low)}, {"high", known(ends.high)}};
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

/// The columns, of `columns`, that the header has; null where a plan has none.
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
  for (const Json& each : value) text += (text.empty() ? "" : " ") + as_text(each);
  return text;
}

/// With every figure that one of the sweep's plans may have.
ServingFigures serving_figures(const ScenarioSweep& sweep) {
  ServingFigures figures;
  if (!sweep.may_be_live()) return figures;
  figures.live.emplace();
  if (sweep.mentions("disaggregate")) figures.prefill_replicas = 1;
  if (sweep.mentions("max_replicas")) figures.scaling = ScalingFigures{};
  return figures;
}

}  // namespace

SweepRows::SweepRows(const ScenarioSweep& sweep, const Translator& translator)
    : sweep_(sweep), translator_(translator) {
  Plan plan;
  if (sweep.job() == "serve") plan.figures = serving_figures(sweep);
  if (sweep.job() == "infer") plan.figures = InferenceFigures{};
  if (sweep.mentions("items")) {
    if (plan.inference() != nullptr) plan.inference()->lot = LotFigures{};
    if (plan.serving() != nullptr) plan.serving()->lot = LotFigures{};
  }
  if (sweep.compares_recipes()) plan.precision = usual_recipe;
  each_layout_field([&](const auto& field) {
    auto& part = plan.layout.*field.value;
    if (field.unsaid_if_usual && sweep.mentions(field.key)) part = static_cast<std::decay_t<decltype(part)>>(1);
  });
  no_plan_ = emptied(row_of(plan));
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

OrderedJson SweepRows::whole(std::int64_t index, const Json& keys, const OrderedJson& plan,
                             OrderedJson why_none) const {
  OrderedJson row = begun(index, keys);
  row.update(plan);
  row["why_none"] = std::move(why_none);
  return row;
}

std::string SweepRows::header() const { return csv_keys(whole(0, Json::object(), no_plan_, nullptr)); }

std::string SweepRows::beginning(std::int64_t index, const Json& keys) const {
  std::string cells = csv_cells(begun(index, keys));
  cells.back() = ',';  // not the row's end
  return cells;
}

std::string SweepRows::row(std::int64_t index, const Json& keys, const Result<Plan>& plan) const {
  return csv_cells(record(index, keys, plan));
}

OrderedJson SweepRows::record(std::int64_t index, const Json& keys, const Result<Plan>& plan) const {
  if (!plan) return whole(index, keys, no_plan_, translator_(plan.error().message));
  OrderedJson columns = as_in(no_plan_, row_of(*plan));
  if (sweep_.job() == "train" && columns.contains("precision") && columns["precision"].is_null()) {
    const auto asked = keys.find("precision");
    columns["precision"] = asked == keys.end() ? OrderedJson(usual_recipe) : cell_of(*asked);
  }
  return whole(index, keys, columns, nullptr);
}

std::string sweep_text(const ScenarioSweep& sweep, const std::vector<Result<Plan>>& plans, const PlanColumns& columns,
                       const Pen& pen) {
  const Translator& t = pen.translator;
  std::vector<Table::Column> headings{{"#", Align::right}};
  for (const std::string& key : sweep.varied()) headings.push_back({key});
  for (const std::string& heading : {t.say("instances"), t.say("layout")}) headings.push_back({heading});
  for (const PlanColumn& column : columns) headings.push_back(column.heading);
  Table table(headings);
  std::string reasons;
  for (std::size_t index = 0; index < plans.size(); ++index) {
    const Json keys = sweep.keys(static_cast<std::int64_t>(index));
    std::vector<std::string> cells{std::to_string(index)};
    for (const std::string& key : sweep.varied()) {
      const OrderedJson cell = keys.contains(key) ? cell_of(keys[key]) : OrderedJson("–");
      cells.push_back(as_text(cell));
    }
    if (const Result<Plan>& plan = plans[index]) {
      cells.insert(cells.end(), {machines_of(*plan), choices_of(*plan)});
      const std::vector<std::string> figures = cells_of(columns, *plan);
      cells.insert(cells.end(), figures.begin(), figures.end());
    } else {
      cells.push_back(t.say("none, see below"));
      reasons += fmt::format("{}: {}\n", index, t(plan.error().message));
    }
    table.add(std::move(cells));
  }
  return table.text(pen.style) + reasons;
}

}  // namespace hakaru
