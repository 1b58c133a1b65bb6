#include "hakaru/calibrating/logs/update_collectives.h"

#include <algorithm>
#include <cmath>

#include "hakaru/calibrating/logs/update_spreads.h"
#include "hakaru/core/text.h"
#include "hakaru/evidence/logs/nccom_test.h"
#include "hakaru/evidence/machine_of_cards.h"
#include "hakaru/evidence/nccl_tests.h"
#include "hakaru/evidence/operator_prediction.h"

namespace hakaru {
namespace {

constexpr std::size_t fifths = 5;

struct CollectiveRow {
  std::string id;
  Kernel kernel;
  double measured_s = 0;
};

struct CollectiveSetting {
  Accelerator accelerator;
  std::optional<Instance> machine;
  Calibration start;
  std::vector<FittedConstant> constants;
  std::vector<std::vector<CollectiveRow>> parts;
};

OperatorPredictor predictor_with(const CollectiveSetting& setting, std::span<const double> values) {
  KernelCalibration kernels = *setting.start.kernels;
  set_constants(kernels, OperatorFormat::collective, DataType::bf16, "", setting.constants, values);
  Calibration calibration = setting.start;
  calibration.kernels = std::make_shared<KernelCalibration>(std::move(kernels));
  return {setting.accelerator, setting.machine, calibration};
}

std::vector<double> standing_values(const CollectiveSetting& setting) {
  const CollectiveConstants stand = setting.start.kernels->collectives.value_or(measured_links());
  std::vector<double> values;
  for (const FittedConstant& constant : setting.constants) {
    for (const Constant<CollectiveConstants>& known : all_collective_constants()) {
      if (known.name == constant.name) values.push_back(stand.*known.member);
    }
  }
  return values;
}

/// The rows of the setting's accelerator, dealt into fifths.
Result<std::vector<Message>> deal_rows(const CsvTable& table, const Catalog& catalog, CollectiveSetting& setting) {
  std::vector<Message> left_out;
  const Result<std::vector<OperatorMeasurement>> measurements = read_operators(table);
  if (!measurements) return fail(measurements);
  OperatorPredictor predictor = predictor_with(setting, standing_values(setting));
  std::vector<CollectiveRow> rows;
  for (std::size_t at = 0; at < measurements->size(); ++at) {
    const OperatorMeasurement& measurement = (*measurements)[at];
    const Result<Accelerator> named = catalog.accelerator(measurement.accelerator);
    if (!named || named->name != setting.accelerator.name) continue;
    const OrReason<double> predicted =
        measurement.kernel.and_then([&](const Kernel& kernel) { return predictor.predict_s(kernel); });
    if (!predicted) {
      left_out.push_back(predicted.error());
      continue;
    }
    rows.push_back({CsvFields(table, table.rows[at]).text_or("id", std::to_string(measurement.line)),
                    *measurement.kernel, measurement.latency_s});
  }
  setting.parts.resize(std::min(fifths, rows.size()));
  for (std::size_t at = 0; at < rows.size(); ++at) setting.parts[at % setting.parts.size()].push_back(rows[at]);
  return left_out;
}

PriorProblem collective_problem_of(const CollectiveSetting& setting, const UpdateSpreads& stated, bool measured) {
  PriorProblem problem;
  const std::vector<double> stand = standing_values(setting);
  for (std::size_t at = 0; at < setting.constants.size(); ++at) {
    const FittedConstant& constant = setting.constants[at];
    constexpr double least_share = 1e-3;
    const double lower = constant.lower > 0 ? constant.lower : constant.upper * least_share;
    problem.constants.push_back(
        {constant.name, constant.unit, constant.meaning, std::clamp(stand[at], lower, constant.upper),
         stated.collectives_spread * (measured ? 1 : stated.collectives_unmeasured), lower, constant.upper});
  }
  for (const std::vector<CollectiveRow>& part : setting.parts) {
    PriorRun run{"", {}};
    const double weight = share_among_alike(static_cast<double>(part.size()));
    for (const CollectiveRow& row : part) run.measured.push_back({row.measured_s, weight, stated.collectives_width});
    problem.runs.push_back(std::move(run));
  }
  problem.predict = [&setting](std::size_t part, std::span<const double> values) {
    OperatorPredictor predictor = predictor_with(setting, values);
    std::vector<double> seconds;
    for (const CollectiveRow& row : setting.parts[part]) seconds.push_back(predictor.predict_s(row.kernel).value_or(0));
    return seconds;
  };
  return problem;
}

}  // namespace

Result<LoggedRows> read_collective_rows(const std::vector<LogText>& files, const CollectiveRuns& runs) {
  LoggedRows read;
  std::vector<std::string> names;
  read.table.columns = {"accelerator", "software", "operation", "ranks", "message_bytes", "latency_us", "id"};
  for (const auto& [file, text, id] : files) {
    std::size_t partial_lines = 0;
    std::string format = "CSV";
    Result<CsvTable> rows = CsvTable();
    if (is_nccl_tests(text)) {
      format = "nccl-tests";
      rows = nccl_tests_table(text, file, {runs.accelerator, runs.operation, runs.ranks}, partial_lines);
    } else if (is_nccom_test(text)) {
      format = "nccom-test";
      rows = nccom_test_table(text, file, {runs.accelerator, runs.operation, runs.ranks}, partial_lines);
    } else if (is_csv_of_rows(text)) {
      rows = parse_csv(text, file);
    } else {
      return bad_input("{}: is no output of a collective test; accepted: {}", file,
                       "nccl-tests, nccom-test (its table, or --report-to-json-file), CSV as for validate operators");
    }
    if (!rows) return fail(rows);
    if (const auto missing = rows->without({"accelerator", "operation", "ranks", "message_bytes", "latency_us"}))
      return tl::unexpected(*missing);
    for (const CsvTable::Row& row : rows->rows) {
      const CsvFields fields(*rows, row);
      CsvTable::Row kept{row.line, {}, {}};
      for (const std::string& column : read.table.columns) kept.cells.push_back(fields.text_or(column, ""));
      if (kept.cells.back().empty()) kept.cells.back() = fmt::format("{}:{}", id, row.line);
      read.table.rows.push_back(std::move(kept));
    }
    names.push_back(id);
    read.logs.push_back(ReadLog{file, format, rows->rows.size(), 0, 0, partial_lines, 0, {}});
  }
  read.table.file = join(names, "+");
  return read;
}

Result<Updates> update_collectives(const CsvTable& table, const Accelerator& accelerator, const Catalog& catalog,
                                   const DataFiles& data) {
  const Result<UpdateSpreads> stated = read_update_spreads(data);
  if (!stated) return fail(stated);
  const Result<Calibration> start = find_calibration(data, accelerator, "operators");
  if (!start) return fail(start);
  CollectiveSetting setting{accelerator, machine_of_collectives(accelerator, catalog), *start, {}, {}};
  setting.constants = constants_of(OperatorFormat::collective, "", setting.machine);
  Updates updates;
  const Result<std::vector<Message>> left_out = deal_rows(table, catalog, setting);
  if (!left_out) return fail(left_out);
  updates.left_out = *left_out;
  if (setting.parts.empty())
    return because(bad_input("{}: no row can be used", table.file),
                   updates.left_out.empty() ? message("none is of {}", accelerator.name) : updates.left_out.front());
  PairUpdate update;
  update.kind = "collectives";
  update.accelerator = accelerator.name;
  update.software = "nccl";
  update.file = table.file;
  update.measured = start->kernels->collectives && start->kernels_of.empty();
  const PriorProblem problem = collective_problem_of(setting, *stated, update.measured);
  const PriorUpdate found = updated_by_prior(problem);
  update.constants = problem.constants;
  update.values = found.values;
  for (std::size_t part = 0; part < setting.parts.size(); ++part) {
    for (std::size_t at = 0; at < setting.parts[part].size(); ++at) {
      constexpr double us_per_s = 1e6;
      const CollectiveRow& row = setting.parts[part][at];
      const double off = std::abs(std::log(row.measured_s / found.after[part][at]));
      update.bounded_runs += off > stated->collectives_width ? 1 : 0;
      HeldOutRun run;
      run.id = row.id;
      update.runs.push_back(std::move(run));
      UpdatedFigure figure{row.id,
                           "latency_us",
                           row.measured_s * us_per_s,
                           found.before[part][at] * us_per_s,
                           found.after[part][at] * us_per_s,
                           std::nullopt};
      if (!found.held_back.empty()) figure.held_back = found.held_back[part][at] * us_per_s;
      update.figures.push_back(std::move(figure));
    }
  }
  for (std::size_t at = 0; at < setting.constants.size(); ++at)
    update.table[setting.constants[at].name] = found.values[at];
  updates.pairs.push_back(std::move(update));
  return updates;
}

}  // namespace hakaru
