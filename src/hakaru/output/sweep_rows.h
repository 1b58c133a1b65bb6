// The rows of a sweep's CSV: its index, the keys that vary, the best plan or why there is none. The same columns in
// every row; those of the plan are named as in plan --csv, those of the scenario start with "scenario.".
#pragma once

#include <string>
#include <vector>

#include "hakaru/formats/json.h"
#include "hakaru/job/scenario_sweep.h"
#include "hakaru/output/plan_table.h"
#include "hakaru/planning/plan/plan.h"

namespace hakaru {

class SweepRows {
 public:
  /// Both must outlive this.
  SweepRows(const ScenarioSweep& sweep, const Translator& translator);

  /// With its newline.
  std::string header() const;
  /// First cells of the row of scenario `index`: its index and its own keys.
  std::string beginning(std::int64_t index, const Json& keys) const;
  std::string row(std::int64_t index, const Json& keys, const Result<Plan>& plan) const;
  /// The row's cells, by the names of their columns.
  OrderedJson record(std::int64_t index, const Json& keys, const Result<Plan>& plan) const;

 private:
  OrderedJson begun(std::int64_t index, const Json& keys) const;
  OrderedJson whole(std::int64_t index, const Json& keys, const OrderedJson& plan, OrderedJson why_none) const;

  const ScenarioSweep& sweep_;
  const Translator& translator_;
  OrderedJson no_plan_;
};

/// Table of a sweep whose plans are all there, by index; `columns`: of the figures.
std::string sweep_text(const ScenarioSweep& sweep, const std::vector<Result<Plan>>& plans, const PlanColumns& columns,
                       const Pen& pen);

}  // namespace hakaru
