#include "hakaru/core/csv_table.h"

#include <charconv>
#include <type_traits>

#define CSV_IO_NO_THREAD
#include <libfccp/csv.h>

#include "hakaru/core/from_chars.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

// The library's own reader wants the columns when it is compiled; its policies do not.
using Quotes = io::double_quote_escape<',', '"'>;
using Trim = io::trim_chars<' ', '\t'>;
using Comments = io::single_and_empty_line_comment<'#'>;

constexpr std::size_t most_columns = 1000;
constexpr std::size_t most_rows = 100'000, most_cells = 1'000'000;  // of a table kept whole

/// Adds the cells of `line`, which it takes apart, up to one more than a table may have; false where a quote is not
/// closed, and `cells` end before that cell.
bool split(char* line, std::vector<std::string>& cells) {
  for (char* begin = line;;) {
    char* end = begin;
    try {
      end += Quotes::find_next_column_end(begin) - begin;
    } catch (const io::error::escaped_string_not_closed&) {
      return false;
    }
    const bool last = *end == '\0';
    char* const next = end + 1;
    Trim::trim(begin, end);
    Quotes::unescape(begin, end);
    cells.emplace_back(begin, end);
    if (last || cells.size() > most_columns) return true;
    begin = next;
  }
}

std::optional<Error> check_columns(const CsvTable& table, int line) {
  if (table.columns.size() > most_columns)
    return bad_input("{}: line {}: has more than {} columns", table.file, line, most_columns).value();
  for (std::size_t at = 0; at < table.columns.size(); ++at) {
    const std::string& name = table.columns[at];
    if (name.empty()) return bad_input("{}: line {}: column {} has no name", table.file, line, at + 1).value();
    if (*table.column(name) != at)
      return bad_input("{}: line {}: column '{}' is there twice", table.file, line, name).value();
  }
  return std::nullopt;
}

std::optional<UnreadableRow> check_cells(const CsvTable& table, const CsvTable::Row& row) {
  const std::size_t found = row.cells.size(), wanted = table.columns.size();
  if (found < wanted) {
    const std::string& column = table.columns[found];
    return UnreadableRow{bad_input("{}: line {}: '{}' is missing: {} cells found; accepted: {}, one for each column",
                                   table.file, row.line, column, found, wanted)
                             .value(),
                         message("line {}, column '{}': missing: found {} cells; accepted: {}, one for each column",
                                 row.line, column, found, wanted)};
  }
  if (found > wanted) {
    const std::string& column = table.columns.back();
    return UnreadableRow{
        bad_input("{}: line {}: a cell too many after '{}': {} found; accepted: {}, one for each column", table.file,
                  row.line, column, found, wanted)
            .value(),
        message("line {}, column '{}': a cell too many after it: found {}; accepted: {}, one for each column", row.line,
                column, found, wanted)};
  }
  return std::nullopt;
}

/// `row` ends before the cell whose quote is not closed.
UnreadableRow open_quote(const CsvTable& table, const CsvTable::Row& row) {
  const std::size_t at = row.cells.size();
  const std::string column = at < table.columns.size() ? table.columns[at] : std::to_string(at + 1);
  return {bad_input("{}: line {}: column {}: a quote is not closed; accepted: \"…\", on one line", table.file, row.line,
                    at + 1)
              .value(),
          message("line {}, column '{}': a quote is not closed; accepted: \"…\", on one line", row.line, column)};
}

/// A cell as messages show it.
std::string shown_cell(std::string text) {
  constexpr std::size_t longest = 40;
  if (text.size() <= longest) return text;
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u) --end;  // not within a character
  return text.substr(0, end) + "…";
}

template <typename Number>
std::optional<Number> number_of(const std::string& text) {
  Number number = 0;
  const char* const end = text.data() + text.size();
  const auto parsed = [&] {
    if constexpr (std::is_same_v<Number, double>)
      return from_chars(text.data(), end, number);
    else
      return std::from_chars(text.data(), end, number);
  }();
  if (parsed.ec != std::errc() || parsed.ptr != end) return std::nullopt;
  return number;
}

std::string quoted(const std::string& cell) {
  if (cell.find_first_of(",\"\n\r#") == std::string::npos) return cell;
  std::string text = "\"";
  for (const char each : cell) {
    if (each == '\n' || each == '\r') continue;
    text += each == '"' ? "\"\"" : std::string(1, each);
  }
  return text + "\"";
}

}  // namespace

std::optional<std::size_t> CsvTable::column(std::string_view name) const {
  const auto found = std::find(columns.begin(), columns.end(), name);
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

std::optional<Error> CsvTable::without(const std::vector<std::string>& names) const {
  for (const std::string& name : names) {
    if (!column(name))
      return bad_input("{}: has no column '{}'; its columns are: {}", file, name, join(columns)).value();
  }
  return std::nullopt;
}

CsvReader::CsvReader(std::string_view text, std::string_view name, MalformedRows malformed)
    : malformed_(malformed), rest_(text) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (rest_.starts_with(byte_order_mark)) rest_.remove_prefix(byte_order_mark.size());
  table_.file = name;
}

Result<bool> CsvReader::split_line() {
  while (!rest_.empty()) {
    line_ = take_line(rest_);
    ++row_.line;
    if (line_.find('\0') != std::string::npos)
      return bad_input("{}: line {}: is not text: it holds a zero byte", table_.file, row_.line);
    if (Comments::is_comment(line_.c_str())) continue;
    row_.cells.clear();
    row_.malformed.reset();
    if (!split(line_.data(), row_.cells)) row_.malformed = open_quote(table_, row_);
    return true;
  }
  return false;
}

Result<const CsvTable::Row*> CsvReader::next() {
  Result<bool> found = split_line();
  if (found && *found && table_.columns.empty()) {
    if (row_.malformed) return tl::unexpected(row_.malformed->error);
    table_.columns.swap(row_.cells);
    if (const std::optional<Error> error = check_columns(table_, row_.line)) return tl::unexpected(*error);
    found = split_line();
  }
  if (!found) return fail(found);
  if (table_.columns.empty())
    return bad_input("{}: is empty; accepted: a line of column names, then rows", table_.file);
  if (!*found) return nullptr;
  if (!row_.malformed) row_.malformed = check_cells(table_, row_);
  if (row_.malformed && malformed_ == MalformedRows::refused) return tl::unexpected(row_.malformed->error);
  row_.cells.resize(table_.columns.size());
  return &row_;
}

Result<CsvTable> parse_csv(std::string_view text, std::string_view name, MalformedRows malformed) {
  CsvReader reader(text, name, malformed);
  std::vector<CsvTable::Row> rows;
  for (;;) {
    const Result<const CsvTable::Row*> row = reader.next();
    if (!row) return fail(row);
    if (*row == nullptr) break;
    if (rows.size() == most_rows)
      return bad_input("{}: line {}: has more than {} rows; accepted: up to that many", name, (*row)->line, most_rows);
    if ((rows.size() + 1) * reader.table().columns.size() > most_cells)
      return bad_input("{}: line {}: has more than {} cells; accepted: up to that many", name, (*row)->line,
                       most_cells);
    rows.push_back(**row);
  }
  CsvTable table = reader.table();
  table.rows = std::move(rows);
  return table;
}

CsvFields::CsvFields(const CsvTable& table, const CsvTable::Row& row) : table_(table), row_(row) {
  if (row.malformed) keep(*row.malformed);
}

void CsvFields::keep(const UnreadableRow& why) {
  if (error_) return;
  error_ = why.error;
  unreadable_ = why.reason;
}

const std::string* CsvFields::cell(std::string_view column) const {
  const std::size_t count = table_.columns.size();
  for (std::size_t tried = 0; tried < count; ++tried) {
    const std::size_t at = (last_ + tried) % count;
    if (table_.columns[at] != column) continue;
    last_ = at;
    return &row_.cells[at];
  }
  return nullptr;
}

const std::string* CsvFields::needed(std::string_view column) {
  const std::string* const found = cell(column);
  if (found == nullptr && !error_) error_ = table_.without({std::string(column)});
  return found;
}

bool CsvFields::has(std::string_view column) const {
  const std::string* const found = cell(column);
  return found != nullptr && !found->empty();
}

std::string CsvFields::text(std::string_view column) {
  const std::string* const found = needed(column);
  return found == nullptr ? "" : *found;
}

std::string CsvFields::text_or(std::string_view column, std::string_view otherwise) const {
  return has(column) ? *cell(column) : std::string(otherwise);
}

std::int64_t CsvFields::whole(std::string_view column, IntegerRange range) {
  const std::string* const found = needed(column);
  if (found == nullptr) return range.min;
  const std::optional<std::int64_t> number = number_of<std::int64_t>(*found);
  if (number && *number >= range.min && *number <= range.max) return *number;
  const std::string shown = shown_cell(*found);
  keep({bad_input("{}: line {}: '{}' is '{}'; accepted: a whole number, {} … {}", table_.file, row_.line, column, shown,
                  range.min, range.max)
            .value(),
        message("line {}, column '{}': found '{}'; accepted: a whole number, {} … {}", row_.line, column, shown,
                range.min, range.max)});
  return range.min;
}

std::optional<std::int64_t> CsvFields::optional_whole(std::string_view column, IntegerRange range) {
  return has(column) ? std::optional(whole(column, range)) : std::nullopt;
}

double CsvFields::positive(std::string_view column, double max) {
  const std::string* const found = needed(column);
  if (found == nullptr) return max;
  const std::optional<double> number = number_of<double>(*found);
  if (number && *number > 0 && *number <= max) return *number;  // false for NaN
  const std::string shown = shown_cell(*found), most = fmt::format("{:g}", max);
  keep({bad_input("{}: line {}: '{}' is '{}'; accepted: a number, more than 0, at most {}", table_.file, row_.line,
                  column, shown, most)
            .value(),
        message("line {}, column '{}': found '{}'; accepted: a number, more than 0, at most {}", row_.line, column,
                shown, most)});
  return max;
}

double CsvFields::mean(std::string_view column, IntegerRange range) {
  const auto min = static_cast<double>(range.min), max = static_cast<double>(range.max);
  const std::string* const found = needed(column);
  if (found == nullptr) return min;
  const std::optional<double> number = number_of<double>(*found);
  if (number && *number >= min && *number <= max) return *number;  // false for NaN
  const std::string shown = shown_cell(*found);
  keep({bad_input("{}: line {}: '{}' is '{}'; accepted: a number, {} … {}", table_.file, row_.line, column, shown,
                  range.min, range.max)
            .value(),
        message("line {}, column '{}': found '{}'; accepted: a number, {} … {}", row_.line, column, shown, range.min,
                range.max)});
  return min;
}

std::optional<double> CsvFields::optional_mean(std::string_view column, IntegerRange range) {
  return has(column) ? std::optional(mean(column, range)) : std::nullopt;
}

std::string csv_text(const CsvTable& table) {
  const auto line = [](const std::vector<std::string>& cells) {
    std::vector<std::string> texts;
    for (const std::string& cell : cells) texts.push_back(quoted(cell));
    return join(texts, ",") + "\n";
  };
  std::string text = line(table.columns);
  for (const CsvTable::Row& row : table.rows) text += line(row.cells);
  return text;
}

}  // namespace hakaru
