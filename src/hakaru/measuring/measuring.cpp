#include "hakaru/measuring/measuring.h"

#include <algorithm>
#include <numeric>

#include "hakaru/core/quantities.h"
#include "hakaru/job/software_stack.h"
#include "hakaru/launching/training_command.h"
#include "hakaru/measuring/parts.h"

namespace hakaru {
namespace {

std::string in_results(const std::string& file) { return std::string(results_folder) + "/" + file; }

Command calibration_command(const std::string& kind, const std::vector<Word>& files,
                            const std::vector<std::string>& context) {
  Command command{{"hakaru"}, {"calibrate"}, {kind}};
  command.insert(command.end(), files.begin(), files.end());
  for (const std::string& word : context) command.push_back({word});
  command.push_back({"-o"});
  command.push_back({"my-data"});
  return command;
}

/// Words that results do not say: a training run's layout stands in its log, since it need not be the plan's.
Result<std::vector<std::string>> context_of(const Scenario& scenario, const Plan& plan, const std::string& reference,
                                            const LaunchPrograms& programs, const DataFiles& data) {
  if (plan.serving() != nullptr) return std::vector<std::string>{"--plan", reference};
  if (plan.inference() != nullptr)
    return std::vector<std::string>{"--accelerator", plan.cluster.instance().accelerator.name};
  const Model& model = model_of(scenario.job);
  const std::string folder = folder_of_config(model.source);
  std::vector<std::string> words{"--model",     folder.empty() ? model.name : folder,
                                 "--instance",  plan.cluster.instance().name,
                                 "--precision", std::get<TrainingJob>(scenario.job).recipe.name};
  const Result<SoftwareStacks> stacks = SoftwareStacks::read(data);
  if (!stacks) return fail(stacks);
  const std::string stack = stacks->with_constants(trained_by(scenario, plan, programs).measured);
  if (!stack.empty()) words.insert(words.end(), {"--software", stack});  // several stacks write such logs
  return words;
}

/// Adds the calibration commands for the files that runs leave.
void add_calibration(const Plan& plan, const std::vector<std::string>& context, Measuring& measuring) {
  std::vector<Word> files, of_collectives;
  for (const MeasuringRun& run : measuring.runs) {
    if (!run.result.empty()) (run.is_collective ? of_collectives : files).push_back({in_results(run.result)});
  }
  if (measuring.calls_python) files = {{in_results("inference.csv")}};
  const std::string kind = plan.serving() != nullptr    ? "serving"
                           : plan.training() != nullptr ? "training"
                                                        : "inference";
  measuring.then.push_back(calibration_command(kind, files, context));
  if (!of_collectives.empty())
    measuring.then.push_back(calibration_command("collectives", of_collectives,
                                                 {"--accelerator", plan.cluster.instance().accelerator.name}));
}

}  // namespace

void Measuring::set(const std::string& name, const std::string& value) {
  const auto set_in = [&](Command& command) {
    for (Word& word : command) {
      if (word.variable == name) word.text = value;
    }
  };
  for (ScriptVariable& each : variables) {
    if (each.name == name) each.value = value;
  }
  if (server) set_in(server->command);
  for (MeasuringRun& run : runs) set_in(run.command);
}

double Measuring::seconds() const {
  return std::accumulate(runs.begin(), runs.end(), 0.0,
                         [](double sum, const MeasuringRun& run) { return sum + run.seconds; });
}

std::optional<double> Measuring::cost_usd(const MeasuringRun& run) const {
  if (!instance_usd_per_h) return std::nullopt;
  return *instance_usd_per_h * run.instances * run.seconds / seconds_per_hour;
}

std::optional<double> Measuring::cost_usd() const {
  if (!instance_usd_per_h) return std::nullopt;
  return std::accumulate(runs.begin(), runs.end(), 0.0,
                         [this](double sum, const MeasuringRun& run) { return sum + cost_usd(run).value_or(0); });
}

Result<Measuring> runs_worth_making(const Scenario& scenario, const Plan& plan, const DataFiles& data,
                                    const std::string& reference) {
  const Result<LaunchPrograms> programs = LaunchPrograms::read(data);
  if (!programs) return fail(programs);
  Result<Measuring> measuring = plan.serving() != nullptr    ? serving_runs(scenario, plan, *programs, data)
                                : plan.training() != nullptr ? training_runs(scenario, plan, *programs, data)
                                                             : inference_runs(scenario, plan, data);
  if (!measuring) return measuring;
  if (measuring->server) add_variables(measuring->server->command, measuring->variables);
  for (const MeasuringRun& run : measuring->runs) add_variables(run.command, measuring->variables);
  if (plan.costs.usd_per_h) measuring->instance_usd_per_h = *plan.costs.usd_per_h / plan.cluster.instances;
  if (plan.price && plan.price->kind == PriceKind::capacity_block)
    measuring->notes.push_back(
        message("{} is paid by whole days, as a Capacity Block: what the runs cost is their share of one",
                plan.cluster.instance().name));
  const Result<std::vector<std::string>> context = context_of(scenario, plan, reference, *programs, data);
  if (!context) return fail(context);
  add_calibration(plan, *context, *measuring);
  return measuring;
}

}  // namespace hakaru
