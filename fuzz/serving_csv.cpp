// Measured serving from anyone: typed, laid over the engine's defaults, its model found and cut to size, and timed.
#include <cmath>

#include "hakaru/evidence/inference_measurements.h"
#include "hakaru/evidence/serving_prediction.h"
#include "told.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hakaru;
  static const DataFiles files;
  static const Catalog catalog = *Catalog::read(files);
  const Result<CsvTable> table =
      parse_csv({reinterpret_cast<const char*>(data), size}, "serving.csv", MalformedRows::kept);
  if (!told(table)) return 0;
  Result<ServingMeasurements> measurements = ServingMeasurements::over(files, catalog);
  Result<InferenceMeasurements> items = InferenceMeasurements::over(files, catalog);
  if (!told(measurements) || !told(items)) return 0;
  ServingPredictor predictor(files);
  for (const CsvTable::Row& row : table->rows) {
    CsvFields of_items(*table, row), fields(*table, row);
    told(items->read(of_items));
    const Result<OrReason<ServingMeasurement>> read = measurements->read(fields);
    if (!told(read)) continue;
    if (!*read) {
      if (in_english(read->error()).empty()) __builtin_trap();
      continue;
    }
    const Result<OrReason<ReplicaEstimate>> estimate = predictor.predict(**read);
    if (!told(estimate) || !*estimate) continue;
    if (!((*estimate)->tpot_s > 0) || std::isinf((*estimate)->tpot_s)) __builtin_trap();
  }
  return 0;
}
