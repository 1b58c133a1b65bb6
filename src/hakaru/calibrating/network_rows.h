// Measured runs of networks on one accelerator, by the software that they were compiled with, made ready for a fit
// (calibrate_inference.h says of which constants).
#pragma once

#include <map>

#include "hakaru/calibrating/figure_fit.h"
#include "hakaru/evidence/inference_prediction.h"
#include "hakaru/hardware/catalog.h"

namespace hakaru {

enum class InferenceMetric { latency, items };
std::string name_of(InferenceMetric metric);

/// A case: runs of the same network in the same way, from any source.
struct NetworkCase {
  InferenceMeasurement measurement;
  bool one_item = false;
};

struct SoftwareRows {
  std::vector<NetworkCase> cases;
  std::map<std::string, std::size_t> case_of;  ///< by its key
  std::map<std::string, std::size_t> model_of;
  std::vector<Figure> figures;           ///< runs: cases; of items per second: seconds for an item on each copy
  std::vector<InferenceMetric> metrics;  ///< of the figures
  std::vector<std::size_t> models;
  std::vector<std::size_t> at;  ///< rows of the table
  std::size_t rows = 0;
  DeclaredConstants constants;  ///< that may be fitted
  Calibration start;            ///< a relative's, else the constants of inference
  Calibration usual;            ///< the constants of inference
};
using RowsBySoftware = std::map<std::string, SoftwareRows>;

/// The rows of `accelerator`, by software; why others are not is in `fitted`.
Result<RowsBySoftware> usable_network_rows(const CsvTable& table, const Accelerator& accelerator,
                                           const Catalog& catalog, const DataFiles& data, FittedCalibration& fitted);

inline constexpr std::size_t network_figures_per_constant = 6;    ///< rows × metrics
inline constexpr std::size_t different_figures_per_constant = 2;  ///< cases × metrics
std::size_t most_network_constants(const SoftwareRows& rows);

/// Held back case by case; `rows` must outlive it.
FigureFit network_fit_of(const SoftwareRows& rows);

}  // namespace hakaru
