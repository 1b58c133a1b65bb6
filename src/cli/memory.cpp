// hakaru memory train|serve: what one device must hold under one layout, and the rule of thumb beside it. On an
// instance and without a split given: under the smallest split that fits there.
#include <memory>

#include "commands.h"
#include "hakaru/core/text.h"
#include "hakaru/memory/serving_memory.h"
#include "hakaru/memory/training_memory.h"
#include "hakaru/output/explanation.h"
#include "hakaru/output/json.h"
#include "hakaru/output/model_text.h"
#include "hakaru/output/rule_text.h"
#include "hakaru/parallel/legal.h"
#include "hakaru/planning/served_on.h"
#include "hakaru/planning/smallest_split.h"
#include "scenario_flags.h"

namespace hakaru::cli {
namespace {

/// The instance that the rule of thumb was written for.
constexpr std::string_view instance_of_the_rule = "trn1.2xlarge";

struct MemoryCommand {
  std::string job;
  std::string model, context, batch, on;
  std::map<std::string, std::string> keys;  ///< of the layout and of what is kept in which type
  bool rule_of_thumb = false;
};

/// Keys of a scenario that say what memory must hold.
bool concerns_memory(const ScenarioKey& key, const std::string& job) {
  if (key.name == "image_size" && job == "serve") return false;  // of pictures in prompts
  static const std::vector<std::string> others{"precision",       "optimizer", "lora_rank",  "lora_base", "weights",
                                               "flash_attention", "kv_cache",  "image_size", "headroom"};
  return key.group == "layout" || std::find(others.begin(), others.end(), key.name) != others.end();
}

Json keys_of(const MemoryCommand& command) {
  Json keys{{"job", command.job}};
  if (!command.model.empty()) keys["model"] = command.model;
  for (const auto& [key, value] : command.keys) {
    if (!value.empty()) keys[key] = value;
  }
  if (!command.context.empty()) keys[command.job == "train" ? "sequence_length" : "context"] = command.context;
  if (command.job == "train") {
    // How long the run is does not matter to memory: one step.
    keys["global_batch"] = keys["items"] = command.batch.empty() ? command.keys.at("dp") : command.batch;
    if (keys["items"].get_ref<const std::string&>().empty()) keys["global_batch"] = keys["items"] = 1;
  } else {
    keys["offline"] = true;
    if (!command.batch.empty()) keys["concurrency"] = command.batch;
  }
  return keys;
}

/// The layout asked for; the micro-batch is the whole batch where there is no pipeline.
Layout layout_of(const LayoutRequest& request, std::int64_t batch) {
  Layout layout = requested_layout(request);
  if (!request.micro_batch && layout.pp == 1) layout.micro_batch = std::max<std::int64_t>(1, batch / layout.dp);
  return layout;
}

/// A cluster of as many ranks as the layout has, for the rules of what is legal.
Cluster cluster_for(const Layout& layout, const Accelerator& accelerator) {
  Instance machine;
  machine.accelerator = accelerator;
  machine.accelerators = static_cast<int>(std::min<std::int64_t>(layout.ranks(), INT32_MAX));
  return {machine, 1};
}

/// An instance, or an accelerator as a machine of one.
Result<Instance> machine_of(const std::string& on, const Catalog& catalog) {
  Result<Instance> instance = catalog.instance(on);
  if (instance) return instance;
  const Result<Accelerator> accelerator = catalog.accelerator(on);
  if (!accelerator) return fail(instance);
  Instance alone;
  alone.name = accelerator->name;
  alone.accelerator = *accelerator;
  alone.accelerators = 1;
  return alone;
}

struct Weighed {
  Layout layout;
  MemoryBreakdown device;
  std::int64_t sequences_that_fit = 0;  ///< serving
};

Result<Weighed> weigh_training(const TrainingJob& job, const Layout& layout, const Accelerator& accelerator,
                               const MemoryReserve& reserve) {
  Weighed weighed;
  weighed.layout = layout;
  const std::optional<Message> illegal = why_illegal_to_train(
      weighed.layout, job.model, job.sequence_length, job.global_batch, cluster_for(weighed.layout, accelerator));
  if (illegal) return tl::unexpected(Error{ErrorKind::bad_input, *illegal});
  weighed.device = training_memory(job, weighed.layout, accelerator, reserve).device;
  return weighed;
}

Result<Weighed> weigh_serving(const ServingJob& job, const Layout& layout, const Accelerator& accelerator,
                              const MemoryReserve& reserve) {
  Weighed weighed;
  weighed.layout = layout;
  const std::optional<Message> illegal =
      why_illegal_to_serve(weighed.layout, job.model, cluster_for(weighed.layout, accelerator));
  if (illegal) return tl::unexpected(Error{ErrorKind::bad_input, *illegal});
  const std::int64_t sequences = (job.concurrency.value_or(1) + weighed.layout.dp - 1) / weighed.layout.dp;
  const ServingMemory memory = serving_memory(job, weighed.layout, accelerator, reserve, sequences);
  weighed.device = memory.device;
  weighed.sequences_that_fit = memory.sequences_that_fit;
  return weighed;
}

Result<Weighed> weigh(const Scenario& scenario, const Layout& layout, const Accelerator& accelerator,
                      const MemoryReserve& reserve) {
  if (const auto* job = std::get_if<TrainingJob>(&scenario.job))
    return weigh_training(*job, layout, accelerator, reserve);
  return weigh_serving(std::get<ServingJob>(scenario.job), layout, accelerator, reserve);
}

/// What was asked for; where that is one device of several, and it does not fit, also the split that does.
struct OnMachine {
  Weighed weighed;
  std::optional<Weighed> one_device;  ///< where a split was looked for
  std::optional<Message> why_not;     ///< where none fits the instance
};

bool names_a_split(const LayoutRequest& request) {
  return request.tp || request.pp || request.cp || request.ep || request.dp;
}

Result<OnMachine> weighed_on(const Scenario& scenario, const Instance& machine, const MemoryReserve& reserve,
                             bool may_split, const Catalog& catalog, const DataFiles& data) {
  const auto* training = std::get_if<TrainingJob>(&scenario.job);
  const Layout asked = layout_of(scenario.layout, training != nullptr ? training->global_batch : 1);
  Result<Weighed> weighed = weigh(scenario, asked, machine.accelerator, reserve);
  if (!weighed) return fail(weighed);
  const bool fits = weighed->device.total_bytes() <= reserve.usable_bytes(machine.accelerator);
  if (fits || !may_split || names_a_split(scenario.layout)) return OnMachine{*weighed, std::nullopt, std::nullopt};
  const Result<SmallestSplit> split = smallest_split(scenario, machine, reserve, catalog, data);
  if (!split) return fail(split);
  const Result<Weighed> cut = weigh(scenario, split->layout, machine.accelerator, reserve);
  if (!cut) return fail(cut);
  return OnMachine{*cut, *weighed, split->why_not};
}

/// As a plan there keeps it; of an accelerator that no plan is made for, as its kind.
Result<MemoryReserve> reserve_on(const Accelerator& accelerator, const Scenario& scenario, const DataFiles& data) {
  if (const auto* job = std::get_if<ServingJob>(&scenario.job)) {
    ConstantsByAccelerator constants(data, scenario.job, scenario.headroom_share);
    const Result<ServedOn> served = served_on(*job, accelerator, constants);
    if (served) return served->reserve;
    if (served.error().kind == ErrorKind::bad_input) return fail(served);
  }
  Result<MemoryReserve> reserve = find_reserve(data, accelerator, use_of(scenario.job));
  if (reserve) reserve->headroom_share = scenario.headroom_share;
  return reserve;
}

RuleOfThumb rule_for(const Scenario& scenario) {
  if (const auto* job = std::get_if<TrainingJob>(&scenario.job))
    return rule_of_thumb_to_train(job->model, job->global_batch, job->sequence_length);
  const auto& job = std::get<ServingJob>(scenario.job);
  return rule_of_thumb_to_serve(job.model, job.concurrency.value_or(1), job.context);
}

/// What one device would need, and which split fits the instance, or what would where none does.
std::string split_text(const OnMachine& answer, const Instance& machine, const Translator& t) {
  if (!answer.one_device) return "";
  const std::string needed = in_gib(answer.one_device->device.total_bytes());
  const std::string there = in_gib(machine.accelerator.memory_bytes);
  if (answer.why_not)
    return t.say("One device would need {} of {}; the whole instance: {}", needed, there, t(*answer.why_not)) + "\n";
  return t.say("One device would need {} of {}: the smallest split that fits takes {} of the {} accelerators of {}.",
               needed, there, answer.weighed.layout.ranks(), machine.accelerators, machine.name) +
         "\n";
}

std::string text_of(const Scenario& scenario, const Weighed& weighed, std::optional<double> capacity_bytes,
                    double headroom_bytes, const Pen& pen) {
  const Translator& t = pen.translator;
  const std::string& model = model_of(scenario.job).name;
  std::string text;
  if (const auto* job = std::get_if<TrainingJob>(&scenario.job)) {
    text =
        t.say("Training {}: {} × {} tokens, {}, {}; {}", model, job->global_batch,
              with_separators(job->sequence_length), job->recipe.name, job->optimizer.name, in_short(weighed.layout));
  } else {
    const auto& serving = std::get<ServingJob>(scenario.job);
    text = t.say("Serving {}: {} × {} tokens, weights {}, KV cache {}; {}", model, serving.concurrency.value_or(1),
                 with_separators(serving.context), name_of(serving.weights), name_of(serving.kv_cache),
                 in_short(weighed.layout));
  }
  text += "\n\n" + memory_text(weighed.device, capacity_bytes, headroom_bytes, pen);
  if (capacity_bytes && std::holds_alternative<ServingJob>(scenario.job))
    text += t.say("{} such sequences fit on each replica", with_separators(weighed.sequences_that_fit)) + "\n";
  return text;
}

Result<std::string> run(const MemoryCommand& command, Session& session) {
  const Result<const DataFiles*> data = session.data();
  if (!data) return fail(data);
  const Result<const Catalog*> catalog = session.catalog();
  if (!catalog) return fail(catalog);
  const Result<Scenario> scenario = read_scenario(keys_of(command), "command line", **data, **catalog);
  if (!scenario) return fail(scenario);

  if (!scenario->other_recipes.empty())
    return bad_input("{} names several recipes; {} takes one", "--precision", "hakaru memory");
  if (!scenario->other_quantisations.empty())
    return bad_input("{} names several types; {} takes one", "--weights, --kv-cache", "hakaru memory");

  const std::string on = command.on.empty() && command.rule_of_thumb ? std::string(instance_of_the_rule) : command.on;
  Instance machine;  // without a name, where nothing must hold it
  MemoryReserve reserve;
  std::optional<double> capacity_bytes;
  if (!on.empty()) {
    Result<Instance> found = machine_of(on, **catalog);
    if (!found) return fail(found);
    machine = std::move(*found);
    Result<MemoryReserve> kept = reserve_on(machine.accelerator, *scenario, **data);
    if (!kept) return fail(kept);
    reserve = std::move(*kept);
    capacity_bytes = machine.accelerator.memory_bytes;
  }
  // The rule of thumb is for one device.
  const bool may_split = !on.empty() && !command.rule_of_thumb && machine.accelerators > 1;
  const Result<OnMachine> answer = weighed_on(*scenario, machine, reserve, may_split, **catalog, **data);
  if (!answer) return fail(answer);
  const Weighed& weighed = answer->weighed;

  const double headroom_bytes = machine.accelerator.memory_bytes - reserve.usable_bytes(machine.accelerator);
  OrderedJson json = json_of(weighed.device, capacity_bytes, headroom_bytes);
  json["layout"] = json_of(weighed.layout);
  if (answer->one_device) {
    json["one_device"] = json_of(answer->one_device->device, capacity_bytes, headroom_bytes);
    json["why_not"] = answer->why_not ? OrderedJson(session.translator()(*answer->why_not)) : OrderedJson();
  }
  if (command.rule_of_thumb) json["rule_of_thumb"] = json_of(rule_for(*scenario));
  if (session.json) return json_text(json);
  if (session.csv) return csv_of(OrderedJson::array({json}));
  std::string text;
  if (command.rule_of_thumb) {
    text = rule_text(rule_for(*scenario), weighed.device, machine, (*catalog)->instances(), session.pen()) + "\n";
  }
  return text + text_of(*scenario, weighed, capacity_bytes, headroom_bytes, session.pen()) +
         split_text(*answer, machine, session.translator());
}

void add_flags(CLI::App& app, MemoryCommand& command, const Translator& t) {
  app.add_option("--model", command.model, t.say("a known name, a config.json, its folder, or -"))
      ->type_name("MODEL")
      ->group("job");
  app.add_option("--context,--sequence-length", command.context, t.say("tokens per sequence (2048, 8k)"))
      ->type_name("LENGTH")
      ->group("job");
  app.add_option("--batch", command.batch, t.say("sequences at once, over all replicas (default 1 each)"))
      ->type_name("COUNT")
      ->group("job");
  for (const ScenarioKey& key : scenario_keys()) {
    if (key.jobs.find(command.job) == std::string::npos || !concerns_memory(key, command.job)) continue;
    app.add_option(flag_of(key.name), command.keys[key.name], t.word(key.help))->type_name(key.value)->group(key.group);
  }
  app.add_option("--on", command.on, t.say("the instance type or accelerator that must hold it"))
      ->type_name("NAME")
      ->group("hardware");
  app.add_flag("--rule-of-thumb", command.rule_of_thumb, t.say("also the rule of thumb, line by line"))
      ->group("output");
}

}  // namespace

void add_memory_commands(CLI::App& app, Session& session) {
  const Translator& t = session.translator();
  CLI::App& memory = add_command(app, "memory", t.say("what one device must hold"));
  const auto add = [&](const std::string& job, const std::string& help) {
    CLI::App& command = add_command(memory, job, help);
    const auto state = std::make_shared<MemoryCommand>();
    state->job = job;
    add_flags(command, *state, t);
    command.callback([state, &session] { session.command = [state, &session] { return run(*state, session); }; });
  };
  add("train", t.say("weigh training"));
  add("serve", t.say("weigh serving a generating model"));
}

}  // namespace hakaru::cli
