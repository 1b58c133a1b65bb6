#include "hakaru/calibrating/serving_figures.h"

#include "hakaru/evidence/measured_ranges.h"

namespace hakaru {

std::vector<ServingFigure> all_figures_of(CsvFields& row) {
  std::vector<ServingFigure> figures;
  for (const ServingMetric metric : {ServingMetric::tpot, ServingMetric::ttft}) {
    const std::string_view name = name_of(metric);
    if (row.has(name)) figures.push_back({metric, row.positive(name, longest_ms) / ms_per_s});
  }
  const std::string_view rate = name_of(ServingMetric::tokens_per_s);
  if (row.has(rate)) figures.push_back({ServingMetric::tokens_per_s, 1 / row.positive(rate, most_tokens_per_s)});
  return figures;
}

std::vector<ServingFigure> figures_of(CsvFields& row) {
  std::vector<ServingFigure> figures = all_figures_of(row);
  if (figures.size() > 1 && figures.back().metric == ServingMetric::tokens_per_s) figures.pop_back();
  return figures;
}

double predicted_s(const ReplicaEstimate& estimate, ServingMetric metric) {
  if (metric == ServingMetric::tpot) return estimate.tpot_s;
  return metric == ServingMetric::ttft ? estimate.ttft_s : 1 / estimate.output_tokens_per_s;
}

}  // namespace hakaru
