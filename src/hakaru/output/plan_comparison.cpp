#include "hakaru/output/plan_comparison.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/formats/band_json.h"
#include "hakaru/formats/nullable.h"
#include "hakaru/output/band_text.h"
#include "hakaru/output/plan_cells.h"
#include "hakaru/output/question_text.h"
#include "hakaru/planning/bands/plan_choice.h"

namespace hakaru {
namespace {

std::string_view kind_of(const Job& job) {
  if (std::holds_alternative<TrainingJob>(job)) return "train";
  return std::holds_alternative<ServingJob>(job) ? "serve" : "infer";
}

/// The question, as a scenario's keys.
OrderedJson asked_of(const TrainingJob& job) {
  OrderedJson asked{{"model", job.model.name},
                    {"tokens", job.tokens},
                    {"sequence_length", job.sequence_length},
                    {"global_batch", job.global_batch},
                    {"image_size", positive_or_null(job.image_size)},
                    {"document_length", positive_or_null(job.document_tokens)},
                    {"encode_in_step", !job.encoders.empty()},
                    {"mtp_layers", positive_or_null(job.prediction_layers)},
                    {"expert_skew", positive_or_null(job.expert_choice.skew)},
                    {"expert_capacity", positive_or_null(job.expert_choice.capacity)},
                    {"algorithm", name_of(job.post_training.algorithm)},
                    {"reference", job.post_training.has_reference},
                    {"lora_rank", job.lora ? OrderedJson(job.lora->rank) : OrderedJson()},
                    {"data_set", positive_or_null(job.data_set.bytes)},
                    {"data_set_storage", text_or_null(job.data_set.storage)},
                    {"data_set_region", text_or_null(job.data_set.region)}};
  if (const std::optional<Rollout>& rollout = job.post_training.rollout) {
    asked.update({{"group_size", rollout->group_size},
                  {"input_length", rollout->input_length},
                  {"output_length", rollout->output_length},
                  {"output_spread", rollout->output_spread},
                  {"context", rollout->context},
                  {"rollout_tp", or_null(rollout->tp)}});
  }
  return asked;
}

OrderedJson asked_of(const ServingJob& job) {
  return {{"model", job.model.name},
          {"context", job.context},
          {"input_length", job.input_length},
          {"output_length", job.output_length},
          {"images", positive_or_null(job.images)},
          {"image_size", positive_or_null(job.images > 0 ? job.image_size : 0)},
          {"concurrency", or_null(job.concurrency)},
          {"rate", or_null(job.rate_per_s)},
          {"ttft", or_null(job.ttft_s)},
          {"tpot", or_null(job.tpot_s)}};
}

OrderedJson asked_of(const BatchInferenceJob& job) {
  return {{"model", job.model.name},
          {"items", positive_or_null(job.items)},
          {"sequence_length", job.sequence_length},
          {"image_size", positive_or_null(job.image_size)},
          {"runs_per_item", positive_or_null(job.runs_per_item)},
          {"latency", or_null(job.latency_s)}};
}

/// The number formats and the software, as a scenario's keys.
OrderedJson formats_of(const Plan&, const TrainingJob& job) {
  const std::string &software = job.software.constants, &version = job.software.version;
  return {{"precision", job.recipe.name},
          {"optimizer", job.optimizer.name},
          {"software", text_or_null(version.empty() ? software : software + "@" + version)},
          {"flash_attention", job.flash_attention}};
}

OrderedJson formats_of(const Plan& plan, const ServingJob& job) {
  const ServingFigures& serving = *plan.serving();
  return {{"weights", name_of(job.weights)},
          {"experts", job.model.experts > 0 ? OrderedJson(name_of(job.experts)) : OrderedJson()},
          {"kv_cache", name_of(job.kv_cache)},
          {"compute", name_of(serving.compute.value_or(job.compute))},
          {"engine", text_or_null(serving.engine)},
          {"batch", serving.batch},
          {"max_num_seqs", positive_or_null(serving.max_num_seqs)},
          {"prefill_replicas", positive_or_null(serving.prefill_replicas)}};
}

OrderedJson formats_of(const Plan& plan, const BatchInferenceJob& job) {
  return {{"weights", name_of(job.weights)}, {"compute", name_of(job.compute)}, {"batch", plan.inference()->batch}};
}

OrderedJson choices_in(const SavedPlan& saved) {
  const Plan& plan = saved.plan;
  OrderedJson json{{"instance", plan.cluster.instance().name},
                   {"instances", plan.cluster.instances},
                   {"accelerator", plan.cluster.instance().accelerator.name},
                   {"accelerators", plan.cluster.ranks()}};
  json.update(json_of(plan.layout));
  json.update(std::visit([&](const auto& job) { return formats_of(plan, job); }, saved.scenario.job));
  json["price_kind"] = plan.price ? OrderedJson(name_of(plan.price->kind)) : OrderedJson();
  json["region"] = plan.price ? OrderedJson(plan.price->region) : OrderedJson();
  return json;
}

/// The keys of either whose values are not the same, in the order of `a`.
std::vector<Difference> differing(const OrderedJson& a, const OrderedJson& b) {
  std::vector<Difference> result;
  const auto value = [](const OrderedJson& json, const std::string& key) {
    return json.contains(key) ? json.at(key) : OrderedJson();
  };
  for (const auto& [key, of_a] : a.items()) {
    if (OrderedJson of_b = value(b, key); of_a != of_b) result.push_back({key, of_a, std::move(of_b)});
  }
  for (const auto& [key, of_b] : b.items()) {
    if (!a.contains(key)) result.push_back({key, nullptr, of_b});
  }
  return result;
}

/// A figure's name in JSON, and in words.
struct Figure {
  std::string part, label;
};

std::vector<Figure> step_figures() {
  std::vector<Figure> figures;
  each_shown(StepEstimate{}, [&](const std::string& path, const char* column, double) {
    figures.push_back({path, column});
  });
  return figures;
}

/// A plan's figures: its step's, and those that it comes to.
const std::vector<Figure>& all_figures() {
  static const std::vector<Figure> all = [] {
    std::vector<Figure> figures = step_figures();
    figures.insert(figures.end(), {{"step_time_s", "step"},
                                   {"ttft_s", "TTFT"},
                                   {"tpot_s", "TPOT"},
                                   {"requests_per_s", "requests/s"},
                                   {"output_tokens_per_s", "tokens/s"},
                                   {"latency_s", "latency"},
                                   {"items_per_s", "items/s"},
                                   {"mfu", "MFU"},
                                   {"duration_s", "time"},
                                   {"cost_usd", "cost"},
                                   {"usd_per_h", "$/h"},
                                   {"usd_per_month", "$/month"},
                                   {"cost_per_million_tokens_usd", "$/million tokens"},
                                   {"cost_per_million_items_usd", "$/million items"},
                                   {"energy_kwh", "energy"},
                                   {"memory_bytes", "memory per device"}});
    return figures;
  }();
  return all;
}

/// A number at "a.b" in a plan's JSON; empty where there is none.
std::optional<double> figure_at(const OrderedJson& json, std::string_view path) {
  const OrderedJson* at = &json;
  for (std::string_view rest = path; !rest.empty();) {
    const std::size_t dot = std::min(rest.find('.'), rest.size());
    const auto found = at->find(std::string(rest.substr(0, dot)));
    if (found == at->end()) return std::nullopt;
    at = &*found;
    rest.remove_prefix(std::min(dot + 1, rest.size()));
  }
  return at->is_number() ? std::optional(at->get<double>()) : std::nullopt;
}

/// As --json tells it; what has no end has no cost but its rate.
OrderedJson figures_in(const SavedPlan& saved) {
  const Plan& plan = saved.plan;
  OrderedJson json = json_of(plan, saved.scenario, Translator());
  if (json.contains("step")) {
    const OrderedJson step = json["step"];  // apart: what is updated moves
    json.update(step);
  }
  json["memory_bytes"] = plan.memory.total_bytes();
  if (!plan.ends()) {
    json.erase("cost_usd");
    json.erase("energy_kwh");
  }
  return json;
}

std::vector<FigurePair> figures_of(const SavedPlan& a, const SavedPlan& b) {
  const OrderedJson of_a = figures_in(a), of_b = figures_in(b);
  std::vector<FigurePair> pairs;
  for (const Figure& figure : all_figures()) {
    FigurePair pair{figure.part, figure_at(of_a, figure.part), figure_at(of_b, figure.part)};
    if (pair.a || pair.b) pairs.push_back(std::move(pair));
  }
  return pairs;
}

std::vector<Difference> all_differences(const PlanComparison& comparison) {
  std::vector<Difference> all = comparison.questions;
  all.insert(all.end(), comparison.choices.begin(), comparison.choices.end());
  return all;
}

OrderedJson json_of(const std::vector<Difference>& differences) {
  OrderedJson list = OrderedJson::array();
  for (const Difference& each : differences) list.push_back({{"key", each.key}, {"a", each.a}, {"b", each.b}});
  return list;
}

std::string words_for(const std::string& part) { return ranges::find(all_figures(), part, &Figure::part)->label; }

/// In the unit of its part.
std::string told_figure(const std::string& part, const std::optional<double>& value, const Translator& t) {
  if (!value) return "–";
  if (part == "mfu") return in_percent(100 * *value);
  if (part == "memory_bytes") return in_gib(*value);
  if (part == "energy_kwh") return energy_or_dash(value);
  if (part.find("usd") != std::string::npos) return t.money(*value);
  if (part.ends_with("_per_s")) return per_second(*value);
  return *value == 0 ? "0" : t.time(*value);
}

std::string told_difference(const FigurePair& pair, const Translator& t) {
  const std::optional<double> difference = pair.difference();
  if (!difference || *difference == 0) return difference ? "=" : "–";
  return (*difference > 0 ? "+" : "-") + told_figure(pair.part, std::abs(*difference), t);
}

std::string change_in_percent(const FigurePair& pair) {
  const bool known = pair.a && pair.b && *pair.a > 0 && *pair.a != *pair.b;
  return known ? in_percent(100 * (*pair.b / *pair.a - 1), true) : "";
}

std::string figures_table(const std::vector<FigurePair>& figures, const Pen& pen) {
  const Translator& t = pen.translator;
  Table table(
      {{t.say("part")}, {"A", Align::right}, {"B", Align::right}, {"B − A", Align::right}, {"%", Align::right}});
  for (const FigurePair& pair : figures) {
    const bool neither = pair.a.value_or(0) == 0 && pair.b.value_or(0) == 0;
    if (neither) continue;
    table.add({t.word(words_for(pair.part)), told_figure(pair.part, pair.a, t), told_figure(pair.part, pair.b, t),
               told_difference(pair, t), change_in_percent(pair)});
  }
  return table.text(pen.style);
}

std::string told_value(const OrderedJson& value) {
  if (value.is_null()) return "–";
  if (value.is_string()) return printable(value.get<std::string>());
  return value.is_number_integer() ? with_separators(value.get<std::int64_t>()) : value.dump();
}

std::string differences_table(const std::vector<Difference>& differences, const Pen& pen) {
  Table table({{pen.translator.say("key")}, {"A"}, {"B"}});
  for (const Difference& each : differences) table.add({each.key, told_value(each.a), told_value(each.b)});
  return table.text(pen.style);
}

/// The few constants that both rest on and that differ most.
std::vector<std::string> other_constants(const SavedPlan& a, const SavedPlan& b) {
  constexpr std::size_t most_told = 3;
  std::vector<std::string> names;
  for (const ChangedConstant& each : changed_constants(a.constants, b.constants)) {
    if (!each.then.is_null() && !each.now.is_null() && names.size() < most_told) names.push_back(printable(each.name));
  }
  return names;
}

/// Notes on what keeps the figures from being compared as they stand; "": nothing.
std::string cautions(const SavedPlan& a, const SavedPlan& b, const PlanComparison& comparison, const Translator& t) {
  std::string text;
  if (!comparison.questions.empty()) {
    std::vector<std::string> keys;
    for (const Difference& each : comparison.questions) keys.push_back(each.key);
    text += t.say("note: they answer different questions: {}", join(keys)) + "\n";
  }
  const std::optional<Price>&of_a = a.plan.price, &of_b = b.plan.price;
  if (of_a && of_b && of_a->kind != of_b->kind)
    text += t.say("note: A is priced {}, B {}: costs are not like for like", name_of(of_a->kind), name_of(of_b->kind)) +
            "\n";
  if (a.version != b.version)
    text += t.say("note: A was made by version {}, B by version {}", a.version, b.version) + "\n";
  if (const std::vector<std::string> other = other_constants(a, b); !other.empty())
    text += t.say("note: A and B were made with other constants: {}", join(other)) + "\n";
  return text;
}

std::string told_plan(const char* name, const SavedPlan& saved, const Pen& pen) {
  return pen.style.bold(fmt::format("{}: {}, {}", name, machines_of(saved.plan), split_of(saved.plan))) + "\n   " +
         question_of(saved.scenario, pen) + "\n";
}

/// The question as keys; of a live service also its traffic and percentile.
OrderedJson question_in(const SavedPlan& saved) {
  OrderedJson asked = std::visit([](const auto& job) { return asked_of(job); }, saved.scenario.job);
  if (!saved.scenario.traffic.empty()) asked["traffic"] = saved.scenario.traffic;
  if (!saved.scenario.percentile.empty()) asked["at"] = saved.scenario.percentile;
  return asked;
}

bool are_alike(const std::vector<FigurePair>& figures) {
  return ranges::all_of(figures, [](const FigurePair& pair) { return pair.a == pair.b; });
}

/// Whichever is named first: the mean of both orders, whose draws differ.
std::optional<double> chance_of_a(const SavedPlan& a, const SavedPlan& b, const PlanComparison& compared,
                                  double own_share) {
  const bool same_question = compared.questions.empty() && a.scenario.objective == b.scenario.objective;
  const std::optional<Price>&of_a = a.plan.price, &of_b = b.plan.price;
  const bool like_for_like = !of_a || !of_b || of_a->kind == of_b->kind;
  if (!same_question || !like_for_like || are_alike(compared.figures)) return std::nullopt;
  const std::optional<PlanChoice> first = choice_among({a.plan, b.plan}, a.scenario, own_share);
  const std::optional<PlanChoice> second = choice_among({b.plan, a.plan}, a.scenario, own_share);
  if (!first || !second) return std::nullopt;
  return (first->chance_best.front() + second->chance_best.back()) / 2;
}

/// Lines on the bands of both plans, and on the probability that A is better; "": not known.
std::string told_bands(const SavedPlan& a, const PlanComparison& compared, const Translator& t) {
  std::string text;
  const auto add = [&](const char* name, const std::vector<FigureBand>& bands) {
    if (!bands.empty()) text += fmt::format("{}: {}\n", name, t.say("90 % interval: {}", ends_of_bands(bands, t)));
  };
  add("A", compared.bands_of_a);
  add("B", compared.bands_of_b);
  if (compared.chance_a_better)
    text += t.say("A is the better one ({}) with a chance of {}", t.word(name_of(a.scenario.objective)),
                  chance_cell(compared.chance_a_better)) +
            "\n";
  return text;
}

}  // namespace

Result<PlanComparison> compare_plans(const SavedPlan& a, const SavedPlan& b, double own_share) {
  const Job &of_a = a.scenario.job, &of_b = b.scenario.job;
  if (of_a.index() != of_b.index())
    return bad_input("A is a plan to {}, B one to {}; accepted: two plans of the same kind of job", kind_of(of_a),
                     kind_of(of_b));
  PlanComparison compared{.questions = differing(question_in(a), question_in(b)),
                          .choices = differing(choices_in(a), choices_in(b)),
                          .figures = figures_of(a, b),
                          .bands_of_a = figure_bands(a.plan, a.scenario),
                          .bands_of_b = figure_bands(b.plan, b.scenario),
                          .chance_a_better = {}};
  compared.chance_a_better = chance_of_a(a, b, compared, own_share);
  return compared;
}

OrderedJson json_of(const SavedPlan& a, const SavedPlan& b, const PlanComparison& comparison) {
  OrderedJson json{{"a", summary_of(a.plan)},
                   {"b", summary_of(b.plan)},
                   {"questions_differ", OrderedJson::array()},
                   {"differs", json_of(all_differences(comparison))},
                   {"parts", OrderedJson::array()},
                   {"band_of_a", figures_json(comparison.bands_of_a)},
                   {"band_of_b", figures_json(comparison.bands_of_b)},
                   {"chance_a_better", or_null(comparison.chance_a_better)}};
  for (const Difference& each : comparison.questions) json["questions_differ"].push_back(each.key);
  for (const FigurePair& pair : comparison.figures)
    json["parts"].push_back({{"part", pair.part},
                             {"a", or_null(pair.a)},
                             {"b", or_null(pair.b)},
                             {"difference", or_null(pair.difference())}});
  return json;
}

std::string comparison_text(const SavedPlan& a, const SavedPlan& b, const PlanComparison& comparison, const Pen& pen) {
  std::string text = told_plan("A", a, pen) + told_plan("B", b, pen) + "\n";
  const std::vector<Difference> all = all_differences(comparison);
  if (!all.empty()) text += differences_table(all, pen) + "\n";
  text += figures_table(comparison.figures, pen);
  const std::string bands = told_bands(a, comparison, pen.translator);
  if (!bands.empty()) text += "\n" + bands;
  const std::string notes = cautions(a, b, comparison, pen.translator);
  return notes.empty() ? text : text + "\n" + notes;
}

}  // namespace hakaru
