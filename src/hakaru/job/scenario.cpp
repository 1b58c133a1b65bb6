#include "hakaru/job/scenario.h"

#include "hakaru/job/key_reader.h"
#include "hakaru/job/scenario_sources.h"
#include "hakaru/model/read.h"

namespace hakaru {
namespace {

constexpr std::int64_t most_ranks = 1'000'000, most_tensor_chunks = 64;
constexpr std::int64_t most_items = 1'000'000'000, most_items_of_a_lot = 1'000'000'000'000;
constexpr std::int64_t largest_image = 16384;

/// The value of a key that must be there.
template <typename Value>
Value needed(KeyReader& reader, std::string_view key, std::optional<Value> value) {
  if (!value && !reader.has(key))
    reader.refuse(bad_input("{} is missing; it is needed for this job", reader.shown(key)));
  return value.value_or(Value{});
}

/// A length in tokens means nothing to a model of images.
void refuse_tokens(KeyReader& reader, std::initializer_list<std::string_view> keys, const Model& model) {
  for (const std::string_view key : keys) {
    if (reader.has(key))
      reader.refuse(bad_input("{} is for models of tokens; {} takes images", reader.shown(key), model.name));
  }
}

/// No engine takes more tokens than the positions that a model was made for, or that its description stretches them to.
/// T5's are relative: it has no longest sequence.
void refuse_beyond_longest(KeyReader& reader, std::string_view key, std::int64_t tokens, const Model& model) {
  if (model.max_positions <= 0 || tokens <= model.max_positions || encodes_its_prompt(model)) return;
  if (has_position_table(model)) {
    reader.refuse(bad_input("{} is {}; the longest sequence of {} is {}", reader.shown(key), with_separators(tokens),
                            model.name, with_separators(model.max_positions)));
    return;
  }
  reader.refuse(
      bad_input("{} is {}; the longest sequence of {} is {}, or what rope_scaling in its config.json makes it",
                reader.shown(key), with_separators(tokens), model.name, with_separators(model.max_positions)));
}

bool takes_images(const Model& model) { return model.family == Family::vision || model.family == Family::diffusion; }

void read_data_set(KeyReader& reader, const Catalog& catalog, TrainingJob& job) {
  if (const auto bytes = reader.parsed<double>("data_set", parse_bytes)) job.data_set.bytes = *bytes;
  const std::optional<std::string> storage = reader.text("data_set_storage");
  if (!storage) return;
  if (job.data_set.bytes <= 0)
    reader.refuse(
        bad_input("{} is missing: the size of the data set is needed with its storage", reader.shown("data_set")));
  if (const auto found = reader.keep(catalog.storage(*storage))) {
    job.data_set.storage = found->name;
    job.data_set.bytes_per_s = found->bytes_per_s;
    job.data_set.over_network = found->over_network;
    job.data_set.local = found->local;
  }
}

/// The software's constants, and whether it fuses attention.
void read_software(KeyReader& reader, ScenarioSources& sources, TrainingJob& job) {
  const std::optional<std::string> name = reader.text("software");
  if (!name) return;
  const Result<SoftwareStacks>& stacks = sources.stacks();
  if (!stacks) {
    reader.refuse(fail(stacks));
    return;
  }
  const SoftwareStack* stack = stacks->find(*name);
  if (stack == nullptr) {
    reader.refuse(bad_input("software '{}' is not known; accepted: {}", *name, join(stacks->names())));
    return;
  }
  job.software = stack->constants;
  job.flash_attention = stack->flash_attention;
}

/// What training is to be looked at with: one recipe, or several as a list or with commas between them.
std::vector<PrecisionRecipe> recipes_of(KeyReader& reader, ScenarioSources& sources) {
  std::vector<std::string> names = reader.list("precision");
  if (names.empty()) names.emplace_back(reader.has("precision") ? "" : usual_recipe);
  std::vector<PrecisionRecipe> recipes;
  for (const std::string& name : names) {
    if (name.empty() && names.size() > 1) {
      reader.refuse(bad_input("{} has an empty name; accepted: names with commas between", reader.shown("precision")));
      return {};
    }
    if (auto recipe = reader.keep(sources.recipe(name))) recipes.push_back(std::move(*recipe));
  }
  return recipes;
}

TrainingJob training_job(KeyReader& reader, Model model, ScenarioSources& sources) {
  TrainingJob job;
  const bool images = takes_images(model);
  job.model = std::move(model);
  if (reader.has("tokens") && reader.has("items")) {
    reader.refuse(bad_input("{} and {} exclude each other", reader.shown("tokens"), reader.shown("items")));
  }
  constexpr std::int64_t most_tokens = 1'000'000'000'000'000;
  if (images) {
    refuse_tokens(reader, {"tokens", "sequence_length"}, job.model);
    job.sequence_length = 1;
    job.tokens = needed(reader, "items", reader.count("items", 1, most_tokens));
  } else {
    job.sequence_length = needed(reader, "sequence_length", reader.length("sequence_length"));
    if (has_position_table(job.model)) refuse_beyond_longest(reader, "sequence_length", job.sequence_length, job.model);
    job.tokens = reader.has("items") ? reader.count("items", 1, most_items).value_or(0) * job.sequence_length
                                     : needed(reader, "tokens", reader.count("tokens", 1, most_tokens));
  }
  job.global_batch = needed(reader, "global_batch", reader.count("global_batch", 1, most_items));
  job.image_size = reader.count("image_size", 1, largest_image).value_or(0);
  if (auto recipes = recipes_of(reader, sources); !recipes.empty()) job.recipe = std::move(recipes.front());
  if (auto optimizer = reader.keep(sources.optimizer(reader.text("optimizer").value_or("adamw"))))
    job.optimizer = std::move(*optimizer);
  constexpr std::int64_t largest_lora_rank = 65536;
  if (const auto rank = reader.count("lora_rank", 1, largest_lora_rank))
    job.lora = Lora{*rank, data_type(reader, "lora_base")};
  if (reader.has("lora_base") && !job.lora)
    reader.refuse(bad_input("{} is missing: a frozen base needs adapters", reader.shown("lora_rank")));
  read_software(reader, sources, job);
  job.flash_attention = reader.boolean("flash_attention").value_or(job.flash_attention);
  job.document_tokens = reader.length("document_length").value_or(0);
  read_data_set(reader, sources.catalog(), job);
  return job;
}

ServingJob serving_job(KeyReader& reader, Model model) {
  ServingJob job;
  job.context = needed(reader, "context", reader.length("context"));
  refuse_beyond_longest(reader, "context", job.context, model);
  // A prompt of the model's usual length and the longest answer, or a prompt seven times as long as its answer, when
  // nothing is said; the plan says so.
  constexpr std::int64_t usual_answers_per_context = 8;
  const auto input = reader.length("input_length");
  const auto output = reader.length("output_length");
  const bool usual = input || model.usual_prompt > 0;
  const std::int64_t prompt = input.value_or(model.usual_prompt);
  job.output_length = output.value_or(usual ? job.context - prompt
                                            : std::max<std::int64_t>(1, job.context / usual_answers_per_context));
  job.input_length = usual ? prompt : job.context - job.output_length;
  if (!reader.error() &&
      (job.output_length < 1 || job.input_length < 1 || job.input_length + job.output_length > job.context)) {
    reader.refuse(bad_input("{} is {}: prompt ({}) and answer ({}) must fit in it, each at least 1 token",
                            reader.shown("context"), job.context, job.input_length, job.output_length));
  }
  job.concurrency = reader.count("concurrency", 1, most_items);
  job.rate_per_s = reader.parsed<double>("rate", parse_rate_per_s);
  job.ttft_s = reader.parsed<double>("ttft", parse_duration_s);
  job.tpot_s = reader.parsed<double>("tpot", parse_duration_s);
  job.model = std::move(model);
  const std::vector<Quantisation> quantisations = quantisations_of(reader, job.model);
  return quantisations.empty() ? job : quantised(std::move(job), quantisations.front());
}

BatchInferenceJob inference_job(KeyReader& reader, Model model) {
  BatchInferenceJob job;
  const bool images = takes_images(model);
  if (images) refuse_tokens(reader, {"sequence_length"}, model);
  job.batch = reader.count("batch", 1, most_items).value_or(0);
  job.items = reader.count("items", 1, most_items_of_a_lot).value_or(0);
  for (const char* key : {"deadline", "budget"}) {  // of what has an end
    if (reader.has(key) && job.items == 0)
      reader.refuse(bad_input("{} needs {}", reader.shown(key), reader.shown("items")));
  }
  job.sequence_length = images ? 1 : needed(reader, "sequence_length", reader.length("sequence_length"));
  if (!images) refuse_beyond_longest(reader, "sequence_length", job.sequence_length, model);
  job.image_size = reader.count("image_size", 1, largest_image).value_or(0);
  job.runs_per_item = reader.count("runs_per_item", 1, most_items).value_or(0);
  job.latency_s = reader.parsed<double>("latency", parse_duration_s);
  job.weights = data_type(reader, "weights").value_or(data_type(reader, "precision").value_or(DataType::bf16));
  job.compute = data_type(reader, "precision").value_or(compute_type_for(job.weights));
  job.model = std::move(model);
  return job;
}

HardwareRequest hardware_request(KeyReader& reader, const Catalog& catalog) {
  HardwareRequest request;
  for (const std::string& name : reader.texts("instance")) {
    if (const auto instance = reader.keep(catalog.instance(name))) request.instances.push_back(instance->name);
  }
  request.families = reader.texts("family");
  for (const std::string& family : request.families) {
    std::vector<std::string> families;
    for (const Instance& instance : catalog.instances()) families.push_back(instance.family);
    if (std::find(families.begin(), families.end(), family) != families.end()) continue;
    std::sort(families.begin(), families.end());
    families.erase(std::unique(families.begin(), families.end()), families.end());
    reader.refuse(bad_input("{} is '{}', which is not known; nearest: {}", reader.shown("family"), family,
                            join(nearest_names(family, families))));
  }
  if (const auto name = reader.text("accelerator")) {
    if (const auto accelerator = reader.keep(catalog.accelerator(*name))) request.accelerator = accelerator->name;
  }
  request.accelerators = reader.count("accelerators", 1, most_ranks);
  request.instance_count = reader.count("instances", 1, most_ranks);
  request.max_instances = reader.count("max_instances", 1, most_ranks);
  const int ways =
      (request.instances.empty() ? 0 : 1) + (request.accelerator ? 1 : 0) + (request.families.empty() ? 0 : 1);
  if (ways > 1) {
    reader.refuse(bad_input("{}, {} and {} exclude each other", reader.shown("instance"), reader.shown("accelerator"),
                            reader.shown("family")));
  }
  if (request.accelerators && request.instance_count) {
    reader.refuse(bad_input("{} and {} exclude each other", reader.shown("accelerators"), reader.shown("instances")));
  }
  for (const char* counted : {"instances", "accelerators"}) {
    if (reader.has(counted) && request.max_instances)
      reader.refuse(bad_input("{} and {} exclude each other", reader.shown(counted), reader.shown("max_instances")));
  }
  request.region = reader.text("region").value_or(request.region);
  reader.keep(catalog.prices().known_region(request.region, reader.shown("region")));
  if (const auto kind = reader.text("price")) request.price_kind = reader.keep(parse_price_kind(*kind));
  request.prices_as_of = reader.parsed<std::string>("prices_as_of", parse_date).value_or("");
  return request;
}

void read_recompute(KeyReader& reader, const std::string& text, LayoutRequest& request) {
  const Result<RecomputeRequest> recompute = parse_recompute_request(text);
  if (!recompute) {
    reader.refuse(
        bad_input("{} is '{}'; accepted: {}", reader.shown("recompute"), text, "none, selective, full, full/N"));
    return;
  }
  if (recompute->layers && request.recompute_layers) {
    reader.refuse(bad_input("{} {} and {} exclude each other", reader.shown("recompute"), text,
                            reader.shown("recompute_layers")));
  }
  request.recompute = recompute->recompute;
  if (recompute->layers) request.recompute_layers = recompute->layers;
}

LayoutRequest layout_request(KeyReader& reader) {
  LayoutRequest request;
  request.tp = reader.count("tp", 1, most_ranks);
  request.pp = reader.count("pp", 1, most_ranks);
  request.vpp = reader.count("vpp", 1, most_ranks);
  request.cp = reader.count("cp", 1, most_ranks);
  request.ep = reader.count("ep", 1, most_ranks);
  request.dp = reader.count("dp", 1, most_ranks);
  request.micro_batch = reader.count("micro_batch", 1, most_items);
  if (const auto zero = reader.count("zero", 0, 3)) request.zero = static_cast<int>(*zero);
  request.sequence_parallel = reader.boolean("sequence_parallel");
  request.recompute_layers = reader.count("recompute_layers", 1, most_ranks);
  if (const auto text = reader.text("recompute")) read_recompute(reader, *text, request);
  request.tensor_chunks = reader.count("tensor_chunks", 0, most_tensor_chunks);
  request.first_stage_layers = reader.count("first_stage_layers", 1, most_ranks);
  request.last_stage_layers = reader.count("last_stage_layers", 1, most_ranks);
  if (request.recompute_layers.value_or(1) > 1 && request.recompute && *request.recompute != Recompute::full) {
    reader.refuse(bad_input("{} needs {} full; found {}", reader.shown("recompute_layers"), reader.shown("recompute"),
                            name_of(*request.recompute)));
  }
  if (const auto text = reader.one_of("context_parallel", {"ring", "all-to-all"}))
    request.context_parallel = parse_context_parallel(*text).value_or(ContextParallel::ring);
  const auto needs_ranks = [&](bool asked, const char* key, const std::optional<std::int64_t>& degree, const char* of) {
    if (asked && degree == 1)
      reader.refuse(bad_input("{} needs {} of at least 2", reader.shown(key), reader.shown(of)));
  };
  // What plans say of every layout, ring and as measured, needs no ranks.
  needs_ranks(request.context_parallel == ContextParallel::all_to_all, "context_parallel", request.cp, "cp");
  needs_ranks(request.tensor_chunks.value_or(0) > 0, "tensor_chunks", request.tp, "tp");
  needs_ranks(request.first_stage_layers.has_value(), "first_stage_layers", request.pp, "pp");
  needs_ranks(request.last_stage_layers.has_value(), "last_stage_layers", request.pp, "pp");
  if (const auto text = reader.text("schedule")) {
    const Result<Schedule> schedule = parse_schedule(*text);
    if (!schedule)
      reader.refuse(bad_input("{} is '{}'; accepted: {}", reader.shown("schedule"), *text, schedule_names()));
    request.schedule = schedule.value_or(Schedule::one_forward_one_backward);
  }
  return request;
}

/// What to rank by: as asked, else by what the team values, else cost.
Objective objective(KeyReader& reader, const std::string& values) {
  const bool by_values = !reader.has("objective") && !values.empty() && values != "productivity";
  std::string text = by_values ? values : reader.text("objective").value_or("cost");
  if (by_values && values == "latency") text = name_of(Objective::time);
  for (const Objective each :
       {Objective::cost, Objective::time, Objective::energy, Objective::throughput, Objective::accelerators}) {
    if (text == name_of(each)) return each;
  }
  reader.refuse(
      bad_input("{} is '{}'; accepted: cost, time, energy, throughput, accelerators", reader.shown("objective"), text));
  return Objective::cost;
}

std::string team_values(KeyReader& reader) {
  std::string values = reader.text("values").value_or("");
  for (const char* each : {"", "cost", "latency", "throughput", "productivity"}) {
    if (values == each) return values;
  }
  reader.refuse(
      bad_input("{} is '{}'; accepted: cost, latency, throughput, productivity", reader.shown("values"), values));
  return "";
}

void refuse_unknown_keys(KeyReader& reader, const Json& keys, const std::string& job) {
  std::vector<std::string> known{"job"};
  for (const ScenarioKey& key : scenario_keys()) {
    if (key.jobs.find(job) != std::string::npos) known.push_back(key.name);
  }
  for (const auto& [key, value] : keys.items()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    reader.refuse(bad_input("{} is not a key of a scenario that is to {}; nearest: {}", reader.shown(key), job,
                            join(nearest_names(key, known))));
  }
}

/// The model by its reference, or, in a plan file, by the description that it carries.
Result<Model> scenario_model(KeyReader& reader, const Json& keys, const std::string& name, ScenarioSources& sources) {
  const auto found = keys.find("model");
  if (found == keys.end() || !found->is_object()) {
    const std::string reference = needed(reader, "model", reader.text("model"));
    if (reader.error()) return tl::unexpected(*reader.error());
    return sources.model(reference);
  }
  Fields fields(*found, name, "model");
  const Description description{.config = fields.value("config"),
                                .name = fields.text("name"),
                                .source = fields.text("source"),
                                .file = name,
                                .besides = fields.value("besides")};
  fields.refuse_unknown();
  if (fields.error()) return tl::unexpected(*fields.error());
  return model_from_description(description);
}

Result<Job> read_job(KeyReader& reader, const Json& keys, const std::string& name, const std::string& kind,
                     ScenarioSources& sources) {
  Result<Model> model = scenario_model(reader, keys, name, sources);
  if (!model) return fail(model);
  if (const std::optional<Error> error = refuse_without_layers(*model)) return tl::unexpected(*error);
  if (kind == "serve" && model->family != Family::decoder && model->family != Family::encoder_decoder) {
    return bad_input("{} is {}, which does not generate tokens; use: hakaru plan infer", reader.shown("model"),
                     model->name);
  }
  if (kind == "train") return training_job(reader, std::move(*model), sources);
  if (kind == "serve") return serving_job(reader, std::move(*model));
  return inference_job(reader, std::move(*model));
}

/// "auto", or so many replicas.
std::optional<FollowRequest> follow_request(KeyReader& reader) {
  constexpr double longest_s = 7 * seconds_per_day;
  const std::optional<std::string> most = reader.text("max_replicas");
  const std::optional<double> compile_s = reader.parsed<double>("compile_time", parse_duration_s);
  if (compile_s && *compile_s > longest_s)
    reader.refuse(bad_input("{} is {}; accepted: at most {}", reader.shown("compile_time"),
                            reader.text("compile_time").value_or(""), "7d"));
  if (compile_s && !most) reader.refuse(bad_input("{} needs {}", reader.shown("compile_time"), "--max-replicas"));
  if (most && !reader.has("requests"))
    reader.refuse(bad_input("{} needs {}", reader.shown("max_replicas"), "--requests"));
  if (!most) return std::nullopt;
  if (*most == "auto") return FollowRequest{std::nullopt, compile_s};
  return FollowRequest{reader.count("max_replicas", 1, most_scaled_replicas), compile_s};
}

}  // namespace

std::vector<std::string> recipes_asked_for(const Scenario& scenario) {
  std::vector<std::string> names{std::get<TrainingJob>(scenario.job).recipe.name};
  for (const PrecisionRecipe& recipe : scenario.other_recipes) names.push_back(recipe.name);
  return names;
}

std::string_view name_of(Objective objective) {
  switch (objective) {
    case Objective::cost:
      return "cost";
    case Objective::time:
      return "time";
    case Objective::energy:
      return "energy";
    case Objective::accelerators:
      return "accelerators";
    case Objective::throughput:
      break;
  }
  return "throughput";
}

Result<Scenario> read_scenario(const Json& keys, const std::string& name, const DataFiles& data,
                               const Catalog& catalog) {
  ScenarioSources sources(data, catalog);
  return read_scenario(keys, name, sources);
}

Result<Scenario> read_scenario(const Json& keys, const std::string& name, ScenarioSources& sources) {
  if (!keys.is_object()) return bad_input("{}: not a scenario: a table of keys is needed", name);
  KeyReader reader(keys, name == "command line" ? "" : name);
  const std::string kind = reader.text("job").value_or("");
  if (kind != "train" && kind != "serve" && kind != "infer") {
    return bad_input("{} is '{}'; accepted: train, serve, infer", reader.shown("job"), kind);
  }
  refuse_unknown_keys(reader, keys, kind);
  if (reader.error()) return tl::unexpected(*reader.error());
  Result<Job> job = read_job(reader, keys, name, kind, sources);
  if (!job) return fail(job);

  Scenario scenario;
  scenario.job = std::move(*job);
  scenario.hardware = hardware_request(reader, sources.catalog());
  scenario.layout = layout_request(reader);
  if (kind == "train") {
    scenario.other_recipes = recipes_of(reader, sources);
    if (!scenario.other_recipes.empty()) scenario.other_recipes.erase(scenario.other_recipes.begin());
  }
  if (kind == "serve") {
    scenario.other_quantisations = quantisations_of(reader, model_of(scenario.job));
    if (!scenario.other_quantisations.empty()) scenario.other_quantisations.erase(scenario.other_quantisations.begin());
    scenario.disaggregate = reader.boolean("disaggregate").value_or(false);
    scenario.follow = follow_request(reader);
  }
  const std::string values = team_values(reader);
  scenario.objective = objective(reader, values);
  if (scenario.follow && scenario.objective == Objective::time)
    reader.refuse(bad_input("{} and {} exclude each other", reader.shown("max_replicas"), "--objective time"));
  scenario.prefer_supported = values == "productivity";
  scenario.deadline_s = reader.parsed<double>("deadline", parse_duration_s);
  scenario.budget_usd = reader.parsed<double>("budget", parse_money_usd);
  constexpr double most_headroom = 0.5;
  scenario.headroom_share = reader.parsed<double>("headroom", parse_percent).value_or(scenario.headroom_share);
  if (scenario.headroom_share > most_headroom)
    reader.refuse(bad_input("{} is '{}'; accepted: {}", reader.shown("headroom"), reader.text("headroom").value_or(""),
                            "0% … 50%"));
  scenario.person_month_usd = reader.parsed<double>("person_month", parse_money_usd);
  constexpr std::int64_t most_plans = 10'000;
  scenario.top = reader.count("top", 1, most_plans).value_or(scenario.top);
  scenario.exhaustive = reader.boolean("exhaustive").value_or(false);
  scenario.pareto = reader.boolean("pareto").value_or(false);
  scenario.keys = keys;
  if (reader.error()) return tl::unexpected(*reader.error());
  return scenario;
}

}  // namespace hakaru
