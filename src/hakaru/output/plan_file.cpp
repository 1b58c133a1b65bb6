#include "hakaru/output/plan_file.h"

#include <charconv>

#include "hakaru/core/text.h"
#include "hakaru/model/read.h"
#include "hakaru/parallel/legal.h"

namespace hakaru {
namespace {

constexpr std::uint64_t largest_plan_file_bytes = 256 << 20;
constexpr IntegerRange positive{1, 1'000'000'000};

struct Reference {
  std::string file;
  std::int64_t rank = 1;
};

/// "plan.json#3" is the third of plan.json; a # without a number after it belongs to the file's name.
Reference split(const std::string& reference) {
  const std::size_t mark = reference.rfind('#');
  if (mark == std::string::npos) return {reference, 1};
  Reference result{reference.substr(0, mark), 0};
  const char* const end = reference.data() + reference.size();
  const auto [stop, error] = std::from_chars(reference.data() + mark + 1, end, result.rank);
  return error == std::errc() && stop == end ? result : Reference{reference, 1};
}

Schedule read_schedule(Fields& fields) {
  const std::string text = fields.text("schedule");
  const Result<Schedule> schedule = parse_schedule(text);
  if (!schedule) fields.refuse("schedule", text, schedule_names());
  return schedule.value_or(Schedule::one_forward_one_backward);
}

Layout read_layout(Fields& fields) {
  Layout layout;
  layout.tp = fields.integer("tp", positive);
  layout.pp = fields.integer("pp", positive);
  layout.vpp = fields.integer("vpp", positive);
  layout.cp = fields.integer("cp", positive);
  layout.ep = fields.integer("ep", positive);
  layout.dp = fields.integer("dp", positive);
  layout.zero = static_cast<int>(fields.integer("zero", {0, 3}));
  layout.sequence_parallel = fields.boolean_or("sequence_parallel", false);
  const Result<Recompute> recompute = parse_recompute(fields.text("recompute"));
  if (!recompute) fields.refuse("recompute", "'" + fields.text("recompute") + "'", "none, selective, full");
  layout.recompute = recompute.value_or(Recompute::none);
  layout.micro_batch = fields.integer("micro_batch", positive);
  layout.schedule = read_schedule(fields);
  const std::string context = fields.text_or("context_parallel", "ring");
  const Result<ContextParallel> context_parallel = parse_context_parallel(context);
  if (!context_parallel) fields.refuse("context_parallel", "'" + context + "'", "ring, all-to-all");
  layout.context_parallel = context_parallel.value_or(ContextParallel::ring);
  layout.recompute_layers = fields.integer_or("recompute_layers", 1, positive);
  layout.tensor_chunks = fields.integer_or("tensor_chunks", 0, {0, positive.max});
  layout.first_stage_layers = fields.integer_or("first_stage_layers", 0, {0, positive.max});
  layout.last_stage_layers = fields.integer_or("last_stage_layers", 0, {0, positive.max});
  return layout;
}

MemoryBreakdown read_memory(Fields& fields) {
  MemoryBreakdown memory;
  memory.weights_bytes = fields.number("weights_bytes", {});
  memory.gradients_bytes = fields.number("gradients_bytes", {});
  memory.optimizer_bytes = fields.number("optimizer_bytes", {});
  memory.activations_bytes = fields.number("activations_bytes", {});
  memory.kv_cache_bytes = fields.number("kv_cache_bytes", {});
  memory.buffers_bytes = fields.number("buffers_bytes", {});
  memory.reserve_bytes = fields.number("reserve_bytes", {});
  return memory;
}

Result<Price> read_price(const Json& json, const std::string& file) {
  Fields fields(json, file, "price");
  Price price;
  price.instance = fields.text("instance");
  price.region = fields.text("region");
  const Result<PriceKind> kind = parse_price_kind(fields.text("kind"));
  price.usd_per_h = fields.number("usd_per_h", {});
  price.as_of = fields.text("as_of");
  price.source = fields.text_or("source", "");
  price.note = fields.text_or("note", "");
  if (fields.error()) return tl::unexpected(*fields.error());
  if (!kind) return fail(kind);
  price.kind = *kind;
  return price;
}

/// Replicas come in `unit`s.
Result<ScalingFigures> read_scaling(const Json& json, const std::string& file, std::int64_t unit) {
  Fields fields(json, file, "plan.scaling");
  ScalingFigures figures;
  constexpr IntegerRange counts{1, most_scaled_replicas};
  constexpr NumberRange requests_each{1e-3, 1e6};
  figures.least = fields.integer("min_replicas", counts);
  figures.most = fields.integer("max_replicas", counts);
  figures.requests_each = fields.number("scale_at", requests_each);
  figures.warm_up_s = fields.number_or("warm_up_s", 0, {});
  figures.compile_s = fields.optional_number("compile_time_s", {});
  figures.ttft_s = fields.number_or("ttft_s", 0, {});
  figures.tpot_s = fields.number_or("tpot_s", 0, {});
  figures.request_s = fields.number_or("request_s", 0, {});
  figures.held_peak = fields.integer_or("replicas_peak", 1, positive);
  figures.hours = fields.number_or("hours", 0, {});
  figures.replica_hours = fields.number_or("replica_hours", 0, {});
  figures.instance_hours = fields.number_or("instance_hours", 0, {});
  figures.usd_per_h = fields.optional_number("usd_per_h", {});
  figures.cost_per_million_tokens_usd = fields.optional_number("cost_per_million_tokens_usd", {});
  if (!fields.error() && figures.least > figures.most)
    fields.refuse("min_replicas", std::to_string(figures.least), "at most max_replicas");
  for (const auto& [key, replicas] :
       {std::pair{"min_replicas", figures.least}, std::pair{"max_replicas", figures.most}}) {
    if (!fields.error() && replicas % unit != 0)
      fields.refuse(key, std::to_string(replicas), fmt::format("multiples of ep {}", unit));
  }
  if (fields.error()) return tl::unexpected(*fields.error());
  return figures;
}

/// As it was when the plan was made; files from before say nothing, or no more than the policy that was simulated.
void read_engine(Fields& fields, ServingFigures& figures) {
  figures.engine = fields.text_or("engine", "");
  if (fields.has("compute")) {
    const std::string name = fields.text("compute");
    const Result<DataType> type = parse_data_type(name);
    if (type) figures.compute = *type;
    std::vector<std::string> names;
    for (const DataType each : all_data_types()) names.emplace_back(name_of(each));
    if (!type) fields.refuse("compute", "'" + name + "'", join(names));
  }
  const bool simulated = figures.simulated_requests > 0;
  if (simulated || fields.has("policy")) {
    const std::string policy = fields.text_or("policy", name_of(Policy::vllm));
    figures.policy = policy_of(policy);
    if (policy != name_of(*figures.policy)) fields.refuse("policy", "'" + policy + "'", "vllm, static, buckets");
  }
  figures.max_num_seqs = fields.integer_or("max_num_seqs", 0, {0, positive.max});
  figures.max_num_batched_tokens = fields.integer_or("max_num_batched_tokens", 0, {0, positive.max});
}

/// `at`: the percentile that was asked for, where the plan itself does not say its own.
ServingFigures read_serving(Fields& fields, const std::string& at) {
  ServingFigures figures;
  figures.batch = fields.integer("batch", {0, positive.max});
  figures.ttft_s = fields.number("ttft_s", {});
  figures.tpot_s = fields.number("tpot_s", {});
  figures.requests_per_s = fields.number("requests_per_s", {});
  figures.output_tokens_per_s = fields.number("output_tokens_per_s", {});
  figures.request_s = fields.number("request_s", {});
  figures.cost_per_million_tokens_usd = fields.optional_number("cost_per_million_tokens_usd", {});
  figures.simulated_requests = fields.integer_or("simulated_requests", 0, {0, positive.max});
  read_engine(fields, figures);
  if (figures.simulated_requests == 0) return figures;
  figures.simulated_s = fields.number_or("simulated_s", 0, {});
  figures.simulated_replicas = fields.integer_or("simulated_replicas", 0, {0, positive.max});
  figures.prefill_replicas = fields.integer_or("prefill_replicas", 0, {0, positive.max});
  const std::string percentile =
      at.empty() ? fields.text("simulated_percentile") : fields.text_or("simulated_percentile", at);
  const Result<double> share = parse_percentile(percentile, "simulated_percentile");
  if (!share) fields.refuse("simulated_percentile", "'" + percentile + "'", "p50, p95, p99");
  figures.simulated_share = share.value_or(0);
  return figures;
}

void read_figures(Fields& fields, const std::string& job, Plan& plan) {
  if (job == "serve") {
    const Json& keys = fields.value("scenario");
    const auto at = keys.find("at");
    plan.serving = read_serving(fields, at != keys.end() && at->is_string() ? at->get<std::string>() : "");
  } else if (job == "infer") {
    plan.inference =
        InferenceFigures{fields.integer("batch", {0, positive.max}), fields.number("latency_s", {}),
                         fields.number("items_per_s", {}), fields.optional_number("cost_per_million_items_usd", {})};
  } else {
    plan.step.step_time_s = fields.number("step_time_s", {});
    plan.step.tokens_per_s = fields.number("tokens_per_s", {});
    plan.step.mfu = fields.number_or("mfu", 0, {});
  }
  plan.duration_s = fields.number_or("duration_s", 0, {});
  plan.usd_per_h = fields.optional_number("usd_per_h", {});
  plan.cost_usd = fields.optional_number("cost_usd", {});
  plan.energy_kwh = fields.optional_number("energy_kwh", {});
  plan.calibration = fields.text_or("calibration", "");
}

Result<Plan> plan_from_json(const Json& json, const std::string& job, const std::string& file) {
  Fields fields(json, file, "plan");
  Plan plan;
  plan.rank = static_cast<int>(fields.integer("rank", positive));
  const auto instances = static_cast<int>(fields.integer("instances", positive));
  read_figures(fields, job, plan);
  Fields memory(fields.value("memory"), file, "memory");
  plan.capacity_bytes = memory.number("capacity_bytes", {});
  plan.headroom_bytes = memory.number_or("headroom_bytes", 0, {});
  Fields device(memory.value("device"), file, "memory.device");
  plan.memory = read_memory(device);
  Fields layout(fields.value("layout"), file, "layout");
  plan.layout = read_layout(layout);
  for (const Fields* part : {&fields, &memory, &device, &layout}) {
    if (part->error()) return tl::unexpected(*part->error());
  }
  if (plan.serving && fields.has("scaling")) {
    if (plan.serving->prefill_replicas > 0)
      return bad_input("{}: 'plan.scaling' stands beside prefill_replicas {}; accepted: one of the two", file,
                       plan.serving->prefill_replicas);
    const Result<ScalingFigures> scaling = read_scaling(fields.value("scaling"), file, plan.layout.ep);
    if (!scaling) return fail(scaling);
    plan.serving->scaling = *scaling;
  }
  Result<Instance> instance = instance_from_json(fields.value("hardware"), file);
  if (!instance) return fail(instance);
  plan.cluster = Cluster(std::move(*instance), instances);
  if (plan.serving && plan.serving->prefill_replicas > 0 && plan.serving->prefill_replicas >= plan.layout.dp)
    return bad_input("{}: {} of its {} replicas prefill; accepted: fewer", file, plan.serving->prefill_replicas,
                     plan.layout.dp);
  const bool idle_are_asked_for = job != "train" && fields.value("scenario").contains("dp");
  const std::int64_t idle = plan.cluster.ranks() - plan.layout.ranks();
  if (idle < 0 || (idle > 0 && !idle_are_asked_for))
    return bad_input("{}: its layout has {} ranks, its cluster {}", file, plan.layout.ranks(), plan.cluster.ranks());
  if (fields.has("price")) {
    Result<Price> price = read_price(fields.value("price"), file);
    if (!price) return fail(price);
    plan.price = std::move(*price);
  }
  return plan;
}

/// The keys that say what is to be done; which hardware was allowed matters no more once a plan is made.
Json without_hardware(Json keys) {
  if (!keys.is_object()) return keys;
  for (const ScenarioKey& key : scenario_keys()) {
    if (key.group == "hardware") keys.erase(key.name);
  }
  return keys;
}

/// Where and when its prices were looked up still matters; taken as it stands, for the price book of then may be gone.
void keep_market(const Json& keys, HardwareRequest& hardware) {
  const auto text = [&](const char* key, std::string otherwise) {
    const auto found = keys.find(key);
    return found != keys.end() && found->is_string() ? found->get<std::string>() : std::move(otherwise);
  };
  hardware.region = text("region", hardware.region);
  hardware.prices_as_of = text("prices_as_of", hardware.prices_as_of);
}

}  // namespace

std::string_view program_version() { return HAKARU_VERSION; }

OrderedJson plan_file(const Scenario& scenario, const PlanResult& result, double elapsed_s,
                      const Translator& translator) {
  OrderedJson file{{"hakaru", program_version()}};
  file.update(json_of(scenario, result, elapsed_s, translator));
  const Model& described = model_of(scenario.job);
  const OrderedJson model = json_of(described);
  Json keys = scenario.keys;
  keys["model"] = description_of(described);
  for (std::size_t at = 0; at < result.plans.size(); ++at) {
    OrderedJson& plan = file["plans"][at];
    plan["hakaru"] = program_version();
    plan["scenario"] = keys;
    const std::optional<Quantisation>& types = result.plans[at].quantisation;
    if (types) {
      plan["scenario"]["weights"] = name_of(types->weights);
      plan["scenario"]["kv_cache"] = name_of(types->kv_cache);
    } else if (!result.plans[at].precision.empty()) {
      plan["scenario"]["precision"] = result.plans[at].precision;
    }
    plan["model"] = model;
    plan["hardware"] = json_of(result.plans[at].cluster.instance());
  }
  return file;
}

Result<SavedPlan> read_plan(const std::string& reference, const DataFiles& data, const Catalog& catalog) {
  const auto [file, rank] = split(reference);
  const Result<std::string> text = read_file(file, largest_plan_file_bytes);
  if (!text) return fail(text);
  const Result<Json> json = parse_json(*text, file);
  if (!json) return fail(json);
  if (!json->is_object() || !json->contains("plans") || !json->at("plans").is_array() || !json->contains("hakaru"))
    return bad_input("{}: not a plan; accepted: a file written by hakaru plan … -o FILE", file);
  for (const Json& entry : json->at("plans")) {
    Fields fields(entry, file, "plan");
    if (fields.integer("rank", positive) != rank || fields.error()) continue;
    const Json& keys = fields.value("scenario");
    Result<Scenario> scenario = read_scenario(without_hardware(keys), file, data, catalog);
    if (!scenario) return fail(scenario);
    keep_market(keys, scenario->hardware);
    const std::string& as_of = scenario->hardware.prices_as_of;
    if (const Result<std::string> date = parse_date(as_of, "prices_as_of"); !as_of.empty() && !date)
      return bad_input("{}: {}", file, in_english(date.error().message));
    Result<Plan> plan = plan_from_json(entry, keys.at("job").get<std::string>(), file);
    if (!plan) return fail(plan);
    if (const auto* job = std::get_if<TrainingJob>(&scenario->job)) {
      const std::optional<Message> illegal =
          why_illegal_to_train(plan->layout, job->model, job->sequence_length, job->global_batch, plan->cluster);
      if (illegal) return bad_input("{}: {}", file, in_english(*illegal));
    }
    if (const auto* job = std::get_if<ServingJob>(&scenario->job)) {
      const std::optional<Message> illegal = why_illegal_to_serve(plan->layout, job->model, plan->cluster);
      if (illegal) return bad_input("{}: {}", file, in_english(*illegal));
    }
    return SavedPlan{std::move(*scenario), std::move(*plan), fields.text_or("hakaru", ""), *text};
  }
  return bad_input("{}: has no plan of rank {}; it has {}", file, rank, json->at("plans").size());
}

Result<SavedPlan> read_training_plan(const std::string& reference, const DataFiles& data, const Catalog& catalog) {
  Result<SavedPlan> saved = read_plan(reference, data, catalog);
  if (saved && !std::holds_alternative<TrainingJob>(saved->scenario.job))
    return bad_input("{}: not a plan of training; accepted: one of hakaru plan train", reference);
  return saved;
}

}  // namespace hakaru
