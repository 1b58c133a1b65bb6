// Tables whose columns line up on a terminal, in any language, and bars that show how full something is.
//
// A column's width is counted in terminal columns: a Chinese, Japanese or Korean character takes two (Unicode Standard
// Annex 11, wide and fullwidth), a combining mark none.
//
//   Table table({{"instance"}, {"cost", Align::right}});
//   table.add({"p4d.24xlarge", "$4,282,114"});
//   table.text({.colour = true});
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/fields.h"

namespace hakaru {

/// Columns of a text whose terminal is not known, as in a pipe.
inline constexpr int usual_columns = 100;

/// Style of a terminal's text.
struct Style {
  bool colour = false;          ///< a terminal, and NO_COLOR is not set
  int columns = usual_columns;  ///< of the terminal
  bool wide = false;            ///< --wide: everything, however wide
  bool in_shell = true;         ///< whether commands that come next can be typed where it is read

  std::string bold(std::string_view text) const;
  std::string dim(std::string_view text) const;
};

/// Terminal columns that UTF-8 text takes. Bytes that are not UTF-8 count as one each.
int display_width(std::string_view text);
/// `text` with its lines that are wider than `columns` broken, at spaces and between Chinese and Japanese characters;
/// what follows a break is indented by two more.
std::string wrapped(std::string_view text, int columns);
/// The same for the terminal; as it is where everything is asked for.
std::string fitted(std::string_view text, const Style& style);
/// `text` cut to `width` columns, with … where something was left out.
std::string shortened(std::string_view text, int width);

enum class Align { left, right };

class Table {
 public:
  struct Column {
    std::string heading;
    Align align = Align::left;
  };

  /// Columns that a terminal is too narrow for: in a second table below, behind the first column once more, or left out,
  /// the last ones first.
  enum class Narrow { folds, leaves_out };

  explicit Table(std::vector<Column> columns, Narrow narrow = Narrow::folds)
      : columns_(std::move(columns)), narrow_(narrow) {}
  /// One cell for each column; missing ones are empty.
  void add(std::vector<std::string> cells);
  /// Heading and rows, a line each, two spaces between columns.
  std::string text(const Style& style) const;
  bool empty() const { return rows_.empty(); }

 private:
  std::vector<int> widths() const;
  /// With the first column and those from `first` up to `last`.
  std::string text(const Style& style, const std::vector<int>& widths, std::size_t first, std::size_t last) const;

  std::vector<Column> columns_;
  Narrow narrow_;
  std::vector<std::vector<std::string>> rows_;
};

/// "███████░░░", `cells` long; a share above 1 fills it.
std::string bar(double share, int cells = 10);

/// Rows of one shape as CSV (RFC 4180): a column for each key, "memory.device.weights_bytes" for nested ones, null
/// empty.
std::string csv_of(const nlohmann::ordered_json& rows);
/// One row's keys, and its values, as a line each.
std::string csv_keys(const nlohmann::ordered_json& row);
std::string csv_cells(const nlohmann::ordered_json& row);

}  // namespace hakaru
