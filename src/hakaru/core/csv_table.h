// Tables that people measure and keep as CSV: a line of column names, then rows, all cells still text.
//
//   Result<CsvTable> table = parse_csv(text, "gemm.csv");
//   for (const CsvTable::Row& row : table->rows) {
//     CsvFields fields(*table, row);
//     const std::int64_t m = fields.whole("m", {.min = 1, .max = 1'000'000});
//     const double latency_us = fields.positive("latency_us", 1e9);
//     if (fields.error()) return tl::unexpected(*fields.error());
//   }
//
// Cells may stand in double quotes (RFC 4180), on one line. Lines that are empty or start with # are left out. Every
// failure names the file, the line, the column, what was found and what is accepted. As with `Fields`, the first
// failure is kept and harmless values come after it. Who goes on without a row that cannot be read asks for malformed
// rows to be kept, and tells `unreadable()` instead of refusing the file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/fields.h"
#include "hakaru/core/result.h"

namespace hakaru {

inline constexpr std::uint64_t largest_table_bytes = 8 << 20;  ///< of a table that is kept whole

/// Why a row cannot be read, for those who refuse its file and for those who go on without it.
struct UnreadableRow {
  Error error;     ///< "t.csv: line 3: 'm' is '8.5'; accepted: …"
  Message reason;  ///< "line 3, column 'm': found '8.5'; accepted: …"
};

struct CsvTable {
  struct Row {
    int line = 0;                                 ///< of the file, from 1
    std::vector<std::string> cells;               ///< one for each column
    std::optional<UnreadableRow> malformed = {};  ///< its line has other cells: those missing are empty
  };
  std::string file;  ///< for messages
  std::vector<std::string> columns;
  std::vector<Row> rows;

  std::optional<std::size_t> column(std::string_view name) const;
  /// Empty when every one of `names` is a column; else which one is missing.
  std::optional<Error> without(const std::vector<std::string>& names) const;
};

/// Rows with too few cells, too many, or a quote that is not closed.
enum class MalformedRows { refused, kept };

/// A table of measurements, kept whole: of bounded length.
Result<CsvTable> parse_csv(std::string_view text, std::string_view name,
                           MalformedRows malformed = MalformedRows::refused);

/// Text that parse_csv reads back; line ends within cells are left out.
std::string csv_text(const CsvTable& table);

/// The same, row by row: of a long table one line at a time is copied.
///
///   CsvReader reader(text, "requests.csv");
///   for (;;) {
///     const Result<const CsvTable::Row*> row = reader.next();
///     if (!row) return fail(row);
///     if (*row == nullptr) break;  // the end
///     CsvFields fields(reader.table(), **row);
///   }
class CsvReader {
 public:
  CsvReader(std::string_view text, std::string_view name, MalformedRows malformed = MalformedRows::refused);

  /// The next row, until the one after it is asked for; null at the end.
  Result<const CsvTable::Row*> next();
  /// The columns, from the first row on; no rows are kept.
  const CsvTable& table() const { return table_; }

 private:
  /// Splits the next line that is neither empty nor a comment into `row_`; false at the end.
  Result<bool> split_line();

  CsvTable table_;
  CsvTable::Row row_;
  MalformedRows malformed_;
  std::string_view rest_;
  std::string line_;
};

/// The cells of one row by column name.
class CsvFields {
 public:
  CsvFields(const CsvTable& table, const CsvTable::Row& row);

  int line() const { return row_.line; }
  bool has(std::string_view column) const;  ///< such a column, and not an empty cell
  std::string text(std::string_view column);
  std::string text_or(std::string_view column, std::string_view otherwise) const;
  std::int64_t whole(std::string_view column, IntegerRange range);
  std::optional<std::int64_t> optional_whole(std::string_view column, IntegerRange range);  ///< if it `has` one
  /// More than 0, at most `max`; no NaN, no infinity.
  double positive(std::string_view column, double max);
  /// A mean of whole numbers, which need not be whole itself.
  double mean(std::string_view column, IntegerRange range);
  std::optional<double> optional_mean(std::string_view column, IntegerRange range);  ///< if it `has` one

  const std::optional<Error>& error() const { return error_; }
  /// The same where it is this row's alone: no column that is needed is missing.
  const std::optional<Message>& unreadable() const { return unreadable_; }

 private:
  const std::string* cell(std::string_view column) const;
  /// The cell, or null with the failure kept.
  const std::string* needed(std::string_view column);
  void keep(const UnreadableRow& why);

  const CsvTable& table_;
  const CsvTable::Row& row_;
  mutable std::size_t last_ = 0;  ///< column: rows are mostly read from left to right
  std::optional<Error> error_;
  std::optional<Message> unreadable_;
};

}  // namespace hakaru
