// Rows of measured runs, each taken for a fit or left out with the reason; the same for every fit of whole runs.
//
//   const Result<std::vector<Message>> left_out =
//       take_trusted_rows(table, [&](const TrustedRow& row) -> Result<LeftOut> {
//         if (cannot_be_used(row.fields)) return LeftOut(message("…"));
//         runs.push_back(run_of(row));
//         return LeftOut();
//       });
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "hakaru/core/csv_table.h"
#include "hakaru/core/message.h"

namespace hakaru {

/// The weight of a row of trust medium, where one of trust high has 1.
inline constexpr double weight_of_medium = 0.5, weight_of_medium_step = 0.25;

/// The weight of a row by its trust: 1 high, `medium`, 0 low; high where it does not say.
Result<double> weight_by_trust(const CsvFields& fields, const CsvTable& table, const CsvTable::Row& row,
                               double medium = weight_of_medium);

struct TrustedRow {
  const CsvTable::Row& row;
  CsvFields& fields;
  double trust = 1;  ///< above 0
};
/// The reason why a row is left out; empty: it was taken.
using LeftOut = std::optional<Message>;

/// Each row that is trusted at all through `take`. Gives why rows were left out; fails where a row cannot be read, and
/// where none was taken.
Result<std::vector<Message>> take_trusted_rows(const CsvTable& table,
                                               const std::function<Result<LeftOut>(const TrustedRow& row)>& take,
                                               double medium = weight_of_medium);

}  // namespace hakaru
