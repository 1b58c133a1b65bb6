#include "hakaru/formats/band_json.h"

#include "hakaru/formats/record_json.h"
#include "hakaru/planning/money/costing.h"

namespace hakaru {
namespace {

constexpr double band_percent = 100;

}  // namespace

OrderedJson figures_json(const std::vector<FigureBand>& bands) {
  OrderedJson figures = OrderedJson::object();
  for (const FigureBand& each : bands) figures[each.key] = write_record(each.ends);
  return figures;
}

OrderedJson bands_json(const Plan& plan, const Scenario& scenario, const Translator& translator) {
  const Band* const band = told_band(plan, scenario.objective);
  if (band == nullptr) return nullptr;
  OrderedJson why = OrderedJson::array();
  for (const Widening& each : band->widenings) {
    if (each.times > 1) why.push_back(translator(each.why));
  }
  return {{"coverage_pct", band_percent * band_coverage},
          {"covers", translator(covered_by(plan, *band))},
          {"nearest", name_of(band->nearness)},
          {"like", translator(band->alike)},
          {"runs", band->like().size()},
          {"models", band->models_alike()},
          {"median_error_pct", band->median_error_pct()},
          {"runs_in_all", band->runs_in_all()},
          {"wider_because", why},
          {"figures", figures_json(figure_bands(plan, scenario))}};
}

}  // namespace hakaru
