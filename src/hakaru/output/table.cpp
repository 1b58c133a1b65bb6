#include "hakaru/output/table.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "hakaru/core/fields.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

struct Range {
  char32_t first, last;
};

/// Wide and fullwidth characters (Unicode 15, EastAsianWidth.txt), and pictures that terminals draw wide.
constexpr std::array<Range, 14> wide{{{0x1100, 0x115F},
                                      {0x2E80, 0x303E},
                                      {0x3041, 0x33FF},
                                      {0x3400, 0x4DBF},
                                      {0x4E00, 0x9FFF},
                                      {0xA000, 0xA4CF},
                                      {0xA960, 0xA97F},
                                      {0xAC00, 0xD7A3},
                                      {0xF900, 0xFAFF},
                                      {0xFE30, 0xFE6F},
                                      {0xFF00, 0xFF60},
                                      {0xFFE0, 0xFFE6},
                                      {0x1F300, 0x1FAFF},
                                      {0x20000, 0x3FFFD}}};
/// Combining marks and joiners.
constexpr std::array<Range, 5> no_width{
    {{0x0300, 0x036F}, {0x200B, 0x200F}, {0x3099, 0x309A}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}}};

template <std::size_t Count>
bool within(char32_t character, const std::array<Range, Count>& ranges) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const Range& range) { return character >= range.first && character <= range.last; });
}

struct Character {
  char32_t code = 0;
  std::size_t bytes = 1;
  int width = 1;
};

/// The character at the start of `text`; a byte that starts none counts as a character of its own.
Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned char lead = byte(0);
  if (lead == '\033' && text.size() > 1 && text[1] == '[') {  // an escape of Style takes no column
    const std::size_t end = text.find('m');
    if (end != std::string_view::npos) return {lead, end + 1, 0};
  }
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
  Character character{lead, 1, 1};
  if (bytes == 1 || bytes > text.size()) return character;
  char32_t code = lead & (0xFFu >> (bytes + 1));
  for (std::size_t at = 1; at < bytes; ++at) {
    if ((byte(at) & 0xC0u) != 0x80u) return character;
    code = (code << 6) | (byte(at) & 0x3Fu);
  }
  return {code, bytes, within(code, no_width) ? 0 : within(code, wide) ? 2 : 1};
}

std::string padded(const std::string& text, int width, Align align) {
  const std::string spaces(static_cast<std::size_t>(std::max(0, width - display_width(text))), ' ');
  return align == Align::right ? spaces + text : text + spaces;
}

std::string csv_cell(const nlohmann::ordered_json& value) {
  if (value.is_null()) return "";
  std::string text = as_text(value);
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char letter : text) quoted += letter == '"' ? std::string("\"\"") : std::string(1, letter);
  return quoted + '"';
}

/// A row's values by dotted key, in their order.
void flatten(const nlohmann::ordered_json& value, const std::string& key, nlohmann::ordered_json& row) {
  if (!value.is_object() || value.empty()) {
    row[key] = value.is_object() ? nlohmann::ordered_json() : value;
    return;
  }
  for (const auto& [name, inner] : value.items()) flatten(inner, key.empty() ? name : key + "." + name, row);
}

}  // namespace

std::string Style::bold(std::string_view text) const {
  return colour ? fmt::format("\033[1m{}\033[0m", text) : std::string(text);
}

std::string Style::dim(std::string_view text) const {
  return colour ? fmt::format("\033[2m{}\033[0m", text) : std::string(text);
}

int display_width(std::string_view text) {
  int width = 0;
  while (!text.empty()) {
    const Character character = first_character(text);
    width += character.width;
    text.remove_prefix(character.bytes);
  }
  return width;
}

std::string shortened(std::string_view text, int width) {
  if (display_width(text) <= width) return std::string(text);
  std::string result;
  int left = width - 1;  // one column for the …
  while (!text.empty()) {
    const Character character = first_character(text);
    if ((left -= character.width) < 0) break;
    result += text.substr(0, character.bytes);
    text.remove_prefix(character.bytes);
  }
  return result + "…";
}

namespace {

constexpr std::u32string_view closing_marks = U"、。，．）」』】〉》％：；？！…",
                              small_marks = U"・ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ";

bool is_among(char32_t code, std::u32string_view characters) {
  return characters.find(code) != std::u32string_view::npos;
}
bool is_hiragana(char32_t code) { return code >= 0x3041 && code <= 0x309F; }

/// Characters that begin no line in Japanese.
bool hangs(char32_t code) { return is_among(code, closing_marks) || is_among(code, small_marks); }

/// Tells whether a Japanese word begins at `code` behind `before`: particles and endings are hiragana, and belong to
/// what stands before them.
bool begins_word(char32_t before, char32_t code) {
  return !is_hiragana(code) && !hangs(code) && (is_hiragana(before) || is_among(before, closing_marks));
}

/// Tells whether `text` begins with the end of a figure, a blank and what it counts: "5 %", "3 件".
bool is_of_figure(std::string_view text) {
  if (text.size() < 3 || text[0] < '0' || text[0] > '9' || text[1] != ' ') return false;
  const Character counted = first_character(text.substr(2));
  return counted.width == 2 || text[2] == '%';
}

/// The bytes at the start of `line` that make a line of at most `columns`, broken between words or, where that leaves
/// much of the line empty, between Japanese characters; `least` of them at least.
std::size_t first_part(std::string_view line, int columns, std::size_t least) {
  constexpr int least_filled = 3, most_filled = 4;  // of a line that ends with a word
  std::size_t at = 0, of_word = 0, of_character = 0;
  int width = 0, width_of_word = 0;
  Character before;
  while (at < line.size()) {
    const Character character = first_character(line.substr(at));
    const bool is_next_to_wide = character.width == 2 || before.width == 2;
    const bool is_counted = at > 0 && is_of_figure(line.substr(at - 1));
    if (at > least && !is_counted &&
        (line[at] == ' ' || (is_next_to_wide && begins_word(before.code, character.code)))) {
      of_word = of_character = at;
      width_of_word = width;
    } else if (at > least && is_next_to_wide && !hangs(character.code)) {
      of_character = at;
    }
    width += character.width;
    if (width > columns && of_character > 0)
      return width_of_word * most_filled >= columns * least_filled ? of_word : of_character;
    before = character;
    at += character.bytes;
  }
  return line.size();
}

std::string wrapped_line(std::string_view line, int columns) {
  const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
  const std::string further(indent + 2, ' ');
  std::string text, rest(line);
  while (display_width(rest) > columns) {
    const std::size_t bytes = first_part(rest, columns, std::min(rest.find_first_not_of(' '), rest.size()));
    if (bytes == rest.size()) break;
    const std::size_t end = rest.find_last_not_of(' ', bytes - 1) + 1;
    text += rest.substr(0, std::min(end, bytes)) + "\n";
    const std::size_t next = std::min(rest.find_first_not_of(' ', bytes), rest.size());
    rest = further + rest.substr(next);
  }
  return text + rest;
}

/// Counters that end a figure in Japanese, "2 日", "5 件": a particle stands right behind them.
constexpr std::u32string_view counters = U"秒分間日月年円件回台個枚本";

/// Punctuates Japanese: no blank behind 。 and 、, nor between a figure and its particle ("2 日に 1 回"), and 、 in place
/// of a comma beside Japanese; leaves what is quoted.
std::string punctuated(std::string_view text) {
  std::string result;
  Character before;
  bool is_quoted = false;
  while (!text.empty()) {
    const Character character = first_character(text);
    const bool is_possessive = before.code < 0x80 && std::isalpha(static_cast<int>(before.code)) != 0;  // "model's"
    if (character.code == U'\'' && (is_quoted || !is_possessive)) is_quoted = !is_quoted;
    if (is_quoted) {
      result += text.substr(0, character.bytes);
      text.remove_prefix(character.bytes);
      before = character;
      continue;
    }
    const bool is_blank = text.front() == ' ' && !text.starts_with("  ");
    const bool is_comma =
        text.size() > 2 && text.starts_with(", ") && (before.width == 2 || first_character(text.substr(2)).width == 2);
    if (is_comma) {
      result += "、";
      text.remove_prefix(2);
      before = first_character("、");
      continue;
    }
    const char32_t next = is_blank && text.size() > 1 ? first_character(text.substr(1)).code : 0;
    const bool closes = before.code == U'。' || before.code == U'、' ||
                        (is_among(before.code, counters) && (is_hiragana(next) || is_among(next, U"分以")));
    if (!is_blank || !closes || next == U'\n') result += text.substr(0, character.bytes);
    before = character;
    text.remove_prefix(character.bytes);
  }
  return result;
}

}  // namespace

std::string wrapped(std::string_view page, int columns) {
  const std::string closed = punctuated(page);
  std::string_view text = closed;
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    result += display_width(line) <= columns ? std::string(line) : wrapped_line(line, columns);
    if (end < text.size()) result += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

namespace {

constexpr int least_of_name = 40;  // columns

/// `text` cut to `width` columns in its middle: names of a series differ at their end.
std::string shortened_within(std::string_view text, int width) {
  if (display_width(text) <= width) return std::string(text);
  std::string_view end = text;
  int end_width = display_width(end);
  while (end_width > width / 2) {
    const Character first = first_character(end);
    end_width -= first.width;
    end.remove_prefix(first.bytes);
  }
  return shortened(text, width - end_width) + std::string(end);
}

}  // namespace

std::string fitted(std::string_view text, const Style& style) {
  return style.wide ? punctuated(text) : wrapped(text, style.columns);
}

void Table::add(std::vector<std::string> cells) {
  cells.resize(columns_.size());
  for (std::string& cell : cells) cell = printable(cell);
  rows_.push_back(std::move(cells));
}

std::vector<int> Table::widths() const {
  std::vector<int> result;
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    int widest = display_width(columns_[column].heading);
    for (const auto& row : rows_) widest = std::max(widest, display_width(row[column]));
    result.push_back(widest);
  }
  return result;
}

std::string Table::text(const Style& style, const std::vector<int>& widths, std::size_t first, std::size_t last) const {
  const auto line = [&](const auto& cell_at) {
    std::string result = padded(shortened_within(cell_at(0), widths[0]), widths[0], columns_[0].align);
    for (std::size_t column = first; column < last; ++column)
      result += "  " + padded(cell_at(column), widths[column], columns_[column].align);
    result.erase(result.find_last_not_of(' ') + 1);
    return result;
  };
  std::string result = style.bold(line([&](std::size_t column) { return columns_[column].heading; })) + "\n";
  for (const auto& row : rows_) result += line([&](std::size_t column) { return row[column]; }) + "\n";
  return result;
}

std::string Table::text(const Style& style) const {
  constexpr int gap = 2;
  std::vector<int> width = widths();
  // Names that leave no room for figures beside them are cut, and the figures stay on their lines.
  if (!style.wide && columns_.size() > 1) width[0] = std::min(width[0], std::max(style.columns / 2, least_of_name));
  std::string result;
  for (std::size_t first = 1; first < columns_.size() || result.empty();) {
    std::size_t last = first;
    int total = width[0];
    while (last < columns_.size() && (style.wide || last == first || total + gap + width[last] <= style.columns))
      total += gap + width[last++];
    if (!result.empty()) result += "\n";
    result += text(style, width, first, last);
    if (narrow_ == Narrow::leaves_out) return result;
    first = std::max(last, first + 1);
  }
  return result;
}

std::string bar(double share, int cells) {
  const int full = static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * cells));
  std::string result;
  for (int cell = 0; cell < cells; ++cell) result += cell < full ? "█" : "░";
  return result;
}

std::string csv_keys(const nlohmann::ordered_json& row) {
  nlohmann::ordered_json values = nlohmann::ordered_json::object();
  flatten(row, "", values);
  std::string line;
  for (const auto& [key, unused] : values.items()) line += (line.empty() ? "" : ",") + csv_cell(key);
  return line + "\n";
}

std::string csv_cells(const nlohmann::ordered_json& row) {
  nlohmann::ordered_json values = nlohmann::ordered_json::object();
  flatten(row, "", values);
  std::string line;
  const char* separator = "";
  for (const auto& value : values) {
    line += separator + csv_cell(value);
    separator = ",";
  }
  return line + "\n";
}

std::string csv_of(const nlohmann::ordered_json& rows) {
  std::vector<nlohmann::ordered_json> flat;
  std::vector<std::string> keys;
  for (const auto& row : rows) {
    nlohmann::ordered_json values = nlohmann::ordered_json::object();
    flatten(row, "", values);
    for (const auto& [key, unused] : values.items()) {
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
    }
    flat.push_back(std::move(values));
  }
  std::string result;
  const auto add_line = [&](const auto& cell_of) {
    for (std::size_t at = 0; at < keys.size(); ++at) result += (at == 0 ? "" : ",") + cell_of(keys[at]);
    result += "\n";
  };
  add_line([](const std::string& key) { return csv_cell(key); });
  for (const auto& row : flat) {
    add_line([&](const std::string& key) { return row.contains(key) ? csv_cell(row[key]) : std::string(); });
  }
  return result;
}

}  // namespace hakaru
