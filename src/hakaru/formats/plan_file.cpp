#include "hakaru/formats/plan_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "hakaru/core/quantities.h"
#include "hakaru/formats/plan_json.h"
#include "hakaru/formats/record_json.h"
#include "hakaru/model/quantisation.h"
#include "hakaru/model/read.h"
#include "hakaru/parallel/legal.h"
#include "hakaru/planning/money/cost_kinds.h"
#include "hakaru/planning/re_estimate.h"

namespace hakaru {
namespace {

constexpr std::uint64_t largest_plan_file_bytes = 64 << 20;
constexpr IntegerRange ranks_of_plans{1, 1'000'000'000};

/// The keys that say what is to be done; which hardware was allowed matters no more once a plan is made.
Json without_hardware(Json keys) {
  if (!keys.is_object()) return keys;
  for (const ScenarioKey& key : scenario_keys()) {
    if (key.group == "hardware") keys.erase(key.name);
  }
  return keys;
}

/// Keeps the region and the date of its prices as they stand, for the price book of then may be gone.
void keep_market(const Json& keys, HardwareRequest& hardware) {
  const auto text = [&](const char* key, std::string otherwise) {
    const auto found = keys.find(key);
    return found != keys.end() && found->is_string() ? found->get<std::string>() : std::move(otherwise);
  };
  hardware.region = text("region", hardware.region);
  hardware.prices_as_of = text("prices_as_of", hardware.prices_as_of);
}

/// Empty where a plan's layout is one that its job can have.
std::optional<Message> why_illegal(const Scenario& scenario, const Plan& plan) {
  if (const auto* job = std::get_if<TrainingJob>(&scenario.job))
    return why_illegal_to_train(plan.layout, job->model, job->sequence_length, job->global_batch, plan.cluster,
                                true);  // its software was asked when it was planned
  if (const auto* job = std::get_if<ServingJob>(&scenario.job))
    return why_illegal_to_serve(plan.layout, job->model, plan.cluster);
  return std::nullopt;
}

/// Constants that the file says its plans were made with; none in version 1.
Result<ConstantTables> kept_constants(const Json& json, const std::string& file) {
  Fields fields(json, file);
  const bool says = json.contains("format_version");
  const std::int64_t version = says ? fields.integer("format_version", {1, plan_file_version}) : 1;
  if (fields.error()) return tl::unexpected(*fields.error());
  ConstantTables tables;
  if (version == 1) return tables;
  if (!json.contains("constants") || !json.at("constants").is_object())
    return bad_input("{}: '{}' must be a table of the constants that its plans were made with", file, "constants");
  for (const auto& [path, table] : json.at("constants").items()) tables[path] = table;
  return tables;
}

/// Takes the constants of its file for those of the program where a constant of this plan is another.
std::optional<Error> take_constants(SavedPlan& saved, const ConstantTables& kept, const std::string& file,
                                    const DataFiles& data) {
  if (kept.empty()) return std::nullopt;
  Result<DataFiles> as_then = with_constants(data, kept, file);
  if (!as_then) return as_then.error();
  Result<ConstantTables> then = constants_of(saved.scenario, {saved.plan}, *as_then);
  const Result<ConstantTables> now = constants_of(saved.scenario, {saved.plan}, data);
  if (!then) {  // what the program does not know either is the plan's fault, not its constants'
    const Error& error = now ? then.error() : now.error();
    if (error.kind == ErrorKind::bad_input) return error;
    return bad_input("{}: {}", file, in_english(error.message)).value();
  }
  saved.changed_constants = changed_constants(*then, now.value_or(ConstantTables()));
  saved.constants = std::move(*then);
  if (!saved.changed_constants.empty()) saved.made_with = std::make_shared<const DataFiles>(std::move(*as_then));
  return std::nullopt;
}

/// Tolerances between a figure of a file and the estimate: rounding differs between processors, bytes are whole.
constexpr double as_rounded = 1e-6;
constexpr double a_byte = 1;

bool is_same_figure(const OrderedJson& one, const OrderedJson& other) {
  if (!one.is_number() || !other.is_number()) return one == other;
  const double apart = std::abs(one.get<double>() - other.get<double>());
  const double largest = std::max(std::abs(one.get<double>()), std::abs(other.get<double>()));
  return apart <= as_rounded * largest || (one.is_number_integer() && largest > mega && apart <= a_byte);
}

/// The path of the first figure in a file that `comes_to` has otherwise, of those that were read from it; empty: there
/// is none.
std::optional<std::string> differing_figure(const OrderedJson& in_file, const OrderedJson& read,
                                            const OrderedJson& comes_to) {
  if (in_file.is_object() && read.is_object() && comes_to.is_object()) {
    for (const auto& [key, value] : comes_to.items()) {
      const auto own = in_file.find(key);
      if (own == in_file.end()) continue;
      if (const auto path = differing_figure(*own, read.value(key, OrderedJson()), value)) return "/" + key + *path;
    }
    return std::nullopt;
  }
  const bool is_as_read = is_same_figure(read, comes_to) || is_same_figure(in_file, comes_to);
  return is_as_read ? std::nullopt : std::optional<std::string>("");
}

/// Refuses a plan whose figures are not those that its layout, machines, prices and job come to. Only the sums of a
/// plan are compared that another release made, or that does not say its constants.
std::optional<Error> refuse_changed_figures(const SavedPlan& saved, const Json& entry, const std::string& file,
                                            const DataFiles& data, const SearchWatch& watch) {
  const bool is_own = saved.version == program_version() && !saved.constants.empty();
  const Result<Plan> again = is_own ? re_estimated(saved.plan, saved.scenario, saved.constants_in(data), watch)
                                    : Result<Plan>(with_sums_anew(saved.plan, saved.scenario));
  if (watch.stopped()) return std::nullopt;  // nobody waits for an answer
  if (!again) return bad_input("{}: {}", file, in_english(again.error().message)).value();
  const OrderedJson in_file(entry), comes_to = json_of(*again, saved.scenario, Translator());
  const auto path = differing_figure(in_file, json_of(saved.plan, saved.scenario, Translator()), comes_to);
  if (!path) return std::nullopt;
  const OrderedJson::json_pointer place(*path);
  std::string key = "plan" + *path;
  std::replace(key.begin(), key.end(), '/', '.');
  return bad_input(
             "{}: '{}' is {}, but the plan's other figures come to {}: it was changed, or made with other data or by "
             "another build; plan again",
             file, key, in_file.at(place).dump(), comes_to.at(place).dump())
      .value();
}

/// Enters the components of a plan that was read; its sums stay as the file has them.
void enter_costs(Plan& plan, const Scenario& scenario, const Catalog& catalog) {
  CostLedger as_read = plan.costs;
  std::vector<Message> told_then;
  charge_by_the_hour(plan, scenario);
  charge_on_top(plan, scenario, catalog, told_then);
  as_read.components = std::move(plan.costs.components);
  as_read.hours = plan.costs.hours;
  plan.costs = std::move(as_read);
}

Result<SavedPlan> saved_plan(const Json& entry, const std::string& file, const DataFiles& data,
                             const Catalog& catalog) {
  Fields fields(entry, file, "plan");
  Json keys = without_hardware(fields.value("scenario"));
  Result<Scenario> scenario = read_scenario(keys, file, data, catalog);
  if (!scenario) return fail(scenario);
  keep_market(fields.value("scenario"), scenario->hardware);
  const std::string& as_of = scenario->hardware.prices_as_of;
  if (const Result<std::string> date = parse_date(as_of, "prices_as_of"); !as_of.empty() && !date)
    return bad_input("{}: {}", file, in_english(date.error().message));
  Result<Plan> plan = plan_from_json(entry, *scenario, file);
  if (!plan) return fail(plan);
  if (const std::optional<Message> illegal = why_illegal(*scenario, *plan))
    return bad_input("{}: {}", file, in_english(*illegal));
  if (std::optional<Error> error = refuse_type(scenario->job, plan->cluster.instance().accelerator))
    return bad_input("{}: {}", file, in_english(error->message));
  enter_costs(*plan, *scenario, catalog);
  if (auto* const training = std::get_if<TrainingJob>(&scenario->job)) {
    if (std::optional<Rollout>& rollout = training->post_training.rollout) {  // as it was planned with
      const StepEstimate& step = plan->training()->step;
      rollout->between_phases = step.between_phases_s / (step.step_time_s - step.between_phases_s);
    }
  }
  return SavedPlan{std::move(*scenario), std::move(*plan), fields.text_or("hakaru", ""), "", std::move(keys)};
}

}  // namespace

std::string_view program_version() { return HAKARU_VERSION; }

OrderedJson plan_file(const Scenario& scenario, const PlanResult& result, double elapsed_s,
                      const Translator& translator, const DataFiles& data) {
  OrderedJson file{{"hakaru", program_version()}, {"format_version", plan_file_version}};
  file.update(json_of(scenario, result, elapsed_s, translator));
  const Model& described = model_of(scenario.job);
  const OrderedJson model = json_of(described);
  Json keys = scenario.echo;
  keys["model"] = description_of(described);
  for (std::size_t at = 0; at < result.plans.size(); ++at) {
    OrderedJson& plan = file["plans"][at];
    plan["hakaru"] = program_version();
    plan["scenario"] = keys;
    const std::optional<Quantisation>& types = result.plans[at].quantisation;
    if (types) {
      if (types->experts == types->weights && !is_as_stored(described))
        plan["scenario"]["weights"] = name_of(types->weights);
      plan["scenario"]["kv_cache"] = name_of(types->kv_cache);
    } else if (!result.plans[at].precision.empty()) {
      plan["scenario"]["precision"] = result.plans[at].precision;
    }
    plan["model"] = model;
    plan["hardware"] = hardware_json(result.plans[at].cluster.instance());
  }
  file["constants"] = OrderedJson::object();
  const Result<ConstantTables> constants = constants_of(scenario, result.plans, data);
  for (const auto& [path, table] : constants.value_or(ConstantTables())) file["constants"][path] = OrderedJson(table);
  return file;
}

PlanReference plan_reference(const std::string& text) {
  const std::size_t mark = text.rfind('#');
  if (mark == std::string::npos) return {text};
  std::int64_t rank = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + mark + 1, end, rank);
  return error == std::errc() && stop == end ? PlanReference{text.substr(0, mark), rank} : PlanReference{text};
}

Result<SavedPlan> read_plan(const std::string& reference, const DataFiles& data, const Catalog& catalog,
                            const SearchWatch& watch) {
  const auto [file, rank] = plan_reference(reference);
  Result<std::string> text = read_file(file, largest_plan_file_bytes);
  if (!text) return fail(text);
  Result<SavedPlan> saved = plan_in(*text, file, rank.value_or(1), data, catalog, watch);
  if (saved) saved->file = std::move(*text);
  return saved;
}

Result<SavedPlan> plan_in(std::string_view text, const std::string& file, std::int64_t rank, const DataFiles& data,
                          const Catalog& catalog, const SearchWatch& watch) {
  std::size_t plans = 0;
  std::optional<Json> entry;
  const Members members{"plans", [&, wanted = rank](const std::string&, const Json& plan) -> std::optional<Error> {
                          ++plans;
                          Fields fields(plan, file, "plan");
                          if (!entry && fields.integer("rank", ranks_of_plans) == wanted && !fields.error())
                            entry = plan;
                          return std::nullopt;
                        }};
  const Result<Json> json = parse_json(text, file, members);
  if (!json) return fail(json);
  if (!json->is_object() || !json->contains("plans") || !json->at("plans").is_array() || !json->contains("hakaru"))
    return bad_input("{}: not a plan; accepted: a file written by hakaru plan … -o FILE", file);
  const Result<ConstantTables> constants = kept_constants(*json, file);
  if (!constants) return fail(constants);
  if (!entry) return bad_input("{}: has no plan of rank {}; it has {}", file, rank, plans);
  Result<SavedPlan> saved = saved_plan(*entry, file, data, catalog);
  if (!saved) return saved;
  if (saved->version.empty()) saved->version = Fields(*json, file).text("hakaru");
  if (std::optional<Error> error = take_constants(*saved, *constants, file, data)) return tl::unexpected(*error);
  if (std::optional<Error> error = refuse_changed_figures(*saved, *entry, file, data, watch))
    return tl::unexpected(*error);
  if (Fields fields(*entry, file, "plan"); fields.has("porting")) {
    Fields porting = fields.inside("porting");
    read_record(porting, saved->plan.porting);
    if (porting.error()) return tl::unexpected(*porting.error());
  }
  return saved;
}

Result<SavedPlan> read_training_plan(const std::string& reference, const DataFiles& data, const Catalog& catalog) {
  Result<SavedPlan> saved = read_plan(reference, data, catalog);
  if (saved && !std::holds_alternative<TrainingJob>(saved->scenario.job))
    return bad_input("{}: not a plan of training; accepted: one of hakaru plan train", reference);
  return saved;
}

}  // namespace hakaru
