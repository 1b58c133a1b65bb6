#include <chrono>
#include <cmath>
#include <memory>

#include "hakaru/asking/answers.h"
#include "hakaru/asking/network_keys.h"
#include "hakaru/core/quantities.h"
#include "hakaru/formats/band_json.h"
#include "hakaru/output/band_text.h"
#include "hakaru/output/changed_constants.h"
#include "hakaru/output/question_text.h"
#include "hakaru/output/timeline.h"
#include "hakaru/planning/plan/constants.h"
#include "hakaru/training/contention.h"

namespace hakaru {
namespace {

Jitter jitter_of(KeyReader& reader) {
  Jitter jitter;
  jitter.task_sigma = reader.number("jitter", 0, 1).value_or(0);
  jitter.rank_sigma = reader.number("stragglers", 0, 1).value_or(0);
  jitter.seed = reader.seed("seed").value_or(0);
  return jitter;
}

/// The keys that say how connections between instances are simulated; empty: in closed form.
std::optional<NetworkQuestion> connections_of(KeyReader& reader, std::uint64_t seed) {
  const bool flow = reader.one_of("network", {"closed", "flow"}) == "flow";
  NetworkQuestion conditions;
  conditions.seed = seed;
  read_network_keys(reader, conditions);
  return flow ? std::optional(conditions) : std::nullopt;
}

/// Number of passes of a step, forward and backward, over every micro-batch and chunk of layers.
double passes_of(const SavedPlan& saved) {
  const TrainingJob& job = saved.training_job();
  const Layout& layout = saved.plan.layout;
  const auto units = static_cast<double>(job.model.layers.size());
  const auto chunks = is_sharded(layout) ? std::max(1.0, units) : static_cast<double>(layout.pp * layout.vpp);
  return 2 * static_cast<double>(layout.micro_batches(job.global_batch)) * chunks;
}

/// Refuses a step that takes more memory than an answer should, or whose trace is longer than viewers open.
std::optional<Error> refuse_long_step(const SavedPlan& saved, const std::string& plan, const KeyReader& reader) {
  constexpr double most_passes = 3e6, most_traced = 2e5;
  const double passes = passes_of(saved);
  if (passes > most_passes)
    return bad_input("{}: a step of {} passes is too long to be simulated; accepted: at most {}", plan,
                     with_separators(std::llround(passes)), with_separators(std::llround(most_passes)))
        .value();
  if (passes > most_traced && reader.has("trace"))
    return bad_input("{}: a step of {} passes is too long for a trace; accepted: at most {}, or no {}", plan,
                     with_separators(std::llround(passes)), with_separators(std::llround(most_traced)),
                     reader.named("trace"))
        .value();
  return std::nullopt;
}

/// Whoever asks, beside the simulation.
std::function<bool(double)> told_share(const Asking& asking) {
  return [&asking](double share) {
    return asking.tell(share, [share] { return message("{} of the step is simulated", in_percent(100 * share)); });
  };
}

struct SimulatedTraining {
  SavedPlan saved;
  StepWork work;
  SimulatedStep step;
  double closed_form_s = 0;
  std::optional<double> lost_s;  ///< by every bucket, to connections that meet; empty in closed form
  std::vector<FigureBand> bands;
};

Result<SimulatedTraining> simulate_training(const SavedPlan& saved, const Jitter& jitter,
                                            const std::optional<NetworkQuestion>& connections, const Asking& asking) {
  const DataFiles& data = saved.constants_in(asking.data);
  const TrainingJob& job = saved.training_job();
  const Plan& plan = saved.plan;
  const Accelerator& accelerator = plan.cluster.instance().accelerator;
  Calibrations calibrations(data);
  const Result<Calibration> calibration = training_constants(calibrations, job, accelerator);
  if (!calibration) return fail(calibration);
  StepEstimator estimator(job, plan.cluster, *calibration);
  StepWork work = estimator.work(plan.layout);
  std::optional<double> lost_s;
  if (connections) {
    const Result<NetworkConstants> constants = read_network_constants(data);
    if (!constants) return fail(constants);
    const Result<double> lost =
        lost_by_bucket_s(work, plan.layout, plan.cluster, *connections, *constants, calibration->network_efficiency);
    if (!lost) return fail(lost);
    lost_s = *lost;
  }
  add_lost_time(work, plan.layout, plan.cluster.instance(), lost_s.value_or(0));
  SimulatedStep step = simulate_step(work, jitter, told_share(asking));
  if (step.timeline.stopped) return bad_input("the simulation was stopped");
  const StepEstimate closed_form = estimator(plan.layout);
  step.pass_forward_alone(closed_form.forward_only_s);
  estimator.add_waiting(step);
  double closed_form_s = closed_form.step_time_s;
  if (const std::optional<Rollout>& rollout = job.post_training.rollout) {
    const double rollout_s = plan.training()->step.rollout_s;
    step.wait_for_rollout(rollout_s, rollout->between_phases);
    closed_form_s = hakaru::with_rollout(closed_form, rollout_s, rollout->between_phases).step_time_s;
  }
  const Result<PlanUncertainty> known = uncertainty_of(plan, job, data);
  if (!known) return fail(known);
  std::vector<FigureBand> bands;
  if (known->time) bands.push_back({"step_time_s", known->time->ends_of_time(step.step_time_s, known->least)});
  return SimulatedTraining{saved, std::move(work), std::move(step), closed_form_s, lost_s, std::move(bands)};
}

std::string simulated_training_text(const SimulatedTraining& simulated, const Pen& pen) {
  const Plan& plan = simulated.saved.plan;
  std::string text = question_of(simulated.saved.scenario, pen) + "\n" +
                     pen.translator.say("On {} × {}, {}.", plan.cluster.instances, plan.cluster.instance().name,
                                        in_short(plan.layout)) +
                     "\n\n" + step_text(simulated.step, simulated.closed_form_s, pen);
  if (!simulated.bands.empty())
    text += pen.translator.say("90 % interval: {}", ends_of_bands(simulated.bands, pen.translator)) + "\n";
  text += "\n" + gantt_text(simulated.work, simulated.step, pen.style.columns, pen);
  if (simulated.lost_s.value_or(0) > 0) {
    text += "\n" +
            pen.translator.say("Between instances every bucket of gradients takes {} more than in closed form.",
                               pen.translator.time(*simulated.lost_s)) +
            "\n";
  }
  if (!simulated.saved.changed_constants.empty())
    text += "\n" + changed_constants_text(simulated.saved, pen.translator);
  return text;
}

}  // namespace

Result<Answer> simulate_train_answer(const Json& keys, const Asking& asking) {
  const auto started = std::chrono::steady_clock::now();
  KeyReader reader(keys, asking.place);
  const Jitter jitter = jitter_of(reader);
  const std::optional<NetworkQuestion> connections = connections_of(reader, jitter.seed);
  if (reader.error()) return tl::unexpected(*reader.error());
  const Result<SavedPlan> saved = asked_training_plan(keys, "hakaru simulate train FILE[#RANK]", asking);
  if (!saved) return fail(saved);
  if (const std::optional<Error> error = refuse_long_step(*saved, shown_plan(keys), reader))
    return tl::unexpected(*error);
  Result<SimulatedTraining> made = simulate_training(*saved, jitter, connections, asking);
  if (!made) return fail(made);
  const auto simulated = std::make_shared<const SimulatedTraining>(std::move(*made));
  const double elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  Answer answer;
  answer.json = json_of(simulated->step, simulated->closed_form_s, elapsed_s);
  answer.json["band"] = figures_json(simulated->bands);
  answer.json["network"] = simulated->lost_s ? "flow" : "closed";
  answer.json["lost_by_bucket_s"] = simulated->lost_s.value_or(0);
  answer.rows = OrderedJson::array({without_elapsed(answer.json)});
  add_changed_constants(answer.json, simulated->saved);
  answer.text = [simulated](const Pen& pen) { return simulated_training_text(*simulated, pen); };
  if (reader.has("trace")) {
    const Translator& translator = asking.translator;
    const auto trace = [simulated, &translator] { return trace_text(simulated->work, simulated->step, translator); };
    answer.files.push_back({"trace", trace, timeline_viewer});
  }
  return answer;
}

}  // namespace hakaru
