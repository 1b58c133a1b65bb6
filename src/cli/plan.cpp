// hakaru plan train|serve|infer: ranked plans for a scenario, as text, JSON or CSV, and as a file to keep.
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "commands.h"
#include "hakaru/core/csv_table.h"
#include "hakaru/core/text.h"
#include "hakaru/output/plan_answers.h"
#include "hakaru/output/plan_file.h"
#include "scenario_flags.h"
#include "search_progress.h"

namespace hakaru::cli {
namespace {

struct PlanCommand {
  ScenarioFlags flags;
  std::string out;
  std::vector<std::string> what_if;
};

/// "network=2x": as --what-if has them.
Result<std::vector<WhatIf>> changes_of(const PlanCommand& command) {
  std::vector<WhatIf> changes;
  for (const std::string& text : command.what_if) {
    Result<WhatIf> change = parse_what_if(text, "--what-if");
    if (!change) return fail(change);
    changes.push_back(std::move(*change));
  }
  return changes;
}

/// A plan file must still find its model when it is read from another folder.
void make_model_path_absolute(Json& keys) {
  std::error_code error;
  if (!keys.contains("model") || !keys["model"].is_string()) return;
  const auto model = keys["model"].get<std::string>();
  if (keys.contains("requests") && keys["requests"].is_string())
    keys["requests"] =
        std::filesystem::absolute(keys["requests"].get<std::string>(), error).lexically_normal().string();
  if (model.find('/') != std::string::npos || std::filesystem::is_regular_file(model, error))
    keys["model"] = std::filesystem::absolute(model, error).lexically_normal().string();
}

struct Answer {
  PlanResult plans;
  std::vector<WhatIfAnswer> changed;  ///< of as many changes as there was time for
};

/// Why there is no plan, and under which of the changes there would be one.
tl::unexpected<Error> without_a_plan(const Error& error, const std::vector<WhatIf>& changes, const Scenario& scenario,
                                     Session& session, const Executor& executor) {
  if (error.kind != ErrorKind::unsatisfiable || changes.empty()) return tl::unexpected(error);
  const auto answers = what_if(scenario, changes, **session.catalog(), **session.data(), executor);
  if (!answers) return fail(answers);
  std::vector<std::string> would;
  for (const WhatIfAnswer& answer : *answers) {
    if (!answer.plan) continue;
    would.push_back(fmt::format("{} ({} x {}, {}{})", answer.change.text, answer.plan->cluster.instances,
                                answer.plan->cluster.instance().name, in_time(answer.plan->duration_s),
                                answer.plan->cost_usd ? ", " + in_usd(*answer.plan->cost_usd) : ""));
  }
  const std::string why = session.translator()(error.message);
  return would.empty() ? unsatisfiable("{}; nor is there a plan under any --what-if", why)
                       : unsatisfiable("{}; there is a plan were {}", why, join(would));
}

Result<Answer> answer_of(const Scenario& scenario, const std::vector<WhatIf>& changes, Session& session) {
  const Catalog& catalog = **session.catalog();
  const DataFiles& data = **session.data();
  SearchProgress progress(scenario, session.translator());
  const Executor executor = progress.executor();
  Result<PlanResult> plans = make_plans(scenario, catalog, data, executor);
  if (!plans) return without_a_plan(plans.error(), changes, scenario, session, executor);
  Answer answer{std::move(*plans), {}};
  if (!answer.plans.complete) return answer;
  Result<std::vector<WhatIfAnswer>> changed = what_if(scenario, changes, catalog, data, executor);
  if (!changed) return fail(changed);
  answer.changed = std::move(*changed);
  return answer;
}

Result<std::string> run(const PlanCommand& command, Session& session) {
  const auto started = std::chrono::steady_clock::now();
  const Result<const DataFiles*> data = session.data();
  if (!data) return fail(data);
  const Result<const Catalog*> catalog = session.catalog();
  if (!catalog) return fail(catalog);
  const Result<Json> keys = command.flags.keys();
  if (!keys) return fail(keys);
  Result<Scenario> scenario = read_scenario(*keys, command.flags.name(), **data, **catalog);
  if (!scenario) return fail(scenario);
  scenario->hardware.today = today();
  const Result<std::vector<WhatIf>> changes = changes_of(command);
  if (!changes) return fail(changes);
  if (session.csv && (scenario->pareto || !changes->empty()))
    return bad_input("{} and {} exclude each other", "--csv", scenario->pareto ? "--pareto" : "--what-if");
  if (const std::optional<Error> error = unwritable({command.out})) return tl::unexpected(*error);
  const Result<Answer> answer = answer_of(*scenario, *changes, session);
  if (!answer) return fail(answer);
  const auto& [result, answers] = *answer;
  const Plan& best = result.plans.front();
  const double elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();

  if (!command.out.empty()) {
    Scenario kept = *scenario;
    make_model_path_absolute(kept.keys);
    const OrderedJson file = plan_file(kept, result, elapsed_s, session.translator());
    if (const std::optional<Error> error = write_file(command.out, json_text(file))) return tl::unexpected(*error);
  }
  if (session.json) {
    OrderedJson json = json_of(*scenario, result, elapsed_s, session.translator());
    if (!answers.empty()) json["what_if"] = json_of(best, answers, session.translator());
    return json_text(json);
  }
  if (session.csv && !result.complete)
    std::fputs(("hakaru: " + session.translator()(result.notes.front()) + "\n").c_str(), stderr);
  if (session.csv) return csv_of(json_of(*scenario, result, elapsed_s, session.translator())["plans"]);
  std::string text = plan_text(*scenario, result, session.pen());
  if (!answers.empty()) text += "\n" + what_if_text(best, answers, session.pen());
  return text;
}

}  // namespace

void add_plan_commands(CLI::App& app, Session& session) {
  const Translator& t = session.translator();
  CLI::App& plan = add_command(app, "plan", t.say("rank instances, counts and layouts for a job"));
  const auto add = [&](const std::string& job, const std::string& help) {
    CLI::App& command = add_command(plan, job, help);
    const auto state = std::make_shared<PlanCommand>();
    state->flags.add_to(command, job, session);
    command.add_option("-o", state->out, t.say("keep the plans, whole, in this file"))
        ->type_name("FILE")
        ->group("output");
    if (job == "train") {
      command
          .add_option("--what-if", state->what_if,
                      t.say("the best plan again, were this so (network=2x; memory, memory-bandwidth, compute, price)"))
          ->type_name("CHANGE")
          ->group("objective")
          ->expected(1)
          ->allow_extra_args(false)
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    }
    command.callback([state, &session] { session.command = [state, &session] { return run(*state, session); }; });
  };
  add("train", t.say("plan a training run"));
  add("serve", t.say("plan serving a generating model"));
  add("infer", t.say("plan running a model over batches of items"));
}

}  // namespace hakaru::cli
