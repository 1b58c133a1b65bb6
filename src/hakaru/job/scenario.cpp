#include "hakaru/job/scenario.h"

#include <algorithm>
#include <utility>

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/job/key_reader.h"
#include "hakaru/job/layout_keys.h"
#include "hakaru/job/post_training_keys.h"
#include "hakaru/job/scenario_sources.h"
#include "hakaru/job/serving_scenario.h"
#include "hakaru/job/software_keys.h"
#include "hakaru/model/frozen_encoders.h"
#include "hakaru/model/multi_token.h"
#include "hakaru/model/read.h"

namespace hakaru {
namespace {

constexpr std::int64_t most_items = 1'000'000'000;
constexpr std::int64_t largest_image = 16384;

/// A length in tokens means nothing to a model of images.
void refuse_tokens(KeyReader& reader, std::initializer_list<std::string_view> keys, const Model& model) {
  for (const std::string_view key : keys) {
    if (reader.has(key))
      reader.refuse(bad_input("{} is for models of tokens; {} takes images", reader.shown(key), model.name));
  }
}

bool takes_images(const Model& model) { return model.family == Family::vision || model.family == Family::diffusion; }

void read_data_set(KeyReader& reader, const Catalog& catalog, TrainingJob& job) {
  if (const auto bytes = reader.parsed<double>("data_set", parse_bytes)) job.data_set.bytes = *bytes;
  const std::optional<std::string> storage = reader.text("data_set_storage"), region = reader.text("data_set_region");
  if (region) {
    const auto known = reader.keep(catalog.known_region(*region, reader.shown("data_set_region")));
    if (known && *known == any_region)
      reader.refuse(bad_input("{} is '{}'; accepted: one region", reader.shown("data_set_region"), *region));
    job.data_set.region = known.value_or("");
  }
  if (!storage) return;
  if (const auto found = reader.keep(catalog.storage(*storage))) {
    job.data_set.storage = found->name;
    job.data_set.bytes_per_s = found->bytes_per_s;
    job.data_set.over_network = found->over_network;
    job.data_set.local = found->local;
  }
}

/// Precision recipes of training to look at: one, or several as a list or with commas between them.
std::vector<PrecisionRecipe> recipes_of(KeyReader& reader, ScenarioSources& sources) {
  std::vector<std::string> names = reader.list("precision");
  if (names.empty() && reader.error()) return {};
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

void read_expert_choice(KeyReader& reader, TrainingJob& job) {
  constexpr NumberRange any_capacity{0.01, 1e6};  // a slip of the key, not a wish, is beyond it
  job.expert_choice.skew = read_expert_skew(reader, job.model).value_or(0);
  job.expert_choice.capacity = reader.number("expert_capacity", any_capacity.min, any_capacity.max).value_or(0);
  for (const char* of_experts : {"expert_capacity", "etp"}) {
    const bool is_usual = reader.text(of_experts).value_or("0") == "0";
    if (!is_usual && job.model.experts == 0)
      reader.refuse(bad_input("{}: {} has no experts", reader.shown(of_experts), job.model.name));
  }
}

void read_prediction_layers(KeyReader& reader, TrainingJob& job) {
  constexpr std::int64_t most_layers = 64;  // far beyond any published model's: 7 of MiniMax-M3
  const std::int64_t layers = reader.count("mtp_layers", 0, most_layers).value_or(0);
  if (layers == 0) return;
  std::optional<Model> model = with_prediction_layers(job.model, layers);
  if (!model) {
    reader.refuse(bad_input("{}: {} is no decoder, whose layers could predict further tokens",
                            reader.shown("mtp_layers"), job.model.name));
    return;
  }
  job.model = std::move(*model);
  job.prediction_layers = layers;
}

void read_encoders(KeyReader& reader, TrainingJob& job) {
  if (!reader.boolean("encode_in_step").value_or(false)) return;
  job.encoders = encoders_of(job.model);
  if (job.encoders.empty())
    reader.refuse(bad_input("{}: {} names no networks that encode its items (of diffusion models, pipelines do)",
                            reader.shown("encode_in_step"), job.model.name));
}

TrainingJob training_job(KeyReader& reader, Model model, const JobDefaults& defaults, ScenarioSources& sources) {
  TrainingJob job;
  const bool images = takes_images(model);
  job.model = std::move(model);
  job.post_training = read_post_training(reader, job.model, defaults);
  const std::optional<Rollout>& rollout = job.post_training.rollout;
  constexpr std::int64_t most_tokens = 1'000'000'000'000'000;
  if (images) {
    refuse_tokens(reader, {"tokens", "sequence_length"}, job.model);
    job.sequence_length = 1;
    job.tokens = reader.count("items", 1, most_tokens).value_or(0);
    if (!reader.has("items")) reader.refuse_missing("items");
  } else if (rollout) {
    job.sequence_length = rollout->input_length + rollout->output_length;
    job.tokens = reader.count("items", 1, most_items).value_or(0) * rollout->group_size * job.sequence_length;
    if (!reader.has("items")) reader.refuse_missing("items");
  } else {
    job.sequence_length =
        reader.length("sequence_length").value_or(usual_sequence(job.model, defaults.training_sequence));
    if (has_position_table(job.model)) refuse_beyond_longest(reader, "sequence_length", job.sequence_length, job.model);
    const std::int64_t item_tokens = std::max<std::int64_t>(1, job.sequences_of(job.sequence_length));
    job.tokens = reader.has("items") ? reader.count("items", 1, most_tokens / item_tokens).value_or(0) * item_tokens
                                     : reader.count("tokens", 1, most_tokens).value_or(0);
    if (!reader.has("items") && !reader.has("tokens")) reader.refuse_missing("tokens");
    if (reader.has("tokens") && job.tokens > 0 && job.tokens < job.sequence_length)
      reader.refuse(bad_input(
          "{} is {}, less than one sequence of {} tokens; accepted: a count with its unit such as "
          "{}",
          reader.shown("tokens"), with_separators(job.tokens), with_separators(job.sequence_length), "10B, 300M"));
  }
  constexpr std::int64_t most_epochs = 100'000;
  const std::int64_t epochs = reader.count("epochs", 1, most_epochs).value_or(1);
  if (job.tokens > most_tokens / epochs)
    reader.refuse(
        bad_input("{} is {}; accepted: {} … {}", reader.shown("epochs"), epochs, 1, most_tokens / job.tokens));
  else
    job.tokens *= epochs;
  const std::int64_t usual_batch =
      job.post_training.algorithm == TrainingAlgorithm::dpo
          ? defaults.preference_batch
          : defaults.global_batch(job.model, static_cast<double>(job.tokens), job.sequence_length);
  job.global_batch =
      rollout ? rollout->completions() : reader.count("global_batch", 1, most_items).value_or(usual_batch);
  job.image_size = reader.count("image_size", 1, largest_image).value_or(0);
  if (auto recipes = recipes_of(reader, sources); !recipes.empty()) job.recipe = std::move(recipes.front());
  if (auto optimizer = reader.keep(sources.optimizer(reader.text("optimizer").value_or("adamw"))))
    job.optimizer = std::move(*optimizer);
  constexpr std::int64_t largest_lora_rank = 65536;
  if (const auto rank = reader.count("lora_rank", 1, largest_lora_rank))
    job.lora = Lora{.rank = *rank, .base = data_type(reader, "lora_base")};
  if (auto offers = reader.keep(sources.offers())) job.offers = std::move(*offers);
  read_software(reader, sources, job);
  if (auto update = reader.keep(sources.host_update())) job.host_update = std::move(*update);
  job.flash_attention = reader.boolean("flash_attention").value_or(job.flash_attention);
  job.document_tokens = reader.length("document_length").value_or(0);
  read_expert_choice(reader, job);
  read_prediction_layers(reader, job);
  read_encoders(reader, job);
  read_data_set(reader, sources.catalog(), job);
  return job;
}

/// The command of plan serve that runs the lot of a scenario of plan infer.
std::string served_instead(KeyReader& reader, const Model& model) {
  std::string command = fmt::format("hakaru plan serve --model {} --offline --items {}", model.name,
                                    reader.has("items") ? reader.given("items") : "COUNT");
  const Json none;
  const KeyReader typed(none, "");
  for (const ScenarioKey& key : scenario_keys()) {
    const bool is_said = key.name == "model" || key.name == "items" || key.name == "offline";
    if (is_said || key.jobs.find("serve") == std::string::npos || reader.given(key.name).empty()) continue;
    for (const std::string& value : key.repeatable ? reader.texts(key.name) : std::vector{reader.given(key.name)})
      command += " " + std::string(typed.named(key.name)) + " " +
                 (value.find(' ') == std::string::npos ? value : "'" + value + "'");
  }
  return command;
}

BatchInferenceJob inference_job(KeyReader& reader, Model model, const JobDefaults& defaults) {
  BatchInferenceJob job;
  if (model.family == Family::encoder_decoder)
    reader.refuse(bad_input("{} is {}, which writes its answers token by token; ask: {}", reader.shown("model"),
                            model.name, served_instead(reader, model)));
  const bool images = takes_images(model);
  if (images) refuse_tokens(reader, {"sequence_length"}, model);
  job.batch = reader.count("batch", 1, most_items).value_or(0);
  job.items = reader.count("items", 1, most_items_of_a_lot).value_or(0);
  job.sequence_length =
      images ? 1 : reader.length("sequence_length").value_or(usual_sequence(model, defaults.inference_sequence));
  if (!images) refuse_beyond_longest(reader, "sequence_length", job.sequence_length, model);
  job.image_size = reader.count("image_size", 1, largest_image).value_or(0);
  job.runs_per_item = reader.count("runs_per_item", 1, most_items).value_or(0);
  job.latency_s = reader.parsed<double>("latency", parse_duration_s);
  job.software = reader.text("software").value_or("");
  job.weights = data_type(reader, "weights").value_or(data_type(reader, "precision").value_or(DataType::bf16));
  job.compute = data_type(reader, "precision").value_or(compute_type_for(job.weights));
  job.model = std::move(model);
  return job;
}

/// "$0.60/$1.80": of a million tokens that are read, and of a million that are written.
Result<ApiPrice> parse_api_price(std::string_view text, std::string_view name) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos)
    return bad_input("{} is '{}'; accepted: dollars of a million input / output tokens, such as $0.60/$1.80", name,
                     text);
  const Result<double> input = parse_money_usd(text.substr(0, slash), name);
  if (!input) return fail(input);
  const Result<double> output = parse_money_usd(text.substr(slash + 1), name);
  if (!output) return fail(output);
  if (*input + *output <= 0) return bad_input("{} is '{}'; accepted: more than 0 for one of both", name, text);
  return ApiPrice{*input, *output};
}

/// Refuses the objective throughput where no number of machines is given or bounded.
/// More machines hold more: without a bound on them or their cost the most throughput is the largest cluster's.
void refuse_endless_throughput(KeyReader& reader, const HardwareRequest& hardware) {
  if (hardware.count_is_fixed() || hardware.max_instances || !hardware.quotas.empty()) return;
  reader.refuse(
      bad_input("{} is throughput, which only more machines bound; accepted: it beside a fleet ({}) or a budget "
                "({}), or cost, time, energy, accelerators",
                reader.shown("objective"), "--instances COUNT, --max-instances COUNT", "--budget '$5000/month'"));
}

Objective objective(KeyReader& reader, const std::string& values) {
  const bool by_values = !reader.has("objective") && !values.empty() && values != "productivity";
  std::string text = by_values ? values : reader.text("objective").value_or("cost");
  if (by_values && values == "latency") text = name_of(Objective::time);
  if (const std::optional<Objective> named = choice_named<Objective>(text)) return *named;
  reader.refuse(bad_input("{} is '{}'; accepted: {}", reader.shown("objective"), text, accepted_names<Objective>()));
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
    const bool is_shown = !reader.has_many_errors();
    reader.refuse(bad_input("{} is not a key of a scenario that is to {}; nearest: {}", reader.shown(key), job,
                            is_shown ? join(nearest_names(key, known)) : ""));
    if (!is_shown) break;
  }
}

/// The model by its reference; a config.json itself; or, in a plan file, by the description that it carries.
Result<Model> scenario_model(KeyReader& reader, const Json& keys, const std::string& name, ScenarioSources& sources) {
  if (!is_kept(keys)) {
    if (keys["model"].is_object()) return model_from_config(keys["model"], name);
    const std::optional<std::string> reference = reader.text("model");
    if (!reference) return tl::unexpected(*reader.error());
    return sources.model(*reference);
  }
  Fields fields(keys["model"], name, "model");
  const Description description{.config = fields.value("config"),
                                .name = fields.text("name"),
                                .source = fields.text("source"),
                                .file = name,
                                .besides = fields.value("besides")};
  fields.refuse_unknown();
  if (fields.error()) return tl::unexpected(*fields.error());
  return model_from_description(description);
}

/// Refuses a job without a model; in training without tokens and items too, it asks for tokens as well.
void refuse_without_needed(KeyReader& reader, const std::string& kind) {
  if (!reader.has("model")) reader.refuse_missing("model");
  if (kind == "train" && !reader.has("model") && !reader.has("tokens") && !reader.has("items"))
    reader.refuse_missing("tokens");
}

/// The job, and what its keys say of it alone.
void read_job(KeyReader& reader, const Json& keys, const std::string& name, const std::string& kind, ReadKeys read,
              ScenarioSources& sources, Scenario& scenario) {
  reader.boolean("offline");  // a switch may have taken a word that was meant otherwise
  refuse_without_needed(reader, kind);
  if (!reader.has("model")) return;
  Result<Model> model = scenario_model(reader, keys, name, sources);
  const Result<JobDefaults>& defaults = sources.defaults();
  if (!model || !defaults) {
    reader.refuse(!model ? fail(model) : fail(defaults));
    return;
  }
  if (const std::optional<Error> error = refuse_without_layers(*model)) {
    reader.refuse(tl::unexpected(*error));
  } else if (kind == "train") {
    scenario.job = training_job(reader, std::move(*model), *defaults, sources);
    scenario.other_recipes = recipes_of(reader, sources);
    if (!scenario.other_recipes.empty()) scenario.other_recipes.erase(scenario.other_recipes.begin());
    scenario.precision_is_stated = reader.has("precision");
    const bool is_usual = std::get<TrainingJob>(scenario.job).recipe.name == usual_recipe;
    if (is_usual && scenario.other_recipes.empty()) {
      if (auto fp16 = reader.keep(sources.recipe("fp16"))) scenario.fp16 = std::move(*fp16);
    }
  } else if (kind == "infer") {
    scenario.job = inference_job(reader, std::move(*model), *defaults);
  } else if (model->family == Family::vision || model->family == Family::diffusion) {
    reader.refuse(
        bad_input("{} is {}, which reads no tokens; use: hakaru plan infer", reader.shown("model"), model->name));
  } else {
    read_serving(reader, std::move(*model), sources, read, scenario);
  }
}

/// Words that stood for a confidence in older files.
enum class RankBy { safe, expected, best_case };

}  // namespace

template <>
inline constexpr auto choice_names<RankBy> = std::to_array<std::string_view>({"safe", "expected", "best-case"});

namespace {

double read_confidence(KeyReader& reader) {
  constexpr std::array of_older_words{0.95, 0.5, 0.05};
  if (const std::optional<RankBy> older = reader.choice<RankBy>("rank_by"))
    return of_older_words.at(static_cast<std::size_t>(*older));
  return reader.parsed<double>("confidence", parse_percent).value_or(usual_confidence);
}

/// Echoes the values that were taken where a key was not given, for the plan file.
void keep_taken(Scenario& scenario) {
  const auto keep = [&](const char* key, std::int64_t value) {
    if (value > 0 && !scenario.echo.contains(key)) scenario.echo[key] = value;
  };
  if (const auto* training = std::get_if<TrainingJob>(&scenario.job)) {
    const std::optional<Rollout>& rollout = training->post_training.rollout;
    keep("global_batch", rollout ? rollout->prompts : training->global_batch);
    if (rollout) return keep("group_size", rollout->group_size);
    keep("sequence_length", takes_images(training->model) ? 0 : training->sequence_length);
  }
  if (const auto* inference = std::get_if<BatchInferenceJob>(&scenario.job))
    keep("sequence_length", takes_images(inference->model) ? 0 : inference->sequence_length);
}

}  // namespace

std::vector<std::string> recipes_asked_for(const Scenario& scenario) {
  std::vector<std::string> names{std::get<TrainingJob>(scenario.job).recipe.name};
  for (const PrecisionRecipe& recipe : scenario.other_recipes) names.push_back(recipe.name);
  return names;
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
  const ReadKeys read = is_kept(keys) ? ReadKeys::of_plan : ReadKeys::as_given;
  for (const ScenarioKey& key : scenario_keys()) {
    if (key.jobs.find(kind) != std::string::npos)
      refuse_by_rules(key.rules, {key.name, key.value, key.usual}, kind, reader, read);
  }
  Scenario scenario;
  scenario.echo = keys;
  Json& named = scenario.echo["accelerator"];  // flags have it as a list
  if (named.is_null())
    scenario.echo.erase("accelerator");
  else if (named.is_array() && named.size() == 1)
    named = Json(named.front());
  read_job(reader, keys, name, kind, read, sources, scenario);
  scenario.hardware = read_hardware_request(reader, sources.catalog());
  if (const auto defaults = reader.keep(sources.defaults())) scenario.hardware.usual_regions = defaults->regions;
  refuse_price_of_other_jobs(reader, scenario.hardware, kind == "train");
  scenario.layout = read_layout_request(reader);
  const std::string values = team_values(reader);
  scenario.objective = objective(reader, values);
  if (scenario.follow && scenario.objective == Objective::time) reader.refuse_both("max_replicas", "objective", "time");
  scenario.confidence_is_stated = reader.has("confidence") || reader.has("rank_by");
  scenario.confidence = read_confidence(reader);
  scenario.recommends_machine = reader.has("values");
  scenario.prefer_supported = values == "productivity";
  scenario.deadline_s = reader.parsed<double>("deadline", parse_duration_s);
  const bool is_live = kind == "serve" && !reader.boolean("offline").value_or(false);
  if (kind == "serve" && !is_live && reader.has("budget") && !reader.has("items"))
    reader.refuse_without("budget", {"items"});
  scenario.budget_usd = reader.parsed<double>("budget", is_live ? parse_money_usd_per_month : parse_money_usd);
  if (is_live && scenario.objective == Objective::throughput && !scenario.budget_usd && read == ReadKeys::as_given)
    refuse_endless_throughput(reader, scenario.hardware);
  scenario.headroom_share = reader.parsed<double>("headroom", parse_percent);
  scenario.person_month_usd = reader.parsed<double>("person_month", parse_money_usd);
  scenario.api_price = reader.parsed<ApiPrice>("api_price", parse_api_price);
  constexpr std::int64_t most_plans = 10'000;
  scenario.top = reader.count("top", 1, most_plans).value_or(scenario.top);
  scenario.exhaustive = reader.boolean("exhaustive").value_or(false);
  scenario.pareto = reader.boolean("pareto").value_or(false);
  keep_taken(scenario);
  if (reader.error()) return tl::unexpected(*reader.error());
  return scenario;
}

}  // namespace hakaru
