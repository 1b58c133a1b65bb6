// Ranges of values in files of measurements, where more than one kind of measurement has them.
#pragma once

#include <cmath>

#include "hakaru/core/csv_table.h"
#include "hakaru/evidence/validation.h"
#include "hakaru/numerics/data_type.h"

namespace hakaru {

constexpr IntegerRange measured_ranks{.min = 1, .max = 1'000'000};
constexpr IntegerRange measured_tokens{.min = 1, .max = 10'000'000};
constexpr double ms_per_s = 1e3;
constexpr double longest_ms = 1e9, most_tokens_per_s = 1e12, most_items_per_s = 1e12;

/// A length that may be a mean, to the nearest whole token.
inline std::int64_t nearest_tokens(CsvFields& row, std::string_view column, IntegerRange range = measured_tokens) {
  return std::llround(row.mean(column, range));
}

inline OrReason<DataType> type_in(CsvFields& row, std::string_view column) {
  const Result<DataType> type = parse_data_type(row.text(column));
  if (!type) return tl::unexpected(type.error().message);
  return *type;
}

}  // namespace hakaru
