#include "hakaru/evidence/logs/nccom_test.h"

#include <sstream>

#include "hakaru/core/fields.h"
#include "hakaru/core/line_prefix.h"
#include "hakaru/evidence/logs/log_text.h"

namespace hakaru {
namespace {

constexpr std::string_view heading_start = "size(B)";

std::vector<std::string> cells_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> cells;
  for (std::string cell; stream >> cell;) cells.push_back(std::move(cell));
  return cells;
}

bool is_heading_of_nccom(const std::string& line, const std::vector<std::string>& cells) {
  return cells.size() > 2 && cells.front() == heading_start && line.find("busbw(GB/s)") != std::string::npos;
}

/// "allr" of the command line, as measurements call it; empty: it is none.
std::string operation_called(std::string_view name) {
  static constexpr std::pair<std::string_view, std::string_view> names[]{
      {"allr", "all_reduce"},       {"all_reduce", "all_reduce"}, {"allg", "all_gather"},
      {"all_gather", "all_gather"}, {"redsct", "reduce_scatter"}, {"reduce_scatter", "reduce_scatter"},
      {"alltoall", "alltoall"},     {"all_to_all", "alltoall"},   {"sendrecv", "sendrecv"}};
  for (const auto& [called, operation] : names) {
    if (called == name) return std::string(operation);
  }
  return "";
}

/// The command, where it stands in the log: "nccom-test -r 32 allg -b 512kb".
void take_command(const std::string& line, NccomTestRun& run) {
  const std::size_t at = line.find("nccom-test");
  if (at == std::string::npos) return;
  const std::vector<std::string> words = cells_of(line.substr(at));
  for (std::size_t word = 1; word < words.size(); ++word) {
    if (const std::string operation = operation_called(words[word]); !operation.empty()) run.operation = operation;
    const bool ranks = words[word - 1] == "-r" || words[word - 1] == "--nworkers";
    if (const auto count = number_after(words[word], ""); ranks && count && *count >= 1 && *count <= 1e6)
      run.ranks = static_cast<std::int64_t>(*count);
  }
}

/// An error that names what the rows lack, operation or ranks; empty: nothing.
std::optional<Error> unsaid(std::string_view name, const NccomTestRun& run) {
  if (run.operation.empty())
    return bad_input("{}: nothing says which operation was run; name it with --operation all_reduce", name).value();
  if (run.ranks < 2)
    return bad_input("{}: nothing says on how many ranks it ran; name them with {}", name, "--ranks 32").value();
  return std::nullopt;
}

class NccomRows {
 public:
  NccomRows(std::string_view name, NccomTestRun run) : run_(std::move(run)) {
    table_.file = name;
    table_.columns = {"accelerator", "software", "operation", "ranks", "message_bytes", "latency_us"};
  }
  NccomTestRun& run() { return run_; }
  /// False: the cells are no size or no time.
  bool add(int line, const std::string& bytes, const std::string& latency_us) {
    const auto size = number_after(bytes, ""), time = number_after(latency_us, "");
    if (!size || !time || *time <= 0 || bytes.find('.') != std::string::npos) return false;
    if (*size >= 1)
      table_.rows.push_back(
          {line, {run_.accelerator, "nccom-test", run_.operation, std::to_string(run_.ranks), bytes, latency_us}});
    return true;
  }
  CsvTable& table() { return table_; }

 private:
  NccomTestRun run_;
  CsvTable table_;
};

std::string cell_of_json(const Json& row, std::string_view start) {
  for (const auto& [key, value] : row.items()) {
    if (!key.starts_with(start)) continue;
    if (value.is_number_integer()) return std::to_string(value.get<std::int64_t>());
    if (value.is_number()) return fmt::format("{}", value.get<double>());
    if (value.is_string()) return value.get<std::string>();
  }
  return "";
}

bool is_report(const Json& report) {
  if (!report.is_object() || !report.contains("results") || !report["results"].is_array()) return false;
  const Json& results = report["results"];
  return !results.empty() && results.front().is_object() && results.front().contains(heading_start);
}

std::optional<Json> report_in(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos || text[begin] != '{') return std::nullopt;
  Result<Json> report = parse_json(text, "report");
  return report && is_report(*report) ? std::optional(std::move(*report)) : std::nullopt;
}

LinePrefix prefix_of_nccom(std::string_view text) {
  return {text, heading_start, [](std::string_view line) {
            const std::string heading(line);
            return is_heading_of_nccom(heading, cells_of(heading));
          }};
}

}  // namespace

bool is_nccom_test(std::string_view text) { return report_in(text) || prefix_of_nccom(text).is_found(); }

Result<CsvTable> nccom_test_table(std::string_view text, std::string_view name, const NccomTestRun& run,
                                  std::size_t& partial_lines) {
  NccomRows rows(name, run);
  if (const std::optional<Json> report = report_in(text)) {
    if (const auto missing = unsaid(name, run)) return tl::unexpected(*missing);
    int line = 0;
    for (const Json& row : (*report)["results"]) {
      const bool taken =
          row.is_object() && rows.add(++line, cell_of_json(row, heading_start), cell_of_json(row, "time"));
      if (!taken) ++partial_lines;
    }
  } else {
    std::size_t columns = 0, time = 0;
    const LinePrefix prefix = prefix_of_nccom(text);
    for (int line_number = 1; !text.empty(); ++line_number) {
      const std::string whole = take_log_line(text);
      const std::string line(prefix.taken_off(whole));
      take_command(line, rows.run());
      const std::vector<std::string> cells = cells_of(line);
      if (is_heading_of_nccom(line, cells)) {
        columns = cells.size();
        for (time = 0; time < cells.size() && !cells[time].starts_with("time");) ++time;
        continue;
      }
      const bool is_row = columns > 0 && !cells.empty() && number_after(cells.front(), "").has_value();
      if (!is_row) continue;
      if (const auto missing = unsaid(name, rows.run())) return tl::unexpected(*missing);
      if (cells.size() != columns || time >= cells.size() || !rows.add(line_number, cells[0], cells[time]))
        ++partial_lines;
    }
  }
  if (rows.table().rows.empty()) return bad_input("{}: holds no rows of nccom-test", name);
  return rows.table();
}

}  // namespace hakaru
