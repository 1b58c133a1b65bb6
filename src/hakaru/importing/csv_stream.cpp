#include "hakaru/importing/csv_stream.h"

#include <algorithm>
#include <cstring>

#define CSV_IO_NO_THREAD
#include <libfccp/csv.h>

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

// The library's own reader wants whole files or its own buffers; its policies do not.
using CellQuotes = io::double_quote_escape<',', '"'>;
using CellBlanks = io::trim_chars<' ', '\t'>;

constexpr int most_lines_before_names = 20;
constexpr std::size_t most_names = 1000;
constexpr std::size_t not_there = SIZE_MAX;

bool is_optional(const std::string& column) { return column.starts_with('?'); }

}  // namespace

CsvStream::CsvStream(ByteSource& source, std::vector<std::string> columns)
    : window_(source), columns_(std::move(columns)) {}

Result<bool> CsvStream::read_line() {
  if (next_line_ != nullptr) window_.drop_before(next_line_);
  next_line_ = nullptr;
  std::size_t searched = 0;
  for (;;) {
    char* const begin = window_.begin();
    const auto left = static_cast<std::size_t>(window_.end() - begin);
    auto* const end = static_cast<char*>(std::memchr(begin + searched, '\n', left - searched));
    if (end != nullptr) {
      ++line_;
      line_offset_ = window_.offset_of(begin);
      *end = '\0';
      if (end > begin && end[-1] == '\r') end[-1] = '\0';
      next_line_ = end + 1;
      rest_ = begin;
      cells_.clear();
      return true;
    }
    searched = left;
    const Result<bool> more = window_.read_on();
    if (!more) return fail(more);
    if (*more) continue;
    if (left == 0) return false;
    return bad_input("{}: ends at byte {}, within line {}; nothing was changed; accepted: a whole file", name(),
                     window_.offset_of(window_.end()), line_ + 1);
  }
}

bool CsvStream::split_cell(std::string_view& cell) {
  if (rest_ == nullptr) return false;
  char* begin = rest_;
  char* end = begin;
  try {
    end += CellQuotes::find_next_column_end(begin) - begin;
  } catch (const io::error::escaped_string_not_closed&) {  // the library's way to say so
    rest_ = nullptr;
    refuse(bad_input("{}: byte {}, in line {}: a quote that is not closed on its line; nothing was changed", name(),
                     line_offset_, line_));
    return false;
  }
  rest_ = *end == '\0' ? nullptr : end + 1;
  CellBlanks::trim(begin, end);
  CellQuotes::unescape(begin, end);
  cell = {begin, static_cast<std::size_t>(end - begin)};
  return true;
}

std::optional<Error> CsvStream::read_names() {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  std::string missing;
  int line_of_names = 1;  // where all lines look like those before names, the first is taken to be meant
  while (line_ < most_lines_before_names) {
    const Result<bool> read = read_line();
    if (!read) return read.error();
    if (!*read) break;
    if (line_ == 1 && std::string_view(rest_).starts_with(byte_order_mark)) rest_ += byte_order_mark.size();
    std::vector<std::string> names;
    for (std::string_view cell; names.size() < most_names && split_cell(cell);) names.emplace_back(cell);
    if (error_) return error_;
    places_.clear();
    missing.clear();
    for (const std::string& column : columns_) {
      const auto found = std::find(names.begin(), names.end(), is_optional(column) ? column.substr(1) : column);
      places_.push_back(found == names.end() ? not_there : static_cast<std::size_t>(found - names.begin()));
      if (found == names.end() && !is_optional(column) && missing.empty()) missing = column;
    }
    if (missing.empty()) return std::nullopt;
    if (names.size() == 2) {
      preamble_.emplace_back(names[0], names[1]);
    } else {
      line_of_names = line_;
      break;
    }
  }
  std::vector<std::string> needed;
  std::copy_if(columns_.begin(), columns_.end(), std::back_inserter(needed),
               [](const std::string& column) { return !is_optional(column); });
  return bad_input("{}: line {} has no column '{}'; accepted: a line of names with {}", name(), line_of_names,
                   missing.empty() ? needed.front() : missing, join(needed))
      .value();
}

Result<bool> CsvStream::next() {
  if (line_ == 0) {
    if (std::optional<Error> error = read_names()) return tl::unexpected(std::move(*error));
  }
  for (;;) {
    if (error_) return tl::unexpected(*error_);
    Result<bool> read = read_line();
    if (!read || !*read || *rest_ != '\0') return read;
  }
}

std::string_view CsvStream::cell(std::size_t column) {
  const std::size_t place = places_[column];
  if (place == not_there) return {};
  while (cells_.size() <= place) {
    std::string_view cell;
    if (!split_cell(cell)) {
      refuse(bad_input("{}: byte {}, in line {}: '{}' is missing: {} cells found; nothing was changed", name(),
                       line_offset_, line_, columns_[column], cells_.size()));
      return {};
    }
    cells_.push_back(cell);
  }
  return cells_[place];
}

}  // namespace hakaru
