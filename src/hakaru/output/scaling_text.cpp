#include <set>

#include "hakaru/core/quantities.h"
#include "hakaru/formats/band_json.h"
#include "hakaru/formats/json.h"
#include "hakaru/formats/nullable.h"
#include "hakaru/output/answer_texts.h"
#include "hakaru/output/band_text.h"
#include "hakaru/output/question_text.h"

namespace hakaru {
namespace {

std::string sweep_sentence(Sweep sweep, const Translator& t) {
  switch (sweep) {
    case Sweep::strong:
      return t.say("Strong scaling: the global batch stays the same.");
    case Sweep::weak:
      return t.say("Weak scaling: the sequences of an instance stay the same.");
    case Sweep::batch:
      break;
  }
  return t.say("The instances stay the same, the global batch changes.");
}

/// Speed beside that of the first instance type at the same point; empty where either has no plan.
std::optional<double> beside_first(const std::vector<ScalingCurve>& curves, std::size_t curve, std::size_t at) {
  const Scaled &one = curves[curve].points[at], &first = curves.front().points[at];
  if (!one.plan || !first.plan) return std::nullopt;
  return one.plan->made_per_s() / first.plan->made_per_s();
}

std::vector<std::string> cells_of(const std::vector<ScalingCurve>& curves, std::size_t curve, std::size_t at,
                                  const Translator& t) {
  const Scaled& scaled = curves[curve].points[at];
  const std::string count = with_separators(scaled.point.instances), batch = with_separators(scaled.point.global_batch);
  if (!scaled.plan) return {count, batch, t.say("none, see below")};
  constexpr int cells = 20;
  std::vector<std::string> row{count,
                               batch,
                               in_short(scaled.plan->layout),
                               t.time(scaled.plan->step_time_s()),
                               with_separators(std::llround(scaled.plan->made_per_s())),
                               band_cell(*scaled.plan, Objective::time),
                               fmt::format("{:.2f}×", scaled.speedup),
                               in_percent(100 * scaled.efficiency),
                               bar(scaled.efficiency, cells)};
  if (curve > 0) {
    const std::optional<double> ratio = beside_first(curves, curve, at);
    row.push_back(ratio ? fmt::format("{:.2f}×", *ratio) : "–");
  }
  return row;
}

std::string curve_text(const std::vector<ScalingCurve>& curves, std::size_t curve, const Pen& pen) {
  const Translator& t = pen.translator;
  std::vector<Table::Column> columns{
      {t.say("instances"), Align::right}, {t.say("batch"), Align::right},      {t.say("layout")},
      {t.say("step"), Align::right},      {t.say("tokens/s"), Align::right},   {t.say("error, 90 %"), Align::right},
      {t.say("speedup"), Align::right},   {t.say("efficiency"), Align::right}, {""}};
  if (curve > 0) columns.push_back({"× " + curves.front().instance, Align::right});
  Table table(columns);
  std::string reasons;
  const std::vector<Scaled>& points = curves[curve].points;
  for (std::size_t at = 0; at < points.size(); ++at) {
    table.add(cells_of(curves, curve, at, t));
    if (points[at].why_not) reasons += fmt::format("{}: {}\n", points[at].point.instances, t(*points[at].why_not));
  }
  std::set<std::int64_t> micro_batches;
  for (const Scaled& point : points) {
    if (point.plan) micro_batches.insert(point.plan->layout.micro_batch);
  }
  const std::string differs = micro_batches.size() > 1
                                  ? t.say("The micro-batch (mb) is the best of each row, so rows differ in it.") + "\n"
                                  : "";
  return pen.style.bold(curves[curve].instance) + "\n" + table.text(pen.style) + differs + reasons;
}

}  // namespace

std::string scaling_text(const Scenario& scenario, Sweep sweep, const std::vector<ScalingCurve>& curves,
                         const Pen& pen) {
  std::string text = question_of(scenario, pen) + "\n" + sweep_sentence(sweep, pen.translator) + "\n";
  for (std::size_t curve = 0; curve < curves.size(); ++curve) text += "\n" + curve_text(curves, curve, pen);
  return text;
}

OrderedJson json_of(const Scenario& scenario, Sweep sweep, const std::vector<ScalingCurve>& curves,
                    const Translator& translator) {
  OrderedJson json{{"sweep", name_of(sweep)}, {"curves", OrderedJson::array()}};
  for (std::size_t curve = 0; curve < curves.size(); ++curve) {
    OrderedJson points = OrderedJson::array();
    for (std::size_t at = 0; at < curves[curve].points.size(); ++at) {
      const Scaled& scaled = curves[curve].points[at];
      OrderedJson point{{"instances", scaled.point.instances}, {"global_batch", scaled.point.global_batch}};
      if (scaled.plan) {
        const Plan& plan = *scaled.plan;
        point["accelerators"] = plan.cluster.ranks();
        point["layout"] = json_of(plan.layout);
        point["step_time_s"] = plan.step_time_s();
        point["tokens_per_s"] = plan.made_per_s();
        point["mfu"] = positive_or_null(plan.mfu());
        point["duration_s"] = or_null(plan.duration_s());
        point["band"] = bands_json(plan, scenario, translator);
      }
      point["speedup"] = positive_or_null(scaled.speedup);
      point["efficiency"] = positive_or_null(scaled.efficiency);
      point["beside_first_instance"] = or_null(beside_first(curves, curve, at));
      point["why_not"] = scaled.why_not ? OrderedJson(translator(*scaled.why_not)) : OrderedJson();
      points.push_back(std::move(point));
    }
    json["curves"].push_back({{"instance", curves[curve].instance}, {"points", std::move(points)}});
  }
  return json;
}

}  // namespace hakaru
