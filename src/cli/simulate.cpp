// hakaru simulate train PLAN[#RANK]: one step of a plan, event by event.
#include <charconv>
#include <chrono>
#include <cmath>
#include <memory>

#include "commands.h"
#include "hakaru/asking/network_keys.h"
#include "hakaru/core/text.h"
#include "hakaru/output/plan_file.h"
#include "hakaru/output/timeline.h"
#include "hakaru/training/contention.h"
#include "network_flags.h"

namespace hakaru::cli {
namespace {

struct SimulateCommand {
  std::string plan, trace;
  std::string jitter, stragglers, seed;
  NamedFlags network;
};

/// A spread from 0 to 1; empty: none.
Result<double> sigma(std::string_view flag, const std::string& text) {
  if (text.empty()) return 0;
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && stop == text.data() + text.size();
  if (!whole || !(value >= 0 && value <= 1)) return bad_input("{} is '{}'; accepted: {}", flag, text, "0 … 1");
  return value;
}

Result<Jitter> jitter_of(const SimulateCommand& command) {
  const Result<double> tasks = sigma("--jitter", command.jitter);
  if (!tasks) return fail(tasks);
  const Result<double> ranks = sigma("--stragglers", command.stragglers);
  if (!ranks) return fail(ranks);
  Jitter jitter{*tasks, *ranks, 0};
  if (!command.seed.empty()) {
    const char* const end = command.seed.data() + command.seed.size();
    const auto [stop, error] = std::from_chars(command.seed.data(), end, jitter.seed);
    if (error != std::errc() || stop != end)
      return bad_input("{} is '{}'; accepted: {}", "--seed", command.seed, "0, 1, 2, …");
  }
  return jitter;
}

/// What every bucket of the step's data-parallel collectives loses to connections that meet; empty in closed form.
Result<std::optional<double>> lost_to_meetings_s(const SimulateCommand& command, const StepWork& work, const Plan& plan,
                                                 const Calibration& calibration, const Jitter& jitter,
                                                 const DataFiles& data) {
  const Json keys = command.network.keys();
  KeyReader reader(keys, "");
  const bool flow = reader.one_of("network", {"closed", "flow"}) == "flow";
  NetworkQuestion conditions;
  conditions.seed = jitter.seed;
  read_network_keys(reader, conditions);
  if (reader.error()) return tl::unexpected(*reader.error());
  if (!flow) {
    for (const char* key : {"paths", "delivery", "stack", "oversubscription"}) {
      if (reader.has(key)) return bad_input("{} needs {}", reader.shown(key), "--network flow");
    }
    return std::nullopt;
  }
  const Result<NetworkConstants> constants = read_network_constants(data);
  if (!constants) return fail(constants);
  const Result<double> lost_s =
      lost_by_bucket_s(work, plan.layout, plan.cluster, conditions, *constants, calibration.network_efficiency);
  if (!lost_s) return fail(lost_s);
  return *lost_s;
}

Result<std::string> run(const SimulateCommand& command, Session& session) {
  const auto started = std::chrono::steady_clock::now();
  const Result<Jitter> jitter = jitter_of(command);
  if (!jitter) return fail(jitter);
  const Result<SavedPlan> saved = session.training_plan(command.plan);
  if (!saved) return fail(saved);
  const TrainingJob& job = saved->training_job();
  const Result<const DataFiles*> data = session.data();
  if (!data) return fail(data);
  const Plan& plan = saved->plan;
  const Result<Calibration> calibration =
      Calibrations(**data).find_training(plan.cluster.instance().accelerator, job.software_or_group());
  if (!calibration) return fail(calibration);

  constexpr double most_passes = 2e7;
  const double passes = 3.0 * static_cast<double>(plan.layout.micro_batches(job.global_batch)) *
                        static_cast<double>(plan.layout.pp * plan.layout.vpp);
  if (passes > most_passes)
    return bad_input("{}: a step of {} passes is too long to be simulated; accepted: at most {}", command.plan,
                     with_separators(std::llround(passes)), with_separators(std::llround(most_passes)));
  if (const std::optional<Error> error = unwritable({command.trace})) return tl::unexpected(*error);
  StepEstimator estimator(job, plan.cluster, *calibration);
  StepWork work = estimator.work(plan.layout);
  const Result<std::optional<double>> lost_s = lost_to_meetings_s(command, work, plan, *calibration, *jitter, **data);
  if (!lost_s) return fail(lost_s);
  add_lost_time(work, plan.layout, lost_s->value_or(0));
  SimulatedStep step = simulate_step(work, *jitter);
  wait_for_stragglers(step, calibration->straggling, plan.cluster.instances);
  wait_for_data(step, estimator.read_s());
  const double closed_form_s = estimator(plan.layout).step_time_s;
  if (!command.trace.empty()) {
    const std::string trace = trace_text(work, step, session.translator());
    if (const std::optional<Error> error = write_file(command.trace, trace)) return tl::unexpected(*error);
  }
  const double elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  OrderedJson json = json_of(step, closed_form_s, elapsed_s);
  json["network"] = *lost_s ? "flow" : "closed";
  json["lost_by_bucket_s"] = lost_s->value_or(0);
  if (session.json) return json_text(json);
  if (session.csv) return csv_of(OrderedJson::array({without_elapsed(json)}));
  const Pen pen = session.pen();
  std::string text = question_of(saved->scenario, pen) + "\n" +
                     pen.translator.say("On {} × {}, {}.", plan.cluster.instances, plan.cluster.instance().name,
                                        in_short(plan.layout)) +
                     "\n\n" + step_text(step, closed_form_s, pen) + "\n" +
                     gantt_text(work, step, terminal_columns(), pen);
  if (lost_s->value_or(0) > 0) {
    text += "\n" +
            pen.translator.say("Between instances every bucket of gradients takes {} more than in closed form.",
                               pen.translator.time(**lost_s)) +
            "\n";
  }
  if (!command.trace.empty()) {
    text += "\n" + pen.translator.say("written to {}; open it at {}", command.trace, "https://ui.perfetto.dev") + "\n";
  }
  return text;
}

}  // namespace

void add_simulate_commands(CLI::App& app, Session& session) {
  const Translator& t = session.translator();
  CLI::App& simulate = add_command(app, "simulate", t.say("a plan, event by event"));
  CLI::App& command = add_command(simulate, "train", t.say("one step of a training plan, event by event"));
  const auto state = std::make_shared<SimulateCommand>();
  command.add_option("PLAN", state->plan, t.say("a file of plan -o, FILE or FILE#RANK"))->type_name("")->group("plan");
  command.add_option("--jitter", state->jitter, t.say("spread of each task's time (0.05)"))
      ->type_name("SIGMA")
      ->group("simulation");
  command.add_option("--stragglers", state->stragglers, t.say("spread of whole ranks' speed (0.02)"))
      ->type_name("SIGMA")
      ->group("simulation");
  command.add_option("--seed", state->seed, t.say("of the random numbers (default 0)"))
      ->type_name("N")
      ->group("simulation");
  state->network.add(command, "network", "closed|flow", "network",
                     t.say("collectives between instances in closed form (default), or their connections too"));
  add_network_flags(state->network, command, t);
  command.add_option("--trace", state->trace, t.say("write the timeline for Perfetto or Chrome into this file"))
      ->type_name("FILE")
      ->group("output");
  command.callback([state, &session] {
    session.command = [state, &session]() -> Result<std::string> {
      if (state->plan.empty()) return bad_input("{} is missing: {}", "PLAN", "hakaru simulate train FILE[#RANK]");
      return run(*state, session);
    };
  });
  add_simulate_serve_command(simulate, session);
}

}  // namespace hakaru::cli
