#include <array>
#include <cmath>

#include "hakaru/asking/launched/launched.h"
#include "hakaru/core/from_chars.h"
#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/formats/record_json.h"
#include "hakaru/job/layout_fields.h"
#include "hakaru/output/band_text.h"
#include "hakaru/output/launch_text.h"
#include "hakaru/output/plan_cells.h"
#include "hakaru/output/question_text.h"
#include "hakaru/planning/bands/plan_bands.h"

namespace hakaru {
namespace {

/// "micro_batch 1 → 2, recompute full → none"
std::string differences(const Layout& from, const Layout& to) {
  std::vector<std::string> parts;
  each_layout_field([&](const auto& field) {
    const auto& before = from.*field.value;
    const auto& after = to.*field.value;
    if (before != after)
      parts.push_back(fmt::format("{} {} → {}", field.key, cell_of_part(before), cell_of_part(after)));
  });
  return join(parts);
}

std::string told(const Plan& plan, bool within_limits, const Translator& t) {
  if (plan.training() != nullptr)
    return t.say("{} a step", t.time(plan.step_time_s())) +
           (plan.mfu() > 0 ? ", MFU " + in_percent(100 * plan.mfu()) : "");
  const ServingFigures& serving = *plan.serving();
  const std::string rate = serving.held_per_s()
                               ? most_requests(*serving.held_per_s(), within_limits, t)
                               : t.say("{} output tokens/s", with_separators(std::llround(plan.made_per_s())));
  return fmt::format("TTFT {}, TPOT {}, ", t.time(serving.ttft_s), t.time(serving.tpot_s)) + rate;
}

/// True if the plan leaves as little memory free as the launch says, and no more: engines may leave more by themselves.
bool takes_its_share(const Launched& made, const std::string& share) {
  double said = 0;
  from_chars(share.data(), share.data() + share.size(), said);
  constexpr double rounding = 1e-6;
  return made.keys.contains("headroom") &&
         (!made.plan || made.plan->headroom_bytes <= (1 - said + rounding) * made.plan->capacity_bytes);
}

/// Values that were read and that no prediction here takes in: "sequences 512".
std::vector<std::string> no_part_of_it(const Launched& made) {
  const LaunchRead& read = made.read;
  constexpr std::array whats{
      "memory_share", "free_memory_share",  "draft",  "draft_model",    "draft_tokens",    "role",   "compute",
      "prefix_cache", "captured_sequences", "packed", "prompt_buckets", "context_buckets", "slices", "layers_of_chunks",
      "compiled",     "batch_tokens"};
  std::vector<std::string> unused;
  for (const std::string_view what : whats) {
    const auto found = read.said.find(what);
    if (found == read.said.end()) continue;
    if (what == "compute" && found->second == "bf16") continue;
    if (found->second == "-1") continue;  // as many as are left
    if (what == "memory_share" && takes_its_share(made, found->second)) continue;
    unused.push_back(found->first + " " + found->second);
  }
  return unused;
}

bool has_limits(const Launched& made) {
  const auto& demand = made.scenario.demand;
  return demand && (demand->level.ttft_s || demand->level.tpot_s);
}

std::string told_of(const Better& better, const Launched& made, const Translator& t) {
  const std::string what = t(better.what),
                    figures = told(better.plan, better.served == Served::within_limits && has_limits(made), t);
  if (!made.plan || !better.gain_share)
    return t.say("{}: {}", what, figures) + "\n  " +
           (made.plan ? differences(made.plan->layout, better.plan.layout) : in_short(better.plan.layout)) + "\n";
  const std::string gain = in_percent(100 * *better.gain_share);
  const std::string line = made.plan->training() != nullptr
                               ? t.say("{}: a step takes {} less: {}", what, gain, figures)
                               : t.say("{}: a request costs {} less: {}", what, gain, figures);
  return line + "\n  " + differences(made.plan->layout, better.plan.layout) + "\n";
}

/// "At 1 request/s", "With 20 requests always in flight".
std::string load_of(const ServingJob& job, const Translator& t) {
  if (job.concurrency == 1) return t.say("With one request always in flight");
  if (job.concurrency) return t.say("With {} requests always in flight", with_separators(*job.concurrency));
  const double per_s = job.rate_per_s.value_or(0);
  return per_s == 1 ? t.say("At 1 request/s") : t.say("At {} requests/s", per_second(per_s));
}

std::string figures_of_service(const ServingFigures& serving, const Translator& t) {
  std::string text = "TTFT " + t.time(serving.ttft_s);
  if (serving.tpot_s > 0) text += ", TPOT " + t.time(serving.tpot_s);
  return text;
}

/// True if the user states no limit of that key, which then is the usual one.
bool is_usual(const Launched& made, const char* key) { return !made.keys.contains(key); }

/// "TPOT 77.5 ms, over the usual 50.0 ms": the latencies of a plan that are over their limits; empty: none is.
std::vector<std::string> over_limits(const Launched& made, const Translator& t) {
  const ServingFigures& serving = *made.plan->serving();
  const ServiceLevel& level = made.scenario.demand->level;
  std::vector<std::string> over;
  const auto add = [&](const char* key, const char* name, double latency_s, const std::optional<double>& limit_s) {
    if (!limit_s || latency_s <= *limit_s) return;
    over.push_back(is_usual(made, key) ? t.say("{} {}, over the usual {}", name, t.time(latency_s), t.time(*limit_s))
                                       : t.say("{} {}, over {}", name, t.time(latency_s), t.time(*limit_s)));
  };
  add("ttft", "TTFT", serving.ttft_s, level.ttft_s);
  add("tpot", "TPOT", serving.tpot_s, level.tpot_s);
  return over;
}

/// "at an assumed 1 request/s", "at 50 requests/s": the load, and that nobody stated it.
std::string at_load(const Launched& made, const Translator& t) {
  const auto& job = std::get<ServingJob>(made.scenario.job);
  const bool is_assumed =
      ranges::any_of(made.assumed, [](const std::string& each) { return each.starts_with("rate "); });
  const double per_s = job.rate_per_s.value_or(0);
  if (job.concurrency) return t.say("with {} requests always in flight", with_separators(*job.concurrency));
  if (is_assumed) return t.say("at an assumed {} request/s", per_second(per_s));
  return per_s == 1 ? t.say("at 1 request/s") : t.say("at {} requests/s", per_second(per_s));
}

/// "fits (39.1 of 44.7 GiB); TTFT 1.10 s, TPOT 57.6 ms"; of one that misses its limits at its load, which of them.
std::string verdict_on_service(const Launched& made, const Translator& t) {
  const Plan& plan = *made.plan;
  const ServingFigures& serving = *plan.serving();
  std::vector<std::string> parts{
      t.say("fits ({} of {} GiB)", three(plan.memory.total_bytes() / gibi), three(plan.capacity_bytes / gibi))};
  const std::vector<std::string> over = over_limits(made, t);
  if (made.served == Served::saturated) {
    parts.push_back(t.say("{} its queue grows", at_load(made, t)));
    // Saturated, all requests are of the mean length, and follow each other: more of them than of those that vary.
    const double rate_per_s = std::get<ServingJob>(made.scenario.job).rate_per_s.value_or(0);
    if (serving.requests_per_s < rate_per_s)
      parts.push_back(over.empty()
                          ? t.say("saturated {} requests/s", per_second(serving.requests_per_s))
                          : t.say("saturated {} requests/s at {}", per_second(serving.requests_per_s), join(over)));
  } else if (made.served == Served::beyond_limits && !over.empty()) {
    parts.push_back(t.say("{} {}", at_load(made, t), join(over)));
    if (const std::optional<double> held_per_s = serving.held_per_s())
      parts.push_back(most_requests(*held_per_s, false, t));
  } else {
    parts.push_back(figures_of_service(serving, t));
  }
  return join(parts, "; ");
}

/// "At 1 request/s: 81 % likely to keep TTFT ≤ 2.00 s, TPOT ≤ 50.0 ms at p95; sustains 1.65 requests/s within them."
std::string load_line(const Launched& made, const Translator& t) {
  const ServiceLevel& level = made.scenario.demand->level;
  std::vector<std::string> parts;
  const std::string limits = limits_of_latencies(level, t);
  if (limits.empty()) {
    parts.push_back(t.say("latencies are {}, without limits", percentile_name(level.share)));
  } else if (const std::optional<double> chance = chance_to_keep_limits(*made.plan, made.scenario)) {
    parts.push_back(t.say("{} likely to keep {} at {}", chance_cell(chance), limits, percentile_name(level.share)));
  } else {
    parts.push_back(t.say("limits {} at {}", limits, percentile_name(level.share)));
  }
  if (const std::optional<double> held_per_s = made.plan->serving()->held_per_s())
    parts.push_back(limits.empty() ? t.say("sustains {} requests/s", per_second(*held_per_s))
                    : made.served == Served::within_limits
                        ? t.say("sustains {} requests/s within them", per_second(*held_per_s))
                        : t.say("sustains {} requests/s without limits", per_second(*held_per_s)));
  return t.say("{}: {}.", load_of(std::get<ServingJob>(made.scenario.job), t), join(parts, "; "));
}

std::string saturated_line(const Plan& plan, const Translator& t) {
  const ServingFigures& serving = *plan.serving();
  const std::string figures = figures_of_service(serving, t), rate = per_second(serving.requests_per_s);
  if (serving.tpot_s <= 0)
    return t.say(
        "saturated, without limits (each request in flight is followed by the next), on average: {}, {} requests/s",
        figures, rate);
  return t.say(
      "saturated, without limits (each request in flight is followed by the next), on average: {}, {} requests/s, {} "
      "output tokens/s",
      figures, rate, with_separators(std::llround(plan.made_per_s())));
}

/// True of a training whose length nothing says.
bool is_open(const Launched& made) {
  return ranges::any_of(made.assumed, [](const std::string& each) { return each.starts_with("steps "); });
}

/// "; the run takes 7.99 days, $193,412"; "": nothing says how long it is.
std::string length_of_run(const Launched& made, const Translator& t) {
  const std::optional<double> run_s = made.plan->training() != nullptr ? made.plan->duration_s() : std::nullopt;
  if (is_open(made) || !run_s) return "";
  const std::optional<double>& usd = made.plan->cost_usd();
  return "; " + (usd ? t.say("the run takes {}, {}", t.time(*run_s), t.money(*usd))
                     : t.say("the run takes {}", t.time(*run_s)));
}

/// "On 1 × p5.48xlarge, tp4 pp1 dp1 mb1: fits (20.1 of 80 GiB); TTFT 162 ms, TPOT 11.0 ms."
std::string first_line(const Launched& made, const Translator& t) {
  if (!made.has_verdict) return t.say("No verdict: {}", t(*made.why_none));
  if (!made.plan) return t.say("It cannot run: {}", t(*made.why_none));
  return t.say(
      "On {} × {}, {}: {}.", made.plan->cluster.instances, made.plan->cluster.instance().name,
      in_short(made.plan->layout),
      made.scenario.demand ? verdict_on_service(made, t) : told(*made.plan, false, t) + length_of_run(made, t));
}

/// "rate 1/s", "traffic conversation", word by word.
std::vector<std::string> in_words(std::vector<std::string> assumed, const Translator& t) {
  for (std::string& each : assumed) {
    const std::size_t blank = std::min(each.find(' '), each.size());
    each = t.word(each.substr(0, blank)) + (blank < each.size() ? " " + t.word(each.substr(blank + 1)) : "");
  }
  return assumed;
}

}  // namespace

std::string launched_text(const Launched& made, const Pen& pen) {
  const Translator& t = pen.translator;
  std::string text = pen.style.bold(first_line(made, t)) + "\n";
  if (made.machine_taken) text += t.say("{}.", t(*made.machine_taken)) + "\n";
  if (made.plan && made.scenario.demand && made.served != Served::saturated) text += load_line(made, t) + "\n";
  text += t.say("Read as {}: {}", made.read.program->shown, question_of(made.scenario, pen)) + "\n";
  if (!made.assumed.empty())
    text += t.say("Assumed, since nothing says it: {}", join(in_words(made.assumed, t))) + "\n";
  if (const auto unused = no_part_of_it(made); !unused.empty())
    text += t.say("Read, without effect on the prediction: {}", join(unused)) + "\n";
  for (const Message& note : made.notes) text += t.say("note: {}", t(note)) + "\n";
  if (made.plan) {
    Scenario kept = made.scenario;
    if (kept.demand && made.served != Served::within_limits) kept.demand->level.ttft_s = kept.demand->level.tpot_s = {};
    for (const std::string& line : predicted_lines(*made.plan, kept, t, !is_open(made))) text += line + "\n";
    if (is_open(made))
      text += t.say("Nothing says how long the run is: {} gives its time and its cost.", "--tokens N") + "\n";
    if (made.saturated) text += saturated_line(*made.saturated, t) + "\n";
  }
  for (const Better& each : made.better) text += "\n" + told_of(each, made, t);
  if (made.plan && made.better.empty())
    text += "\n" + t.say("No layout on these machines is predicted to be better.") + "\n";
  return text;
}

OrderedJson json_of(const Launched& made, const Translator& t) {
  OrderedJson json{{"program", made.read.program->name}, {"read", OrderedJson::object()}};
  for (const auto& [what, value] : made.read.said) json["read"][what] = value;
  json["assumed"] = made.assumed;
  json["unread"] = made.read.unread;
  json["unused"] = no_part_of_it(made);
  json["notes"] = OrderedJson::array();
  if (made.machine_taken) json["notes"].push_back(t(*made.machine_taken));
  for (const Message& note : made.notes) json["notes"].push_back(t(note));
  json["keys"] = made.keys;
  json["plan"] = made.plan ? json_of(*made.plan, made.scenario, t) : OrderedJson();
  json["served"] = made.plan && made.scenario.demand ? OrderedJson(name_of(made.served)) : OrderedJson();
  json["saturated"] = made.saturated ? json_of(*made.saturated, made.scenario, t) : OrderedJson();
  json["why_none"] = made.why_none ? OrderedJson(t(*made.why_none)) : OrderedJson();
  json["better"] = OrderedJson::array();
  for (const Better& each : made.better)
    json["better"].push_back({{"what", t(each.what)},
                              {"differs", made.plan ? differences(made.plan->layout, each.plan.layout) : ""},
                              {"gain_share", or_null(each.gain_share)},
                              {"plan", json_of(each.plan, made.scenario, t)}});
  return json;
}

}  // namespace hakaru
