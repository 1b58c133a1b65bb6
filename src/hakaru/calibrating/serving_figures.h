// Figures of a measured serving run that fits compare with predictions: to one accelerator (calibrate_serving.h) and
// to all of them (joint_fits.h).
#pragma once

#include <string_view>
#include <vector>

#include "hakaru/core/choice.h"
#include "hakaru/core/csv_table.h"
#include "hakaru/serving/steady/closed_loop.h"

namespace hakaru {

enum class ServingMetric { tpot, ttft, tokens_per_s };
template <>
inline constexpr auto choice_names<ServingMetric> = std::to_array<std::string_view>({"tpot_ms", "ttft_ms",
                                                                                     "output_tokens_per_s"});

struct ServingFigure {
  ServingMetric metric = ServingMetric::tpot;
  double measured_s = 0;  ///< of tokens per second: seconds per token
};

/// TPOT and TTFT where the row has them; tokens per second where it has neither.
std::vector<ServingFigure> figures_of(CsvFields& row);

/// Every one that the row has.
std::vector<ServingFigure> all_figures_of(CsvFields& row);

/// The predicted figure in seconds, as `measured_s`.
double predicted_s(const ReplicaEstimate& estimate, ServingMetric metric);

}  // namespace hakaru
