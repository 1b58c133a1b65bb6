#include "hakaru/calibrating/trained_runs.h"

#include <algorithm>
#include <map>

#include "hakaru/calibrating/stack_rows.h"
#include "hakaru/calibrating/trusted_rows.h"
#include "hakaru/training/step.h"

namespace hakaru {
namespace {

constexpr double width_of_step = 0.06, longest_trained_s = 1e9;

/// The same for rows of one job that differ in batch, scale and layout alone.
std::string key_of(const CsvTable& table, const CsvTable::Row& row, const TrainingMeasurement& measured) {
  constexpr std::string_view apart[] = {
      "id",    "series",    "source",       "year",         "system",     "machine", "accelerators",
      "nodes", "tp",        "pp",           "vpp",          "cp",         "ep",      "dp",
      "zero",  "recompute", "micro_batch",  "trust",        "notes",      "fitted",  "sequence_parallel",
      "model", "note",      "params_total", "global_batch", "step_time_s"};
  const std::optional<Lora>& lora = measured.job.lora;
  std::string key = fmt::format("{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|", measured.stack.name,
                                measured.cluster.instance().name, measured.cluster.instance().accelerators,
                                measured.version, CsvFields(table, row).text_or("trust", "high"),
                                measured.job.model.name, lora ? lora->rank : 0, lora ? name_of(lora->adapted) : "",
                                lora && lora->dropout, lora ? lora->unpacking.bytes : 0, measured.job.document_tokens);
  for (std::size_t at = 0; at < table.columns.size(); ++at) {
    if (std::ranges::find(apart, table.columns[at]) == std::end(apart)) key += row.cells[at] + "|";
  }
  return key;
}

/// Reads rows, and puts those that belong together beside each other.
class TrainedRowsReader {
 public:
  TrainedRowsReader(const CsvTable& table, const DataFiles& data, TrainingMeasurements& measurements)
      : table_(table), measurements_(measurements), predictor_(data), calibrations_(data) {}

  Result<LeftOut> take(const TrustedRow& row) {
    CsvFields& fields = row.fields;
    const double measured_s = fields.positive("step_time_s", longest_trained_s);
    const Result<OrReason<TrainingMeasurement>> measurement = measurements_.read(fields);
    if (!measurement) return fail(measurement);
    if (fields.error()) return tl::unexpected(*fields.error());
    if (!*measurement) return LeftOut(measurement->error());
    const Result<OrReason<Layout>> layout = predictor_.layout_of(**measurement);
    if (!layout) return fail(layout);
    if (!*layout) return LeftOut(layout->error());
    const auto [known, is_new] = at_.try_emplace(key_of(table_, row.row, **measurement), runs_.size());
    if (is_new) {
      Result<CausedRun> run = run_of(fields, **measurement, row.trust);
      if (!run) return fail(run);
      runs_.push_back({std::move(*run), {}});
    }
    TrainedRuns& runs = runs_[known->second];
    runs.of.rows = runs.rows.size() + 1;
    runs.of.figures.push_back({"step_time_s", measured_s, width_of_step, static_cast<std::size_t>(row.row.line)});
    runs.rows.push_back({**measurement, **layout, static_cast<std::size_t>(&row.row - table_.rows.data())});
    return LeftOut();
  }

  std::vector<TrainedRuns> runs() && { return std::move(runs_); }

 private:
  Result<CausedRun> run_of(const CsvFields& row, const TrainingMeasurement& measured, double trust) {
    const Accelerator& accelerator = measured.cluster.instance().accelerator;
    Result<Calibration> start =
        calibrations_.find_training(accelerator, measured.stack.constants, Calibrations::Own::bare);
    if (!start) return fail(start);
    Result<std::vector<std::string>> line = calibrations_.line_of(accelerator);
    if (!line) return fail(line);
    return CausedRun{measured.stack.constants,
                     measured.version,
                     measured.stack.kind,
                     accelerator.vendor,
                     accelerator.name,
                     std::move(*line),
                     width_of(row),
                     std::move(*start),
                     trust,
                     0,
                     {}};
  }

  const CsvTable& table_;
  TrainingMeasurements& measurements_;
  TrainingPredictor predictor_;
  Calibrations calibrations_;
  std::vector<TrainedRuns> runs_;
  std::map<std::string, std::size_t> at_;
};

}  // namespace

std::vector<double> TrainedRuns::step_times_s(const Calibration& calibration) const {
  TrainingJob job = rows.front().measurement.job;
  StepEstimator estimate(job, rows.front().measurement.cluster, calibration);
  std::vector<double> seconds;
  for (const TrainedRow& row : rows) {
    job.global_batch = row.measurement.job.global_batch;
    job.tokens = row.measurement.job.tokens;
    estimate.resize(row.measurement.cluster.instances);
    seconds.push_back(estimate.step_time_s(row.layout));
  }
  return seconds;
}

Result<AllTrainedRuns> read_trained_runs(const CsvTable& table, const Catalog& catalog, const DataFiles& data) {
  if (const std::optional<Error> missing =
          table.without({"accelerator", "accelerators", "global_batch", "step_time_s"}))
    return tl::unexpected(*missing);
  Result<TrainingMeasurements> measurements = TrainingMeasurements::over(data, catalog);
  if (!measurements) return fail(measurements);
  TrainedRowsReader reader(table, data, *measurements);
  Result<std::vector<Message>> left_out = take_trusted_rows(
      table, [&](const TrustedRow& row) { return reader.take(row); }, weight_of_medium_step);
  if (!left_out) return fail(left_out);
  return AllTrainedRuns{std::move(reader).runs(), std::move(*left_out)};
}

CausedProblem problem_of(const std::vector<TrainedRuns>& runs, const std::vector<CausedConstant>& constants) {
  std::vector<const CausedRun*> all;
  for (const TrainedRuns& each : runs) all.push_back(&each.of);
  return {constants,
          std::move(all),
          [&runs](std::size_t at, const Calibration& calibration) { return runs[at].step_times_s(calibration); },
          {4, 2, 1}};
}

}  // namespace hakaru
