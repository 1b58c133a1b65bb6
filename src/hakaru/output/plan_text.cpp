#include "hakaru/output/plan_text.h"

#include "hakaru/core/text.h"
#include "hakaru/output/memory_parts.h"
#include "hakaru/output/plan_answers.h"
#include "hakaru/output/plan_cells.h"

namespace hakaru {
namespace {

std::string share_left_free(const Plan& plan) {
  return fmt::format("{:.3g}", plan.capacity_bytes > 0 ? 100 * plan.headroom_bytes / plan.capacity_bytes : 0);
}

std::string fullness(const Plan& plan) {
  const double share = plan.capacity_bytes > 0 ? plan.memory.total_bytes() / plan.capacity_bytes : 0;
  return fmt::format("{} {:3.0f} %", bar(share), 100 * share);
}

/// What is paid is on demand unless the table says so.
bool not_on_demand(const Plan& plan) { return plan.price && plan.price->kind != PriceKind::on_demand; }

/// The columns that each kind of job adds between the layout and the memory.
struct Figures {
  std::vector<Table::Column> columns;
  std::vector<std::string> (*cells)(const Plan&, const Translator&);
};

Figures figures_of(const Job& job, const Translator& t) {
  const auto right = [](std::string heading) { return Table::Column{std::move(heading), Align::right}; };
  if (std::holds_alternative<ServingJob>(job)) {
    return {{right(t.say("batch")), right("TTFT"), right("TPOT"), right(t.say("tokens/s")),
             right(t.say("$/million tokens"))},
            [](const Plan& plan, const Translator& tr) -> std::vector<std::string> {
              const ServingFigures& s = *plan.serving;
              return {with_separators(s.batch), tr.time(s.ttft_s), tr.time(s.tpot_s), per_second(s.output_tokens_per_s),
                      money_or_dash(s.cost_per_million_tokens_usd)};
            }};
  }
  if (const auto* inference = std::get_if<BatchInferenceJob>(&job); inference != nullptr && inference->items > 0) {
    return {{right(t.say("batch")), right(t.say("latency")), right(t.say("items/s")), right(t.say("time")),
             right(t.say("cost"))},
            [](const Plan& plan, const Translator& tr) -> std::vector<std::string> {
              const InferenceFigures& i = *plan.inference;
              return {with_separators(i.batch), tr.time(i.latency_s), per_second(i.items_per_s),
                      tr.time(plan.duration_s), money_or_dash(plan.cost_usd)};
            }};
  }
  if (std::holds_alternative<BatchInferenceJob>(job)) {
    return {{right(t.say("batch")), right(t.say("latency")), right(t.say("items/s")), right(t.say("$/million items"))},
            [](const Plan& plan, const Translator& tr) -> std::vector<std::string> {
              const InferenceFigures& i = *plan.inference;
              return {with_separators(i.batch), tr.time(i.latency_s), per_second(i.items_per_s),
                      money_or_dash(i.cost_per_million_items_usd)};
            }};
  }
  return {{right(t.say("step")), right(t.say("time")), right(t.say("cost")), right(t.say("energy"))},
          [](const Plan& plan, const Translator& tr) -> std::vector<std::string> {
            return {tr.time(plan.step.step_time_s), tr.time(plan.duration_s), money_or_dash(plan.cost_usd),
                    energy_or_dash(plan.energy_kwh)};
          }};
}

std::string ranked_table(const Scenario& scenario, const std::vector<Plan>& plans, const Pen& pen) {
  const Translator& t = pen.translator;
  const Figures figures = figures_of(scenario.job, t);
  std::vector<Table::Column> columns{{"#", Align::right}, {t.say("instances")}, {t.say("layout")}};
  const bool several_recipes = !scenario.other_recipes.empty() || !scenario.other_quantisations.empty();
  if (several_recipes) columns.push_back({t.say("precision")});
  columns.insert(columns.end(), figures.columns.begin(), figures.columns.end());
  const bool kinds_differ = std::any_of(plans.begin(), plans.end(), not_on_demand);
  if (kinds_differ) columns.push_back({t.say("price")});
  columns.push_back({t.say("memory per device")});
  Table table(columns);
  for (const Plan& plan : plans) {
    std::vector<std::string> cells{std::to_string(plan.rank), machines_of(plan), split_of(plan)};
    if (several_recipes) cells.push_back(plan.precision);
    const std::vector<std::string> own = figures.cells(plan, t);
    cells.insert(cells.end(), own.begin(), own.end());
    if (kinds_differ) cells.emplace_back(plan.price ? name_of(plan.price->kind) : "–");
    cells.push_back(fullness(plan));
    table.add(std::move(cells));
  }
  return table.text(pen.style);
}

/// "6.20 s = compute 4.80 s + exposed communication 0.30 s + …", leaving out what is nothing.
std::string step_sum(const StepEstimate& step, const Translator& t) {
  std::vector<std::string> parts{t.say("compute {}", t.time(step.compute_s))};
  const double exposed_s = step.exposed.total_s();
  if (step.recompute_s > 0) parts.front() += t.say(" (recompute {})", t.time(step.recompute_s));
  if (exposed_s > 0) parts.push_back(t.say("exposed communication {}", t.time(exposed_s)));
  if (step.bubble_s > 0) parts.push_back(t.say("bubble {}", t.time(step.bubble_s)));
  if (step.optimizer_s > 0) parts.push_back(t.say("optimizer {}", t.time(step.optimizer_s)));
  if (step.straggling_s > 0) parts.push_back(t.say("stragglers {}", t.time(step.straggling_s)));
  if (step.loading_s > 0) parts.push_back(t.say("waiting for data {}", t.time(step.loading_s)));
  std::string text = t.say("{} a step = {}", t.time(step.step_time_s), join(parts, " + "));
  if (step.mfu > 0) text += t.say("; MFU {} %", three(100 * step.mfu));
  return text;
}

std::string speed_of(const Plan& plan, const Translator& t) {
  if (plan.serving) {
    return t.say("{} requests/s, {} output tokens/s; a request takes {}", per_second(plan.serving->requests_per_s),
                 per_second(plan.serving->output_tokens_per_s), t.time(plan.serving->request_s));
  }
  if (plan.inference) {
    return t.say("{} items/s, {} for a batch of {}", per_second(plan.inference->items_per_s),
                 t.time(plan.inference->latency_s), plan.inference->batch);
  }
  return step_sum(plan.step, t);
}

std::string price_of(const Price& price, const Translator& t) {
  return t.say("{}/h for each instance, {}, {}, {}", in_usd(price.usd_per_h), name_of(price.kind), price.region,
               price.as_of);
}

std::string best_plan(const Plan& plan, const Pen& pen) {
  const Translator& t = pen.translator;
  const Cluster& cluster = plan.cluster;
  std::string text =
      pen.style.bold(t.say("Best: {} ({} accelerators, {}), {}", machines_of(plan), with_separators(cluster.ranks()),
                           cluster.instance().accelerator.name, choices_of(plan))) +
      "\n";
  text += fmt::format("  {}\n", speed_of(plan, t));
  if (plan.serving && plan.serving->prefill_replicas > 0)
    text += fmt::format("  {}\n", t.say("{} replicas prefill and {} decode", plan.serving->prefill_replicas,
                                        plan.layout.dp - plan.serving->prefill_replicas));
  text += fmt::format("  {}\n", t.say("memory: {}; at least {} % left free",
                                      memory_sum(plan.memory, plan.capacity_bytes, pen), share_left_free(plan)));
  if (plan.price) text += fmt::format("  {}\n", t.say("price: {}", price_of(*plan.price, t)));
  for (const Message& note : plan.notes) text += fmt::format("  {}\n", t.say("note: {}", t(note)));
  return text;
}

/// The cheapest of the plans that cost less when they follow their load; where no price is known, the first.
std::string followed_text(const PlanResult& result, const Pen& pen) {
  const Translator& t = pen.translator;
  const Plan *best = nullptr, *fixed = nullptr;
  const auto is_cheaper = [](const std::optional<double>& one, const std::optional<double>& other) {
    return one && (!other || *one < *other);
  };
  for (const Plan& plan : result.plans) {
    const auto& scaling = plan.serving->scaling;
    if (scaling && (best == nullptr || is_cheaper(scaling->usd_per_h, best->serving->scaling->usd_per_h))) best = &plan;
    if (fixed == nullptr || is_cheaper(plan.usd_per_h, fixed->usd_per_h)) fixed = &plan;
  }
  if (result.followed == 0)
    return t.say("Following the load: of the first plans there is none whose fleet could be smaller for a while.") +
           "\n";
  if (best == nullptr)
    return t.say(
               "Following the load: none of the {} plans tried keeps the limits with fewer instance-hours than as it "
               "is.",
               result.followed) +
           "\n";
  const std::optional<double>& lowest = best->serving->scaling->usd_per_h;
  if (lowest && fixed->usd_per_h && *lowest >= *fixed->usd_per_h)
    return t.say("Following the load: plan {} comes down to {}/h in the mean; plan {} as it is costs {}/h.", best->rank,
                 in_usd(*lowest), fixed->rank, in_usd(*fixed->usd_per_h)) +
           "\n";
  const ScalingFigures& scaling = *best->serving->scaling;
  const auto hours = [](double value) { return fmt::format("{:.3g}", value); };
  const std::string headline = lowest ? t.say("Following the load, the cheapest") : t.say("Following the load");
  std::string text = pen.style.bold(t.say("{}: plan {}, {}, {}, with {} to {} replicas, {} requests in flight for each",
                                          headline, best->rank, best->cluster.instance().name, choices_of(*best),
                                          scaling.least, scaling.most, fmt::format("{:g}", scaling.requests_each))) +
                     "\n";
  const std::optional<double>& as_it_is = best->serving->cost_per_million_tokens_usd;
  if (scaling.cost_per_million_tokens_usd && as_it_is)
    text += fmt::format("  {}\n", t.say("{} per million output tokens in the mean, where the plan as it is costs {}",
                                        in_usd(*scaling.cost_per_million_tokens_usd), in_usd(*as_it_is)));
  text += fmt::format("  {}\n", t.say("TTFT {}, TPOT {}, a request takes {}", t.time(scaling.ttft_s),
                                      t.time(scaling.tpot_s), t.time(scaling.request_s)));
  return text +
         fmt::format("  {}\n", t.say("at most {} replicas at once; {} replica-hours on {} instance-hours in {}; a "
                                     "new replica warms up for {}",
                                     scaling.held_peak, hours(scaling.replica_hours), hours(scaling.instance_hours),
                                     t.time(scaling.hours * seconds_per_hour), t.time(scaling.warm_up_s)));
}

std::string limits_of(const Scenario& scenario, const Translator& t) {
  std::string text = t.say("Ranked by {}", t.word(name_of(scenario.objective)));
  if (scenario.deadline_s) text += t.say(", within {}", t.time(*scenario.deadline_s));
  if (scenario.budget_usd) text += t.say(", for at most {}", in_usd(*scenario.budget_usd));
  return text + t.say(".");
}

/// Value against the first one's, "2.31×"; nothing where either is unknown.
std::string ratio(double value, double first) {
  return value > 0 && first > 0 ? fmt::format("{:.2f}×", value / first) : "–";
}

double speed(const Plan& plan) {
  if (plan.serving) return plan.serving->output_tokens_per_s;
  return plan.inference ? plan.inference->items_per_s : plan.step.tokens_per_s;
}

double cost(const Plan& plan) {
  if (plan.serving) return plan.serving->cost_per_million_tokens_usd.value_or(0);
  return plan.inference ? plan.inference->cost_per_million_items_usd.value_or(0) : plan.cost_usd.value_or(0);
}

/// Energy of the same amount of work.
double energy(const Plan& plan) {
  const double kwh = plan.energy_kwh.value_or(0);
  return plan.duration_s > 0 || speed(plan) <= 0 ? kwh : kwh / speed(plan);
}

/// "trn1.32xlarge, trn1n.32xlarge: the price of …": what the reader should know of the plans, each thing once.
std::string notes_of(const std::vector<Comparison>& comparisons, const Translator& t) {
  std::vector<std::pair<Message, std::vector<std::string>>> notes;
  for (const Comparison& comparison : comparisons) {
    if (!comparison.plan) continue;
    for (const Message& note : comparison.plan->notes) {
      auto found = std::find_if(notes.begin(), notes.end(), [&](const auto& each) { return each.first == note; });
      if (found == notes.end()) found = notes.insert(found, {note, {}});
      if (found->second.empty() || found->second.back() != comparison.instance)
        found->second.push_back(comparison.instance);
    }
  }
  std::string text;
  for (const auto& [note, instances] : notes) text += fmt::format("{}: {}\n", join(instances), t(note));
  return text;
}

/// What a picture takes, network by network: "Each picture of 1,024 × 1,024 pixels takes 50 steps …".
std::string pipeline_of(const BatchInferenceJob& job, const Translator& t) {
  const Model& model = job.model;
  const std::string side = with_separators(image_side(job));
  const bool usual = runs_as_usual(job);
  const std::int64_t runs = runs_of(job);
  std::string steps;
  if (usual && runs > 1)
    steps = model.guided ? t.say("{} steps with guidance = ", with_separators(runs / 2))
                         : t.say("{} steps without guidance = ", with_separators(runs));
  std::vector<std::string> networks{fmt::format("{} × {}", with_separators(runs), model.name)};
  for (const PipelineNetwork& beside : model.besides) {
    networks.push_back(fmt::format("{} × {}", beside.runs, beside.model.name));
    if (beside.encodes) networks.back() += t.say(" (reads a picture too)");
  }
  std::string text = t.say("Each picture of {} × {} pixels: {}{}", side, side, steps, join(networks, " + "));
  return text +
         (model.besides.empty() ? t.say("; no other network, text encoder or autoencoder, is counted.") : t.say("."));
}

/// What the encoder of a model that generates does; nothing where there is none.
std::string encoder_of(const Model& model, const Translator& t) {
  if (encodes_its_prompt(model)) return " " + t.say("An encoder reads each prompt once, ahead of the answer.");
  const std::int64_t positions = source_positions(model);
  if (positions == 0) return "";
  return " " +
         t.say("An encoder reads {} positions once for each request, ahead of the answer.", with_separators(positions));
}

}  // namespace

std::string memory_sum(const MemoryBreakdown& memory, double capacity_bytes, const Pen& pen) {
  const Translator& t = pen.translator;
  std::vector<std::string> parts;
  for (const auto& [name, bytes] : parts_of(memory)) {
    if (bytes > 0) parts.push_back(fmt::format("{} {}", t.word(name), three(bytes / gibi)));
  }
  return t.say("{} = {} of {} GiB", join(parts, " + "), three(memory.total_bytes() / gibi),
               three(capacity_bytes / gibi));
}

std::string question_of(const Scenario& scenario, const Pen& pen) {
  const Translator& t = pen.translator;
  if (const auto* job = std::get_if<TrainingJob>(&scenario.job)) {
    const std::string recipes = join(recipes_asked_for(scenario), " | ");
    if (job->sequence_length == 1) {
      return t.say("Training {} on {} items: {} items a step, {}, {}.", job->model.name, with_separators(job->tokens),
                   with_separators(job->global_batch), recipes, job->optimizer.name);
    }
    return t.say("Training {} on {} tokens: {} sequences of {} tokens a step, {}, {}.", job->model.name,
                 with_separators(job->tokens), with_separators(job->global_batch),
                 with_separators(job->sequence_length), recipes, job->optimizer.name);
  }
  if (const auto* job = std::get_if<ServingJob>(&scenario.job)) {
    const auto types = [&](DataType Quantisation::*of) {  // "bf16 | fp8"
      std::vector<std::string> names{std::string(name_of(quantisation_of(*job).*of))};
      for (const Quantisation& other : scenario.other_quantisations) {
        const std::string name(name_of(other.*of));
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
      }
      return join(names, " | ");
    };
    return t.say("Serving {}: context {}, prompts of {}, answers of {} tokens; weights {}, KV cache {}.",
                 job->model.name, with_separators(job->context), with_separators(job->input_length),
                 with_separators(job->output_length), types(&Quantisation::weights), types(&Quantisation::kv_cache)) +
           encoder_of(job->model, t);
  }
  const auto& job = std::get<BatchInferenceJob>(scenario.job);
  std::string running =
      job.batch == 0
          ? t.say("Running {} on batches of the best size, {}.", job.model.name, name_of(job.compute))
          : t.say("Running {} on batches of {}, {}.", job.model.name, with_separators(job.batch), name_of(job.compute));
  if (job.items > 0) running += " " + t.say("{} items in all.", with_separators(job.items));
  return job.model.family == Family::diffusion ? running + "\n" + pipeline_of(job, t) : running;
}

std::string plan_text(const Scenario& scenario, const PlanResult& result, const Pen& pen) {
  const Translator& t = pen.translator;
  std::string text = question_of(scenario, pen) + " " + limits_of(scenario, t) + "\n\n";
  text += ranked_table(scenario, result.plans, pen) + "\n" + best_plan(result.plans.front(), pen);
  for (const Message& note : result.notes) text += t.say("note: {}", t(note)) + "\n";
  if (scenario.follow && result.complete) text += "\n" + followed_text(result, pen);
  if (scenario.pareto) text += "\n" + pareto_text(result.pareto, pen);
  text += "\n" +
          pen.style.dim(t.say("{} layouts evaluated, {} fit. Estimates without an error band: no measurements "
                              "are laid beside them yet.",
                              with_separators(result.evaluated_layouts), with_separators(result.feasible_layouts))) +
          "\n";
  return text + t.say("Next: add -o plan.json to keep the plans, then: hakaru explain plan.json") + "\n";
}

std::string comparison_text(const Scenario& scenario, const std::vector<Comparison>& comparisons, const Pen& pen) {
  const Translator& t = pen.translator;
  const Figures figures = figures_of(scenario.job, t);
  std::vector<Table::Column> columns{{t.say("instances")}, {t.say("layout")}};
  columns.insert(columns.end(), figures.columns.begin(), figures.columns.end());
  for (const std::string& name : {t.say("speed"), t.say("cost"), t.say("energy")})
    columns.push_back({name + " ×", Align::right});
  Table table(columns);
  const Plan* first = nullptr;
  std::string reasons;
  for (const Comparison& comparison : comparisons) {
    if (!comparison.plan) {
      table.add({comparison.instance, t.say("none, see below")});
      reasons += fmt::format("{}: {}\n", comparison.instance, t(*comparison.why_not));
      continue;
    }
    const Plan& plan = *comparison.plan;
    if (first == nullptr) first = &plan;
    std::vector<std::string> cells{machines_of(plan), choices_of(plan)};
    const std::vector<std::string> own = figures.cells(plan, t);
    cells.insert(cells.end(), own.begin(), own.end());
    cells.push_back(ratio(speed(plan), speed(*first)));
    cells.push_back(ratio(cost(plan), cost(*first)));
    cells.push_back(ratio(energy(plan), energy(*first)));
    table.add(std::move(cells));
  }
  std::string text = question_of(scenario, pen) + "\n\n" + table.text(pen.style) + "\n";
  text += t.say("Ratios are to the first: speed, cost and energy of the same amount of work.") + "\n";
  return text + reasons + notes_of(comparisons, t);
}

}  // namespace hakaru
