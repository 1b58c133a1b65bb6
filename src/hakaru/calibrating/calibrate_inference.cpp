#include "hakaru/calibrating/calibrate_inference.h"

#include "hakaru/calibrating/network_rows.h"

namespace hakaru {

Result<FittedCalibration> calibrate_inference(const CsvTable& table, const Accelerator& accelerator,
                                              const Catalog& catalog, const DataFiles& data, HoldBackModels models) {
  if (const std::optional<Error> missing = table.without({"model", "accelerator", "accelerators", "dtype"}))
    return tl::unexpected(*missing);
  FittedCalibration fitted;
  fitted.accelerator = accelerator.name;
  fitted.file = table.file;
  fitted.kind = "inference";
  const Result<RowsBySoftware> usable = usable_network_rows(table, accelerator, catalog, data, fitted);
  if (!usable) return fail(usable);
  for (const auto& [software, rows] : *usable) {
    if (most_network_constants(rows) == 0) {
      fitted.tables_left_out.push_back(message(
          "{}: {} rows of {} are too few for a table of their own; needed: {} latencies or rates, {} of them of "
          "different cases",
          accelerator.name, rows.rows, software, network_figures_per_constant, different_figures_per_constant));
      continue;
    }
    FigureFit fit = network_fit_of(rows);
    if (models == HoldBackModels::yes) {
      for (std::size_t at = 0; at < fit.figures.size(); ++at) fit.figures[at].part = rows.models[at];
    }
    Result<FigureTable> found = fit_figures(fit, software, fitted);
    if (!found) return fail(found);
    if (found->group) fitted.groups.push_back(std::move(*found->group));
  }
  return with_a_table(std::move(fitted), table);
}

}  // namespace hakaru
