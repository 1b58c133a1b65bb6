#include "hakaru/calibrating/held_out_training.h"

#include <algorithm>

#include "hakaru/calibrating/held_out_groups.h"
#include "hakaru/calibrating/stack_rows.h"
#include "hakaru/evidence/row_context.h"

namespace hakaru {
namespace {

/// One software on one accelerator: those rows that are fitted first.
struct HeldOutStack {
  std::string name;
  StackRows rows;
  std::size_t fitted = 0;
};

/// The rows of `accelerator`, and what is asked of them.
Result<std::vector<std::shared_ptr<const HeldOutStack>>> held_out_stacks(const CsvTable& table,
                                                                         const Accelerator& accelerator,
                                                                         const Catalog& catalog,
                                                                         const DataFiles& data) {
  FittedCalibration unused;
  Result<RowsByStack> by_stack = usable_stack_rows(table, accelerator, catalog, data, unused);
  if (!by_stack) return fail(by_stack);
  const bool all = !table.column("fitted");
  std::vector<std::shared_ptr<const HeldOutStack>> stacks;
  for (auto& [name, rows] : *by_stack) {
    HeldOutStack stack{name, std::move(rows), 0};
    const auto is_fitted = [&](const StackRow& row) {
      return all || CsvFields(table, table.rows[row.at]).text_or("fitted", "") == "yes";
    };
    const auto beside = std::stable_partition(stack.rows.rows.begin(), stack.rows.rows.end(), is_fitted);
    stack.fitted = static_cast<std::size_t>(beside - stack.rows.rows.begin());
    stacks.push_back(std::make_shared<const HeldOutStack>(std::move(stack)));
  }
  return stacks;
}

/// `stack` must outlive it.
Result<HeldOutGroup> group_of_stack(const HeldOutStack& stack, const Accelerator& accelerator,
                                    Calibrations& calibrations) {
  const Result<Calibration> shipped = calibrations.find_training(accelerator, stack.name);
  if (!shipped) return fail(shipped);
  const Result<std::vector<std::string>> line = calibrations.line_of(accelerator);
  if (!line) return fail(line);
  HeldOutGroup group;
  group.accelerator = accelerator.name;
  group.software = stack.name;
  group.line = *line;
  group.table = shipped->stack_of;
  group.is_its_own = shipped->stack_of == accelerator.name;
  for (std::size_t at = 0; at < stack.rows.rows.size(); ++at) {
    const StackRow& row = stack.rows.rows[at];
    const std::string series = accelerator.name + "|" + row.model + "|" + configuration_of(row.measurement.job);
    group.rows.push_back({row.model, series, row.at, at < stack.fitted});
  }
  group.make_fit = [&stack] { return stack_fit_of(stack.rows, stack.fitted); };
  return group;
}

HeldOutRun run_of(const CsvTable& table, const HeldOutStack& stack, std::size_t at, const UnseenSeconds& unseen,
                  double shipped_s) {
  const StackRow& row = stack.rows.rows[at];
  HeldOutRun run{context_of(row.measurement, row.layout),
                 CsvFields(table, table.rows[row.at]).text_or("id", std::to_string(table.rows[row.at].line)),
                 row.model,
                 row.measured_s,
                 shipped_s,
                 unseen};
  run.metric = "step_time_s";
  for (const Nearness nearness : {Nearness::series, Nearness::model}) {
    std::optional<double>& seconds = run.unseen[static_cast<std::size_t>(nearness)];
    if (seconds && at >= stack.fitted) seconds = shipped_s;  // which was not fitted to it
  }
  return run;
}

/// Of each model what its first row calls it, instead of its width.
void call_by_name(const CsvTable& table, std::vector<HeldOutRun>& figures, const std::vector<std::size_t>& rows) {
  std::map<std::string, std::string> names;
  for (std::size_t at = 0; at < figures.size(); ++at) {
    const CsvFields fields(table, table.rows[rows[at]]);
    const std::string own = fields.text_or("base_model", fields.text_or("model", ""));
    figures[at].model = names.try_emplace(figures[at].model, own).first->second;
  }
}

}  // namespace

Result<std::vector<HeldOutRun>> held_out_training(const CsvTable& table, const Catalog& catalog, const DataFiles& data,
                                                  const HeldOutProgress& told) {
  if (const std::optional<Error> missing =
          table.without({"accelerator", "accelerators", "global_batch", "step_time_s"}))
    return tl::unexpected(*missing);
  Calibrations calibrations(data);
  std::vector<std::shared_ptr<const HeldOutStack>> stacks;
  std::vector<HeldOutGroup> groups;
  for (const Accelerator& accelerator : accelerators_in(table, catalog)) {
    const auto found = held_out_stacks(table, accelerator, catalog, data);
    if (!found) return fail(found);
    for (const auto& stack : *found) {
      Result<HeldOutGroup> group = group_of_stack(*stack, accelerator, calibrations);
      if (!group) return fail(group);
      groups.push_back(std::move(*group));
      stacks.push_back(stack);
    }
  }
  const auto unseen = held_out_seconds(groups, told);
  if (!unseen) return fail(unseen);
  TrainingPredictor shipped(data);
  std::map<std::size_t, HeldOutRun> by_row;
  for (std::size_t of = 0; of < stacks.size(); ++of) {
    for (std::size_t at = 0; at < stacks[of]->rows.rows.size(); ++at) {
      const StackRow& row = stacks[of]->rows.rows[at];
      const Result<OrReason<double>> shipped_s = shipped.predict_s(row.measurement);
      if (!shipped_s) return fail(shipped_s);
      if (*shipped_s) by_row.emplace(row.at, run_of(table, *stacks[of], at, (*unseen)[of][at], **shipped_s));
    }
  }
  std::vector<HeldOutRun> figures;
  std::vector<std::size_t> rows;
  for (auto& [row, figure] : by_row) {
    rows.push_back(row);
    figures.push_back(std::move(figure));
  }
  call_by_name(table, figures, rows);
  return figures;
}

}  // namespace hakaru
