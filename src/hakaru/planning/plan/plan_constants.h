// The constants that a plan's figures were made with, kept so that its arithmetic adds up when the program's constants
// are others: the calibrations of its accelerator and its relatives, what frameworks keep of memory, and of a service
// the engine and its constants. Each is a file of data/, as a table, of which only what matters to the plans is left.
//
//   const ConstantTables then = constants_of(scenario, plans, data).value();  // {"calibrations/h100-sxm.toml": {…}, …}
//   const DataFiles as_then = with_constants(data, then, "plan.json").value();
//   explain_plan(scenario, plans.front(), as_then);                // what it was
//   changed_constants(then, constants_of(scenario, plans, data));  // and what has changed since
//
// Hardware, prices and the model are within the plan itself. What words of a scenario mean (recipes, defaults) is the
// program's.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hakaru/planning/plan/plan.h"

namespace hakaru {

/// By their places in data/.
using ConstantTables = std::map<std::string, Json>;

Result<ConstantTables> constants_of(const Scenario& scenario, const std::vector<Plan>& plans, const DataFiles& data);

/// `data` with `tables` instead of what it has in their folders; fails where one may not stand. `name`: for messages.
Result<DataFiles> with_constants(const DataFiles& data, const ConstantTables& tables, const std::string& name);

/// A constant that is not what it was; null: it was not there.
struct ChangedConstant {
  std::string name;  ///< "calibrations/training/h100-sxm.toml nemo-megatron.gemm_efficiency"
  Json then, now;
};

/// Constants that differ, the most changed first. Their sources and meanings are no constants.
std::vector<ChangedConstant> changed_constants(const ConstantTables& then, const ConstantTables& now);

}  // namespace hakaru
