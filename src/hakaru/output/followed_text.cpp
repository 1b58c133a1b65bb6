#include "hakaru/core/quantities.h"
#include "hakaru/output/answer_texts.h"
#include "hakaru/output/plan_cells.h"
#include "hakaru/planning/bands/plan_bands.h"

namespace hakaru {

std::string followed_text(const Scenario& scenario, const PlanResult& result, const Pen& pen) {
  const Translator& t = pen.translator;
  const Plan *best = nullptr, *fixed = nullptr;
  const auto is_cheaper = [](const std::optional<double>& one, const std::optional<double>& other) {
    return one && (!other || *one < *other);
  };
  for (const Plan& plan : result.plans) {
    const auto& scaling = plan.serving()->scaling;
    if (scaling && (best == nullptr || is_cheaper(scaling->usd_per_h, best->serving()->scaling->usd_per_h)))
      best = &plan;
    if (fixed == nullptr || is_cheaper(plan.costs.usd_per_h, fixed->costs.usd_per_h)) fixed = &plan;
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
  const std::optional<double>& lowest = best->serving()->scaling->usd_per_h;
  if (lowest && fixed->costs.usd_per_h && *lowest >= *fixed->costs.usd_per_h)
    return t.say("Following the load: plan {} comes down to {}/h in the mean; plan {} as it is costs {}/h.", best->rank,
                 t.money(*lowest), fixed->rank, t.money(*fixed->costs.usd_per_h)) +
           "\n";
  const ScalingFigures& scaling = *best->serving()->scaling;
  const auto hours = [](double value) { return fmt::format("{:.3g}", value); };
  const std::string headline = lowest ? t.say("Following the load, the cheapest") : t.say("Following the load");
  std::string text = pen.style.bold(t.say("{}: plan {}, {}, {}, with {} to {} replicas, {} requests in flight for each",
                                          headline, best->rank, best->cluster.instance().name, choices_of(*best),
                                          scaling.least, scaling.most, fmt::format("{:g}", scaling.requests_each))) +
                     "\n";
  const std::optional<double>& as_it_is = best->serving()->cost_per_million_tokens_usd;
  if (scaling.cost_per_million_tokens_usd && as_it_is)
    text += fmt::format("  {}\n", t.say("{} per million output tokens in the mean, where the plan as it is costs {}",
                                        t.money(*scaling.cost_per_million_tokens_usd), t.money(*as_it_is)));
  for (const FigureBand& each : figure_bands(*best, scenario)) {
    if (each.key == "scaling_usd_per_h")
      text += fmt::format("  {}\n", t.say("90 % interval of the cost of an hour: {} to {}", t.money(each.ends.low),
                                          t.money(each.ends.high)));
  }
  if (scaling.bought && scaling.bought->peak_instances == 0)
    text += fmt::format("  {}\n",
                        t.say("cheaper all the same: {} always there under {}, {}/h", scaling.bought->base_instances,
                              name_of(scaling.bought->base), t.money(scaling.bought->usd_per_h)));
  else if (scaling.bought)
    text += fmt::format("  {}\n",
                        t.say("bought as {} {} and up to {} more {}: {}/h in the mean", scaling.bought->base_instances,
                              bought_as(scaling.bought->base, t), scaling.bought->peak_instances,
                              bought_as(scaling.bought->peak, t), t.money(scaling.bought->usd_per_h)));
  if (scaling.on_spot)
    text += fmt::format("  {}\n",
                        t.say("with {} {} and the peak, up to {} more, on spot: {}/h in the mean; how often these are "
                              "taken away is not known, and what they then run starts again elsewhere",
                              scaling.on_spot->base_instances, bought_as(scaling.on_spot->base, t),
                              scaling.on_spot->peak_instances, t.money(scaling.on_spot->usd_per_h)));
  text += fmt::format("  {}\n", t.say("TTFT {}, TPOT {}, a request takes {}", t.time(scaling.ttft_s),
                                      t.time(scaling.tpot_s), t.time(scaling.request_s)));
  return text +
         fmt::format("  {}\n", t.say("at most {} replicas at once; {} replica-hours on {} instance-hours in {}; a "
                                     "new replica warms up for {}",
                                     scaling.held_peak, hours(scaling.replica_hours), hours(scaling.instance_hours),
                                     t.time(scaling.hours * seconds_per_hour), t.time(scaling.warm_up_s)));
}

}  // namespace hakaru
