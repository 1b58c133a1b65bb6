// CSV of any length, line by line; of each line those cells that are asked for, as they are asked for: what stands
// behind the last of them is not taken apart. Cells may stand in double quotes, on one line. A file whose last line has
// no end is taken for cut off.
//
//   CsvStream rows(source, {"instance_name", "price", "?spot"});
//   for (;;) {
//     const Result<bool> more = rows.next();
//     if (!more) return more.error();
//     if (!*more) break;
//     rows.cell(0);  // of "instance_name"
//   }
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hakaru/importing/window.h"

namespace hakaru {

class CsvStream {
 public:
  /// Columns that need not be there begin with "?"; their cells are empty then. The line of names may stand behind
  /// others, which `preamble` has.
  CsvStream(ByteSource& source, std::vector<std::string> columns);

  /// Goes to the next line; also says what was wrong with a cell of the last.
  Result<bool> next();
  /// The cell in the line read last, valid until the next one; empty where it cannot be read.
  std::string_view cell(std::size_t column);
  /// Lines of two cells before the one of names: what a file says of itself.
  const std::vector<std::pair<std::string, std::string>>& preamble() const { return preamble_; }
  const std::string& name() const { return window_.name(); }

 private:
  /// The next line that is not empty, which ends with a zero byte; false at the end.
  Result<bool> read_line();
  std::optional<Error> read_names();
  /// Splits the next cell of the line; false behind the last, and where its quote is not closed.
  bool split_cell(std::string_view& cell);
  void refuse(tl::unexpected<Error> why) {
    if (!error_) error_ = why.value();
  }

  Window window_;
  std::vector<std::string> columns_;
  std::vector<std::pair<std::string, std::string>> preamble_;
  std::vector<std::size_t> places_;      ///< of each of columns_ in the file
  std::vector<std::string_view> cells_;  ///< of the line, as far as it is split
  char* rest_ = nullptr;                 ///< of the line; null behind its last cell
  char* next_line_ = nullptr;
  std::uint64_t line_offset_ = 0;
  int line_ = 0;
  std::optional<Error> error_;
};

}  // namespace hakaru
