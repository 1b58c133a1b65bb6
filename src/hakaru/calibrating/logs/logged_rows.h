// Files of logs, and of rows as CSV, as one table of measurements: what each log says, with the context of its run
// (logged_context.h), in the columns that training_measurements.h and serving_measurements.h read. So logs go the way
// of CSV from there, and --rows keeps them.
#pragma once

#include "hakaru/calibrating/logs/logged_context.h"
#include "hakaru/core/csv_table.h"

namespace hakaru {

/// Counts of what was read from a file.
struct ReadLog {
  std::string file, format;
  std::size_t runs = 0;
  std::size_t steps = 0, left_out_steps = 0;  ///< training: whose times are told, and the first of these
  std::size_t partial_lines = 0, repeated_lines = 0;
  std::vector<Message> left_out;  ///< runs that say nothing
};

struct LoggedRows {
  CsvTable table;
  std::vector<ReadLog> logs;
};

/// True if the text is CSV of measurements: a column `accelerator` in its first line that is no comment.
bool is_csv_of_rows(std::string_view text);

/// A file, as it was named and read.
struct LogText {
  std::string file, text;
  std::string id;  ///< of its run: its name, with its folder where another file is called so too
};
/// Refuses a file that is named twice.
Result<std::vector<LogText>> read_logs(const std::vector<std::string>& files);

Result<LoggedRows> read_logged_rows(const std::vector<LogText>& files, LoggedJob job, const LoggedContext& context);

}  // namespace hakaru
