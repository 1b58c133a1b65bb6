#include "hakaru/evidence/nccl_tests.h"

#include <set>

#include "hakaru/core/line_prefix.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

using Words = std::vector<std::string_view>;

Words words_in_line(std::string_view line) {
  constexpr std::string_view blanks = " \t\r";
  Words words;
  for (std::size_t at = 0; (at = line.find_first_not_of(blanks, at)) != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(blanks, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

bool starts_with(const Words& words, const Words& start) {
  return words.size() >= start.size() && std::equal(start.begin(), start.end(), words.begin());
}

bool is_heading(const Words& words) { return starts_with(words, {"#", "size", "count", "type"}); }

bool is_row(std::string_view line) {
  return !line.empty() && (line.front() == ' ' || line.front() == '\t' || (line.front() >= '0' && line.front() <= '9'));
}

/// Facts from the heading lines read so far.
struct Heading {
  std::string operation;
  std::set<std::string, std::less<>> ranks;
  std::size_t columns_from_time = 0;  ///< from the first `time` to the end; 0: no heading yet
  std::size_t columns = 0;            ///< in all, those of older versions that stay blank among them

  void read(const Words& words) {
    if (starts_with(words, {"#", "Collective", "test", "starting:"}) && words.size() > 4) operation = words[4];
    if (starts_with(words, {"#", "Using", "devices"})) ranks.clear();
    if (starts_with(words, {"#", "Rank"}) && words.size() > 2) ranks.emplace(words[2]);
    if (!is_heading(words)) return;
    const auto time = std::find(words.begin(), words.end(), "time");
    columns_from_time = static_cast<std::size_t>(words.end() - time);
    columns = words.size() - 1;
  }
};

/// Cells of `line` as a number above 0: a row that was cut off within one may still have as many.
bool is_figure(std::string_view cell) {
  return !cell.empty() && cell.find_first_not_of("0123456789.") == std::string_view::npos && cell.back() != '.';
}

LinePrefix prefix_of_tests(std::string_view text) {
  return {text, "#", [](std::string_view line) { return is_heading(words_in_line(line)); }};
}

}  // namespace

bool is_nccl_tests(std::string_view text) { return prefix_of_tests(text).is_found(); }

namespace {

/// `partial_lines` null: a row that was cut off is refused.
Result<CsvTable> table_of_tests(std::string_view text, std::string_view name, const NcclTestsRun& run,
                                std::size_t* partial_lines) {
  CsvTable table;
  table.file = name;
  table.columns = {"accelerator", "software", "operation", "ranks", "message_bytes", "latency_us"};
  Heading heading;
  heading.operation = run.operation;
  const LinePrefix prefix = prefix_of_tests(text);
  for (int line_number = 1; !text.empty(); ++line_number) {
    const std::string_view line = prefix.taken_off(take_line(text));
    const Words words = words_in_line(line);
    if (words.empty()) continue;
    if (words.front().starts_with('#')) {
      heading.read(words);
      continue;
    }
    if (!is_row(line)) continue;
    if (heading.columns_from_time == 0)
      return bad_input("{}: line {}: a row before nccl-tests' heading (# size count type …)", name, line_number);
    if (heading.operation.empty())
      return bad_input("{}: line {}: nothing says which operation was run; name it with --operation all_reduce", name,
                       line_number);
    const auto listed = static_cast<std::int64_t>(heading.ranks.size());
    if (listed > 0 && run.ranks > 0 && listed != run.ranks)
      return bad_input("{}: line {}: {} is {}, but {} ranks are listed before it", name, line_number, "--ranks",
                       run.ranks, listed);
    const std::int64_t ranks = listed > 0 ? listed : run.ranks;
    if (ranks < 2)
      return bad_input("{}: line {}: {} ranks are listed before it (# Rank 0 …); accepted: 2 or more, or {}", name,
                       line_number, ranks, "--ranks 16");
    const bool ends = !text.empty() || words.size() >= heading.columns;
    const bool whole = words.size() > heading.columns_from_time && ends &&
                       is_figure(words[words.size() - heading.columns_from_time]) && is_figure(words.front());
    if (partial_lines != nullptr && !whole) {
      ++*partial_lines;
      continue;
    }
    // Older versions leave redop and root blank, so columns are counted from the right.
    if (words.size() <= heading.columns_from_time)
      return bad_input("{}: line {}: 'time' is missing: {} cells found; accepted: more than {}, as in the heading",
                       name, line_number, words.size(), heading.columns_from_time);
    if (words.front() == "0") continue;
    const std::string_view time = words[words.size() - heading.columns_from_time];
    table.rows.push_back({line_number,
                          {run.accelerator, "NCCL", heading.operation, std::to_string(ranks),
                           std::string(words.front()), std::string(time)}});
  }
  if (table.rows.empty()) return bad_input("{}: holds no rows of nccl-tests", name);
  return table;
}

}  // namespace

Result<CsvTable> nccl_tests_table(std::string_view text, std::string_view name, const NcclTestsRun& run) {
  return table_of_tests(text, name, run, nullptr);
}

Result<CsvTable> nccl_tests_table(std::string_view text, std::string_view name, const NcclTestsRun& run,
                                  std::size_t& partial_lines) {
  return table_of_tests(text, name, run, &partial_lines);
}

}  // namespace hakaru
