// Measured training steps from anyone: typed, laid over the software's defaults, their model found and cut to size.
#include <cmath>

#include "hakaru/evidence/training_measurements.h"
#include "hakaru/evidence/validation.h"
#include "hakaru/parallel/legal.h"
#include "hakaru/training/step.h"
#include "told.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hakaru;
  static const DataFiles files;
  static const Catalog catalog = *Catalog::read(files);
  static Calibrations calibrations(files);
  const Result<CsvTable> table =
      parse_csv({reinterpret_cast<const char*>(data), size}, "training.csv", MalformedRows::kept);
  if (!told(table)) return 0;
  Result<TrainingMeasurements> measurements = TrainingMeasurements::over(files, catalog);
  if (!told(measurements)) return 0;
  for (const CsvTable::Row& row : table->rows) {
    CsvFields fields(*table, row);
    const Result<OrReason<TrainingMeasurement>> read = measurements->read(fields);
    if (row.malformed && read) __builtin_trap();
    if (!told(read)) continue;
    if (!*read) {
      if (in_english(read->error()).empty()) __builtin_trap();
      continue;
    }
    const TrainingMeasurement& measured = **read;
    if (!measured.layout) continue;
    const bool illegal = why_illegal_to_train(*measured.layout, measured.job.model, measured.job.sequence_length,
                                              measured.job.global_batch, measured.cluster)
                             .has_value();
    const Accelerator& accelerator = measured.cluster.instance().accelerator;
    const Result<Calibration> calibration =
        calibrations.find_training(accelerator, measured.job.software.constants_on("", measured.job.model.family));
    if (illegal || !told(calibration)) continue;
    const double step_s = estimate_step(measured.job, *measured.layout, measured.cluster, *calibration).step_time_s;
    if (!(step_s > 0) || std::isinf(step_s)) __builtin_trap();
  }
  return 0;
}
