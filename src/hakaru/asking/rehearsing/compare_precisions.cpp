#include <memory>
#include <set>

#include "hakaru/asking/rehearsing/rehearsal_ask.h"
#include "hakaru/core/quantities.h"
#include "hakaru/evidence/validation.h"
#include "hakaru/memory/training_memory.h"
#include "hakaru/output/rehearsal.h"

namespace hakaru {
namespace {

Result<std::vector<std::string>> precisions_in(const std::string& names, const KeyReader& reader) {
  const Result<std::vector<std::string>> list = parse_columns(names, "");
  if (!list) return bad_input("precision '{}' cannot be rehearsed; accepted: {}", names, precision_names());
  std::set<std::string> seen;
  for (const std::string& name : *list) {
    if (!seen.insert(name).second)
      return bad_input("{} names {} more than once", reader.shown("compare_precision"), name);
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

struct ComparedPrecisions {
  std::vector<PrecisionRun> runs;
  std::vector<double> device_bytes;  ///< of the plan's own device, of each
  std::string recipe;                ///< the plan's own, and what it takes there
  double plan_bytes = 0;
};

std::string text_of(const ComparedPrecisions& compared, const Pen& pen) {
  return precision_text(compared.runs, compared.device_bytes, pen) +
         pen.translator.say(
             "Rehearsed formats hold all but the optimizer's states, with no fp32 copy of the weights; the plan's own "
             "recipe, {}, needs {} per device.",
             compared.recipe, in_gb(compared.plan_bytes)) +
         "\n";
}

}  // namespace

Result<Answer> compare_precisions_answer(const RehearsalAsk& asked, const ToRehearse& with, const std::string& text,
                                         const KeyReader& reader, const Asking& asking) {
  if (const Result<void> room = check_room(alone(with.miniature), reader); !room) return fail(room);
  const Result<std::vector<std::string>> names = precisions_in(asked.compared_precisions, reader);
  if (!names) return fail(names);
  RankTask task{0, asked.steps, asked.seed, text, with.device};
  task.goes_on = told_steps(asking, asked.steps * std::ssize(*names));
  Result<std::vector<PrecisionRun>> runs = compare_precisions(with.miniature, *names, task);
  if (!runs) return fail(runs);
  Result<std::vector<double>> memory = memory_of(*runs, with.saved, asking.data);
  if (!memory) return fail(memory);
  const auto compared = std::make_shared<const ComparedPrecisions>(
      ComparedPrecisions{std::move(*runs), std::move(*memory), with.saved.training_job().recipe.name,
                         with.saved.plan.memory.total_bytes()});
  Answer answer;
  answer.json = json_of(compared->runs, compared->device_bytes);
  answer.rows = answer.json["precisions"];
  answer.json["plan"] = {{"precision", compared->recipe}, {"device_bytes", compared->plan_bytes}};
  answer.text = [compared](const Pen& pen) { return text_of(*compared, pen); };
  return answer;
}

}  // namespace hakaru
