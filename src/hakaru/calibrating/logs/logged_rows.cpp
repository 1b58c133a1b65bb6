#include "hakaru/calibrating/logs/logged_rows.h"

#include <algorithm>
#include <filesystem>

#include "hakaru/core/text.h"
#include "hakaru/evidence/logs/serving_results.h"
#include "hakaru/evidence/logs/training_log.h"
#include "hakaru/job/software_stack.h"
#include "hakaru/launching/launch_programs.h"
#include "hakaru/model/read.h"

namespace hakaru {
namespace {

/// Rows whose columns grow as they come.
class GrowingTable {
 public:
  void add(int line, const LogCells& cells) {
    CsvTable::Row row{line, std::vector<std::string>(table_.columns.size()), {}};
    for (const auto& [column, cell] : cells) row.cells[place_of(column, row)] = cell;
    table_.rows.push_back(std::move(row));
  }
  CsvTable whole(std::string file) {
    table_.file = std::move(file);
    for (CsvTable::Row& row : table_.rows) row.cells.resize(table_.columns.size());
    return std::move(table_);
  }

 private:
  std::size_t place_of(const std::string& column, CsvTable::Row& row) {
    const auto found = std::find(table_.columns.begin(), table_.columns.end(), column);
    const auto place = static_cast<std::size_t>(found - table_.columns.begin());
    if (found == table_.columns.end()) table_.columns.push_back(column);
    row.cells.resize(table_.columns.size());
    return place;
  }
  CsvTable table_;
};

struct NeededCell {
  std::string_view column, flag;
};

/// An error that names the flags of what no file states of a run; empty: all is stated.
std::optional<Error> unsaid(const LogCells& cells, std::span<const NeededCell> needed, const std::string& file) {
  std::vector<std::string> flags;
  for (const NeededCell& each : needed) {
    if (!cells.contains(each.column)) flags.emplace_back(each.flag);
  }
  if (flags.empty()) return std::nullopt;
  return bad_input("{}: does not say all of its run; name the plan with --plan, or {}", file, join(flags)).value();
}

/// The error of a log of another kind of software than its context's; empty: the kinds agree, or one is not known.
std::optional<Error> of_other_software(const TrainingLog& log, const LoggedContext& context, const std::string& file) {
  const auto told = context.cells.find("software");
  if (told == context.cells.end() || context.software_is_named || log.of_others_too) return std::nullopt;
  const Result<SoftwareStacks> stacks = SoftwareStacks::read(context.data);
  if (!stacks) return stacks.error();
  const SoftwareStack *of_plan = stacks->find(told->second), *of_log = stacks->find(log.software);
  if (of_plan == nullptr || of_log == nullptr || of_plan->kind == of_log->kind) return std::nullopt;
  return bad_input("{}: is a log of {}, {} says {}; accepted: a plan of that software, or --software NAME", file,
                   log.format, context.told_by.at("software"), told->second)
      .value();
}

Result<ReadLog> take_training_log(const LogText& from, const LoggedContext& context, GrowingTable& table) {
  const auto& [file, text, id] = from;
  const Result<TrainingLog> log = read_training_log(text, file);
  if (!log) return fail(log);
  if (const auto error = of_other_software(*log, context, file)) return tl::unexpected(*error);
  Result<LogCells> cells = with_context(log->says, context, file);
  if (!cells) return fail(cells);
  if (!log->software.empty()) cells->try_emplace("software", log->software);
  cells->try_emplace("software_version", "today");  // a release of today: rows without one are dispatched as before
  constexpr NeededCell needed[]{{"base_model", "--model"},
                                {"accelerator", "--accelerator"},
                                {"accelerators", "--accelerators"},
                                {"tp", "--tp"},
                                {"pp", "--pp"},
                                {"global_batch", "--global-batch"},
                                {"seq_len", "--sequence-length"}};
  if (const auto missing = unsaid(*cells, needed, file)) return tl::unexpected(*missing);
  const std::optional<double> seconds = step_time_s(*log, *cells);
  if (!seconds) return bad_input("{}: the time of a step cannot be told from {}", file, log->format);
  (*cells)["step_time_s"] = fmt::format("{:.6g}", *seconds);
  cells->try_emplace("id", id);
  cells->try_emplace("series", "own");
  cells->try_emplace("trust", "high");
  table.add(1, *cells);
  return ReadLog{file, log->format, 1, log->steps, log->left_out_steps, log->partial_lines, log->repeated_lines, {}};
}

/// The name here of a model that a benchmark calls so, "meta-llama/Llama-3.1-8B"; "": not known.
std::string known_model(const std::string& called, const DataFiles& data) {
  const std::string name = lower_case(called.substr(called.rfind('/') + 1));
  return !name.empty() && describe_model(name, data) ? name : "";
}

/// True if `engine` can have the own protocol of `spoken`: it, a port of it, or another name of the same program.
bool is_spoken_by(const std::string& spoken, std::string engine, const LaunchPrograms& programs) {
  engine = engine.substr(0, engine.find(' '));  // behind it: its version
  const auto served_by = [&](const std::string& name) {
    const EnginePrograms* const found = programs.of_engine(name);
    return found != nullptr ? programs.program(found->server).shown : name;
  };
  return engine.starts_with(spoken) || served_by(engine) == served_by(spoken);
}

/// The error of a result of another model or engine than its context's; empty: they agree, or are not known.
std::optional<Error> of_another(const ServedResult& result, const std::string& model, const LoggedContext& context,
                                const std::string& file) {
  if (const auto told = context.cells.find("base_model"); told != context.cells.end() && !model.empty()) {
    const Result<Model> asked = read_model(told->second, context.data), measured = read_model(model, context.data);
    if (asked && measured && identity_of(*asked) != identity_of(*measured))
      return differs(file, "model", model, context, "base_model");
  }
  const auto engine = context.cells.find("engine");
  if (engine == context.cells.end() || context.software_is_named || result.engine.empty()) return std::nullopt;
  const Result<LaunchPrograms> programs = LaunchPrograms::read(context.data);
  if (!programs) return programs.error();
  if (is_spoken_by(result.engine, engine->second, *programs)) return std::nullopt;
  return bad_input(
             "{}: its client spoke the protocol of {}, {} says {}; accepted: a plan of that engine, or --engine NAME",
             file, result.engine, context.told_by.at("engine"), engine->second)
      .value();
}

Result<ReadLog> take_serving_results(const LogText& from, const LoggedContext& context, GrowingTable& table) {
  const auto& [file, text, id] = from;
  const Result<ServingResults> results = read_serving_results(text, file);
  if (!results) return fail(results);
  for (std::size_t run = 0; run < results->runs.size(); ++run) {
    const ServedResult& result = results->runs[run];
    Result<LogCells> cells = with_context(result.says, context, file);
    if (!cells) return fail(cells);
    const std::string model = known_model(result.model, context.data);
    if (const std::optional<Error> another = of_another(result, model, context, file)) return tl::unexpected(*another);
    if (!model.empty()) cells->try_emplace("base_model", model);
    if (cells->contains("base_model")) cells->try_emplace("model", cells->at("base_model"));
    if (!result.engine.empty()) cells->try_emplace("engine", result.engine);
    constexpr NeededCell needed[]{
        {"base_model", "--model"}, {"accelerator", "--accelerator"}, {"tp", "--tp"}, {"engine", "--engine"}};
    if (const auto missing = unsaid(*cells, needed, file)) return tl::unexpected(*missing);
    const bool alone = results->runs.size() == 1;
    cells->try_emplace("id", alone ? id : fmt::format("{}:{}", id, run + 1));
    cells->try_emplace("series", "own");
    cells->try_emplace("trust", "high");
    table.add(static_cast<int>(result.line), *cells);
  }
  return ReadLog{file, results->format, results->runs.size(), 0, 0, results->partial_lines, 0, results->left_out};
}

Result<ReadLog> take_rows(const LogText& from, GrowingTable& table) {
  const auto& [file, text, id] = from;
  const Result<CsvTable> rows = parse_csv(text, file);
  if (!rows) return fail(rows);
  for (const CsvTable::Row& row : rows->rows) {
    LogCells cells;
    for (std::size_t at = 0; at < rows->columns.size(); ++at) {
      if (!row.cells[at].empty()) cells[rows->columns[at]] = row.cells[at];
    }
    cells.try_emplace("id", fmt::format("{}:{}", id, row.line));
    table.add(row.line, cells);
  }
  return ReadLog{file, "CSV", rows->rows.size(), 0, 0, 0, 0, {}};
}

}  // namespace

bool is_csv_of_rows(std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (line.empty() || line.front() == '#') continue;
    const std::string columns = "," + std::string(line) + ",";
    return columns.find(",accelerator,") != std::string::npos;
  }
  return false;
}

Result<std::vector<LogText>> read_logs(const std::vector<std::string>& files) {
  std::vector<LogText> read;
  const auto name_of = [](const std::string& file) { return std::filesystem::path(file).filename().string(); };
  for (const std::string& file : files) {
    if (std::ranges::count(files, file) > 1) return bad_input("{} names {} more than once", "FILE", file);
    Result<std::string> text = read_file(file, largest_log_bytes);
    if (!text) return fail(text);
    const bool alone = std::ranges::count(files, name_of(file), name_of) == 1;
    read.push_back({file, std::move(*text), alone ? name_of(file) : file});
  }
  return read;
}

Result<LoggedRows> read_logged_rows(const std::vector<LogText>& files, LoggedJob job, const LoggedContext& context) {
  LoggedRows rows;
  GrowingTable table;
  std::vector<std::string> names;
  for (const LogText& from : files) {
    Result<ReadLog> log = is_csv_of_rows(from.text)    ? take_rows(from, table)
                          : job == LoggedJob::training ? take_training_log(from, context, table)
                                                       : take_serving_results(from, context, table);
    if (!log) return fail(log);
    names.push_back(from.id);
    rows.logs.push_back(std::move(*log));
  }
  rows.table = table.whole(join(names, "+"));
  if (rows.table.rows.empty()) return bad_input("{}: has columns and no rows", rows.table.file);
  return rows;
}

}  // namespace hakaru
