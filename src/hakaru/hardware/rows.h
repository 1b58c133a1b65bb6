// Rows of the catalogue's CSV files: named columns, comments from '#', quotes.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#define CSV_IO_NO_THREAD
#include <libfccp/csv.h>

#include "hakaru/core/data_files.h"
#include "hakaru/core/fields.h"
#include "hakaru/core/quantities.h"
#include "hakaru/core/result.h"
#include "hakaru/core/text.h"

namespace hakaru {

/// The fields of a row, in the order of the columns that were asked for.
template <std::size_t count>
using Row = std::array<std::string, count>;

/// Calls `take(row, place)` with each row of `file`, which has just these `columns`; `place` names its line for what is
/// said of it. Ends with the first error of `take`, or of the file.
template <std::size_t count, typename Take>
Result<void> read_rows(const DataFiles::File& file, const std::array<const char*, count>& columns, const Take& take) {
  using Reader = io::CSVReader<count, io::trim_chars<' ', '\t', '\r'>, io::double_quote_escape<',', '"'>,
                               io::throw_on_overflow, io::single_and_empty_line_comment<'#'>>;
  try {
    Reader reader(file.name, file.text.data(), file.text.data() + file.text.size());
    std::apply([&](const auto... names) { reader.read_header(io::ignore_no_column, names...); }, columns);
    Row<count> row;
    while (std::apply([&](auto&... fields) { return reader.read_row(fields...); }, row)) {
      Result<void> taken = take(row, fmt::format("{}: line {}", file.name, reader.get_file_line()));
      if (!taken) return taken;
    }
    return {};
  } catch (const io::error::base& error) {  // the CSV library's way to say that a line is not CSV
    const auto* const place = dynamic_cast<const io::error::with_file_line*>(&error);
    return bad_input("{}: line {}: not such a row; accepted: {}", file.name,
                     place != nullptr ? std::max(place->file_line, 1) : 1,
                     join(std::vector<std::string>(columns.begin(), columns.end()), ","));
  }
}

/// Refuses a row whose instance or region is no name.
inline Result<void> check_names(const std::string& instance, const std::string& region, const std::string& place) {
  for (const auto& [column, value] : {std::pair{"instance", &instance}, {"region", &region}}) {
    if (!is_name(*value)) return bad_input("{}: {} is '{}'; accepted: {}", place, column, *value, letters_of_names);
  }
  return {};
}

/// Refuses a row whose as_of is no day.
inline Result<void> check_day(const std::string& as_of, const std::string& place) {
  if (parse_date(as_of, "as_of")) return {};
  return bad_input("{}: as_of is '{}'; accepted: a date such as 2023-06-01", place, as_of);
}

}  // namespace hakaru
