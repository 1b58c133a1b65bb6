// Answers that lay things side by side, and what a plan's arithmetic is.
#include "hakaru/formats/record_json.h"
#include "hakaru/planning/plan/plan.h"

namespace hakaru::shape {
namespace {

/// A figure, a table, a list.
OrderedJson any_json() { return {{"type", {"string", "number", "boolean", "null", "object", "array"}}}; }

OrderedJson any_value() { return {{"type", {"string", "number", "boolean", "null"}}}; }

/// One plan of each instance, for the same job.
std::vector<AnswerShape> comparison_of(const std::string& job) {
  const std::string compared = "compared_to_" + job;
  return {{"compare_" + job + "_answer",
           "instances on one job",
           {{"scenario", of(job + "_scenario"), "what was asked for"},
            {"comparisons", list(of(compared)), "as the instances were named"}}},
          {compared,
           "an instance on the job",
           {{"instance", text(), "instance type"},
            {"plan", nullable(of(job + "_plan")), "its best plan; null: none"},
            {"why_not", nullable(text()), "why there is none"}}}};
}

OrderedJson any_summary() { return any_shape({"train_summary", "serve_summary", "infer_summary"}); }

std::vector<AnswerShape> of_other_comparisons() {
  return {
      {"compare_peaks_answer",
       "what instances can do at most, by specification",
       {{"rows", list(of("peak")), "a figure of an instance each"}}},
      {"peak",
       "a figure of some instances",
       {{"figure", text(), "which figure"},
        {"instance", text(), "instance type"},
        {"instances", integer(), "how many instances"},
        {"value", nullable(number()), "in the unit that the figure names"},
        {"ratio", nullable(number()), "to the first instance"},
        {"note", nullable(text()), "what else is to be known"}}},
      {"compare_plans_answer",
       "two plans side by side",
       {{"a", any_summary(), "the first plan"},
        {"b", any_summary(), "the second plan"},
        {"questions_differ", list(text()), "keys that ask for different things"},
        {"differs", list(of("difference")), "what was asked and chosen differently"},
        {"parts", list(of("compared_part")), "what comes of it"},
        {"band_of_a", by_name(of("figure_band")), "error bands of the first plan, by key"},
        {"band_of_b", by_name(of("figure_band")), "error bands of the second plan, by key"},
        {"chance_a_better", nullable(number()),
         "that the first is the better by what it was ranked by; null: they answer different questions, are "
         "priced otherwise, or alike"}}},
      {"difference",
       "a key that two plans do not share",
       {{"key", text(), "which key"},
        {"a", any_value(), "of the first plan"},
        {"b", any_value(), "of the second plan"}}},
      {"compared_part",
       "a figure of two plans",
       {{"part", text(), "which figure, with its unit"},
        {"a", nullable(number()), "of the first plan"},
        {"b", nullable(number()), "of the second plan"},
        {"difference", nullable(number()), "the second less the first"}}},
      {"explain_answer", "the arithmetic behind a plan",
       joined(keys_of<PlanExplanation>(),
              {{"groups", list(of("talking_group")), "ranks that talk to each other"}, constants_changed()})},
      {"talking_group",
       "a kind of group of several ranks; rank r is of the group floor(r / (ranks * stride)) * stride + r mod stride",
       {{"kind", one_of({"tensor", "context", "expert", "data", "pipeline"}), "what it shares"},
        {"ranks", integer(), "of each group"},
        {"stride", integer(), "ranks between two neighbours of a group"},
        {"instances", integer(), "over which a group lies"},
        {"sharing", integer(), "groups that use an instance's network at once"},
        {"link", text(), "the slowest link that its traffic takes"},
        {"link_bytes_per_s", number(), "one way, of a rank within an instance, of an instance between them"}}},
      {"changed_constant",
       "a constant that has changed since the plan was made",
       {{"constant", text(), "its name"},
        {"then", any_json(), "of then, which the answer is made with"},
        {"now", any_json(), "of now"}}},
      shape_of<Term>(),
  };
}

}  // namespace

std::vector<AnswerShape> of_comparisons() {
  std::vector<AnswerShape> all = of_other_comparisons();
  for (const char* job : {"train", "serve", "infer"}) {
    for (AnswerShape& each : comparison_of(job)) all.push_back(std::move(each));
  }
  return all;
}

}  // namespace hakaru::shape
