#include <chrono>
#include <filesystem>
#include <memory>

#include "hakaru/asking/answers.h"
#include "hakaru/asking/batch_range.h"
#include "hakaru/asking/bought_tokens.h"
#include "hakaru/asking/levers.h"
#include "hakaru/core/quantities.h"
#include "hakaru/formats/record_json.h"
#include "hakaru/job/key_reader.h"
#include "hakaru/output/plan_answers.h"
#include "hakaru/planning/what_if.h"

namespace hakaru {
namespace {

/// "network=2x": as --what-if has them.
Result<std::vector<WhatIf>> changes_of(KeyReader& reader) {
  std::vector<WhatIf> changes;
  for (const std::string& text : reader.texts("what_if", most_what_ifs)) {
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
  const bool is_folder = model.find('/') != std::string::npos && std::filesystem::is_directory(model, error);
  if (is_folder || std::filesystem::is_regular_file(model, error)) keys["model"] = absolute(model);
}

struct Planned {
  Scenario scenario;
  PlanResult result = {};
  std::vector<WhatIfAnswer> changed = {};  ///< of as many changes as there was time for
  std::vector<OtherCost> by_region = {};   ///< of the best plan, where any region would do
  std::optional<ApiComparison> api = {};
  double elapsed_s = 0;
};

/// The reason why a service has no plan, with the changes of its question that would give one.
Error with_levers(Error error, const Json& keys, const Scenario& scenario, const Asking& asking,
                  const Executor& executor) {
  if (error.kind != ErrorKind::unsatisfiable) return error;
  for (Message& lever : levers_of_service(keys, scenario, asking, executor)) error.also.push_back(std::move(lever));
  return error;
}

/// Why there is no plan, and under which of the changes there would be one.
tl::unexpected<Error> without_a_plan(const Error& error, const std::vector<WhatIf>& changes, const Scenario& scenario,
                                     const Asking& asking, const Executor& executor) {
  if (error.kind != ErrorKind::unsatisfiable || changes.empty()) return tl::unexpected(error);
  const auto answers = what_if(scenario, changes, asking.catalog, asking.data, executor);
  if (!answers) return fail(answers);
  std::vector<Message> would;
  for (const WhatIfAnswer& answer : *answers) {
    if (!answer.plan) continue;
    would.push_back({"{} ({})", {answer.change.text, in_brief(*answer.plan)}});
  }
  return would.empty() ? unsatisfiable("{}; nor is there a plan under any --what-if", error.message)
                       : unsatisfiable("{}; there is a plan were {}", error.message, list_of(would));
}

/// Adds the plans under each of the changes; a search that was stopped early has none.
Result<void> change(Planned& planned, const std::vector<WhatIf>& changes, const Asking& asking) {
  if (!planned.result.complete) return {};
  Result<std::vector<WhatIfAnswer>> changed =
      what_if(planned.scenario, changes, asking.catalog, asking.data, asking.watched(planned.scenario));
  if (!changed) return fail(changed);
  planned.changed = std::move(*changed);
  return {};
}

Result<Scenario> scenario_of(const Json& keys, const Asking& asking) {
  Result<Scenario> scenario = read_scenario(keys, asking.scenario_name(), asking.data, asking.catalog);
  if (scenario) scenario->hardware.today = asking.today;
  return scenario;
}

/// Whoever watches sees one search of all `parts`, each as long as the others.
Executor shared_by(Executor executor, std::size_t parts) {
  const auto whole = executor.watch.looked_at;
  executor.watch.looked_at = [whole, parts](std::int64_t layouts, double share) {
    whole(layouts, share / static_cast<double>(parts));
  };
  return executor;
}

/// A search for each of a range of global batches.
struct SearchedBatches {
  std::vector<OfBatch> with_plans;
  std::optional<Error> why_not;  ///< of the last that has none
  std::int64_t evaluated = 0, feasible = 0;
  bool stopped = false;
};

Result<Scenario> with_batch(Json keys, std::int64_t batch, const Asking& asking) {
  keys["global_batch"] = batch;
  return scenario_of(keys, asking);
}

Result<SearchedBatches> searched(const std::vector<std::int64_t>& batches, const Json& keys, const Asking& asking,
                                 const Executor& executor) {
  SearchedBatches all;
  for (const std::int64_t batch : batches) {
    const Result<Scenario> scenario = with_batch(keys, batch, asking);
    if (!scenario) return fail(scenario);
    Result<PlanResult> plans = make_plans(*scenario, asking.catalog, asking.data, executor);
    if (!plans && plans.error().kind != ErrorKind::unsatisfiable) return fail(plans);
    if (!plans) all.why_not = plans.error();
    if (plans) {
      all.evaluated += plans->evaluated_layouts;
      all.feasible += plans->feasible_layouts;
      all.with_plans.push_back({batch, std::move(*plans)});
    }
    all.stopped = executor.watch.stopped();
    if (all.stopped) break;
  }
  return all;
}

/// The plan of the best global batch of a range; batches without a plan are passed over where another has one.
Result<Planned> planned_in(std::vector<std::int64_t> batches, Json keys, const std::vector<WhatIf>& changes,
                           const Asking& asking) {
  keys.erase("global_batch");
  const Result<Scenario> usual = scenario_of(keys, asking);
  if (!usual) return fail(usual);
  const auto& job = std::get<TrainingJob>(usual->job);
  const std::optional<Rollout>& rollout = job.post_training.rollout;
  const std::int64_t each_tokens = job.sequences_of(job.sequence_length) * (rollout ? rollout->group_size : 1);
  const std::int64_t items = job.tokens / std::max<std::int64_t>(1, each_tokens);
  std::erase_if(batches, [&, least = batches.front()](std::int64_t each) { return each > std::max(items, least); });
  Result<SearchedBatches> all = searched(batches, keys, asking, shared_by(asking.watched(*usual), batches.size()));
  if (!all) return fail(all);
  if (all->with_plans.empty()) return without_a_plan(*all->why_not, changes, *usual, asking, asking.executor);
  OfBatch& best = all->with_plans[best_of(all->with_plans, *usual)];
  Message note = note_on(all->with_plans, rollout ? rollout->prompts : job.global_batch);
  Planned planned{*with_batch(keys, best.global_batch, asking), std::move(best.result)};
  PlanResult& result = planned.result;
  result.evaluated_layouts = all->evaluated;
  result.feasible_layouts = all->feasible;
  if (all->stopped && result.complete) result.notes.insert(result.notes.begin(), ended_early(all->evaluated));
  result.complete = result.complete && !all->stopped;
  result.notes.insert(result.notes.begin() + (result.complete ? 0 : 1), std::move(note));
  return planned;
}

/// With the tokens that the budget buys, where none are stated.
Result<Planned> planned_for(Json keys, const std::vector<WhatIf>& changes, const Asking& asking) {
  const Result<std::optional<std::int64_t>> bought = bought_tokens(keys, asking);
  if (!bought) return fail(bought);
  if (*bought) {
    keys["tokens"] = **bought;
    Result<Planned> planned = planned_for(std::move(keys), changes, asking);
    if (!planned) return planned;
    planned->result.notes.insert(planned->result.notes.begin(),
                                 tokens_bought(with_separators(**bought), shown_key("tokens", asking)));
    return planned;
  }
  const Result<std::vector<std::int64_t>> batches = batches_in(keys, asking);
  if (!batches) return fail(batches);
  if (!batches->empty()) return planned_in(*batches, keys, changes, asking);
  Result<Scenario> scenario = scenario_of(keys, asking);
  if (!scenario) return fail(scenario);
  const Executor executor = asking.watched(*scenario);
  Result<PlanResult> plans = make_plans(*scenario, asking.catalog, asking.data, executor);
  if (!plans)
    return without_a_plan(with_levers(plans.error(), keys, *scenario, asking, executor), changes, *scenario, asking,
                          executor);
  if (const auto cheaper = cheaper_in_fp8(keys, *scenario, plans->plans, asking, executor); cheaper && plans->complete)
    plans->notes.insert(plans->notes.begin(), *cheaper);
  return Planned{std::move(*scenario), std::move(*plans)};
}

}  // namespace

Result<Answer> plan_answer(const Json& keys, const Asking& asking) {
  const auto started = std::chrono::steady_clock::now();
  Json of_scenario = keys;
  for (const char* key : {"what_if", "whole"}) of_scenario.erase(key);
  KeyReader reader(keys, asking.place);
  const bool whole = reader.boolean("whole").value_or(false);
  const Result<std::vector<WhatIf>> changes = changes_of(reader);
  if (!changes) return fail(changes);
  Result<Planned> found = planned_for(of_scenario, *changes, asking);
  if (!found) return fail(found);
  const auto planned = std::make_shared<Planned>(std::move(*found));
  if (const Result<void> told = change(*planned, *changes, asking); !told) return tl::unexpected(told.error());
  const HardwareRequest& hardware = planned->scenario.hardware;
  if (hardware.region == any_region)
    planned->by_region = costs_by_region(planned->result.plans.front(), planned->scenario, asking.catalog);
  planned->result.by_kind = costs_by_kind(planned->result.plans.front(), planned->scenario, asking.catalog);
  planned->api = compare_with_api(planned->scenario, planned->result.plans);
  planned->elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();

  const Translator& translator = asking.translator;
  const auto& [planned_for, result, changed, by_region, api, elapsed_s] = *planned;
  Answer answer;
  answer.json = json_of(planned_for, result, elapsed_s, translator);
  answer.rows = answer.json["plans"];
  if (!changed.empty()) answer.json["what_if"] = json_of(result.plans.front(), changed, translator);
  if (!by_region.empty()) answer.json["regions"] = json_of(result.plans.front(), by_region);
  if (!result.by_kind.empty()) answer.json["bought_otherwise"] = json_of(result.plans.front(), result.by_kind);
  if (api) answer.json["api"] = write_record(*api);
  if (!result.complete) answer.unfinished = result.notes.front();
  answer.text = [planned](const Pen& pen) {
    std::string text = plan_text(planned->scenario, planned->result, pen);
    if (!planned->by_region.empty())
      text += "\n" + regions_text(planned->result.plans.front(), planned->by_region, pen);
    if (planned->api) text += "\n" + api_text(*planned->api, pen);
    if (!planned->changed.empty()) text += "\n" + what_if_text(planned->result.plans.front(), planned->changed, pen);
    return text;
  };
  answer.file = [planned, &translator, &data = asking.data, reads_files = asking.reads_files] {
    Scenario kept = planned->scenario;
    if (reads_files) make_paths_absolute(kept.echo);
    return plan_file(kept, planned->result, planned->elapsed_s, translator, data);
  };
  if (whole) {
    OrderedJson file = answer.file();
    for (const char* key : {"bought_otherwise", "regions", "api"}) {
      if (answer.json.contains(key)) file[key] = answer.json[key];
    }
    answer.json = std::move(file);
  }
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
    Result<SavedPlan> saved = plan_in(text, "plan", 1, asking.data, asking.catalog, asking.executor.watch);
    if (saved) saved->file = text;
    return saved;
  }
  KeyReader reader(keys, asking.place);
  const std::string reference = reader.text("plan").value_or("");
  if (reader.error()) return tl::unexpected(*reader.error());
  return read_plan(reference, asking.data, asking.catalog, asking.executor.watch);
}

Result<SavedPlan> asked_training_plan(const Json& keys, std::string_view usage, const Asking& asking) {
  Result<SavedPlan> saved = asked_plan(keys, usage, asking);
  if (saved && !std::holds_alternative<TrainingJob>(saved->scenario.job))
    return bad_input("{}: not a plan of training; accepted: one of hakaru plan train", shown_plan(keys));
  return saved;
}

std::optional<Error> refuse_to_run(const SavedPlan& saved, const std::string& plan) {
  const auto* const job = std::get_if<TrainingJob>(&saved.scenario.job);
  if (job == nullptr) return std::nullopt;
  Result<void> runs;
  if (job->post_training.algorithm != TrainingAlgorithm::next_token)
    runs = bad_input("{}: a plan whose algorithm is {} cannot be run so; accepted: {}", plan,
                     name_of(job->post_training.algorithm), name_of(TrainingAlgorithm::next_token));
  if (job->prediction_layers > 0 || job->expert_choice != ExpertChoice{})
    runs = bad_input("{}: a plan with {}, {} or {} cannot be run so; accepted: the same without", plan, "mtp_layers",
                     "expert_skew", "expert_capacity");
  if (!job->encoders.empty())
    runs = bad_input("{}: a plan with {} cannot be run so; accepted: the same without", plan, "encode_in_step");
  return runs ? std::nullopt : std::optional(runs.error());
}

std::string shown_plan(const Json& keys) { return keys["plan"].is_string() ? keys["plan"].get<std::string>() : "plan"; }

}  // namespace hakaru
