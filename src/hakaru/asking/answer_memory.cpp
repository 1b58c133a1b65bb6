// Memory of one device under one layout, and the rule of thumb beside it. Where that does not fit an instance: under
// the smallest split that does, for training also with recompute and smaller micro-batches.
#include <algorithm>
#include <memory>

#include "hakaru/asking/answers.h"
#include "hakaru/core/quantities.h"
#include "hakaru/formats/record_json.h"
#include "hakaru/job/key_reader.h"
#include "hakaru/memory/serving_memory.h"
#include "hakaru/memory/training_memory.h"
#include "hakaru/output/answer_texts.h"
#include "hakaru/output/explanation.h"
#include "hakaru/output/model_text.h"
#include "hakaru/output/plan_text.h"
#include "hakaru/output/question_text.h"
#include "hakaru/parallel/legal.h"
#include "hakaru/planning/search/served_on.h"
#include "hakaru/planning/smallest_split.h"

namespace hakaru {
namespace {

/// The instance that the rule of thumb was written for.
constexpr std::string_view instance_of_the_rule = "trn1.2xlarge";

/// As keys have it: 2048, "2k". Empty: the scenario says what is wrong with it.
template <typename Parse>
std::optional<std::int64_t> counted(const Json& value, Parse parse) {
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (!value.is_string()) return std::nullopt;
  const Result<std::int64_t> number = parse(value.get<std::string>(), "");
  return number ? std::optional(*number) : std::nullopt;
}

/// A step of GRPO trains on completions, at least two of a prompt: here of one prompt of one token. Without a length
/// the scenario says what is missing.
void take_as_completions(Json& keys) {
  constexpr std::int64_t fewest = 2;
  const Json sequences = std::exchange(keys["global_batch"], Json(1));
  const auto count = counted(sequences, parse_count),
             length = counted(keys.value("sequence_length", Json()), parse_length);
  keys["group_size"] = count ? Json(std::max(fewest, *count)) : sequences;
  keys["items"] = 1;
  if (!length) return;
  keys["input_length"] = 1;
  keys["output_length"] = *length - 1;
  keys.erase("sequence_length");
}

/// The scenario that holds as much as `asked` says.
Json scenario_keys_of(const Json& asked) {
  Json keys = asked;
  for (const char* key : {"context", "batch", "on", "accelerators", "rule_of_thumb"}) keys.erase(key);
  const bool trains = asked["job"] == "train";
  if (asked.contains("context")) keys[trains ? "sequence_length" : "context"] = asked["context"];
  if (trains) {
    const auto names = [&](const char* key) { return asked.contains(key); };
    const auto ranks = counted(asked.value("accelerators", Json()), parse_count),
               batch = counted(asked.value("batch", Json()), parse_count);
    const bool is_split = names("tp") || names("pp") || names("cp") || names("dp");
    const bool shards = names("zero") && as_text(asked["zero"]) != "0" && ranks.value_or(0) > 0 && !is_split;
    // ZeRO shards over data-parallel ranks.
    if (shards && batch.value_or(*ranks) % *ranks == 0) keys["dp"] = *ranks;
    // The length of the run does not matter to memory: one step.
    keys["global_batch"] = keys["items"] = asked.value("batch", keys.value("dp", Json(1)));
    if (asked.value("algorithm", Json()) == "grpo") take_as_completions(keys);
  } else {
    keys["offline"] = true;
    if (asked.contains("batch")) keys["concurrency"] = asked["batch"];
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

/// An instance, or so many of its accelerators; or an accelerator as a machine of one, or of so many.
Result<Instance> machine_of(const std::string& on, std::optional<std::int64_t> accelerators, const Asking& asking) {
  const Catalog& catalog = asking.catalog;
  Result<Instance> instance = catalog.instance(on);
  if (instance && accelerators.value_or(1) > instance->accelerators)
    return bad_input("{} is {}: {} has {}; accepted: 1 … {}, or an accelerator's name as {}",
                     shown_key("accelerators", asking), *accelerators, instance->name, instance->accelerators,
                     instance->accelerators, shown_key("on", asking));
  if (instance) return accelerators ? part_for(*instance, *accelerators) : *instance;
  const Result<Accelerator> accelerator = catalog.accelerator(on);
  if (!accelerator) return fail(instance);
  Instance alone;
  alone.name = accelerator->name;
  alone.accelerator = *accelerator;
  alone.accelerators = static_cast<int>(accelerators.value_or(1));
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

/// Memory under the layout that was asked for; where that does not fit, under the layout that does.
struct OnMachine {
  Weighed weighed;
  std::optional<Weighed> as_asked;  ///< empty: no other layout was looked for
  std::optional<Message> why_not;   ///< empty: a layout fits the instance
};

/// Training is searched for recompute and micro-batch under the degrees that are named, if the machine has as many
/// accelerators; serving for a split where none is named.
bool may_fit_otherwise(const Scenario& scenario, const Layout& asked, const Instance& machine) {
  if (std::holds_alternative<TrainingJob>(scenario.job)) return asked.ranks() <= machine.accelerators;
  const LayoutRequest& request = scenario.layout;
  return !request.tp && !request.pp && !request.cp && !request.ep && !request.dp;
}

Result<OnMachine> weighed_on(const Scenario& scenario, const Instance& machine, const MemoryReserve& reserve,
                             bool may_split, const Catalog& catalog, const DataFiles& data) {
  const auto* training = std::get_if<TrainingJob>(&scenario.job);
  const Layout asked = layout_of(scenario.layout, training != nullptr ? training->global_batch : 1);
  Result<Weighed> weighed = weigh(scenario, asked, machine.accelerator, reserve);
  if (!weighed) return fail(weighed);
  const bool fits = weighed->device.total_bytes() <= reserve.usable_bytes(machine.accelerator);
  if (fits || !may_split || !may_fit_otherwise(scenario, asked, machine))
    return OnMachine{*weighed, std::nullopt, std::nullopt};
  const Result<SmallestSplit> split = smallest_split(scenario, machine, reserve, catalog, data);
  if (!split) return fail(split);
  const Result<Weighed> cut = weigh(scenario, split->layout, machine.accelerator, reserve);
  if (!cut) return fail(cut);
  return OnMachine{*cut, *weighed, split->why_not};
}

/// As a plan there keeps it; of an accelerator that no plan is made for, as its kind.
Result<MemoryReserve> reserve_on(const Accelerator& accelerator, const Scenario& scenario, const DataFiles& data) {
  ConstantsByAccelerator constants(data, scenario.job, scenario.headroom_share);
  if (const auto* job = std::get_if<ServingJob>(&scenario.job)) {
    const Result<ServedOn> served = served_on(*job, accelerator, constants);
    if (served) return served->reserve;
    if (served.error().kind == ErrorKind::bad_input) return fail(served);
  }
  if (const Result<const Constants*> known = constants.of(accelerator)) return (*known)->reserve;
  Result<MemoryReserve> reserve = find_reserve(data, accelerator, use_of(scenario.job));
  if (reserve) reserve->headroom_share = scenario.headroom_share.value_or(usual_headroom_share);
  return reserve;
}

RuleOfThumb rule_for(const Scenario& scenario) {
  if (const auto* job = std::get_if<TrainingJob>(&scenario.job))
    return rule_of_thumb_to_train(job->model, job->sequences_of(job->global_batch), job->sequence_length);
  const auto& job = std::get<ServingJob>(scenario.job);
  return rule_of_thumb_to_serve(job.model, job.concurrency.value_or(1), job.context);
}

/// Host memory of the parts that are offloaded; empty: there are none, or no instance was named.
std::optional<HostMemory> on_host(const Scenario& scenario, const Weighed& weighed, const Instance& machine) {
  const auto* job = std::get_if<TrainingJob>(&scenario.job);
  if (job == nullptr || weighed.device.host_bytes <= 0 || machine.name.empty()) return std::nullopt;
  return host_memory_of(weighed.device, job->host_update, machine);
}

std::string host_text(const std::optional<HostMemory>& host, const Instance& machine, const Translator& t) {
  if (!host) return "";
  const std::string needed = in_gib(host->bytes), there = in_gib(machine.host_memory_bytes);
  const std::string name =
      is_accelerators_alone(machine) ? fmt::format("{} × {}", machine.accelerators, machine.name) : machine.name;
  if (machine.host_memory_bytes <= 0)
    return t.say("what is offloaded takes {} of the host's memory of each {}, which is not known", needed, name) + "\n";
  return (host->fits() ? t.say("what is offloaded takes {} of the {} of memory of each {}", needed, there, name)
                       : t.say("Does not fit: what is offloaded needs {} of the memory of {}, which may take {}",
                               needed, name, in_gib(host->capacity_bytes))) +
         "\n";
}

/// Memory of the layout that was asked for, and the layout that fits, or what would where none does.
std::string split_text(const OnMachine& answer, const Instance& machine, const Translator& t) {
  if (!answer.as_asked) return "";
  const std::string asked = in_short(answer.as_asked->layout);
  const std::string needed = in_gib(answer.as_asked->device.total_bytes());
  if (answer.why_not) return t.say("{} would need {}; {}", asked, needed, t(*answer.why_not)) + "\n";
  const std::int64_t ranks = answer.weighed.layout.ranks();
  const std::string fits = in_short(answer.weighed.layout);
  if (machine.accelerators == 1) return t.say("{} would need {}; it fits as {}.", asked, needed, fits) + "\n";
  return t.say("{} would need {}: the smallest layout that fits takes {} of the {} accelerators of {}, {}.", asked,
               needed, ranks, machine.accelerators, machine.name, fits) +
         "\n";
}

std::string asked_text(const Scenario& scenario, const Layout& layout, const Translator& t) {
  const std::string& model = model_of(scenario.job).name;
  if (const auto* job = std::get_if<TrainingJob>(&scenario.job)) {
    const std::string text =
        job->post_training.algorithm == TrainingAlgorithm::dpo
            ? t.say("DPO of {}: {} pairs × {} tokens each answer, {}, {}; {}; {}", model, job->global_batch,
                    with_separators(job->sequence_length), job->recipe.name, job->optimizer.name, in_short(layout),
                    told_of_reference(*job, t))
            : t.say("Training {}: {} × {} tokens, {}, {}; {}", model, job->global_batch,
                    with_separators(job->sequence_length), job->recipe.name, job->optimizer.name, in_short(layout));
    std::vector<std::string> facts{text};
    if (job->lora) facts.push_back(lora_of(*job->lora, t));
    if (!job->software.asked.empty()) facts.push_back(t.say("software {}", job->software.asked));
    return join(facts, "; ");
  }
  const auto& serving = std::get<ServingJob>(scenario.job);
  return t.say("Serving {}: {} × {} tokens, weights {}, KV cache {}; {}", model, serving.concurrency.value_or(1),
               with_separators(serving.context), name_of(serving.weights), name_of(serving.kv_cache), in_short(layout));
}

/// The machine that must hold the job, the memory that may be used, and whether the job may be split over accelerators.
struct Holder {
  Instance machine;  ///< without a name, where nothing must hold it
  MemoryReserve reserve;
  std::optional<double> capacity_bytes;
  bool may_split = false;
};

Result<Holder> holder_of(const std::string& on, std::optional<std::int64_t> accelerators, bool by_rule,
                         const Scenario& scenario, const Asking& asking) {
  Holder holder;
  const std::string name = on.empty() && by_rule ? std::string(instance_of_the_rule) : on;
  if (name.empty()) return holder;
  Result<Instance> machine = machine_of(name, accelerators, asking);
  if (!machine) return fail(machine);
  holder.machine = std::move(*machine);
  const Result<MemoryReserve> kept = reserve_on(holder.machine.accelerator, scenario, asking.data);
  if (!kept) return fail(kept);
  holder.reserve = *kept;
  holder.capacity_bytes = holder.machine.accelerator.memory_bytes;
  holder.may_split = !by_rule;  // the rule of thumb is for one device
  return holder;
}

Result<Scenario> scenario_to_weigh(const Json& keys, const Asking& asking) {
  if (keys.value("algorithm", Json()) == "grpo" && !keys.contains("sequence_length") && !keys.contains("context"))
    return bad_input("{} is missing; it is needed for this job", shown_key("sequence_length", asking));
  Json of_scenario = scenario_keys_of(keys);
  const auto on = keys.find("on");
  if (keys["job"] == "train" && on != keys.end() && on->is_string()) {  // software may follow from the accelerator
    if (const Result<Instance> machine = machine_of(on->get<std::string>(), std::nullopt, asking))
      of_scenario["accelerator"] = machine->accelerator.name;
  }
  Result<Scenario> scenario = read_scenario(of_scenario, asking.scenario_name(), asking.data, asking.catalog);
  if (!scenario) return scenario;
  if (!scenario->other_recipes.empty())
    return bad_input("{} names several recipes; {} takes one", shown_key("precision", asking), "hakaru memory");
  if (!scenario->other_quantisations.empty())
    return bad_input("{} names several types; {} takes one", "--weights, --kv-cache", "hakaru memory");
  return scenario;
}

struct WeighedAnswer {
  Scenario scenario;
  Holder holder;
  OnMachine found;
  std::optional<RuleOfThumb> rule = {};
};

OrderedJson json_of_memory(const WeighedAnswer& weighed, double headroom_bytes, const Translator& translator) {
  const auto& [scenario, holder, found, rule] = weighed;
  OrderedJson json = json_of(found.weighed.device, holder.capacity_bytes, headroom_bytes);
  const std::optional<HostMemory> host = on_host(scenario, found.weighed, holder.machine);
  if (host && !host->fits()) json["fits"] = false;
  json["layout"] = json_of(found.weighed.layout);
  if (found.as_asked) {
    json["one_device"] = json_of(found.as_asked->device, holder.capacity_bytes, headroom_bytes);
    json["why_not"] = found.why_not ? OrderedJson(translator(*found.why_not)) : OrderedJson();
  }
  if (rule) json["rule_of_thumb"] = write_record(*rule);
  return json;
}

/// The verdict first, then the rule of thumb, the question, and memory by component.
std::string text_of(const WeighedAnswer& answer, double headroom_bytes, const Catalog& catalog, const Pen& pen) {
  const auto& [scenario, holder, found, rule] = answer;
  const Translator& t = pen.translator;
  const MemoryBreakdown& device = found.weighed.device;
  std::string text =
      pen.style.bold(holder.capacity_bytes ? memory_verdict(device, *holder.capacity_bytes, headroom_bytes, t)
                                           : t.say("{} per device.", in_gib(device.total_bytes()))) +
      "\n";
  const std::optional<HostMemory> host = on_host(scenario, found.weighed, holder.machine);
  const std::string of_host = host_text(host, holder.machine, t);
  text = host && !host->fits() ? of_host + text : text + of_host;
  text += split_text(found, holder.machine, t);
  if (holder.capacity_bytes && std::holds_alternative<ServingJob>(scenario.job))
    text += t.say("{} such sequences fit on each replica", with_separators(found.weighed.sequences_that_fit)) + "\n";
  if (rule) text += "\n" + rule_text(*rule, device, holder.machine, catalog.instances(), pen) + "\n";
  text += asked_text(scenario, found.weighed.layout, t) + "\n\n" + memory_text(device, holder.capacity_bytes, pen);
  if (!holder.machine.name.empty()) return text;
  return text +
         (std::holds_alternative<ServingJob>(scenario.job)
              ? t.say("Not counted without a machine (--on): the engine's prefill chunk and its runtime's reserve.")
              : t.say("Not counted without a machine (--on): the runtime's reserve.")) +
         "\n";
}

}  // namespace

Result<Answer> memory_answer(const Json& keys, const Asking& asking) {
  Result<Scenario> scenario = scenario_to_weigh(keys, asking);
  if (!scenario) return fail(scenario);
  KeyReader reader(keys, asking.place);
  const std::string on = reader.text("on").value_or("");
  constexpr std::int64_t most_accelerators = 1024;
  const std::optional<std::int64_t> accelerators = reader.count("accelerators", 1, most_accelerators);
  const bool by_rule = reader.boolean("rule_of_thumb").value_or(false);
  if (reader.error()) return tl::unexpected(*reader.error());
  const std::int64_t ranks = requested_layout(scenario->layout).ranks();
  const bool is_accelerator = !asking.catalog.instance(on) && asking.catalog.accelerator(on);
  Result<Holder> holder =
      holder_of(on, is_accelerator && !accelerators && ranks <= most_accelerators ? ranks : accelerators, by_rule,
                *scenario, asking);
  if (!holder) return fail(holder);
  Result<OnMachine> found =
      weighed_on(*scenario, holder->machine, holder->reserve, holder->may_split, asking.catalog, asking.data);
  if (!found) return fail(found);
  const Accelerator& accelerator = holder->machine.accelerator;
  const double headroom_bytes = accelerator.memory_bytes - holder->reserve.usable_bytes(accelerator);
  const auto weighed =
      std::make_shared<WeighedAnswer>(WeighedAnswer{std::move(*scenario), std::move(*holder), std::move(*found)});
  if (by_rule) weighed->rule = rule_for(weighed->scenario);

  Answer answer;
  answer.json = json_of_memory(*weighed, headroom_bytes, asking.translator);
  answer.rows = OrderedJson::array({answer.json});
  answer.text = [weighed, headroom_bytes, &catalog = asking.catalog](const Pen& pen) {
    return text_of(*weighed, headroom_bytes, catalog, pen);
  };
  return answer;
}

}  // namespace hakaru
