#include "hakaru/measuring/expected_bands.h"

#include "hakaru/evidence/validation.h"

namespace hakaru {
namespace {

const Band* band_of_expected(const std::string& key, const PlanUncertainty& known) {
  if (key == "ttft_ms") return known.ttft.get();
  const bool is_saturated = key == "output_tokens_per_s" || key == "requests_per_s" || key == "items_per_s";
  if (is_saturated && known.rate) return known.rate.get();
  const bool is_of_its_time = is_saturated || key == "step_time_s" || key == "tokens_per_s" || key == "mfu" ||
                              key == "tpot_ms" || key == "latency_ms";
  return is_of_its_time ? known.time.get() : nullptr;
}

}  // namespace

std::vector<FigureBand> bands_of_expected(const MeasuringRun& run, const PlanUncertainty& known) {
  std::vector<FigureBand> bands;
  for (const auto& [key, value] : run.expected) {
    const Band* const band = band_of_expected(key, known);
    if (band == nullptr || value <= 0) continue;
    const bool shrinks = is_rate(key) || key == "mfu";  // the longer it takes
    bands.push_back({key, shrinks ? band->ends_of_rate(value, known.least) : band->ends_of_time(value, known.least)});
  }
  return bands;
}

}  // namespace hakaru
