// What of a measured serving run is compared with its prediction, and how much it is believed: for fits to one
// accelerator (calibrate_serving.h) and to all of them (fit_serving.h).
#pragma once

#include <string_view>
#include <vector>

#include "hakaru/core/csv_table.h"
#include "hakaru/serving/steady/closed_loop.h"

namespace hakaru {

enum class ServingMetric { tpot, ttft, tokens_per_s };
std::string_view name_of(ServingMetric metric);

struct ServingFigure {
  ServingMetric metric = ServingMetric::tpot;
  double measured_s = 0;  ///< of tokens per second: seconds per token
};

/// TPOT and TTFT where the row has them; tokens per second where it has neither.
std::vector<ServingFigure> figures_of(CsvFields& row);

/// Every one that the row has.
std::vector<ServingFigure> all_figures_of(CsvFields& row);

/// In seconds, as `measured_s`.
double predicted_s(const ReplicaEstimate& estimate, ServingMetric metric);

/// What a row weighs by its trust: 1 high, 0.5 medium, 0 low; high where it does not say.
Result<double> weight_by_trust(const CsvFields& fields, const CsvTable& table, const CsvTable::Row& row);

}  // namespace hakaru
