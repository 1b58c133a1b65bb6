#include <chrono>
#include <filesystem>
#include <memory>

#include "hakaru/asking/answers.h"
#include "hakaru/core/text.h"
#include "hakaru/job/key_reader.h"
#include "hakaru/output/plan_answers.h"

namespace hakaru {
namespace {

/// "network=2x": as --what-if has them.
Result<std::vector<WhatIf>> changes_of(KeyReader& reader) {
  std::vector<WhatIf> changes;
  for (const std::string& text : reader.texts("what_if")) {
    Result<WhatIf> change = parse_what_if(text, reader.shown("what_if"));
    if (!change) return fail(change);
    changes.push_back(std::move(*change));
  }
  if (reader.error()) return tl::unexpected(*reader.error());
  return changes;
}

/// A plan file must still find its model when it is read from another folder.
void make_paths_absolute(Json& keys) {
  std::error_code error;
  const auto absolute = [&](const std::string& path) {
    return std::filesystem::absolute(path, error).lexically_normal().string();
  };
  const auto requests = keys.find("requests");
  if (requests != keys.end() && requests->is_string()) {
    const auto& text = requests->get_ref<const std::string&>();
    if (text.find('\n') == std::string::npos) *requests = absolute(text);
  }
  if (!keys.contains("model") || !keys["model"].is_string()) return;
  const auto model = keys["model"].get<std::string>();
  if (model.find('/') != std::string::npos || std::filesystem::is_regular_file(model, error))
    keys["model"] = absolute(model);
}

struct Planned {
  Scenario scenario;
  PlanResult result = {};
  std::vector<WhatIfAnswer> changed = {};  ///< of as many changes as there was time for
  double elapsed_s = 0;
};

/// Its machines, how long they take where they come to an end, and what they cost.
std::string told_briefly(const Plan& plan) {
  std::string text = fmt::format("{} x {}", plan.cluster.instances, plan.cluster.instance().name);
  const std::optional<double> month = plan.usd_per_month(), cost_usd = plan.cost_usd();
  if (plan.serving() != nullptr) return text + (month ? ", " + in_usd(*month) + "/month" : "");
  if (const auto duration_s = plan.duration_s()) text += ", " + in_time(*duration_s);
  return text + (cost_usd ? ", " + in_usd(*cost_usd) + (plan.ends() ? "" : "/h") : "");
}

/// Why there is no plan, and under which of the changes there would be one.
tl::unexpected<Error> without_a_plan(const Error& error, const std::vector<WhatIf>& changes, const Scenario& scenario,
                                     const Asking& asking, const Executor& executor) {
  if (error.kind != ErrorKind::unsatisfiable || changes.empty()) return tl::unexpected(error);
  const auto answers = what_if(scenario, changes, asking.catalog, asking.data, executor);
  if (!answers) return fail(answers);
  std::vector<std::string> would;
  for (const WhatIfAnswer& answer : *answers) {
    if (!answer.plan) continue;
    would.push_back(fmt::format("{} ({})", answer.change.text, told_briefly(*answer.plan)));
  }
  const std::string why = asking.translator(error.message);
  return would.empty() ? unsatisfiable("{}; nor is there a plan under any --what-if", why)
                       : unsatisfiable("{}; there is a plan were {}", why, join(would));
}

/// Makes the plans of its scenario.
Result<void> make(Planned& planned, const std::vector<WhatIf>& changes, const Asking& asking) {
  const Executor executor = asking.watched(planned.scenario);
  Result<PlanResult> plans = make_plans(planned.scenario, asking.catalog, asking.data, executor);
  if (!plans) return without_a_plan(plans.error(), changes, planned.scenario, asking, executor);
  planned.result = std::move(*plans);
  if (!planned.result.complete) return {};
  Result<std::vector<WhatIfAnswer>> changed = what_if(planned.scenario, changes, asking.catalog, asking.data, executor);
  if (!changed) return fail(changed);
  planned.changed = std::move(*changed);
  return {};
}

}  // namespace

Result<Answer> plan_answer(const Json& keys, const Asking& asking) {
  const auto started = std::chrono::steady_clock::now();
  Json of_scenario = keys;
  for (const char* key : {"what_if", "whole"}) of_scenario.erase(key);
  Result<Scenario> scenario = read_scenario(of_scenario, asking.scenario_name(), asking.data, asking.catalog);
  if (!scenario) return fail(scenario);
  scenario->hardware.today = asking.today;
  KeyReader reader(keys, asking.place);
  const bool whole = reader.boolean("whole").value_or(false);
  const Result<std::vector<WhatIf>> changes = changes_of(reader);
  if (!changes) return fail(changes);
  const auto planned = std::make_shared<Planned>(Planned{std::move(*scenario)});
  if (const Result<void> made = make(*planned, *changes, asking); !made) return tl::unexpected(made.error());
  planned->elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();

  const Translator& translator = asking.translator;
  const auto& [planned_for, result, changed, elapsed_s] = *planned;
  Answer answer;
  answer.json = json_of(planned_for, result, elapsed_s, translator);
  answer.rows = answer.json["plans"];
  if (!changed.empty()) answer.json["what_if"] = json_of(result.plans.front(), changed, translator);
  if (!result.complete) answer.unfinished = result.notes.front();
  answer.text = [planned](const Pen& pen) {
    std::string text = plan_text(planned->scenario, planned->result, pen);
    if (!planned->changed.empty()) text += "\n" + what_if_text(planned->result.plans.front(), planned->changed, pen);
    return text;
  };
  answer.file = [planned, &translator, &data = asking.data] {
    Scenario kept = planned->scenario;
    make_paths_absolute(kept.echo);
    return plan_file(kept, planned->result, planned->elapsed_s, translator, data);
  };
  if (whole) answer.json = answer.file();
  return answer;
}

QuestionKey plan_key() { return {"plan", "plan", "PLAN", "a file of plan -o, FILE or FILE#RANK", true, false, "PLAN"}; }

namespace {

/// Refuses a plan file whose models would be read of this machine, where no files are; those that hakaru writes have
/// theirs within.
std::optional<Error> refuse_models_in_files(const Json& file, const Asking& asking) {
  const auto plans = file.find("plans");
  if (asking.reads_files || plans == file.end() || !plans->is_array()) return std::nullopt;
  for (const Json& plan : *plans) {
    const Json scenario = plan.is_object() ? plan.value("scenario", Json()) : Json();
    if (!scenario.is_object()) continue;
    if (auto error = refuse_files({{"model", "", "MODEL", ""}}, scenario, asking)) return error;
  }
  return std::nullopt;
}

}  // namespace

Result<SavedPlan> asked_plan(const Json& keys, std::string_view usage, const Asking& asking) {
  if (!keys.contains("plan")) return bad_input("{} is missing: {}", "PLAN", usage);
  if (keys["plan"].is_object()) {
    if (std::optional<Error> error = refuse_models_in_files(keys["plan"], asking))
      return tl::unexpected(std::move(*error));
    const std::string text = keys["plan"].dump();
    Result<SavedPlan> saved = plan_in(text, "plan", 1, asking.data, asking.catalog);
    if (saved) saved->file = text;
    return saved;
  }
  KeyReader reader(keys, asking.place);
  const std::string reference = reader.text("plan").value_or("");
  if (reader.error()) return tl::unexpected(*reader.error());
  return read_plan(reference, asking.data, asking.catalog);
}

Result<SavedPlan> asked_training_plan(const Json& keys, std::string_view usage, const Asking& asking) {
  Result<SavedPlan> saved = asked_plan(keys, usage, asking);
  if (saved && !std::holds_alternative<TrainingJob>(saved->scenario.job))
    return bad_input("{}: not a plan of training; accepted: one of hakaru plan train", shown_plan(keys));
  return saved;
}

std::string shown_plan(const Json& keys) { return keys["plan"].is_string() ? keys["plan"].get<std::string>() : "plan"; }

}  // namespace hakaru
