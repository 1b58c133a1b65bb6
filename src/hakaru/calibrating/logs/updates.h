// Own runs move the constants that stand (prior_update.h): of whole steps, for each software on each accelerator among
// the rows, and of serving engines likewise. Rows of trust low are left out, with the reason.
//
//   const Result<Updates> updates = update_training(rows, catalog, data);
//   updates->pairs.front().held_back_pct();  // 5.2, beside before_pct() and after_pct()
#pragma once

#include "hakaru/calibrating/logs/pair_update.h"
#include "hakaru/core/csv_table.h"
#include "hakaru/hardware/catalog.h"

namespace hakaru {

struct Updates {
  std::vector<PairUpdate> pairs;
  std::vector<Message> left_out;  ///< rows
};

/// Fails where no row can be used. Steps go by the constants in `data`: shipped ones, or one's own.
Result<Updates> update_training(const CsvTable& table, const Catalog& catalog, const DataFiles& data);
/// The same of serving engines.
Result<Updates> update_serving(const CsvTable& table, const Catalog& catalog, const DataFiles& data);

}  // namespace hakaru
