#include "hakaru/calibrating/calibrate_training.h"

#include "hakaru/calibrating/stack_rows.h"

namespace hakaru {
namespace {

void hold_back_models(const StackRows& rows, FigureFit& fit) {
  std::map<std::string, std::size_t> models;
  for (std::size_t at = 0; at < rows.rows.size(); ++at)
    fit.figures[at].part = models.emplace(rows.rows[at].model, models.size()).first->second;
  fit.in_parts = true;
}

}  // namespace

Result<FittedCalibration> calibrate_training(const CsvTable& table, const Accelerator& accelerator,
                                             const Catalog& catalog, const DataFiles& data, HoldBackOf held_back) {
  if (const std::optional<Error> missing =
          table.without({"accelerator", "accelerators", "global_batch", "step_time_s"}))
    return tl::unexpected(*missing);
  FittedCalibration fitted;
  fitted.accelerator = accelerator.name;
  fitted.file = table.file;
  fitted.kind = "training";
  const Result<RowsByStack> usable = usable_stack_rows(table, accelerator, catalog, data, fitted);
  if (!usable) return fail(usable);
  for (const auto& [stack, rows] : *usable) {
    if (rows.rows.size() < rows_per_step_constant) {
      fitted.tables_left_out.push_back(
          message("{}: {} rows of {} are too few", accelerator.name, rows.rows.size(), stack));
      continue;
    }
    FigureFit fit = stack_fit_of(rows, rows.rows.size());
    if (held_back == HoldBackOf::models) hold_back_models(rows, fit);
    Result<FigureTable> found = fit_figures(fit, stack, fitted);
    if (!found) return fail(found);
    if (found->group) fitted.groups.push_back(std::move(*found->group));
  }
  return with_a_table(std::move(fitted), table);
}

}  // namespace hakaru
