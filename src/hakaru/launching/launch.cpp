#include "hakaru/launching/launch.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/ranges.h"
#include "hakaru/core/real.h"
#include "hakaru/core/text.h"
#include "hakaru/launching/launch_files.h"
#include "hakaru/launching/megatron_shape.h"
#include "hakaru/launching/model_config.h"
#include "hakaru/launching/settings_file.h"
#include "hakaru/launching/training_command.h"

namespace hakaru {
namespace {

/// Names of the engines that start plans of training, or of serving.
std::vector<std::string> engines_for(const LaunchPrograms& programs, bool training) {
  std::vector<std::string> names;
  for (const auto& [name, program] : programs.started_by_name()) {
    if (programs.serves(program) != training) names.push_back(name);
  }
  return names;
}

/// Its name in data/launch: of the engine that was asked for, else of the plan's own.
Result<std::string> program_for(std::string_view engine, const std::string& usual, bool training,
                                const LaunchPrograms& programs) {
  if (engine.empty() && !usual.empty()) return usual;
  const std::vector<std::string> known = engines_for(programs, training);
  if (engine.empty())
    return bad_input("--for names no engine, and none is known for this plan; accepted: {}", join(known));
  if (ranges::count(known, engine) == 0)
    return training ? bad_input("--for: {} starts no training; accepted: {}", engine, join(known))
                    : bad_input("--for: {} serves nothing; accepted: {}", engine, join(known));
  return programs.started_by_name().find(engine)->second;
}

/// A file of settings has no variables: what is known stands there itself.
void fill_in_known(Command& settings, const std::vector<ScriptVariable>& variables) {
  for (Word& word : settings) {
    const auto known = ranges::find(variables, word.variable, &ScriptVariable::name);
    if (!word.variable.empty() && word.text.empty() && known != variables.end()) word.text = known->value;
  }
}

/// Refuses an accelerator that the program does not run on.
std::optional<Error> refuse_accelerator(const LaunchProgram& program, const Accelerator& accelerator, bool training,
                                        const LaunchPrograms& programs) {
  if (runs_on(program, accelerator)) return std::nullopt;
  const std::vector<std::string> others = engines_on(accelerator, training, programs);
  if (others.empty())
    return unsatisfiable("{} does not run on {}; accepted: plans on {}", program.shown, accelerator.name,
                         join(program.runs_on))
        .value();
  return unsatisfiable("{} does not run on {}; accepted: plans on {}, or engines that run there: {}", program.shown,
                       accelerator.name, join(program.runs_on), join(others))
      .value();
}

/// Refuses a model whose family or model_type the program is not for.
std::optional<Error> refuse_family(const LaunchProgram& program, const Model& model, const Accelerator& accelerator,
                                   const LaunchPrograms& programs) {
  const std::string type = kind_in(config_of(model));
  const auto is_for_it = [&](const LaunchProgram& each) {
    return is_for(each, name_of(model.family)) && programs.makes(each, type);
  };
  if (is_for_it(program)) return std::nullopt;
  std::vector<std::string> others;
  for (const std::string& name : engines_on(accelerator, !programs.serves(program.name), programs)) {
    if (is_for_it(programs.program(programs.started_by_name().find(name)->second))) others.push_back(name);
  }
  if (others.empty())
    return unsatisfiable("{} is not for models like {}; accepted: {}", program.shown, model.name,
                         join(program.families))
        .value();
  return unsatisfiable("{} is not for models like {}; accepted: {}", program.shown, model.name, "--for " + join(others))
      .value();
}

void add_unsaid(const std::vector<std::string>& unsaid, Launch& launch) {
  for (const std::string& each : unsaid) {
    if (ranges::count(launch.unsaid, each) == 0) launch.unsaid.push_back(each);
  }
}

Launch trained_by_program(const TrainingJob& job, const Plan& plan, std::string_view engine,
                          const LaunchProgram& program, const LaunchPrograms& programs) {
  Launch launch{.engine = std::string(engine), .program = &program, .settings = programs.find(program.settings)};
  LaunchCommand made = training_command(job,
                                        {.name = "hakaru",
                                         .cluster = &plan.cluster,
                                         .layout = &plan.layout,
                                         .global_batch = job.global_batch,
                                         .steps = job.steps(),
                                         .folder = "checkpoints"},
                                        program, programs, LaunchPurpose::running);
  add_unsaid(made.unsaid, launch);
  launch.refused = made.refused;
  if (program.name == "megatron") launch.notes = untold_of_shape(job.model, programs);
  launch.commands.push_back({.part = "",
                             .program = &program,
                             .settings_form = launch.settings,
                             .command = std::move(made.command),
                             .settings = std::move(made.settings),
                             .accelerators = plan.cluster.ranks()});
  return launch;
}

/// By the program that is asked for; unasked, of those of the plan's software, one that has words for all of it.
Result<Launch> training_launch(const Scenario& scenario, const Plan& plan, std::string_view engine,
                               const LaunchPrograms& programs) {
  const auto& job = std::get<TrainingJob>(scenario.job);
  const std::string usual = programs.of_stack(trained_by(scenario, plan, programs).measured, job.lora.has_value());
  const Result<std::string> name = program_for(engine, usual, true, programs);
  if (!name) return fail(name);
  const LaunchProgram& program = programs.program(*name);
  Launch launch = trained_by_program(job, plan, engine, program, programs);
  if (const std::string& planned = usual.empty() ? program.stack : programs.program(usual).stack;
      planned != program.stack)
    launch.notes.push_back(message("figures are of {}; {} keeps other memory and takes other time: plan again with {}",
                                   planned, program.shown, "--software " + program.stack));
  if (can_run(launch) || !engine.empty()) return launch;
  for (const auto& [shown, other] : programs.started_by_name()) {
    const LaunchProgram& sibling = programs.program(other);
    if (sibling.stack != program.stack || other == *name) continue;
    const Accelerator& accelerator = plan.cluster.instance().accelerator;
    if (refuse_accelerator(sibling, accelerator, true, programs) ||
        refuse_family(sibling, job.model, accelerator, programs))
      continue;
    Launch said = trained_by_program(job, plan, engine, sibling, programs);
    if (can_run(said)) return said;
  }
  return launch;
}

/// The command of the router, which stands before servers that prefill and decode apart.
LaunchCommandOf router_command(const EnginePrograms& engine, std::int64_t prefilling, std::int64_t decoding,
                               const LaunchPrograms& programs) {
  const LaunchProgram& program = programs.program(engine.router);
  CommandMaker maker(programs, program, LaunchPurpose::running);
  const std::string port = std::to_string(engine.port);
  if (program.prefill_worker.empty()) {  // its file names them
    maker.tell("prefill_replicas", std::to_string(prefilling));
    maker.tell("prefill_urls", variable("PREFILL_ADDRESSES"));
    maker.tell("decode_replicas", std::to_string(decoding));
    maker.tell("decode_urls", variable("DECODE_ADDRESSES"));
    maker.tell("port", port);
  } else {
    maker.tell("port", variable("PORT", port));
    maker.add({variable("WORKER_ARGS[@]")});
  }
  return {.part = router_part,
          .program = &program,
          .settings_form = programs.find(program.settings),
          .command = maker.command(),
          .settings = maker.settings(),
          .accelerators = 0};
}

/// True if the model has layers that predict further tokens: its config.json counts them, or its kind has some.
bool drafts_itself(const Model& model, const LaunchPrograms& programs) {
  const Json config = config_of(model);
  for (const char* const key : {"num_nextn_predict_layers", "mtp_num_hidden_layers", "num_mtp_modules"}) {
    if (config.contains(key)) return count_in(config, key) > 0;
  }
  return programs.drafts_itself(kind_in(config));
}

/// The fewest servers that make the output tokens/s of `figures`, each at its most requests; 0: one makes none so.
std::int64_t fewest_servers(SteadyReplica& replica, const Layout& server, const ServingFigures& figures) {
  const double best = replica.at(replica.most()).output_tokens_per_s * real(server.dp);
  return best > 0 ? std::max<std::int64_t>(1, std::llround(std::ceil(figures.output_tokens_per_s / best))) : 0;
}

Result<Launch> serving_launch(const Scenario& scenario, const Plan& plan, std::string_view engine,
                              const LaunchPrograms& programs, const DataFiles& data, const Drafting& drafting) {
  const Result<ServedOn> served = served_as_planned(scenario, plan, data);
  if (!served) return fail(served);
  const EnginePrograms* const own = programs.of_engine(served->engine.name);
  const Result<std::string> name = program_for(engine, own == nullptr ? "" : own->server, false, programs);
  if (!name) return fail(name);
  const EnginePrograms& asked = *programs.served_by(*name);
  if (drafting.uses_own_layers() && !drafts_itself(served->job.model, programs))
    return unsatisfiable("--draft {}: {} has no layers that predict further tokens; accepted: {}", drafting.method,
                         served->job.model.name, "--draft model, --draft eagle3");
  const LaunchProgram& program = programs.program(*name);
  Launch launch{.engine = std::string(engine),
                .program = &program,
                .settings = programs.find(program.settings),
                .ttft_limit_s = scenario.demand ? scenario.demand->level.ttft_s : served->job.ttft_s,
                .tpot_limit_s = scenario.demand ? scenario.demand->level.tpot_s : served->job.tpot_s,
                .port = asked.port,
                .drafting = drafting};
  if (own == nullptr || own->server != *name)
    launch.notes.push_back(message("figures are of {}; {} was not planned for", served->engine.name, program.shown));
  const Layout layout = one_server(plan.layout);
  if (served->job.model.family == Family::decoder) {
    SteadyReplica replica(*served, layout, plan.cluster.instance());
    launch.speed = replica.line(plan.serving()->batch);
    launch.fewest_servers = fewest_servers(replica, layout, *plan.serving());
  }
  if (drafting.tokens > 0)
    launch.notes.push_back(message("figures are without drafted tokens; with them: {}",
                                   "hakaru simulate serve PLAN --speculate N --acceptance SHARE"));
  const std::int64_t servers = std::max<std::int64_t>(1, plan.layout.dp / std::max<std::int64_t>(1, layout.dp));
  const std::int64_t prefilling = plan.serving()->prefill_replicas;
  const std::int64_t of_one = layout.tp * layout.pp * layout.dp;
  const std::int64_t per_instance = std::max(1, plan.cluster.instance().accelerators);
  const std::int64_t machines = (of_one + per_instance - 1) / per_instance;
  const std::string network = plan.cluster.instance().efa_generation > 0 ? "efa" : "";
  const auto add = [&](const std::string& role, std::int64_t count) {
    ServerCommand made = server_command(
        *served, {layout, served->job.context, LaunchPurpose::running, machines, role, network, drafting}, asked,
        programs);
    add_unsaid(made.unsaid, launch);
    if (made.refused != nullptr) launch.refused = made.refused;
    if (made.other_weights && launch.commands.empty()) {
      const std::string type(name_of(*made.other_weights)), model = weights_of(served->job.model);
      launch.notes.push_back(
          message("MODEL must be a copy whose weights are {}: {} does not convert them", type, program.shown));
      launch.variables.push_back(
          {"MODEL", "",
           message("a checkpoint of {} that is quantised to {}: a name at Hugging Face, or a folder", model, type)});
    }
    launch.commands.push_back(
        {role, &program, launch.settings, std::move(made.command), std::move(made.settings), count, of_one});
  };
  if (prefilling > 0) {
    add(prefill_part, prefilling);
    add(decode_part, servers - prefilling);
    if (asked.router.empty())
      launch.notes.push_back(
          message("a router that sends prompts to prefill and answers to decode is not among these files"));
    else
      launch.commands.push_back(router_command(asked, prefilling, servers - prefilling, programs));
  } else {
    add("", servers);
  }
  return launch;
}

}  // namespace

bool can_run(const Launch& launch) { return launch.unsaid.empty() && launch.refused == nullptr; }

std::vector<std::string> engines_on(const Accelerator& accelerator, bool training, const LaunchPrograms& programs) {
  std::vector<std::string> names;
  for (const std::string& name : engines_for(programs, training)) {
    if (runs_on(programs.program(programs.started_by_name().find(name)->second), accelerator)) names.push_back(name);
  }
  return names;
}

Result<Launch> launch_of(const Scenario& scenario, const Plan& plan, std::string_view engine,
                         const LaunchPrograms& programs, const DataFiles& data, const Drafting& drafting) {
  if (plan.inference() != nullptr)
    return bad_input("a plan of batch inference has no engine of its own; accepted: plans of {} and {}", "plan train",
                     "plan serve");
  Result<Launch> launch = plan.training() != nullptr ? training_launch(scenario, plan, engine, programs)
                                                     : serving_launch(scenario, plan, engine, programs, data, drafting);
  if (!launch) return launch;
  if (auto refused = refuse_accelerator(*launch->program, plan.cluster.instance().accelerator,
                                        plan.training() != nullptr, programs))
    return tl::unexpected(std::move(*refused));
  if (auto refused =
          refuse_family(*launch->program, model_of(scenario.job), plan.cluster.instance().accelerator, programs))
    return tl::unexpected(std::move(*refused));
  launch->model = weights_of(model_of(scenario.job));
  launch->published_bytes = published_bytes(model_of(scenario.job));
  if (launch->model.find('/') != std::string::npos)
    launch->variables.push_back(script_variable("TOKENIZER", launch->model));
  if (plan.cluster.instances == 1) launch->variables.push_back(script_variable("HEAD", "127.0.0.1"));
  for (LaunchCommandOf& each : launch->commands) {
    if (each.settings_form != nullptr) name_settings(*each.settings_form, each.settings_form->file, each.command);
    add_variables(each.command, launch->variables);
    add_variables(each.settings, launch->variables);
    fill_in_known(each.settings, launch->variables);
  }
  std::erase_if(launch->variables, [&](const ScriptVariable& each) {
    return ranges::none_of(launch->commands, [&](const LaunchCommandOf& of) {
      return uses(of.command, each.name) || uses(of.settings, each.name);
    });
  });
  return launch;
}

}  // namespace hakaru
