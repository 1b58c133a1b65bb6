#include "hakaru/formats/json.h"

#include "hakaru/formats/band_json.h"
#include "hakaru/formats/nullable.h"
#include "hakaru/planning/costing.h"
#include "hakaru/serving/metrics/percentiles.h"

namespace hakaru {
namespace {

OrderedJson json_of(const StepEstimate& step) {
  OrderedJson json{{"compute_s", step.compute_s},
                   {"recompute_s", step.recompute_s},
                   {"exposed", json_of(step.exposed)},
                   {"bubble_s", step.bubble_s}};
  if (step.rollout_s > 0) json["rollout_s"] = step.rollout_s;
  if (step.between_phases_s > 0) json["between_phases_s"] = step.between_phases_s;
  if (step.forward_only_s > 0) json["forward_only_s"] = step.forward_only_s;
  json.update({{"optimizer_s", step.optimizer_s},
               {"straggling_s", step.straggling_s},
               {"loading_s", step.loading_s},
               {"model_flops", step.model_flops}});
  return json;
}

OrderedJson json_of(const RolloutFigures& rollout) {
  return {{"layout", json_of(rollout.layout)},
          {"engine", rollout.engine},
          {"completions_of_replica", rollout.completions_of_replica},
          {"sequences_at_once", rollout.sequences_at_once},
          {"generation_s", rollout.generation_s},
          {"handover_s", rollout.handover_s},
          {"output_tokens_per_s", rollout.output_tokens_per_s},
          {"resident_bytes", rollout.resident_bytes},
          {"weights_bytes", rollout.weights_bytes},
          {"kv_cache_bytes", rollout.kv_cache_bytes}};
}

OrderedJson json_of(const Porting& porting) {
  return {{"supported", porting.supported},
          {"person_months_low", porting.person_months_low},
          {"person_months_high", porting.person_months_high},
          {"cost_usd", or_null(porting.cost_usd)},
          {"source", text_or_null(porting.source)}};
}

OrderedJson json_of(const DataCosts& costs) {
  const std::optional<StoragePrice>& kept = costs.kept_at;
  return {{"kept_bytes", costs.kept_bytes},
          {"kept_in", kept ? OrderedJson(kept->region) : OrderedJson()},
          {"bytes_per_s_per_tib", kept ? or_null(kept->bytes_per_s_per_tib) : OrderedJson()},
          {"kept_usd", costs.kept_usd},
          {"moved_bytes", costs.moved_bytes},
          {"moved_usd", costs.moved_usd}};
}

OrderedJson json_of(const BaseAndPeak& bought) {
  return {{"base_kind", name_of(bought.base)},
          {"base_instances", bought.base_instances},
          {"peak_kind", name_of(bought.peak)},
          {"peak_instances", bought.peak_instances},
          {"usd_per_h", bought.usd_per_h}};
}

OrderedJson json_of(const ScalingFigures& scaling) {
  return {{"min_replicas", scaling.least},
          {"max_replicas", scaling.most},
          {"scale_at", scaling.requests_each},
          {"warm_up_s", scaling.warm_up_s},
          {"compile_time_s", or_null(scaling.compile_s)},
          {"ttft_s", scaling.ttft_s},
          {"tpot_s", scaling.tpot_s},
          {"request_s", scaling.request_s},
          {"mean_request_s", or_null(scaling.mean_request_s)},
          {"replicas_peak", scaling.held_peak},
          {"hours", scaling.hours},
          {"replica_hours", scaling.replica_hours},
          {"instance_hours", scaling.instance_hours},
          {"usd_per_h", or_null(scaling.usd_per_h)},
          {"cost_per_million_tokens_usd", or_null(scaling.cost_per_million_tokens_usd)},
          {"bought", scaling.bought ? json_of(*scaling.bought) : OrderedJson()},
          {"bought_with_spot", scaling.on_spot ? json_of(*scaling.on_spot) : OrderedJson()}};
}

void add_serving(OrderedJson& json, const ServingFigures& serving) {
  json["batch"] = serving.batch;
  json["ttft_s"] = serving.ttft_s;
  json["tpot_s"] = serving.tpot_s;
  json["requests_per_s"] = serving.requests_per_s;
  json["output_tokens_per_s"] = serving.output_tokens_per_s;
  json["request_s"] = serving.request_s;
  json["cost_per_million_tokens_usd"] = or_null(serving.cost_per_million_tokens_usd);
  json["engine"] = text_or_null(serving.engine);
  json["compute"] = serving.compute ? OrderedJson(name_of(*serving.compute)) : OrderedJson();
  json["policy"] = name_of(serving.policy.value_or(Policy::vllm));
  json["max_num_seqs"] = positive_or_null(serving.max_num_seqs);
  json["max_num_batched_tokens"] = positive_or_null(serving.max_num_batched_tokens);
  if (!serving.is_live()) return;
  json["simulated_requests"] = serving.simulated_requests;
  json["simulated_percentile"] = percentile_name(serving.simulated_share);
  json["simulated_s"] = serving.simulated_s;
  json["simulated_replicas"] = serving.simulated_replicas;
  json["held_requests_per_s"] = or_null(serving.held_per_s);
  if (serving.prefill_replicas > 0) json["prefill_replicas"] = serving.prefill_replicas;
  if (serving.scaling) json["scaling"] = json_of(*serving.scaling);
}

void add_inference(OrderedJson& json, const InferenceFigures& inference) {
  json["batch"] = inference.batch;
  json["latency_s"] = inference.latency_s;
  json["items_per_s"] = inference.items_per_s;
  json["cost_per_million_items_usd"] = or_null(inference.cost_per_million_items_usd);
  if (inference.lot) json["items"] = inference.lot->items;
}

}  // namespace

OrderedJson json_of(const Model& model) {
  const ParameterCounts counts = count_parameters(model);
  OrderedJson weights;
  for (const DataType type : all_data_types()) {
    if (type != DataType::tf32)
      weights[std::string(name_of(type))] = in_bytes(static_cast<double>(counts.total) * bytes_per_value(type));
  }
  OrderedJson json{
      {"model", model.name},
      {"architecture", model.architecture},
      {"family", name_of(model.family)},
      {"layers", model.layers.size()},
      {"parameters", {{"total", counts.total}, {"active", counts.active}, {"embedding", counts.embedding}}},
      {"weights_bytes", weights},
      {"kv_cache_bytes_per_token", in_bytes(kv_cache_bytes_per_token(model))},
      {"state_bytes_per_sequence", in_bytes(state_bytes_per_sequence(model))},
      {"cross_cache_bytes_per_sequence", in_bytes(cross_cache_bytes_per_sequence(model))},
      {"stored_type", name_of(model.stored_type)},
      {"max_positions", positive_or_null(model.max_positions)},
      {"source", text_or_null(model.source)}};
  if (model.stored) {
    OrderedJson types = OrderedJson::object();
    for (const auto& [type, values] : model.stored->values_by_type) types[type] = values;
    json["stored"] = {
        {"parameters", model.stored->parameters}, {"bytes", in_bytes(model.stored->bytes)}, {"values_by_type", types}};
  }
  return json;
}

OrderedJson json_of(const MemoryBreakdown& device, std::optional<double> capacity_bytes, double headroom_bytes) {
  OrderedJson json;
  json["device"] = {
      {"weights_bytes", in_bytes(device.weights_bytes)},     {"gradients_bytes", in_bytes(device.gradients_bytes)},
      {"optimizer_bytes", in_bytes(device.optimizer_bytes)}, {"activations_bytes", in_bytes(device.activations_bytes)},
      {"kv_cache_bytes", in_bytes(device.kv_cache_bytes)},   {"buffers_bytes", in_bytes(device.buffers_bytes)},
      {"reserve_bytes", in_bytes(device.reserve_bytes)},     {"total_bytes", in_bytes(device.total_bytes())}};
  json["capacity_bytes"] = capacity_bytes ? in_bytes(*capacity_bytes) : OrderedJson();
  json["headroom_bytes"] = capacity_bytes ? in_bytes(headroom_bytes) : OrderedJson();
  if (device.host_bytes > 0) json["host_bytes"] = in_bytes(device.host_bytes);
  json["fits"] = capacity_bytes ? OrderedJson(device.total_bytes() <= *capacity_bytes - headroom_bytes) : OrderedJson();
  return json;
}

OrderedJson json_of(const Terms& terms) {
  OrderedJson lines = OrderedJson::array();
  for (const Term& term : terms) {
    lines.push_back({{"name", term.name},
                     {"formula", term.formula},
                     {"value", term.value},
                     {"unit", term.unit},
                     {"source", text_or_null(term.source)}});
  }
  return lines;
}

OrderedJson json_of(const RuleOfThumb& rule) {
  return {{"lines", json_of(rule.lines)}, {"total_bytes", in_bytes(rule.total_bytes)}};
}

OrderedJson json_of(const Exposed& exposed) {
  return {{"tensor_s", exposed.tensor_s}, {"pipeline_s", exposed.pipeline_s}, {"data_s", exposed.data_s},
          {"expert_s", exposed.expert_s}, {"context_s", exposed.context_s},   {"offload_s", exposed.offload_s}};
}

OrderedJson json_of(const Price& price) {
  return {{"instance", price.instance},      {"region", price.region}, {"kind", name_of(price.kind)},
          {"usd_per_h", price.usd_per_h},    {"as_of", price.as_of},   {"source", text_or_null(price.source)},
          {"note", text_or_null(price.note)}};
}

OrderedJson json_of(const BlockOffer& block) {
  return {{"instance", block.instance}, {"region", block.region},       {"instances", block.instances},
          {"hours", block.hours},       {"starts_on", block.starts_on}, {"usd", block.usd},
          {"as_of", block.as_of},       {"source", block.source}};
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
  return json;
}

void add_figures(OrderedJson& json, const Plan& plan) {
  if (plan.serving() != nullptr) add_serving(json, *plan.serving());
  if (plan.inference() != nullptr) add_inference(json, *plan.inference());
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
  json["evidence"] = name_of(plan.evidence.kind);
  json["evidence_software"] = text_or_null(plan.evidence.software);
  json["evidence_of"] = text_or_null(plan.evidence.of);
  if (!plan.evidence.file.empty()) json["evidence_file"] = plan.evidence.file;
  json["also"] = plan.also;
  json["usd_per_h"] = or_null(plan.usd_per_h);
  if (plan.serving() != nullptr) json["usd_per_month"] = or_null(plan.usd_per_month());
  json["price_kind"] = plan.price ? OrderedJson(name_of(plan.price->kind)) : OrderedJson();
  json["price"] = plan.price ? json_of(*plan.price) : OrderedJson();
  if (plan.block) json.update({{"block", json_of(*plan.block)}, {"waits_s", plan.waits_s}});
  json["calibration"] = text_or_null(plan.calibration);
  if (const TrainingFigures* const training = plan.training()) {
    json["step"] = json_of(training->step);
    if (training->rollout) json["rollout"] = json_of(*training->rollout);
  }
  json["porting"] = json_of(plan.porting);
  if (plan.data_costs) json["data_costs"] = json_of(*plan.data_costs);
  json["notes"] = OrderedJson::array();
  for (const Message& note : plan.notes) json["notes"].push_back(translator(note));
  return json;
}

namespace {

/// What one picture takes; `steps` is null where the runs were given.
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

/// What a live service was asked to bear.
OrderedJson demand_json(const Scenario& scenario) {
  const ServingDemand& demand = *scenario.demand;
  const auto& job = std::get<ServingJob>(scenario.job);
  return {{"traffic", text_or_null(demand.traffic)},
          {"replayed", demand.replays},
          {"rate_per_s", or_null(job.rate_per_s)},
          {"users", job.concurrency ? OrderedJson(*job.concurrency) : OrderedJson()},
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
                   {"recommended_rank", result.plans.empty() ? 0 : recommended(result.plans).rank},
                   {"notes", OrderedJson::array()},
                   {"plans", OrderedJson::array()}};
  for (const Message& note : result.notes) json["notes"].push_back(translator(note));
  if (result.left_out) json["notes"].push_back(translator(*result.left_out));
  for (const Plan& plan : result.plans) json["plans"].push_back(json_of(plan, scenario, translator));
  if (result.choice) {
    for (std::size_t at = 0; at < result.plans.size(); ++at)
      json["plans"][at]["chance_best"] = result.choice->chance_best[at];
    json["choice"] = choice_json(result);
  }
  if (result.fewest)
    json["fewest_in_time"] = {{"accelerators", result.fewest->cluster.ranks()},
                              {"instances", result.fewest->cluster.instances},
                              {"instance", result.fewest->cluster.instance().name},
                              {"duration_s", result.fewest->duration_s}};
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
