// `plan --from`: launch files or a command, read back into a plan, and what would be better on the same machines.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>

#include "hakaru/asking/answers.h"
#include "hakaru/asking/launched/launch_refusals.h"
#include "hakaru/asking/launched/launched.h"
#include "hakaru/asking/launched/launched_help.h"
#include "hakaru/asking/launched/launched_plans.h"
#include "hakaru/core/from_chars.h"
#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/job/key_reader.h"
#include "hakaru/job/layout_fields.h"
#include "hakaru/launching/launch_keys.h"
#include "hakaru/launching/launch_sources.h"
#include "hakaru/model/read.h"
#include "hakaru/output/launch_text.h"
#include "hakaru/output/plan_cells.h"
#include "hakaru/output/question_text.h"
#include "hakaru/planning/bands/plan_bands.h"
#include "hakaru/planning/plan/plan.h"

namespace hakaru {
namespace {

/// The layers of the model that `keys` names; 0: not known yet, the scenario says why.
std::int64_t layers_of(Json keys, const Asking& asking) {
  for (const char* const key : {"items", "global_batch", "dp"}) keys[key] = 1;
  const Result<Scenario> scenario = read_scenario(keys, asking.scenario_name(), asking.data, asking.catalog);
  return scenario ? std::ssize(model_of(scenario->job).layers) : 0;
}

/// Refuses a launch whose own word for its model is none here: the user can say it otherwise.
std::optional<Error> unknown_model(const Launched& launched, const Json& given, const Asking& asking) {
  const Json& model = launched.keys["model"];
  if (given.contains("model") || !model.is_string() || read_model(model.get<std::string>(), asking.data))
    return std::nullopt;
  const std::string& name = model.get_ref<const std::string&>();
  return bad_input("its model '{}' is not known; accepted: {} with a known one (the nearest: {}) or its config.json",
                   name, "--model", join(nearest_names(lower_case(name), known_models(asking.data))))
      .value();
}

/// The one that the user says; empty: none.
Result<std::optional<Instance>> instance_in(const Json& given, const Asking& asking) {
  if (!given.contains("instance") || !given["instance"].is_string()) return std::optional<Instance>();
  const Result<Instance> instance = whole_machine(given["instance"].get<std::string>(), asking.catalog);
  if (!instance) return fail(instance);
  return std::optional<Instance>(*instance);
}

/// The type of machine that the launch's platform is asked for; a feature of Slurm's nodes may be one, or an
/// accelerator. Empty: it names none.
std::string name_machine(LaunchRead& read, const Asking& asking) {
  for (const std::string& feature : read.features) {
    if (read.instance.empty() && asking.catalog.instance(feature)) read.instance = feature;
    if (read.accelerator.empty() && asking.catalog.accelerator(feature)) read.accelerator = feature;
  }
  return read.instance;
}

/// As the user says; 0: not said, or the scenario says why it is no count.
std::int64_t machines_in(const Json& given) {
  constexpr std::int64_t most_machines = 1'000'000;
  if (!given.contains("instances")) return 0;
  const Result<std::int64_t> count = parse_count(as_text(given["instances"]), "instances");
  return count ? std::clamp<std::int64_t>(*count, 0, most_machines) : 0;
}

/// Adds the usual traffic's length of answers, or of prompts, where the user says the other alone: at most what the
/// context leaves.
void add_usual_length(const Json& given, Json& keys, const Asking& asking) {
  const bool has_input = given.contains("input_length"), has_output = given.contains("output_length");
  if (has_input == has_output || keys.contains("offline")) return;
  Json usual = keys;
  usual.erase(has_input ? "input_length" : "output_length");
  const Result<Scenario> scenario = read_scenario(usual, asking.scenario_name(), asking.data, asking.catalog);
  if (!scenario) return;
  const auto& job = std::get<ServingJob>(scenario->job);
  if (job.model.family == Family::encoder) return;
  const std::string typed = has_input ? "input_length" : "output_length";
  const std::int64_t usual_tokens = has_input ? job.output_length : job.input_length;
  const Result<std::int64_t> typed_tokens = parse_count(as_text(given.at(typed)), typed);
  const std::int64_t left_tokens = typed_tokens ? job.context - *typed_tokens : usual_tokens;
  keys[has_input ? "output_length" : "input_length"] =
      left_tokens > 0 ? std::min(usual_tokens, left_tokens) : usual_tokens;
}

/// The whole question: what was read, and what the user says over it.
Result<Json> whole_keys(const Json& given, Launched& launched, const Asking& asking) {
  const bool trains = !launched.programs.serves(launched.read.program->name);
  const Result<SoftwareStacks> stacks = SoftwareStacks::read(asking.data);
  if (!stacks) return fail(stacks);
  LaunchContext context;
  const Result<std::optional<Instance>> instance = instance_in(given, asking);
  if (!instance) return fail(instance);
  if (*instance) {
    context.instance = (*instance)->name;
    context.kind = name_of((*instance)->accelerator.kind);
    context.per_instance = (*instance)->accelerators;
  }
  context.machines = machines_in(given);
  Json base = given;
  base["job"] = trains ? "train" : "serve";
  if (!launched.read.shape.empty() && !given.contains("model")) {
    Json config;
    if (!launched.read.shape.contains("vocab_size")) {
      const Result<Model> model = read_model(launched.read.tokenizer, asking.data);
      if (launched.read.tokenizer.empty() || !model)
        return bad_input("its model's vocabulary is not said; accepted: {}, a known model as {}, or {}",
                         "--vocab-size N", "--tokenizer-model", "--model");
      config["vocab_size"] = model->vocabulary;
    }
    for (const auto& [key, value] : launched.read.shape) {
      const Json parsed = Json::parse(value, nullptr, false);
      config[key] = parsed.is_discarded() ? Json(value) : parsed;
    }
    base["model"] = config;
  }
  if (!launched.read.machines && !launched.read.open_machines.empty() && context.machines == 0)
    return bad_input("the machines are said as {}; accepted: their number, by {}", launched.read.open_machines,
                     "--instances");
  if (trains && launched.read.said.contains("layers_of_a_chunk")) context.layers = layers_of(base, asking);
  Result<LaunchKeys> said = keys_of(launched.read, context, launched.programs, *stacks);
  if (!said) return fail(said);
  launched.experts_cut = said->experts_cut;
  launched.experts_over = said->experts_over;
  launched.notes = std::move(said->notes);
  launched.assumed = std::move(said->assumed);
  Json keys = std::move(said->keys);
  if (trains) {
    const std::int64_t steps = keys.value("steps", std::int64_t{1}), batch = keys["global_batch"];
    keys.erase("steps");
    constexpr std::int64_t most_items = 1'000'000'000'000'000'000;
    if (!base.contains("tokens"))
      keys["items"] = keys.value("samples", steps > most_items / batch ? most_items : steps * batch);
    keys.erase("samples");
  }
  if (!trains) launched.assumed.insert(launched.assumed.end(), {"rate", "traffic", "input_length", "output_length"});
  if (!trains && launched.read.machines) keys["instances"] = *launched.read.machines;
  keys.update(base);
  if (keys.contains("model") && keys["model"].is_string()) launched.checkpoint = keys["model"];
  if (std::optional<Message> note = read_quantised_name(keys, !trains, asking.data))
    launched.notes.push_back(std::move(*note));
  if (const std::vector<std::string>& lacks = launched.read.shape_lacks; !keys.contains("model") && !lacks.empty())
    return bad_input("its model's shape is none that is known here without {0}; accepted: {0} besides, or {1}",
                     join(lacks, " "), "--model");
  if (!keys.contains("model")) return bad_input("the model is not said; accepted: {}", "--model");
  if (!trains) add_usual_length(given, keys, asking);
  return keys;
}

/// Values of keys that neither the files read nor the user's keys over them say: "sequence_length 4096".
std::vector<std::string> assumed_values(const Launched& launched, const Json& given) {
  std::map<std::string, std::string> values;
  if (const auto* const job = std::get_if<TrainingJob>(&launched.scenario.job)) {
    values = {{"sequence_length", std::to_string(job->sequence_length)},
              {"precision", job->recipe.name},
              {"optimizer", job->optimizer.name},
              {"steps", given.contains("tokens") ? "" : "1"}};
    for (const char* const part : {"micro_batch", "recompute", "zero"}) {
      const Json& value = launched.keys[part];
      values[part] = as_text(value);
    }
  }
  if (const auto* const job = std::get_if<ServingJob>(&launched.scenario.job))
    values = {{"context", std::to_string(job->context)},
              {"rate", job->rate_per_s && !given.contains("users") ? fmt::format("{:g}/s", *job->rate_per_s) : ""},
              {"traffic", launched.scenario.traffic},
              {"input_length", std::to_string(job->input_length)},
              {"output_length", std::to_string(job->output_length)}};
  std::vector<std::string> told;
  for (const std::string& what : launched.assumed) {
    if (!given.contains(what) && !values[what].empty()) told.push_back(what + " " + values[what]);
  }
  return told;
}

/// Words that may decide memory or time and are not understood; empty: there are none.
std::vector<std::string> not_understood(const Launched& launched) {
  std::vector<std::string> words = launched.read.unread;
  if (!launched.read.settings_unread.empty()) words.push_back(launched.read.settings_unread);
  return words;
}

/// As `asking` has it, with other machines.
Asking with(const Asking& asking, const Catalog& catalog) {
  return {asking.data,     catalog,     asking.translator,     asking.today,   asking.reads_files, asking.place,
          asking.executor, asking.tell, asking.show_predicted, asking.watched, asking.run_ranks};
}

/// Accelerators of each machine that a training has ranks on; 0: not known, or a server, whose copies fill it.
std::int64_t accelerators_of(const Launched& launched, const Json& given) {
  const LaunchRead& read = launched.read;
  if (launched.programs.serves(read.program->name)) return 0;
  const std::int64_t machines = read.machines.value_or(std::max<std::int64_t>(1, machines_in(given)));
  if (read.devices || !read.ranks) return read.devices.value_or(0);
  return *read.ranks % machines == 0 ? *read.ranks / machines : 0;
}

/// With the machine that is named, where `accelerators` of its own are used and the others idle; 0: all are used.
Catalog with_part(const Catalog& catalog, const Instance& instance, std::int64_t accelerators) {
  if (accelerators == 0 || accelerators >= instance.accelerators) return catalog;
  const auto leave = [&](Instance& each) {
    if (each.name != instance.name) return;
    each.idle_accelerators = each.accelerators - static_cast<int>(accelerators);
    each.accelerators = static_cast<int>(accelerators);
  };
  return catalog.changed(leave, 1);
}

/// Places the experts of a server with replicas of the rest: over their ranks, spread or cut, as many bytes a rank.
void place_experts(Launched& made) {
  const std::int64_t experts = model_of(made.scenario.job).experts;
  const auto ep = made.keys.value("ep", std::int64_t{1});
  if (experts == 0) return;
  if (made.experts_over > ep) {
    made.notes.push_back(
        message("its experts are spread over {} ranks; predicted as ep {} with each cut in its tensor group, which is "
                "as many bytes a rank",
                made.experts_over, ep));
  } else if (ep == 1 && made.experts_cut > 1 && experts % made.experts_cut == 0) {
    made.keys["ep"] = made.experts_cut;
    made.notes.push_back(
        message("its replicas cut each expert among them unasked; predicted as ep {}, which is as many bytes a rank",
                made.experts_cut));
  }
}

/// The reason why a server's ranks cannot load its weights, whatever its machine is; empty: they can.
std::optional<Message> does_not_load(const Launched& made) {
  const std::int64_t tp = count_of_key(made.keys, "tp");
  return why_it_does_not_load(made, tp, std::max<std::int64_t>(1, tp * made.experts_cut / made.experts_over));
}

/// True if the machine of the keys holds what was read in its layout, with as much memory free as plans leave.
bool holds(const Launched& made, const Asking& asking) {
  const bool serves = made.keys["job"] == "serve";
  return best_with(serves ? ways_to_serve(made).back() : made.keys, {}, asking).has_value();
}

/// Fills the keys, the catalogue and the scenario of a launch on the machine that `given` names; empty: on several.
std::optional<Error> place_on(const Json& given, const std::optional<Instance>& instance, Launched& made,
                              const Asking& asking) {
  made.catalog = instance ? with_part(asking.catalog, *instance, accelerators_of(made, given)) : asking.catalog;
  const Asking here = with(asking, made.catalog);
  Result<Json> whole = whole_keys(given, made, here);
  if (!whole) return whole.error();
  made.keys = std::move(*whole);
  Result<Scenario> scenario = read_scenario(made.keys, here.scenario_name(), here.data, here.catalog);
  if (!scenario) return unknown_model(made, given, here).value_or(scenario.error());
  made.scenario = std::move(*scenario);
  place_experts(made);
  return std::nullopt;
}

/// True for a service that keeps its limits as it is placed.
bool keeps_limits(const Launched& placed, const Asking& asking) {
  if (placed.keys["job"] != "serve") return false;
  Launched asked = placed;
  const Result<Plan> plan = plan_of_service(asked, asking);
  return plan && chance_to_keep_limits(*plan, asked.scenario).value_or(1) >= asked.scenario.confidence;
}

/// Takes a machine for a launch that names none, and says so: the cheapest that holds it, of a service the cheapest of
/// these that keeps its limits, where one does. Refuses where there is none.
std::optional<Error> take_machine(Json& given, Launched& made, const Asking& asking) {
  constexpr std::size_t most_named = 3;
  Launched unplaced = made;
  const Result<Json> keys = whole_keys(given, unplaced, asking);
  if (!keys) return keys.error();
  unplaced.keys = *keys;
  const Result<Scenario> scenario = read_scenario(*keys, asking.scenario_name(), asking.data, asking.catalog);
  if (!scenario) return unknown_model(unplaced, given, asking).value_or(scenario.error());
  std::vector<Instance> held;
  std::optional<std::size_t> keeps;
  for (const Instance& each : machines_to_try(unplaced, *keys, asking)) {
    if (held.size() > most_named) break;
    Launched placed = made;
    given["instance"] = each.name;
    if (place_on(given, each, placed, asking)) continue;
    if (does_not_load(placed)) return place_on(given, each, made, asking);  // whatever the machine; the answer says why
    if (!holds(placed, with(asking, placed.catalog))) continue;
    if (!keeps && keeps_limits(placed, with(asking, placed.catalog))) keeps = held.size();
    held.push_back(each);
  }
  given.erase("instance");
  if (held.empty()) return no_machine(unplaced, *keys, asking);
  const Instance taken = held[keeps.value_or(0)];
  given["instance"] = taken.name;
  if (std::optional<Error> error = place_on(given, taken, made, asking)) return error;
  std::vector<std::string> others;
  for (const Instance& each : held) {
    if (each.name != taken.name) others.push_back(each.name);
  }
  const std::string chooses = others.empty() ? "--instance" : fmt::format("--instance ({})", join(others));
  const Message why = keeps ? message("the cheapest that keeps the limits") : message("the cheapest that holds it");
  made.machine_taken =
      made.read.accelerator.empty()
          ? message("The command names no machine; taken: {}, {}; {} chooses another", taken.name, why, chooses)
          : message("The command names {} and no machine; taken: {}, {}; {} chooses another", made.read.accelerator,
                    taken.name, why, chooses);
  return std::nullopt;
}

/// The plan as it was read, and what would be better; where words of it are not understood neither. Fails where what is
/// asked for contradicts itself.
std::optional<Error> predict(Launched& made, const Json& given, const Asking& asking, const Asking& on_all) {
  const bool serves = made.keys["job"] == "serve";
  const std::vector<std::string> words = not_understood(made);
  made.has_verdict = words.empty();
  Result<Plan> plan = !made.has_verdict
                          ? unsatisfiable(
                                "neither memory nor time is predicted, since these may decide them and are "
                                "not known here: {}; accepted: the same without them",
                                join(words))
                      : serves ? plan_of_service(made, asking)
                               : plan_as_read(made, asking);
  if (!plan && plan.error().kind == ErrorKind::bad_input) return plan.error();
  made.assumed = assumed_values(made, given);
  const auto name_shape = [](auto& job) {
    if (job.model.name.empty()) job.model.name = job.model.architecture;
  };
  std::visit(name_shape, made.scenario.job);
  if (plan) {
    made.plan = std::move(*plan);
    made.keys["instances"] = made.plan->cluster.instances;  // what would be better is so on as many
  } else {
    made.why_none = plan.error();
    if (std::optional<Error> why = made.has_verdict ? why_not_in_share(made, given, asking) : std::nullopt)
      made.why_none = std::move(why);
  }
  if (!made.has_verdict) return std::nullopt;
  Result<std::optional<Message>> stops = why_it_does_not_start(made, asking);
  if (!stops) return stops.error();
  if (std::optional<Message> cuts = does_not_load(made)) *stops = std::move(cuts);
  if (std::optional<Message> few = why_too_few_are_shown(made)) *stops = std::move(few);
  if (*stops) {
    made.plan.reset();
    made.saturated.reset();
    made.why_none = Error{ErrorKind::unsatisfiable, std::move(**stops)};
  }
  note_little_memory(made, given, asking);
  if (!serves && made.why_none && made.why_none->kind == ErrorKind::unsatisfiable) note_what_helps(made, asking);
  const std::vector<Json> ways = serves ? ways_to_serve(made) : std::vector{made.keys};
  if (!serves)
    add_better(made, ways, {"micro_batch", "recompute", "sequence_parallel", "vpp", "schedule"},
               message("with the same degrees"), asking);
  std::vector<std::string> layout;
  each_layout_field([&](const auto& field) { layout.emplace_back(field.key); });
  add_better(made, ways, layout, message("the best layout on these machines"), on_all);
  return std::nullopt;
}

}  // namespace

std::vector<QuestionKey> launched_keys() {
  std::vector<QuestionKey> keys{
      {"from", "job", "FILE|COMMAND", "a launch file, or a command line as it is typed", true}};
  constexpr std::array also{
      "model",       "instance", "instances",    "tokens",        "sequence_length", "precision",
      "software",    "engine",   "weights",      "kv_cache",      "users",           "think_time",
      "concurrency", "rate",     "input_length", "output_length", "offline",         "ttft",
      "tpot",        "region",   "price",        "headroom",      "max_num_seqs",    "max_num_batched_tokens"};
  for (const char* const name : also) {
    const auto key = ranges::find(scenario_keys(), std::string(name), &ScenarioKey::name);
    keys.push_back({.name = key->name, .group = key->group, .value = key->value, .help = key->help});
  }
  return keys;
}

Result<Answer> launched_answer(const Json& keys, const Asking& asking) {
  KeyReader reader(keys, asking.place);
  const std::string from = reader.text("from").value_or("");
  if (reader.error()) return tl::unexpected(*reader.error());
  if (from.empty())
    return bad_input("{} is missing: {}", "--from", "hakaru plan --from FILE|COMMAND, hakaru plan train|serve|infer");
  Result<LaunchPrograms> programs = LaunchPrograms::read(asking.data);
  if (!programs) return fail(programs);
  const std::shared_ptr<Launched> made(new Launched{std::move(*programs)});
  Result<std::optional<Instance>> instance = instance_in(keys, asking);
  Result<LaunchRead> read = launch_named(from, reader.shown("from"), made->programs, asking.reads_files,
                                         instance && *instance ? &(*instance)->accelerator : nullptr);
  if (!read) return fail(read);
  if (!instance) return fail(instance);
  made->read = std::move(*read);
  Json given = keys;
  given.erase("from");
  if (!*instance) {
    if (const std::string name = name_machine(made->read, asking); !name.empty()) given["instance"] = name;
    instance = instance_in(given, asking);
    if (!instance) return fail(instance);
  }
  if (*instance) given["instance"] = (*instance)->name;
  const std::optional<Error> unplaced =
      given.contains("instance") ? place_on(given, *instance, *made, asking) : take_machine(given, *made, asking);
  if (unplaced) return tl::unexpected(*unplaced);
  if (*instance && keys.contains("instance") && !asking.catalog.instance(keys["instance"].get<std::string>()))
    made->notes.insert(made->notes.begin(), message("{} is read as {}, the usual machine with it",
                                                    keys["instance"].get<std::string>(), (*instance)->name));
  const Asking here = with(asking, made->catalog);
  if (std::optional<Error> error = predict(*made, given, here, asking)) return tl::unexpected(std::move(*error));
  Answer answer;
  answer.json = json_of(*made, asking.translator);
  answer.rows = answer.json["better"];
  answer.text = [made](const Pen& pen) { return launched_text(*made, pen); };
  return answer;
}

}  // namespace hakaru
