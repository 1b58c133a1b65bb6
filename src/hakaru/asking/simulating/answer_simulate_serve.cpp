#include <chrono>
#include <cmath>
#include <memory>

#include "hakaru/asking/simulating/prepared_serving.h"
#include "hakaru/core/quantities.h"
#include "hakaru/formats/band_json.h"
#include "hakaru/job/serving_scenario.h"
#include "hakaru/output/band_text.h"
#include "hakaru/output/changed_constants.h"
#include "hakaru/output/question_text.h"
#include "hakaru/output/serving_simulation.h"

namespace hakaru {
namespace {

std::optional<double> instance_hours(const PreparedServing& with, const ServingSimulation& simulation) {
  if (!simulation.scaling) return std::nullopt;
  const Plan& plan = with.saved.plan;
  return simulation.scaling->instance_hours(plan.layout.tp * plan.layout.pp, plan.cluster.instance().accelerators);
}

ServingBill bill_of(const PreparedServing& with, const ServingSimulation& simulation) {
  FleetRates rates = fleet_rates(simulation, with.usd_per_h, with.power_w);
  if (simulation.scaling) {
    rates.priced_h = *instance_hours(with, simulation);
    rates.powered_h = simulation.scaling->replica_hours();
  }
  return hakaru::bill_of(simulation, rates);
}

/// The plan's question with the lengths, in the mean, of the requests that were served.
Scenario as_served(const SavedPlan& saved, const ServingMetrics& metrics) {
  Scenario scenario = saved.scenario;
  scenario.offline = false;
  auto& job = std::get<ServingJob>(scenario.job);
  const auto requests = static_cast<double>(std::max<std::int64_t>(1, metrics.requests));
  job.input_length = std::llround(static_cast<double>(metrics.input_tokens) / requests);
  job.output_length = std::llround(static_cast<double>(metrics.output_tokens) / requests);
  return scenario;
}

std::string simulated_serving_text(const PreparedServing& with, const SimulationAnswer& answer,
                                   const std::vector<FigureBand>& bands, const Pen& pen) {
  const Translator& t = pen.translator;
  const Plan& plan = with.saved.plan;
  std::string text =
      question_of(as_served(with.saved, answer.simulation.metrics), pen) + "\n" +
      t.say("On {} × {}, {}.", plan.cluster.instances, plan.cluster.instance().name, in_short(plan.layout)) + "\n\n" +
      simulation_text(answer, pen);
  const std::string ends = ends_of_bands(bands, t);
  if (!ends.empty()) text += t.say("90 % interval of the means: {}", ends) + "\n";
  if (with.requests.empty() && !with.saved.scenario.requests_file.empty())
    text += t.say("the plan was made for {}, whose requests are not replayed; give them by --requests",
                  with.saved.scenario.requests_file) +
            "\n";
  if (with.incoming.left_out > 0)
    text +=
        t.say("requests left out, longer than the context of {1} tokens: {0}", with_separators(with.incoming.left_out),
              with_separators(std::get<ServingJob>(with.saved.scenario.job).context)) +
        "\n";
  const bool spread = with.traffic.output.spread > 0 && with.incoming.requests.empty();
  if (spread && !with.spread_is_stated)
    text += t.say("lengths differ by about {}, lest requests in flight keep step; {} makes them all alike",
                  in_percent(100 * with.traffic.output.spread), "--length-spread 0") +
            "\n";
  const std::int64_t prefilling = plan.serving()->prefill_replicas;
  if (prefilling > 0 && !(with.fleet && with.fleet->disaggregation))
    text += t.say("the plan's {} prefill and {} decode replicas are not apart here", prefilling,
                  plan.layout.dp - prefilling) +
            "\n";
  if (!with.saved.changed_constants.empty()) text += changed_constants_text(with.saved, t);
  return text;
}

/// Bands of the simulated means: the errors of predictions, as runs with their requests were measured.
Result<std::vector<FigureBand>> bands_of(const PreparedServing& with, const SimulationAnswer& answer,
                                         const DataFiles& data) {
  Plan plan = with.saved.plan;
  ServingFigures& figures = *plan.serving();
  const ServingMetrics& metrics = answer.simulation.metrics;
  figures.ttft_s = metrics.ttft.mean_s();
  figures.tpot_s = metrics.tpot.mean_s();
  figures.request_s = metrics.e2e.mean_s();
  figures.requests_per_s = per_s(metrics.requests, answer);
  figures.output_tokens_per_s = per_s(metrics.output_tokens, answer);
  figures.cost_per_million_tokens_usd = answer.bill.cost_per_million_tokens_usd;
  const Result<PlanUncertainty> known = uncertainty_of(plan, with.saved.scenario.job, data);
  if (!known) return fail(known);
  const bool closed_loop = with.traffic.arrivals == Arrivals::closed_loop;
  return simulated_bands(*known, figures, closed_loop);
}

struct SimulatedServing {
  ServingSimulation simulation;
  std::optional<double> sustained_per_s;
};

Result<SimulatedServing> simulate_serving(const PreparedServing& with, EngineLog* log, const Asking& asking) {
  const Replica& replica = with.replica;
  const std::vector<Request>* const requests = with.incoming.requests.empty() ? nullptr : &with.incoming.requests;
  FleetPlan fleet = with.fleet.value_or(FleetPlan{});
  const std::int64_t all = std::max<std::int64_t>(1, requests_in(with) / with.traffic.share_of);
  fleet.tell = [&](std::int64_t ended) {
    return asking.tell(static_cast<double>(ended) / static_cast<double>(all), [&] {
      return message("{} requests of {} have ended", with_separators(ended), with_separators(all));
    });
  };
  if (with.sustained) {
    SustainedRate sustained = sustained_rate(replica, fleet, with.traffic, requests, with.level);
    if (sustained.too_few_requests)
      return unsatisfiable(
          "{} requests are too few to tell: at a rate that keeps the limits all come before most have "
          "ended; raise --count",
          with_separators(requests_in(with)));
    if (sustained.rate_per_s <= 0)
      return unsatisfiable("no rate keeps the limits: even a request alone takes longer; relax --ttft or --tpot");
    return SimulatedServing{std::move(sustained.simulation), sustained.rate_per_s};
  }
  fleet.limits = limits_of(with.level);
  const std::unique_ptr<Traffic> traffic = make_traffic(with.traffic, requests);
  ServingSimulation simulation = simulate_fleet(*traffic, replica.cost, replica.options, replica.kv, fleet, log);
  if (simulation.clock_ended)
    return bad_input("the traffic lasts longer than the {} that are simulated; lower --count or raise --rate",
                     "92 days");
  return SimulatedServing{std::move(simulation), std::nullopt};
}

/// The question, its preparation and its results, until the answer has been written.
struct ServingAnswer {
  PreparedServing with;
  SimulatedServing simulated;
  EngineLog log;
  double elapsed_s = 0;
  std::vector<FigureBand> bands;

  SimulationAnswer told() const {
    return {.simulation = simulated.simulation,
            .options = with.replica.options,
            .bill = bill_of(with, simulated.simulation),
            .replicas = with.fleet ? with.fleet->replicas : with.saved.plan.layout.dp,
            .fleet = with.fleet,
            .level = with.level,
            .warm_up = with.warm_up,
            .instance_hours = instance_hours(with, simulated.simulation),
            .sustained_per_s = simulated.sustained_per_s,
            .sessions = with.traffic.sessions,
            .elapsed_s = elapsed_s};
  }
};

}  // namespace

Result<Answer> simulate_serve_answer(const Json& keys, const Asking& asking) {
  const auto started = std::chrono::steady_clock::now();
  Result<PreparedServing> prepared = prepare_serving(keys, asking);
  if (!prepared) return fail(prepared);
  KeyReader reader(keys, asking.place);
  if (const std::optional<Error> error = refuse_unanswerable(*prepared, reader)) return tl::unexpected(*error);
  EngineLog log;
  Result<SimulatedServing> simulated = simulate_serving(*prepared, prepared->logged ? &log : nullptr, asking);
  if (!simulated) return fail(simulated);
  const double elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  const std::shared_ptr<ServingAnswer> made(
      new ServingAnswer{std::move(*prepared), std::move(*simulated), std::move(log), elapsed_s, {}});
  Result<std::vector<FigureBand>> bands =
      bands_of(made->with, made->told(), made->with.saved.constants_in(asking.data));
  if (!bands) return fail(bands);
  made->bands = std::move(*bands);
  Answer answer;
  answer.json = json_of(made->told());
  answer.json["band"] = figures_json(made->bands);
  answer.rows = OrderedJson::array({without_elapsed(answer.json)});
  add_changed_constants(answer.json, made->with.saved);
  answer.text = [made](const Pen& pen) { return simulated_serving_text(made->with, made->told(), made->bands, pen); };
  const Translator& translator = asking.translator;
  if (reader.has("trace"))
    answer.files.push_back(
        {"trace", [made, &translator] { return serving_trace(made->simulated.simulation, made->log, translator); },
         timeline_viewer});
  if (reader.has("series"))
    answer.files.push_back({"series", [made] { return series_csv(made->simulated.simulation, made->log); }});
  return answer;
}

}  // namespace hakaru
