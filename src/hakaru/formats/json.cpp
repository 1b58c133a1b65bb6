#include "hakaru/formats/json.h"

#include "hakaru/formats/band_json.h"
#include "hakaru/formats/nullable.h"
#include "hakaru/formats/record_json.h"
#include "hakaru/planning/money/cost_kinds.h"
#include "hakaru/serving/metrics/percentiles.h"

namespace hakaru {
OrderedJson json_of(const Model& model) {
  const ParameterCounts counts = count_parameters(model);
  OrderedJson weights;
  for (const DataType type : all_choices<DataType>()) {
    if (type != DataType::tf32)
      weights[std::string(name_of(type))] = in_bytes(static_cast<double>(counts.total) * bytes_per_value(type));
  }
  OrderedJson json{{"model", model.name},
                   {"architecture", model.architecture},
                   {"family", name_of(model.family)},
                   {"layers", model.layers.size()},
                   {"parameters", write_record(counts)},
                   {"weights_bytes", weights},
                   {"kv_cache_bytes_per_token", in_bytes(kv_cache_bytes_per_token(model))},
                   {"state_bytes_per_sequence", in_bytes(state_bytes_per_sequence(model))},
                   {"cross_cache_bytes_per_sequence", in_bytes(cross_cache_bytes_per_sequence(model))},
                   {"stored_type", name_of(model.stored_type)},
                   {"max_positions", positive_or_null(model.max_positions)},
                   {"source", text_or_null(model.source)}};
  if (model.stored) json["stored"] = write_record(*model.stored);
  return json;
}

OrderedJson json_of(const MemoryBreakdown& device, std::optional<double> capacity_bytes, double headroom_bytes) {
  OrderedJson json;
  json["device"] = write_record(device);
  json["capacity_bytes"] = capacity_bytes ? in_bytes(*capacity_bytes) : OrderedJson();
  json["headroom_bytes"] = capacity_bytes ? in_bytes(headroom_bytes) : OrderedJson();
  if (device.host_bytes > 0) json["host_bytes"] = in_bytes(device.host_bytes);
  json["fits"] = capacity_bytes ? OrderedJson(device.total_bytes() <= *capacity_bytes - headroom_bytes) : OrderedJson();
  return json;
}

OrderedJson json_of(const Terms& terms) {
  OrderedJson lines = OrderedJson::array();
  for (const Term& term : terms) lines.push_back(write_record(term));
  return lines;
}

namespace {

/// Its first keys, whatever the job.
OrderedJson begun_json(const Plan& plan) {
  const TrainingFigures* const training = plan.training();
  OrderedJson json{{"instance", plan.cluster.instance().name},
                   {"instances", plan.cluster.instances},
                   {"accelerator", plan.cluster.instance().accelerator.name},
                   {"accelerators", plan.cluster.ranks()},
                   {"idle_accelerators", plan.cluster.instances * plan.cluster.instance().idle_accelerators},
                   {"layout", json_of(plan.layout)}};
  if (!plan.precision.empty()) json["precision"] = plan.precision;
  const double tokens_per_s = plan.inference() == nullptr ? plan.made_per_s() : 0;
  json.update({{"step_time_s", training != nullptr ? OrderedJson(training->step.step_time_s) : OrderedJson()},
               {"tokens_per_s", positive_or_null(tokens_per_s)},
               {"mfu", positive_or_null(plan.mfu())},
               {"duration_s", positive_or_null(plan.duration_s().value_or(0))},
               {"cost_usd", or_null(plan.cost_usd())},
               {"energy_kwh", or_null(plan.energy_kwh())}});
  if (plan.bought_h > 0 && !plan.block) json["block_hours"] = plan.bought_h;
  if (plan.start_up_s > 0) json["start_up_s"] = plan.start_up_s;
  if (training != nullptr && training->compile_s > 0) json["compile_time_s"] = training->compile_s;
  return json;
}

void add_figures(OrderedJson& json, const Plan& plan) {
  if (plan.serving() != nullptr) json.update(write_record(*plan.serving()));
  if (plan.inference() != nullptr) json.update(write_record(*plan.inference()));
}

}  // namespace

OrderedJson summary_of(const Plan& plan) {
  OrderedJson json = begun_json(plan);
  add_figures(json, plan);
  json["price"] = {{"kind", plan.price ? OrderedJson(name_of(plan.price->kind)) : OrderedJson()}};
  return json;
}

OrderedJson json_of(const Plan& plan, const Scenario& scenario, const Translator& translator) {
  OrderedJson json{{"rank", plan.rank}};
  json.update(begun_json(plan));
  json["memory"] = json_of(plan.memory, plan.capacity_bytes, plan.headroom_bytes);
  add_figures(json, plan);
  const Band* const band = told_band(plan, scenario.objective);
  json["error_band_pct"] = band != nullptr ? OrderedJson(band->error_pct()) : OrderedJson();
  json["evidence_count"] = band != nullptr ? band->like().size() : 0;
  json["band"] = bands_json(plan, scenario, translator);
  json["chance_to_keep_limits"] = or_null(chance_to_keep_limits(plan, scenario));
  json["is_safe"] = plan.is_safe;
  json["chance_out_of_memory"] = or_null(chance_out_of_memory(plan));
  json.update(write_record(plan.evidence));
  json["also"] = plan.also;
  json["usd_per_h"] = or_null(plan.costs.usd_per_h);
  if (plan.serving() != nullptr) json["usd_per_month"] = or_null(plan.costs.usd_per_month());
  json["price_kind"] = plan.price ? OrderedJson(name_of(plan.price->kind)) : OrderedJson();
  json["price"] = plan.price ? write_record(*plan.price) : OrderedJson();
  if (plan.block) json.update({{"block", write_record(*plan.block)}, {"waits_s", plan.waits_s}});
  json["calibration"] = text_or_null(plan.calibration);
  if (const TrainingFigures* const training = plan.training()) {
    json["step"] = write_record(training->step);
    if (training->rollout) json["rollout"] = write_record(*training->rollout);
  }
  json["porting"] = write_record(plan.porting);
  for (const CostKind& kind : cost_kinds) {
    const CostComponent* const each = *kind.key != '\0' ? plan.costs.find(kind.name) : nullptr;
    if (each != nullptr) json[kind.key] = each->data_set ? write_record(*each->data_set) : OrderedJson(each->usd);
  }
  json["notes"] = OrderedJson::array();
  for (const Message& note : plan.notes) json["notes"].push_back(translator(note));
  return json;
}

namespace {

/// The pipeline of one picture; `steps` is null where the runs were given.
OrderedJson pipeline_json(const BatchInferenceJob& job) {
  const Model& model = job.model;
  const bool usual = runs_as_usual(job);
  OrderedJson json{{"pixels", image_side(job)},
                   {"steps", usual ? OrderedJson(model.runs_per_item / (model.guided ? 2 : 1)) : OrderedJson()},
                   {"guided", usual ? OrderedJson(model.guided) : OrderedJson()},
                   {"networks", OrderedJson::array()}};
  for (const BatchInferenceJob& network : networks_of_item(job)) {
    const bool itself = json["networks"].empty();
    json["networks"].push_back(
        {{"model", network.model.name},
         {"runs", runs_of(network)},
         {"tokens", !itself && reads_text(network) ? OrderedJson(network.sequence_length) : OrderedJson()},
         {"parameters", count_parameters(network.model).total}});
  }
  return json;
}

}  // namespace

namespace {

/// The load that a live service was asked for.
OrderedJson demand_json(const Scenario& scenario) {
  const ServingDemand& demand = *scenario.demand;
  const auto& job = std::get<ServingJob>(scenario.job);
  return {{"traffic", text_or_null(demand.traffic)},
          {"replayed", demand.replays},
          {"rate_per_s", or_null(job.rate_per_s)},
          {"users", positive_or_null(demand.users)},
          {"think_time_s", positive_or_null(demand.think_time_s)},
          {"concurrency", or_null(job.concurrency)},
          {"mean_input_tokens", job.input_length},
          {"mean_output_tokens", job.output_length},
          {"left_out_requests", demand.left_out},
          {"percentile", percentile_name(demand.level.share)},
          {"ttft_s", or_null(demand.level.ttft_s)},
          {"tpot_s", or_null(demand.level.tpot_s)}};
}

}  // namespace

OrderedJson json_of(const Scenario& scenario, const PlanResult& result, double elapsed_s,
                    const Translator& translator) {
  OrderedJson json{{"scenario", scenario.echo},
                   {"evaluated_layouts", result.evaluated_layouts},
                   {"feasible_layouts", result.feasible_layouts},
                   {"complete", result.complete},
                   {"elapsed_s", elapsed_s},
                   {"recommended_rank", result.plans.empty() ? 0 : 1},
                   {"notes", OrderedJson::array()},
                   {"plans", OrderedJson::array()}};
  for (const Message& note : result.notes) json["notes"].push_back(translator(note));
  if (result.unpriced) json["notes"].push_back(translator(*result.unpriced));
  if (result.left_out) json["notes"].push_back(translator(*result.left_out));
  for (const Plan& plan : result.plans) json["plans"].push_back(json_of(plan, scenario, translator));
  if (result.choice) {
    for (std::size_t at = 0; at < result.plans.size(); ++at)
      json["plans"][at]["chance_best"] = result.choice->chance_best[at];
    json["choice"] = write_record(*result.choice);
  }
  if (result.fewest) json["fewest_in_time"] = write_record(*result.fewest);
  if (scenario.demand) json["demand"] = demand_json(scenario);
  const auto* job = std::get_if<BatchInferenceJob>(&scenario.job);
  if (job != nullptr && job->model.family == Family::diffusion) json["pipeline"] = pipeline_json(*job);
  if (scenario.pareto) {
    json["pareto"] = OrderedJson::array();
    for (const Plan& plan : result.pareto) json["pareto"].push_back(summary_of(plan));
  }
  return json;
}

OrderedJson without_elapsed(OrderedJson json) {
  json.erase("elapsed_s");
  return json;
}

std::string json_text(const OrderedJson& json) {
  return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

}  // namespace hakaru
