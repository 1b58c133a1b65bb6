#include "hakaru/planning/bands/plan_bands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/evidence/conformal.h"
#include "hakaru/job/quantisation.h"
#include "hakaru/job/sampling_job.h"
#include "hakaru/numerics/elementary.h"
#include "hakaru/planning/money/billed_times.h"
#include "hakaru/planning/money/costing.h"
#include "hakaru/planning/plan/constants.h"
#include "hakaru/planning/plan/memory_margin.h"

namespace hakaru {
namespace {

/// Requests that a replica has at once; 0: not known.
double in_flight_of(const Plan& plan, const ServingJob& job) {
  // A fleet is sized before it is known.
  if (plan.serving() == nullptr || plan.serving()->live) return 0;
  const double replicas = static_cast<double>(std::max<std::int64_t>(1, plan.layout.dp));
  if (job.concurrency) return static_cast<double>(*job.concurrency) / replicas;
  return static_cast<double>(plan.serving()->batch);
}

/// True for a service of an encoder: one pass gives its answer, so runs of batch inference judge it.
bool embeds(const Job& job) {
  const auto* const serving = std::get_if<ServingJob>(&job);
  return serving != nullptr && serving->model.family == Family::encoder;
}

RunContext context_on(const Cluster& cluster, const std::string& software, const Model& model) {
  RunContext context;
  const Accelerator& accelerator = cluster.instance().accelerator;
  context.accelerator = accelerator.name;
  context.vendor = accelerator.vendor;
  context.software = software;
  context.model_kind = kind_of(model);
  context.identity = identity_of(model);
  context.accelerators = cluster.ranks();
  return context;
}

RunContext context_of_step(const Cluster& cluster, const std::string& software, const TrainingJob& job) {
  RunContext context = context_on(cluster, software, job.model);
  context.metric = "step_time_s";
  context.configuration = configuration_of(job);
  context.load = load_of_training(context.accelerators);
  return context;
}

RunContext context_of(const Plan& plan, const Job& job) {
  const auto* const training = std::get_if<TrainingJob>(&job);
  // Software whose constants are another's has no runs of its own: its band is looked up by the name as typed.
  const std::string software =
      training != nullptr && training->software.is_relative ? training->software.typed : plan.evidence.software;
  RunContext context = training != nullptr ? context_of_step(plan.cluster, software, *training)
                                           : context_on(plan.cluster, software, model_of(job));
  context.traits = training != nullptr ? traits_of(plan.layout, *training) : traits_of(plan.layout);
  if (training != nullptr) return context;
  if (embeds(job)) {
    context.metric = "latency_ms_p50";
  } else if (const auto* serving = std::get_if<ServingJob>(&job)) {
    const ServingJob served = plan.quantisation ? quantised(*serving, *plan.quantisation) : *serving;
    const double in_flight = in_flight_of(plan, served);
    context.metric = "tpot_ms";
    context.configuration = configuration_of(served, plan.layout);
    context.load = in_flight > 0 ? load_of(served, in_flight) : "";
  } else {
    const auto& inference = std::get<BatchInferenceJob>(job);
    context.metric = "latency_ms_p50";
    context.configuration = configuration_of(inference);
    context.load = load_of_batch(plan.inference() != nullptr ? plan.inference()->batch : inference.batch);
  }
  context.accelerators = ranks_of_a_replica(plan.layout);
  return context;
}

std::string key_of(const RunContext& figure) {
  return fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", figure.metric, figure.accelerator, figure.software,
                     figure.identity, figure.configuration, figure.load, figure.traits.to_ulong(), figure.accelerators);
}

class FigureBands {
 public:
  /// `least`: that of PlanUncertainty.
  explicit FigureBands(double least) : least_(least) {}

  /// A time, or what grows with it.
  void add(const char* key, const std::optional<double>& figure, const std::shared_ptr<const Band>& band) {
    if (figure && *figure > 0 && band) bands.push_back({key, band->ends_of_time(*figure, least_)});
  }
  /// Adds the ends of duration, cost of machines in USD and energy of a plan that ends; `band`: errors of its work.
  void add_work(const Plan& plan, const std::shared_ptr<const Band>& band) {
    if (!band) return;
    const BandEnds slower = band->ends_of_time(1, least_);
    const auto add_figure = [&](const char* key, const std::optional<double>& figure, const auto& factor) {
      if (!figure || *figure <= 0) return;
      const auto end = [&](double times) { return *figure * factor(times_in_all(plan, times)); };
      bands.push_back({key, {end(slower.low), end(slower.high), end(slower.half_low), end(slower.half_high)}});
    };
    const auto as_long = [](double longer) { return longer; };
    add_figure("duration_s", plan.duration_s(), as_long);
    add_figure("cost_usd", plan.cost_usd(), [&](double longer) { return times_as_dear(plan, longer); });
    add_figure("energy_kwh", plan.energy_kwh(), as_long);
  }
  void add_rate(const char* key, double figure, const std::shared_ptr<const Band>& band) {
    if (figure > 0 && band) bands.push_back({key, band->ends_of_rate(figure, least_)});
  }
  std::vector<FigureBand> bands;

 private:
  double least_;
};

void add_training(FigureBands& to, const Plan& plan) {
  const TrainingFigures& run = *plan.training();
  const auto& time = plan.uncertainty.time;
  to.add("step_time_s", run.step.step_time_s, time);
  to.add_rate("tokens_per_s", run.step.tokens_per_s, time);
  to.add_rate("mfu", run.step.mfu, time);
  to.add_work(plan, time);
}

/// The cost of a fleet as it is, and as it follows its load.
void add_fleet(FigureBands& to, const Plan& plan, const Scenario& scenario) {
  const auto& band = plan.uncertainty.time;
  if (!band || !plan.costs.usd_per_h) return;
  const double month_usd = *plan.costs.usd_per_month();
  const auto share = [&](double end) { return month_usd * machines_times(plan, scenario, end); };
  const BandEnds slower = band->ends_of_time(1);
  to.bands.push_back(
      {"usd_per_month", {share(slower.low), share(slower.high), share(slower.half_low), share(slower.half_high)}});
  const auto& scaling = plan.serving()->scaling;
  if (!scaling || !scaling->in_band) return;
  const double usd_per_h = *plan.costs.usd_per_h / plan.cluster.instances;
  const InstancesInBand& mean = *scaling->in_band;
  to.bands.push_back(
      {"scaling_usd_per_h",
       {usd_per_h * mean.low, usd_per_h * mean.high, usd_per_h * mean.half_low, usd_per_h * mean.half_high}});
}

const std::shared_ptr<const Band>& request_band(const PlanUncertainty& known) {
  return known.rate ? known.rate : known.time;
}

void add_latencies(FigureBands& to, const ServingFigures& service, const PlanUncertainty& known) {
  to.add("ttft_s", service.ttft_s, known.ttft);
  to.add("tpot_s", service.tpot_s, known.time);
  to.add("request_s", service.request_s, request_band(known));
}

/// Adds the rates and the cost per million tokens of requests that come as fast as they are answered.
void add_rates(FigureBands& to, const ServingFigures& service, const PlanUncertainty& known) {
  const auto& request = request_band(known);
  to.add_rate("requests_per_s", service.requests_per_s, request);
  to.add_rate("output_tokens_per_s", service.output_tokens_per_s, request);
  to.add("cost_per_million_tokens_usd", service.cost_per_million_tokens_usd, request);
}

void add_serving(FigureBands& to, const Plan& plan, const Scenario& scenario) {
  const ServingFigures& service = *plan.serving();
  add_latencies(to, service, plan.uncertainty);
  if (service.live) add_fleet(to, plan, scenario);
  // A load that is asked for is served, whatever serves it.
  if (!scenario.demand || std::get<ServingJob>(scenario.job).concurrency) add_rates(to, service, plan.uncertainty);
  if (service.lot) to.add_work(plan, request_band(plan.uncertainty));
}

void add_inference(FigureBands& to, const Plan& plan) {
  const InferenceFigures& figures = *plan.inference();
  const auto& rate = plan.uncertainty.rate ? plan.uncertainty.rate : plan.uncertainty.time;
  to.add("latency_s", figures.latency_s, plan.uncertainty.time);
  to.add_rate("items_per_s", figures.items_per_s, rate);
  to.add("cost_per_million_items_usd", figures.cost_per_million_items_usd, rate);
  if (figures.lot) to.add_work(plan, rate);
}

/// True where `service` keeps `level` with latencies that take so many times as long as predicted.
bool keeps(const ServingFigures& service, const ServiceLevel& level, const LatencyFactors& taken) {
  return (!level.ttft_s || service.ttft_s * taken.ttft <= *level.ttft_s) &&
         (!level.tpot_s || service.tpot_s * taken.tpot <= *level.tpot_s);
}

/// Within which a service must answer.
ServiceLevel level_of(const Scenario& scenario) {
  const auto& job = std::get<ServingJob>(scenario.job);
  return scenario.demand ? scenario.demand->level : ServiceLevel{job.ttft_s, job.tpot_s};
}

}  // namespace

double tolerated_slowdown(const Plan& plan, const Scenario& scenario) {
  const ServingFigures* const service = plan.serving();
  const auto* const job = std::get_if<ServingJob>(&scenario.job);
  if (service == nullptr || job == nullptr) return plan.tried_slowdown;
  if (job->concurrency) {  // who waits for an answer asks for no other: no queue grows, whatever an answer takes
    const ServiceLevel level = level_of(scenario);
    double most = std::numeric_limits<double>::infinity();
    if (level.ttft_s) most = std::min(most, *level.ttft_s / service->ttft_s);
    if (level.tpot_s && service->tpot_s > 0) most = std::min(most, *level.tpot_s / service->tpot_s);
    return std::max(plan.tried_slowdown, most);
  }
  if (!job->rate_per_s || !service->held_per_s()) return plan.tried_slowdown;
  return std::max(plan.tried_slowdown, *service->held_per_s() / *job->rate_per_s);
}

double machines_times(const Plan& plan, const Scenario& scenario, double slower) {
  const double most = tolerated_slowdown(plan, scenario), instances = plan.cluster.instances;
  return slower <= most ? 1 : std::ceil(instances * slower / most) / instances;
}

std::vector<FigureBand> figure_bands(const Plan& plan, const Scenario& scenario) {
  FigureBands found(plan.uncertainty.least);
  if (plan.training() != nullptr) add_training(found, plan);
  if (plan.serving() != nullptr) add_serving(found, plan, scenario);
  if (plan.inference() != nullptr) add_inference(found, plan);
  return std::move(found.bands);
}

std::vector<FigureBand> simulated_bands(const PlanUncertainty& known, const ServingFigures& service, bool closed_loop) {
  FigureBands found(known.least);
  add_latencies(found, service, known);
  if (closed_loop) add_rates(found, service, known);
  return std::move(found.bands);
}

Message covered_by(const Plan& plan, const Band& band) {
  const ServingFigures* const service = plan.serving();
  if (service == nullptr || !service->live || service->tpot_s <= 0) return band.covers;
  return message("its {}, with the error of the mean or median request of a run",
                 percentile_name(service->live->percentile.share));
}

std::optional<ObjectiveEnds> objective_ends(const Plan& plan, const Scenario& scenario) {
  const Objective objective = scenario.objective;
  const std::optional<double> value = objective_value(plan, objective);
  if (objective == Objective::accelerators && value) return ObjectiveEnds{*value, *value, *value};
  const auto& band = band_of(plan, objective);
  if (!band || !value) return std::nullopt;
  const auto at = [&](double slower) {
    return std::abs(*objective_value(plan, objective, std::max(plan.uncertainty.least, slower)));
  };
  ObjectiveEnds ends{std::abs(*value), at(band->low(1)), at(band->high(1))};
  if (objective == Objective::throughput) std::swap(ends.low, ends.high);
  const bool costs = objective == Objective::cost || objective == Objective::energy;
  if (costs && plan.serving() != nullptr && plan.serving()->live) {
    ends.low *= machines_times(plan, scenario, band->low(1));
    ends.high *= machines_times(plan, scenario, band->high(1));
  }
  return ends;
}

namespace {

/// Empty: no latency is limited, or nothing is known of their errors.
std::optional<double> chance_to_keep_latencies(const Plan& plan, const Scenario& scenario) {
  const PlanUncertainty& known = plan.uncertainty;
  const ServiceLevel level = level_of(scenario);
  if (!known.latencies || (!level.ttft_s && !level.tpot_s)) return std::nullopt;
  // A fleet that can serve more than is asked can serve what is asked with iterations as much slower; beyond that its
  // queues grow.
  const ServingFigures& service = *plan.serving();
  const bool has_a_rate = std::get<ServingJob>(scenario.job).rate_per_s && service.live;
  const double most_slower = has_a_rate ? tolerated_slowdown(plan, scenario) : std::numeric_limits<double>::infinity();
  const auto kept = ranges::count_if(*known.latencies, [&](const LatencyFactors& each) {
    return each.tpot <= most_slower && keeps(service, level, each);
  });
  return probability_kept(static_cast<std::size_t>(kept), known.latencies->size());
}

/// Empty: it has no end, neither deadline nor budget is stated, or nothing is known of its errors.
std::optional<double> chance_to_end_within(const Plan& plan, const Scenario& scenario) {
  const PlanUncertainty& known = plan.uncertainty;
  const std::optional<double> duration_s = plan.duration_s(), cost_usd = plan.cost_usd();
  const auto& band = plan.lot() != nullptr && known.rate ? known.rate : known.time;
  if ((!scenario.deadline_s && !scenario.budget_usd) || !duration_s || !band) return std::nullopt;
  double most_longer = std::numeric_limits<double>::infinity();
  if (scenario.deadline_s) most_longer = (*scenario.deadline_s - plan.waits_s) / *duration_s;
  if (scenario.budget_usd) {
    if (!cost_usd) return std::nullopt;
    const double besides_usd = *plan.costs.in_all_usd() - *cost_usd;  // which takes no longer
    const double dearer = std::max(0.0, *scenario.budget_usd - besides_usd) / *cost_usd;
    most_longer = std::min(most_longer, times_as_long(plan, dearer));
  }
  if (plan.block) most_longer = std::min(most_longer, held_hours(*plan.block) * seconds_per_hour / *duration_s);
  const double most_slower = times_of_work(plan, most_longer);
  return most_slower > std::max(0.0, known.least) ? band->chance_at_most(1, most_slower) : 0;
}

}  // namespace

std::optional<double> chance_to_keep_limits(const Plan& plan, const Scenario& scenario) {
  if (plan.serving() == nullptr) return chance_to_end_within(plan, scenario);
  const std::optional<double> latencies = chance_to_keep_latencies(plan, scenario);
  const std::optional<double> end = plan.ends() ? chance_to_end_within(plan, scenario) : std::nullopt;
  return latencies && end ? std::min(latencies, end) : latencies ? latencies : end;
}

std::optional<double> slowdown_to_tolerate(const Plan& plan, const ServiceLevel& level, double confidence) {
  if (!plan.uncertainty.latencies) return 1;
  const std::vector<LatencyFactors>& drawn = *plan.uncertainty.latencies;
  std::vector<double> slower;  // where the latencies are kept
  for (const LatencyFactors& each : drawn) {
    if (keeps(*plan.serving(), level, each)) slower.push_back(each.tpot);
  }
  const std::size_t needed = fewest_kept(confidence, drawn.size());
  if (needed > slower.size()) return std::nullopt;
  if (needed == 0) return 1;
  const auto last = slower.begin() + static_cast<std::ptrdiff_t>(needed - 1);
  std::nth_element(slower.begin(), last, slower.end());
  return std::max(1.0, *last);
}

std::optional<double> chance_out_of_memory(const Plan& plan) {
  const auto& memory = plan.uncertainty.memory;
  if (!memory || memory->nearness == Nearness::none) return std::nullopt;
  return 1 - plan.uncertainty.memory->chance_at_most(plan.memory.total_bytes(), plan.capacity_bytes);
}

Result<std::shared_ptr<const PlanBands>> PlanBands::read(const DataFiles& data, const Job& job) {
  Result<Bands> bands = Bands::read(data, embeds(job) ? "inference" : use_of(job));
  if (!bands) return fail(bands);
  Result<Bands> memory = Bands::read(data, "memory");
  if (!memory) return fail(memory);
  auto read = std::make_shared<PlanBands>();
  if (const auto* training = std::get_if<TrainingJob>(&job); training != nullptr && training->post_training.rollout) {
    Result<Bands> rollouts = Bands::read(data, "serving");
    if (!rollouts) return fail(rollouts);
    read->rollouts_ = std::move(*rollouts);
  }
  read->bands_ = std::move(*bands);
  read->memory_ = std::move(*memory);
  return std::shared_ptr<const PlanBands>(std::move(read));
}

std::shared_ptr<const Band> PlanBands::band_of(Bands& bands, const RunContext& figure) const {
  const std::lock_guard lock(one_at_a_time_);
  const auto [found, is_new] = known_.try_emplace(key_of(figure), nullptr);
  if (is_new) {
    if (std::optional<Band> band = bands.of(figure)) found->second = std::make_shared<const Band>(std::move(*band));
  }
  return found->second;
}

std::shared_ptr<const Band> PlanBands::with_rollout(const std::shared_ptr<const Band>& training, const Plan& plan,
                                                    const TrainingJob& job) const {
  const RolloutFigures& rollout = *plan.training()->rollout;
  const ServingJob sampling = sampling_job(job);
  RunContext context = context_on(plan.cluster, rollout.engine.substr(0, rollout.engine.find('@')), job.model);
  context.metric = "tpot_ms";
  context.configuration = configuration_of(sampling, rollout.layout);
  context.load = load_of(sampling, static_cast<double>(rollout.sequences_at_once));
  context.traits = traits_of(rollout.layout);
  context.accelerators = ranks_of_a_replica(rollout.layout);
  const std::shared_ptr<const Band> sampled = band_of(*rollouts_, context);
  if (!training || !sampled) return nullptr;
  const StepEstimate& step = plan.training()->step;
  constexpr double percent = 100;
  const double share = step.rollout_s / (step.step_time_s - step.between_phases_s);
  const Message why = message("{} % of the step is a rollout, whose TPOT is known within a factor of {}",
                              fmt::format("{:.0f}", percent * share), fmt::format("{:.3g}", sampled->high(1)));
  return std::make_shared<const Band>(
      training->together_with(*sampled, share, why).of_grpo(bands_.least_half_width_of_grpo()));
}

std::shared_ptr<const Band> PlanBands::of_request(const PlanUncertainty& known, const ServingFigures& figures) const {
  if (!known.time || !known.ttft || figures.request_s <= 0) return nullptr;
  if (figures.tpot_s <= 0) return known.ttft;
  constexpr double percent = 100;
  constexpr int parts = 64;  // finer than bands tell: one band for many plans
  const int part = static_cast<int>(std::lround(parts * figures.ttft_s / figures.request_s));
  const std::lock_guard lock(one_at_a_time_);
  const auto [found, is_new] = requests_.try_emplace({known.time, known.ttft, part}, nullptr);
  if (is_new) {
    const double share = static_cast<double>(part) / parts;
    const Message why = message("{} % of a request is its TTFT, which is known within a factor of {}",
                                fmt::format("{:.0f}", percent * share), fmt::format("{:.3g}", known.ttft->high(1)));
    found->second = std::make_shared<const Band>(known.time->together_with(*known.ttft, share, why));
  }
  return found->second;
}

std::shared_ptr<const std::vector<LatencyFactors>> PlanBands::latencies_of(const PlanUncertainty& known) const {
  if (!known.time || !known.ttft) return nullptr;
  const std::lock_guard lock(one_at_a_time_);
  const auto [found, is_new] = latencies_.try_emplace({known.time, known.ttft}, nullptr);
  if (is_new) {
    std::vector<LatencyFactors> drawn;
    for (const auto& [ttft, tpot] : known.ttft->residuals_beside(*known.time))
      drawn.push_back({elementary::exp(ttft), elementary::exp(tpot)});
    if (!drawn.empty()) found->second = std::make_shared<const std::vector<LatencyFactors>>(std::move(drawn));
  }
  return found->second;
}

PlanUncertainty PlanBands::of(const Plan& plan, const Job& job) const {
  RunContext context = context_of(plan, job);
  const auto band = [&](const char* metric) {
    context.metric = metric;
    return band_of(bands_, context);
  };
  PlanUncertainty known;
  known.time = band_of(bands_, context);
  if (embeds(job)) {
    known.ttft = known.time;
  } else if (std::holds_alternative<ServingJob>(job)) {
    known.ttft = band("ttft_ms");
    if (const ServingFigures* const served = plan.serving(); served != nullptr) {
      known.rate = of_request(known, *served);
      if (served->lot) known.least = served->mfu;
    }
  } else if (std::holds_alternative<BatchInferenceJob>(job)) {
    known.rate = band("items_per_s");
    if (plan.inference() != nullptr) known.least = plan.inference()->mfu;
  } else {
    const TrainingFigures* const run = plan.training();
    if (const auto& trained = std::get<TrainingJob>(job); run != nullptr)
      known.least = run->step.mfu * least_flops_of_step(trained) / model_flops_of_step(trained);
    if (run != nullptr && run->rollout) known.time = with_rollout(known.time, plan, std::get<TrainingJob>(job));
    known.memory = band_of(memory_, context_of_peak(std::get<TrainingJob>(job), context.accelerator, context.software));
  }
  known.latencies = latencies_of(known);
  return known;
}

Result<PlanUncertainty> uncertainty_of(const Plan& plan, const Job& job, const DataFiles& data) {
  const Result<std::shared_ptr<const PlanBands>> bands = PlanBands::read(data, job);
  if (!bands) return fail(bands);
  return (*bands)->of(plan, job);
}

LayoutCaution PlanBands::caution_of(const Cluster& cluster, const std::string& software, const TrainingJob& job,
                                    double confidence) const {
  RunContext context = context_of_step(cluster, software, job);
  LayoutCaution caution{bands_.traits_run_with(software), 1};
  const std::shared_ptr<const Band> within = band_of(bands_, context);
  context.traits = ~caution.measured;
  const std::shared_ptr<const Band> beyond = context.traits.any() ? band_of(bands_, context) : nullptr;
  if (within && beyond)
    caution.beyond = std::max(1.0, beyond->factor_within(confidence) / within->factor_within(confidence));
  return caution;
}

}  // namespace hakaru
