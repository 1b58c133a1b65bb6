// Plans: what `plan` answers, what -o keeps, and what of them stands in other answers.
#include <algorithm>
#include <type_traits>

#include "hakaru/core/ranges.h"
#include "hakaru/formats/key_values.h"
#include "hakaru/formats/record_json.h"
#include "hakaru/formats/shape_types.h"
#include "hakaru/job/layout_fields.h"
#include "hakaru/job/scenario.h"
#include "hakaru/planning/money/api_comparison.h"
#include "hakaru/planning/money/cost_kinds.h"
#include "hakaru/planning/plan/plan.h"

namespace hakaru::shape {
namespace {

/// Shape of a question: its keys as said, and the values taken where nothing was.
AnswerShape scenario_of(const std::string& job) {
  AnswerShape scenario{job + "_scenario", "the question's own keys, as said and as taken", {}};
  scenario.keys.push_back({"job", {{"const", job}}, "what is to be done"});
  for (const ScenarioKey& key : scenario_keys()) {
    if (key.jobs.find(job) == std::string::npos) continue;
    scenario.keys.push_back({key.name, echoed_schema(key.value, key.repeatable), key.help, key.name != "model"});
  }
  return scenario;
}

/// Where, how split, how fast, how much: of every plan, whatever the job.
Keys begun(const std::string& job) {
  const bool trains = job == "train";
  Keys keys{{"instance", text(), "instance type"},
            {"instances", integer(), "how many instances"},
            {"accelerator", text(), "accelerator of the instances"},
            {"accelerators", integer(), "ranks of the cluster"},
            {"idle_accelerators", integer(), "accelerators that the layout leaves idle"},
            {"layout", of("layout"), "how the model and its batch are split"},
            {"step_time_s", trains ? number() : nullable(number()), "one optimizer step; null: nothing is trained"},
            {"tokens_per_s", nullable(number()), "tokens of all ranks"},
            {"mfu", nullable(number()), "model FLOPs utilisation, 0 … 1"},
            {"duration_s", nullable(number()), "the whole run, or lot; null: a service has no end"},
            {"cost_usd", nullable(number()), "of the run or lot; of a service, of one hour"},
            {"energy_kwh", nullable(number()), "of the run or lot; of a service, of one hour"}};
  keys.push_back(maybe({"block_hours", number(), "of a Capacity Block, in whole days that hold it with --confidence"}));
  keys.push_back(maybe({"start_up_s", number(), "until rented machines are at work, part of duration_s"}));
  if (trains)
    keys.push_back(maybe({"compile_time_s", number(), "compiling ahead of the first step, part of duration_s"}));
  if (job != "infer")
    keys.push_back(
        maybe({"precision", text(), "recipe, or types of weights and KV cache, where several were compared"}));
  return keys;
}

Keys figures_of(const std::string& job) {
  if (job == "serve") return keys_of<ServingFigures>();
  return job == "infer" ? keys_of<InferenceFigures>() : Keys{};
}

Keys plan_keys(const std::string& job) {
  Keys keys = joined({{"rank", integer(), "1: the best"}}, begun(job));
  keys.push_back({"memory", of("memory"), "what the fullest device must hold"});
  keys = joined(std::move(keys), figures_of(job));
  keys = joined(
      std::move(keys),
      {{"error_band_pct", nullable(number()),
        "larger half-width of the 90 % error band of the step, the output token or the batch; null: nothing of "
        "the kind was measured"},
       {"evidence_count", integer(), "measured runs that are most like it"},
       {"band", nullable(of("band")), "the error bands of its figures"},
       {"chance_to_keep_limits", nullable(number()), "0 … 1: probability that deadline, budget or latencies are kept"},
       {"is_safe", truth(), "whether they are kept with the confidence asked for"},
       {"chance_out_of_memory", nullable(number()), "0 … 1: that the fullest device runs out of memory"},
       maybe({"chance_best", number(), "0 … 1: that it is the best of these plans"})});
  keys = joined(std::move(keys), keys_of<PlanEvidence>());
  keys = joined(std::move(keys), {{"also", list(text()), "larger instances that hold the same"},
                                  {"usd_per_h", nullable(number()), "price of the cluster"}});
  if (job == "serve") keys.push_back({"usd_per_month", nullable(number()), "price of the service"});
  keys = joined(std::move(keys), {{"price_kind", nullable(text()), "how it is bought (on_demand, spot, …)"},
                                  {"price", nullable(of("price")), "the price of one instance"},
                                  {"calibration", nullable(text()), "the constants that were used"}});
  if (job != "serve") {
    keys.push_back(maybe({"block", of("capacity_block"), "the Capacity Block that is bought, of those offered"}));
    keys.push_back(maybe({"waits_s", number(), "until that starts"}));
  }
  if (job == "train") {
    keys.push_back({"step", of("step"), "the step, part by part"});
    keys.push_back(maybe({"rollout", of("rollout"), "how a step of GRPO samples its completions"}));
  }
  keys.push_back({"porting", of("porting"), "what it takes to move the software there"});
  for (const CostKind& kind : cost_kinds) {
    const std::string key = kind.key;
    if (key.empty() || kind.jobs.find(job) == std::string_view::npos) continue;
    keys.push_back(maybe({key, key.ends_with("_usd") ? number() : of(key), kind.help}));
  }
  keys.push_back(notes());
  return keys;
}

Keys answer_keys(const std::string& job, const std::string& plan) {
  Keys keys{{"scenario", of(job + "_scenario"), "what was asked for"},
            {"evaluated_layouts", integer(), "layouts that were looked at"},
            {"feasible_layouts", integer(), "layouts that fit and keep the limits"},
            {"complete", truth(), "whether the search went to its end"},
            elapsed(),
            {"recommended_rank", integer(), "the plan to take: the first"},
            notes(),
            {"plans", list(of(plan)), "the best first"}};
  keys.push_back(maybe({"choice", of("choice"), "how sure the order is, and what would settle it"}));
  keys.push_back(maybe({"fewest_in_time", of("fewest_in_time"), "the fewest accelerators that meet the deadline"}));
  keys.push_back(maybe({"what_if", list(of(job + "_what_if")), "the best plan again, were one thing changed"}));
  keys.push_back(maybe({"regions", list(of("regional_cost")), "the best plan in each region, where any would do"}));
  keys.push_back(maybe({"bought_otherwise", list(of("regional_cost")), "the plan to take by other kinds of price"}));
  if (job == "serve") keys.push_back(maybe({"api", of("api_comparison"), "beside a service that sells tokens"}));
  if (job == "serve") keys.push_back(maybe({"demand", of("demand"), "what the live service bears"}));
  if (job == "infer") keys.push_back(maybe({"pipeline", of("pipeline"), "what one picture takes"}));
  if (job != "infer")
    keys.push_back(maybe({"pareto", list(of(job + "_summary")), "none is better in time, cost and energy at once"}));
  return keys;
}

/// Shape of the figures that a change may change, of each kind of plan its own.
AnswerShape what_if_of(const std::string& job) {
  AnswerShape what_if{job + "_what_if",
                      "the best plan again, were one thing changed",
                      {{"change", text(), "as it was asked"},
                       {"plan", nullable(of(job + "_summary")), "the best plan then; null: none"},
                       {"why_none", nullable(text()), "why there is none"}}};
  const auto add = [&](const std::string& figure, bool always = true) {
    what_if.keys.push_back({figure + "_change_pct", nullable(number()), "beside the plan as it is", !always});
  };
  if (job == "train") {
    for (const char* figure : {"step_time", "duration", "cost"}) add(figure);
  } else if (job == "serve") {
    for (const char* figure : {"ttft", "tpot"}) add(figure);
    for (const char* figure : {"usd_per_month", "output_tokens_per_s", "cost_per_million_tokens"}) add(figure, false);
  } else {
    for (const char* figure : {"latency", "items_per_s"}) add(figure);
    for (const char* figure : {"duration", "cost", "cost_per_million_items"}) add(figure, false);
  }
  return what_if;
}

Keys summary_keys(const std::string& job) {
  Keys keys = joined(begun(job), figures_of(job));
  keys.push_back({"price", of("price_kind"), "how it is bought"});
  if (job == "serve") keys.push_back(maybe({"usd_per_month", nullable(number()), "price of the service"}));
  return keys;
}

/// `keys`, each of which may be null: of a row that has no plan.
Keys cells_of(Keys keys) {
  for (AnswerKey& key : keys) {
    const bool is_shape = key.type.contains("$ref");
    key.type = is_shape ? OrderedJson{{"$ref", key.type["$ref"].get<std::string>() + "_cells"}} : nullable(key.type);
  }
  return keys;
}

/// A row of a sweep: the keys that vary, and the columns of the best plan.
AnswerShape row_of_sweep(const std::string& job) {
  const OrderedJson value = {{"type", {"string", "number", "boolean", "null"}}};
  const Keys begins{{"index", integer(), "of the scenario, from 0"},
                    maybe({"scenario", by_name(value), "the keys that vary"}),
                    {"why_none", nullable(text()), "why there is none"}};
  Keys plan = summary_keys(job);
  plan.push_back({"objective", of("objective_ends"), "what it is ranked by"});
  plan.push_back({"memory", of("memory"), "what the fullest device must hold"});
  return {job + "_row", "the best plan of a scenario; nulls where there is none", joined(begins, cells_of(plan))};
}

/// A plan, its summary, what -o keeps of it, and the answers that hold them.
std::vector<AnswerShape> plans_to(const std::string& job) {
  const std::string plan = job + "_plan", whole = "whole_" + plan, file = job + "_plan_file",
                    ranked = "plans_to_" + job;
  const Keys kept{{"hakaru", text(), "version of the program"},
                  {"format_version", integer(), "version of the file's format"},
                  {"constants", by_name({{"type", "object"}}), "what the plans were made with, by file of the data"}};
  const Keys stands_alone{{"hakaru", text(), "version of the program"},
                          {"scenario", of(job + "_scenario"), "what was asked for"},
                          {"model", of("model"), "the model in numbers"},
                          {"hardware", of("hardware"), "the machine with every figure and source"}};
  return {scenario_of(job),
          {job + "_summary", "a plan's first keys", summary_keys(job)},
          what_if_of(job),
          row_of_sweep(job),
          {plan, "a plan", plan_keys(job)},
          {whole, "a plan that stands alone", joined(plan_keys(job), stands_alone)},
          {file, "what plan -o keeps", joined(kept, answer_keys(job, whole))},
          {ranked, "ranked plans", answer_keys(job, plan)},
          {"plan_" + job + "_answer",
           "ranked plans; whole where that was asked for",
           {},
           any_shape({ranked.c_str(), file.c_str()})}};
}

template <typename Value>
OrderedJson type_of(const LayoutField<Value>&) {
  if constexpr (std::is_enum_v<Value>) {
    return {{"enum", choice_names<Value>}};
  } else {
    return std::is_same_v<Value, bool> ? truth() : integer();
  }
}

std::vector<AnswerShape> parts_of_plans() {
  return {
      shape_of<MemoryBreakdown>(),
      {"memory",
       "the fullest device",
       {{"device", of("device"), "what one device holds"},
        {"capacity_bytes", nullable(number()), "memory of the device"},
        {"headroom_bytes", nullable(number()), "memory that must stay free"},
        {"fits", nullable(truth()), "whether it fits; null: no device was named"},
        maybe({"host_bytes", number(), "of the instance's memory, what is offloaded takes for each device"})}},
      {"band",
       "error bands, of runs that no fit had seen",
       {{"coverage_pct", number(), "of figures that low and high hold"},
        {"covers", text(), "what of a measured run they hold"},
        {"nearest", one_of({"series", "model", "pair", "apart", "software", "none"}),
         "what was run with this software on this accelerator: this model in this configuration, in others, other "
         "models; software: it on other accelerators; none: it was not"},
        {"like", text(), "the runs that are most like it"},
        {"runs", integer(), "how many these are"},
        {"models", integer(), "of how many models"},
        {"median_error_pct", number(), "how far off these were predicted"},
        {"runs_in_all", integer(), "runs whose spread, brought to theirs, is the band"},
        {"wider_because", list(text()), "what no run is like"},
        {"figures", by_name(of("figure_band")), "by key of the plan"}}},
      shape_of<BandEnds>(),
      {"objective_ends_cells", "the figure that plans are ranked by, and its error band",
       cells_of({{"figure", number(), "cost, time, energy or rate, as asked"},
                 {"low", number(), "of the 90 % band"},
                 {"high", number(), "of the 90 % band"}})},
      shape_of<PlanChoice>(),
      shape_of<WorthMeasuring>(),
      shape_of<Exposed>(),
      shape_of<RolloutFigures>(),
      shape_of<StepEstimate>(),
      shape_of<Price>(),
      {"price_kind", "how it is bought", {{"kind", nullable(text()), "how it is bought (on_demand, spot, …)"}}},
      shape_of<DataCosts>(),
      shape_of<Porting>(),
      shape_of<ScalingFigures>(),
      shape_of<BaseAndPeak>(),
      {"regional_cost",
       "what the best plan costs in one region",
       {{"region", text(), "region of the price"},
        {"usd_per_h", number(), "price of the cluster"},
        {"price_kind", text(), "how it is bought (on_demand, spot, …)"},
        {"as_of", text(), "date of the price"},
        maybe({"cost_usd", nullable(number()), "cost of the whole run"}),
        maybe({"usd_per_month", number(), "price of the service"})}},
      shape_of<ApiComparison::Beside>(),
      shape_of<ApiComparison>(),
      shape_of<FewestInTime>(),
      {"demand",
       "what a live service was asked to bear",
       {{"traffic", nullable(text()), "named lengths of prompts and answers"},
        {"replayed", truth(), "whether a trace's requests come as they came"},
        {"rate_per_s", nullable(number()), "requests that come"},
        {"users", nullable(integer()), "people who read and type between requests"},
        {"think_time_s", nullable(number()), "time between an answer and the next request of a user"},
        {"concurrency", nullable(integer()), "requests always in flight"},
        {"mean_input_tokens", number(), "of prompts, in the mean"},
        {"mean_output_tokens", number(), "of answers, in the mean"},
        {"left_out_requests", integer(), "requests of a trace that are longer than the context"},
        {"percentile", text(), "percentile that keeps the limits"},
        {"ttft_s", nullable(number()), "limit of the time to first token"},
        {"tpot_s", nullable(number()), "limit of the time per output token"}}},
      {"pipeline",
       "what one picture takes",
       {{"pixels", integer(), "along one side"},
        {"steps", nullable(number()), "diffusion steps; null: the runs were given"},
        {"guided", nullable(truth()), "whether each step runs twice"},
        {"networks", list(of("network_of_picture")), "what runs, in its order"}}},
      {"network_of_picture",
       "a network that makes pictures",
       {{"model", text(), "its name"},
        {"runs", number(), "forward passes for one picture"},
        {"tokens", nullable(integer()), "tokens that it reads"},
        {"parameters", integer(), "its parameters"}}},
  };
}

}  // namespace

/// As job/layout_fields.h has them, told as its keys are.
AnswerShape of_layout() {
  AnswerShape layout{"layout", "how a model and its batch are split over the cluster", {}};
  each_layout_field([&](const auto& field) {
    const auto& asked = *ranges::find(scenario_keys(), field.key, &ScenarioKey::name);
    layout.keys.push_back({field.key, type_of(field), asked.help, field.unsaid_if_usual});
  });
  return layout;
}

AnswerKey notes() { return {"notes", list(text()), "what else is to be known"}; }

AnswerKey constants_changed() {
  return maybe({"constants_changed", list(of("changed_constant")), "since the plan was made"});
}

AnswerKey elapsed() {
  return maybe({"elapsed_s", number(), "wall-clock time of the answer; hakaru ask leaves it out"});
}

std::vector<AnswerShape> of_plans() {
  std::vector<AnswerShape> all{of_layout()};
  for (AnswerShape& each : parts_of_plans()) all.push_back(std::move(each));
  for (const char* name : {"layout", "memory", "device", "price_kind", "plan_scaling"}) {
    const AnswerShape& whole = *ranges::find(all, name, &AnswerShape::name);
    AnswerShape cells{whole.name + "_cells", whole.help, cells_of(whole.keys)};
    all.push_back(std::move(cells));
  }
  for (const char* job : {"train", "serve", "infer"}) {
    for (AnswerShape& each : plans_to(job)) all.push_back(std::move(each));
  }
  return all;
}

}  // namespace hakaru::shape
