#include "hakaru/calibrating/logs/run_facts.h"

namespace hakaru {
namespace {

UpdatedRun facts_of(CsvFields& row, const Model& model, const Cluster& cluster, const Layout& layout) {
  UpdatedRun run;
  run.id = row.text_or("id", std::to_string(row.line()));
  run.model = model.name;
  run.of.accelerator = cluster.instance().accelerator.name;
  run.of.model_kind = kind_of(model);
  run.of.identity = identity_of(model);
  run.of.parts = parts_of(layout);
  return run;
}

}  // namespace

UpdatedRun run_facts(CsvFields& row, const TrainingMeasurement& measurement, const Layout& layout) {
  UpdatedRun run = facts_of(row, measurement.job.model, measurement.cluster, layout);
  run.of.software = measurement.stack.constants;
  run.of.configuration = configuration_of(measurement.job);
  run.of.accelerators = static_cast<double>(measurement.cluster.ranks());
  run.of.load = load_of_training(run.of.accelerators);
  return run;
}

UpdatedRun run_facts(CsvFields& row, const ServingMeasurement& measurement) {
  const Layout layout = measurement.layout.value_or(Layout{});
  UpdatedRun run = facts_of(row, measurement.job.model, measurement.cluster, layout);
  run.of.software = measurement.engine;
  run.of.configuration = configuration_of(measurement.job, layout);
  run.of.load = load_of(measurement.job, measurement.concurrency.value_or(1));
  run.of.accelerators = static_cast<double>(measurement.accelerators);
  return run;
}

}  // namespace hakaru
