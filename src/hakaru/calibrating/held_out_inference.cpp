#include "hakaru/calibrating/held_out.h"
#include "hakaru/calibrating/held_out_groups.h"
#include "hakaru/calibrating/network_rows.h"
#include "hakaru/evidence/measured_ranges.h"
#include "hakaru/evidence/row_context.h"
#include "hakaru/evidence/validate_inference.h"

namespace hakaru {
namespace {

/// One software on one accelerator.
struct HeldOutNetworks {
  Accelerator accelerator;
  std::string software;
  SoftwareRows rows;
};

/// `networks` must outlive it.
Result<HeldOutGroup> group_of_networks(const HeldOutNetworks& networks, const Catalog& catalog,
                                       Calibrations& calibrations) {
  const Result<Calibration> shipped =
      calibrations.find_stack(networks.accelerator, "inference", networks.software, Calibrations::Own::with);
  if (!shipped) return fail(shipped);
  const Result<std::vector<std::string>> line = calibrations.line_of(networks.accelerator);
  if (!line) return fail(line);
  HeldOutGroup group;
  group.accelerator = networks.accelerator.name;
  group.software = networks.software;
  group.line = *line;
  group.table = shipped->stack_of;
  // A table of a kind of accelerators ("cpu") was fitted to one of them.
  group.is_its_own = shipped->stack_of == networks.accelerator.name ||
                     (!shipped->stack_of.empty() && !catalog.accelerator(shipped->stack_of));
  for (std::size_t at = 0; at < networks.rows.figures.size(); ++at) {
    const InferenceMeasurement& run = networks.rows.cases[networks.rows.figures[at].run].measurement;
    const std::string& model = network_of(run).name;
    const std::string series = networks.accelerator.name + "|" + model + "|" + context_of(run).configuration;
    group.rows.push_back({model, series, networks.rows.at[at], true});
  }
  group.make_fit = [&networks] { return network_fit_of(networks.rows); };
  return group;
}

/// The figure in the unit of the metric, for all copies together; empty: no prediction.
std::optional<double> in_unit(const std::optional<double>& seconds, InferenceMetric metric, double copies) {
  if (!seconds) return std::nullopt;
  return metric == InferenceMetric::latency ? ms_per_s * *seconds : copies / *seconds;
}

HeldOutRun run_of_network(const HeldOutNetworks& networks, std::size_t at, const UnseenSeconds& unseen,
                          const ValidatedRow& row, const Prediction& shipped) {
  const InferenceMeasurement& measured = networks.rows.cases[networks.rows.figures[at].run].measurement;
  HeldOutRun run{context_of(measured), row.id, network_of(measured).name, shipped.measured, shipped.predicted, {}};
  run.metric = shipped.metric;
  for (std::size_t near = 0; near < nearnesses; ++near)
    run.unseen[near] = in_unit(unseen[near], networks.rows.metrics[at], static_cast<double>(measured.layout.dp));
  return run;
}

}  // namespace

Result<std::vector<HeldOutRun>> held_out_inference(const CsvTable& table, const Catalog& catalog, const DataFiles& data,
                                                   const HeldOutProgress& told) {
  const Result<Validation> shipped = validate_inference(table, {}, data, catalog);
  if (!shipped) return fail(shipped);
  std::map<std::size_t, const ValidatedRow*> shipped_rows;
  for (const ValidatedRow& row : shipped->rows) shipped_rows.emplace(row.at, &row);
  Calibrations calibrations(data);
  std::vector<std::shared_ptr<const HeldOutNetworks>> all;
  std::vector<HeldOutGroup> groups;
  for (const Accelerator& accelerator : accelerators_in(table, catalog)) {
    FittedCalibration unused;
    Result<RowsBySoftware> by_software = usable_network_rows(table, accelerator, catalog, data, unused);
    if (!by_software) return fail(by_software);
    for (auto& [software, rows] : *by_software) {
      all.push_back(std::make_shared<const HeldOutNetworks>(HeldOutNetworks{accelerator, software, std::move(rows)}));
      Result<HeldOutGroup> group = group_of_networks(*all.back(), catalog, calibrations);
      if (!group) return fail(group);
      groups.push_back(std::move(*group));
    }
  }
  const auto unseen = held_out_seconds(groups, told);
  if (!unseen) return fail(unseen);
  std::map<std::pair<std::size_t, std::string>, HeldOutRun> figures;  // by row and metric
  for (std::size_t of = 0; of < all.size(); ++of) {
    const SoftwareRows& rows = all[of]->rows;
    for (std::size_t at = 0; at < rows.figures.size(); ++at) {
      const ValidatedRow& row = *shipped_rows.at(rows.at[at]);
      for (const Prediction& prediction : row.predictions) {
        if (prediction.metric != name_of(rows.metrics[at])) continue;
        figures.emplace(std::pair(row.at, prediction.metric),
                        run_of_network(*all[of], at, (*unseen)[of][at], row, prediction));
      }
    }
  }
  std::vector<HeldOutRun> found;
  for (auto& [place, figure] : figures) found.push_back(std::move(figure));
  return found;
}

}  // namespace hakaru
