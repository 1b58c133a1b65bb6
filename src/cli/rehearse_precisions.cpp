#include "rehearse_precisions.h"

#include <set>

#include "hakaru/core/text.h"
#include "hakaru/evidence/validation.h"
#include "hakaru/memory/training_memory.h"
#include "hakaru/output/rehearsal.h"
#include "hakaru/output/table.h"

namespace hakaru::cli {
namespace {

Result<std::vector<std::string>> listed(const std::string& names) {
  const Result<std::vector<std::string>> list = parse_columns(names, "--compare-precision");
  if (!list) return bad_input("precision '{}' cannot be rehearsed; accepted: {}", names, precision_names());
  std::set<std::string> seen;
  for (const std::string& name : *list) {
    if (!seen.insert(name).second) return bad_input("{} names {} more than once", "--compare-precision", name);
  }
  return *list;
}

/// Bytes of the fullest device of the plan itself, in each run's recipe.
Result<std::vector<double>> memory_of(const std::vector<PrecisionRun>& runs, const SavedPlan& saved,
                                      const DataFiles& data) {
  TrainingJob job = saved.training_job();
  const Accelerator& accelerator = saved.plan.cluster.instance().accelerator;
  const Result<MemoryReserve> reserve = find_reserve(data, accelerator, "training");
  if (!reserve) return fail(reserve);
  std::vector<double> bytes;
  for (const PrecisionRun& run : runs) {
    const Result<PrecisionRecipe> recipe = find_recipe(data, run.recipe);
    if (!recipe) return fail(recipe);
    job.recipe = in_format(*recipe, run.type);
    bytes.push_back(training_memory(job, saved.plan.layout, accelerator, *reserve).device.total_bytes());
  }
  return bytes;
}

}  // namespace

Result<std::string> rehearse_precisions(const std::string& names, const Miniature& miniature, const RankTask& task,
                                        const SavedPlan& saved, Session& session) {
  const Result<std::vector<std::string>> list = listed(names);
  if (!list) return fail(list);
  const Result<const DataFiles*> data = session.data();
  if (!data) return fail(data);
  const Result<std::vector<PrecisionRun>> runs = compare_precisions(miniature, *list, task);
  if (!runs) return fail(runs);
  const Result<std::vector<double>> memory = memory_of(*runs, saved, **data);
  if (!memory) return fail(memory);
  const std::string recipe = saved.training_job().recipe.name;
  const double plan_bytes = saved.plan.memory.total_bytes();
  OrderedJson json = json_of(*runs, *memory);
  if (session.csv) return csv_of(json["precisions"]);
  json["plan"] = {{"precision", recipe}, {"device_bytes", plan_bytes}};
  if (session.json) return json_text(json);
  const Translator& t = session.translator();
  return precision_text(*runs, *memory, session.pen()) +
         t.say(
             "Rehearsed formats hold all but the optimizer's states, with no fp32 copy of the weights; the plan's own "
             "recipe, {}, needs {} per device.",
             recipe, in_gb(plan_bytes)) +
         "\n";
}

}  // namespace hakaru::cli
