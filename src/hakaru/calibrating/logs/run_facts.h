// What of a measured run stands beside its figures in data/evidence (evidence/held_out.h).
#pragma once

#include "hakaru/calibrating/logs/pair_update.h"
#include "hakaru/core/csv_table.h"
#include "hakaru/evidence/serving_measurements.h"
#include "hakaru/evidence/training_measurements.h"

namespace hakaru {

UpdatedRun run_facts(CsvFields& row, const TrainingMeasurement& measurement, const Layout& layout);
UpdatedRun run_facts(CsvFields& row, const ServingMeasurement& measurement);

}  // namespace hakaru
