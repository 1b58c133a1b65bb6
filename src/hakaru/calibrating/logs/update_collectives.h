// Constants of collectives, moved by what nccl-tests or nccom-test measured (prior_update.h): rows too few for a fit of
// their own. Fifths of the rows are held back in turn.
#pragma once

#include "hakaru/calibrating/logs/logged_rows.h"
#include "hakaru/calibrating/logs/updates.h"

namespace hakaru {

/// Properties of collective tests, or of rows as CSV, that the files may not state.
struct CollectiveRuns {
  std::string accelerator, operation;  ///< operation: where the output does not say
  std::int64_t ranks = 0;              ///< likewise
};
Result<LoggedRows> read_collective_rows(const std::vector<LogText>& files, const CollectiveRuns& runs);

Result<Updates> update_collectives(const CsvTable& table, const Accelerator& accelerator, const Catalog& catalog,
                                   const DataFiles& data);

}  // namespace hakaru
