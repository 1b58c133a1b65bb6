#include "hakaru/calibrating/held_out.h"
#include "hakaru/evidence/row_context.h"
#include "hakaru/evidence/training_prediction.h"
#include "hakaru/evidence/validate_training.h"

namespace hakaru {
namespace {

HeldOutRun run_of_memory(const CsvFields& fields, const TrainingMeasurement& measured, const Layout& layout,
                         const ValidatedRow& row) {
  const Prediction& found = row.predictions.front();
  HeldOutRun run{context_of(measured, layout),
                 row.id,
                 fields.text_or("base_model", fields.text_or("model", "")),
                 found.measured,
                 found.predicted,
                 {}};
  run.metric = found.metric;
  run.unseen.fill(found.predicted);
  return run;
}

}  // namespace

Result<std::vector<HeldOutRun>> held_out_memory(const CsvTable& table, const Catalog& catalog, const DataFiles& data,
                                                const HeldOutProgress&) {
  const Result<Validation> validation = validate_memory(table, {}, data, catalog);
  if (!validation) return fail(validation);
  Result<TrainingMeasurements> measurements = TrainingMeasurements::over(data, catalog);
  if (!measurements) return fail(measurements);
  TrainingPredictor predictor(data);
  std::vector<HeldOutRun> runs;
  for (const ValidatedRow& row : validation->rows) {
    CsvFields fields(table, table.rows[row.at]);
    if (row.predictions.empty() || fields.text_or("component", "") != "peak_allocated") continue;
    const Result<OrReason<TrainingMeasurement>> measured = measurements->read(fields);
    if (!measured) return fail(measured);
    if (!*measured) continue;
    const Result<OrReason<Layout>> layout = predictor.layout_of(**measured);
    if (!layout) return fail(layout);
    if (*layout) runs.push_back(run_of_memory(fields, **measured, **layout, row));
  }
  return runs;
}

}  // namespace hakaru
