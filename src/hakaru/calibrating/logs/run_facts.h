// What of a measured run stands beside its figures in data/evidence.
#pragma once

#include "hakaru/calibrating/logs/pair_update.h"
#include "hakaru/core/csv_table.h"
#include "hakaru/model/model.h"
#include "hakaru/parallel/layout.h"

namespace hakaru {

UpdatedRun run_facts(CsvFields& row, const Model& model, const Layout& layout, double accelerators);

}  // namespace hakaru
