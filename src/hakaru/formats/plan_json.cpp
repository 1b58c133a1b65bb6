#include "hakaru/formats/plan_json.h"

#include "hakaru/core/real.h"
#include "hakaru/core/text.h"
#include "hakaru/formats/hardware_json.h"
#include "hakaru/formats/layout_json.h"

namespace hakaru {
namespace {

constexpr IntegerRange positive{1, 1'000'000'000};
constexpr NumberRange duration_range_s{1e-12, 1e15}, wait_range_s{0, 1e15}, rate_range{1e-12, 1e18};
constexpr double as_rounded_down = 1 - 1e-6;
constexpr NumberRange bytes_range{0, 1e18}, money_range_usd{0, 1e15}, energy_range_kwh{0, 1e18};

MemoryBreakdown read_memory(Fields& fields) {
  MemoryBreakdown memory;
  memory.weights_bytes = fields.number("weights_bytes", bytes_range);
  memory.gradients_bytes = fields.number("gradients_bytes", bytes_range);
  memory.optimizer_bytes = fields.number("optimizer_bytes", bytes_range);
  memory.activations_bytes = fields.number("activations_bytes", bytes_range);
  memory.kv_cache_bytes = fields.number("kv_cache_bytes", bytes_range);
  memory.buffers_bytes = fields.number("buffers_bytes", bytes_range);
  memory.reserve_bytes = fields.number("reserve_bytes", bytes_range);
  return memory;
}

Result<BlockOffer> read_block(const Json& json, const std::string& file) {
  Fields fields(json, file, "block");
  BlockOffer block{.instance = fields.name("instance"),
                   .region = fields.name("region"),
                   .instances = static_cast<int>(fields.integer("instances", {1, most_of_block})),
                   .hours = fields.number("hours", {1, longest_block_h}),
                   .starts_on = fields.text("starts_on"),
                   .usd = fields.number("usd", money_range_usd),
                   .as_of = fields.text("as_of"),
                   .source = fields.text("source")};
  if (fields.error()) return tl::unexpected(*fields.error());
  if (const Result<std::string> day = parse_date(block.starts_on, "block.starts_on"); !day)
    return bad_input("{}: {}", file, in_english(day.error().message));
  return block;
}

Result<Price> read_price(const Json& json, const std::string& file) {
  Fields fields(json, file, "price");
  Price price;
  price.instance = fields.name("instance");
  price.region = fields.name_if_any("region", fields.text("region"));
  const Result<PriceKind> kind = parse_price_kind(fields.text("kind"));
  price.usd_per_h = fields.number("usd_per_h", money_range_usd);
  price.as_of = fields.text("as_of");
  price.source = fields.nullable_text("source");
  price.note = fields.nullable_text("note");
  if (fields.error()) return tl::unexpected(*fields.error());
  if (!kind) return fail(kind);
  price.kind = *kind;
  return price;
}

Result<BaseAndPeak> read_bought(const Json& json, const std::string& file, const std::string& place) {
  Fields fields(json, file, place);
  const std::string base = fields.text("base_kind"), peak = fields.text("peak_kind");
  BaseAndPeak bought;
  bought.base_instances = fields.integer("base_instances", {0, positive.max});
  bought.peak_instances = fields.integer("peak_instances", {0, positive.max});
  bought.usd_per_h = fields.number("usd_per_h", money_range_usd);
  if (fields.error()) return tl::unexpected(*fields.error());
  for (const auto& [name, kind] : {std::pair{base, &bought.base}, std::pair{peak, &bought.peak}}) {
    const Result<PriceKind> known = parse_price_kind(name);
    if (!known) return bad_input("{}: {}", file, in_english(known.error().message));
    *kind = *known;
  }
  return bought;
}

/// Replicas come in `unit`s.
Result<ScalingFigures> read_scaling(const Json& json, const std::string& file, std::int64_t unit) {
  Fields fields(json, file, "plan.scaling");
  ScalingFigures figures;
  constexpr IntegerRange counts{1, most_scaled_replicas};
  constexpr NumberRange requests_each{1e-3, 1e6};
  figures.least = fields.integer("min_replicas", counts);
  figures.most = fields.integer("max_replicas", counts);
  figures.requests_each = fields.number("scale_at", requests_each);
  figures.warm_up_s = fields.number("warm_up_s", wait_range_s);
  figures.compile_s = fields.nullable_number("compile_time_s", wait_range_s);
  figures.ttft_s = fields.number("ttft_s", wait_range_s);
  figures.tpot_s = fields.number("tpot_s", wait_range_s);
  figures.request_s = fields.number("request_s", duration_range_s);
  if (fields.has("mean_request_s")) figures.mean_request_s = fields.nullable_number("mean_request_s", duration_range_s);
  figures.held_peak = fields.integer("replicas_peak", positive);
  figures.hours = fields.number("hours", wait_range_s);
  figures.replica_hours = fields.number("replica_hours", wait_range_s);
  figures.instance_hours = fields.number("instance_hours", wait_range_s);
  figures.usd_per_h = fields.nullable_number("usd_per_h", money_range_usd);
  figures.cost_per_million_tokens_usd = fields.nullable_number("cost_per_million_tokens_usd", money_range_usd);
  for (const auto& [key, into] : {std::pair{"bought", &figures.bought}, {"bought_with_spot", &figures.on_spot}}) {
    if (!fields.has(key)) continue;
    const Result<BaseAndPeak> bought = read_bought(fields.value(key), file, fmt::format("plan.scaling.{}", key));
    if (!bought) return fail(bought);
    *into = *bought;
  }
  if (!fields.error() && figures.least > figures.most)
    fields.refuse("min_replicas", std::to_string(figures.least), "at most max_replicas");
  constexpr double shortest_h = 1e-9;
  const double mean_replicas = figures.replica_hours / std::max(figures.hours, shortest_h);
  if (!fields.error() &&
      (mean_replicas < as_rounded_down * real(figures.least) || mean_replicas * as_rounded_down > real(figures.most)))
    fields.refuse("replica_hours", fmt::format("{}", figures.replica_hours),
                  fmt::format("{} … {} replicas for {} h", figures.least, figures.most, figures.hours));
  for (const auto& [key, replicas] :
       {std::pair{"min_replicas", figures.least}, std::pair{"max_replicas", figures.most}}) {
    if (!fields.error() && replicas % unit != 0)
      fields.refuse(key, std::to_string(replicas), fmt::format("multiples of ep {}", unit));
  }
  if (fields.error()) return tl::unexpected(*fields.error());
  return figures;
}

void read_engine(Fields& fields, ServingFigures& figures) {
  figures.engine = fields.nullable_text("engine");
  const std::string name = fields.text("compute");
  const Result<DataType> type = parse_data_type(name);
  if (type) figures.compute = *type;
  std::vector<std::string> names;
  for (const DataType each : all_data_types()) names.emplace_back(name_of(each));
  if (!type) fields.refuse("compute", "'" + name + "'", join(names));
  const std::string policy = fields.text("policy");
  figures.policy = policy_of(policy);
  if (policy != name_of(*figures.policy)) fields.refuse("policy", "'" + policy + "'", "vllm, static, buckets");
  figures.max_num_seqs = fields.nullable_integer("max_num_seqs", positive).value_or(0);
  figures.max_num_batched_tokens = fields.nullable_integer("max_num_batched_tokens", positive).value_or(0);
}

ServingFigures read_serving(Fields& fields) {
  ServingFigures figures;
  figures.batch = fields.integer("batch", {0, positive.max});
  figures.ttft_s = fields.number("ttft_s", wait_range_s);
  figures.tpot_s = fields.number("tpot_s", wait_range_s);
  figures.requests_per_s = fields.number("requests_per_s", rate_range);
  figures.output_tokens_per_s = fields.number("output_tokens_per_s", rate_range);
  figures.request_s = fields.number("request_s", duration_range_s);
  figures.cost_per_million_tokens_usd = fields.nullable_number("cost_per_million_tokens_usd", money_range_usd);
  figures.simulated_requests = fields.integer_or("simulated_requests", 0, {0, positive.max});
  read_engine(fields, figures);
  if (figures.simulated_requests == 0) {
    for (const char* key : {"simulated_percentile", "simulated_replicas"}) {
      if (fields.has(key)) fields.refuse("simulated_requests", "missing", fmt::format("a count, beside '{}'", key));
    }
    return figures;
  }
  figures.simulated_s = fields.number("simulated_s", wait_range_s);
  if (fields.has("held_requests_per_s")) figures.held_per_s = fields.number("held_requests_per_s", rate_range);
  figures.simulated_replicas = fields.integer("simulated_replicas", {0, positive.max});
  figures.prefill_replicas = fields.integer_or("prefill_replicas", 0, {0, positive.max});
  const std::string percentile = fields.text("simulated_percentile");
  const Result<double> share = parse_percentile(percentile, "simulated_percentile");
  if (!share) fields.refuse("simulated_percentile", "'" + percentile + "'", "p50, p95, p99");
  figures.simulated_share = share.value_or(0);
  return figures;
}

InferenceFigures read_inference(Fields& fields) {
  constexpr IntegerRange items_of_a_lot{1, 1'000'000'000'000};
  InferenceFigures figures;
  figures.batch = fields.integer("batch", {0, positive.max});
  figures.latency_s = fields.number("latency_s", duration_range_s);
  figures.items_per_s = fields.number("items_per_s", rate_range);
  figures.cost_per_million_items_usd = fields.nullable_number("cost_per_million_items_usd", money_range_usd);
  if (!fields.has("items")) return figures;
  LotFigures& lot = figures.lot.emplace();
  lot.items = fields.integer("items", items_of_a_lot);
  lot.duration_s = fields.number("duration_s", duration_range_s);
  return figures;
}

/// What a step is made of; a file that does not say it leaves it at nothing.
std::optional<Error> read_step(Fields& fields, StepEstimate& step) {
  if (!fields.has("step")) return std::nullopt;
  constexpr NumberRange flops_range{0, 1e30};
  Fields parts(fields.value("step"), fields.file(), "step");
  for (const auto& [key, value] :
       {std::pair{"compute_s", &step.compute_s}, std::pair{"recompute_s", &step.recompute_s},
        std::pair{"bubble_s", &step.bubble_s}, std::pair{"optimizer_s", &step.optimizer_s},
        std::pair{"straggling_s", &step.straggling_s}, std::pair{"loading_s", &step.loading_s},
        std::pair{"forward_only_s", &step.forward_only_s}, std::pair{"rollout_s", &step.rollout_s},
        std::pair{"between_phases_s", &step.between_phases_s}})
    *value = parts.number_or(key, 0, wait_range_s);
  step.model_flops = parts.number_or("model_flops", 0, flops_range);
  Fields exposed(parts.value("exposed"), fields.file(), "step.exposed");
  for (const auto& [key, value] :
       {std::pair{"tensor_s", &step.exposed.tensor_s}, std::pair{"pipeline_s", &step.exposed.pipeline_s},
        std::pair{"data_s", &step.exposed.data_s}, std::pair{"expert_s", &step.exposed.expert_s},
        std::pair{"context_s", &step.exposed.context_s}, std::pair{"offload_s", &step.exposed.offload_s}})
    *value = exposed.number_or(key, 0, wait_range_s);
  return parts.error() ? parts.error() : exposed.error();
}

Result<RolloutFigures> read_rollout(const Json& json, const std::string& file) {
  Fields fields(json, file, "rollout");
  RolloutFigures rollout;
  rollout.engine = fields.text("engine");
  rollout.completions_of_replica = fields.integer("completions_of_replica", positive);
  rollout.sequences_at_once = fields.integer("sequences_at_once", positive);
  rollout.generation_s = fields.number("generation_s", duration_range_s);
  rollout.handover_s = fields.number("handover_s", wait_range_s);
  rollout.output_tokens_per_s = fields.number("output_tokens_per_s", rate_range);
  for (const auto& [key, value] :
       {std::pair{"resident_bytes", &rollout.resident_bytes}, std::pair{"weights_bytes", &rollout.weights_bytes},
        std::pair{"kv_cache_bytes", &rollout.kv_cache_bytes}})
    *value = fields.number(key, bytes_range);
  Fields layout(fields.value("layout"), file, "rollout.layout");
  rollout.layout = read_layout(layout);
  if (fields.error() || layout.error()) return tl::unexpected(fields.error() ? *fields.error() : *layout.error());
  return rollout;
}

/// Files from before do not have it.
void read_evidence(Fields& fields, Plan& plan) {
  if (!fields.has("evidence")) return;
  const std::string kind = fields.text("evidence");
  bool known = false;
  for (const Evidence each : {Evidence::measured, Evidence::relative, Evidence::none}) {
    if (kind != name_of(each)) continue;
    plan.evidence.kind = each;
    known = true;
  }
  if (!known) fields.refuse("evidence", "'" + kind + "'", "measured, relative, none");
  plan.evidence.software = fields.nullable_text("evidence_software");
  plan.evidence.of = fields.nullable_text("evidence_of");
  if (fields.has("evidence_file")) plan.evidence.file = fields.text("evidence_file");
  plan.also = fields.texts("also");
  if (fields.has("is_safe")) plan.is_safe = fields.boolean("is_safe");
}

TrainingFigures read_training(Fields& fields) {
  TrainingFigures figures;
  figures.step.step_time_s = fields.number("step_time_s", duration_range_s);
  figures.step.tokens_per_s = fields.number("tokens_per_s", rate_range);
  figures.duration_s = fields.number("duration_s", duration_range_s);
  figures.step.mfu = fields.nullable_number("mfu", {0, 4}).value_or(0);
  return figures;
}

/// Of what ends they are of it, else of an hour.
void read_costs(Fields& fields, Plan& plan) {
  plan.usd_per_h = fields.nullable_number("usd_per_h", money_range_usd);
  const std::optional<double> cost_usd = fields.nullable_number("cost_usd", money_range_usd);
  const std::optional<double> energy_kwh = fields.nullable_number("energy_kwh", energy_range_kwh);
  if (TrainingFigures* const training = plan.training()) {
    training->cost_usd = cost_usd;
    training->energy_kwh = energy_kwh;
  } else if (InferenceFigures* const inference = plan.inference(); inference != nullptr && inference->lot) {
    inference->lot->cost_usd = cost_usd;
    inference->lot->energy_kwh = energy_kwh;
  } else {
    (inference != nullptr ? inference->energy_kwh_per_h : plan.serving()->energy_kwh_per_h) = energy_kwh;
  }
}

void read_figures(Fields& fields, const Job& job, Plan& plan) {
  if (std::holds_alternative<ServingJob>(job)) {
    plan.figures = read_serving(fields);
  } else if (std::holds_alternative<BatchInferenceJob>(job)) {
    plan.figures = read_inference(fields);
  } else {
    plan.figures = read_training(fields);
  }
  read_costs(fields, plan);
  plan.calibration = fields.nullable_text("calibration");
  read_evidence(fields, plan);
}

/// The parts of `layout` that matter where nothing is trained.
Layout replicas_of(const Layout& layout) {
  Layout replicas;
  replicas.tp = layout.tp;
  replicas.pp = layout.pp;
  replicas.ep = layout.ep;
  replicas.dp = layout.dp;
  return replicas;
}

}  // namespace

Result<Plan> plan_from_json(const Json& json, const Scenario& scenario, const std::string& file) {
  Fields fields(json, file, "plan");
  Plan plan;
  plan.rank = static_cast<int>(fields.integer("rank", positive));
  const auto instances = static_cast<int>(fields.integer("instances", positive));
  read_figures(fields, scenario.job, plan);
  ServingFigures* const serving = plan.serving();
  if (TrainingFigures* const training = plan.training()) {
    if (const std::optional<Error> error = read_step(fields, training->step)) return tl::unexpected(*error);
    if (std::get<TrainingJob>(scenario.job).post_training.rollout) {
      Result<RolloutFigures> rollout = read_rollout(fields.value("rollout"), file);
      if (!rollout) return fail(rollout);
      training->rollout = std::move(*rollout);
    }
  }
  Fields memory(fields.value("memory"), file, "memory");
  plan.capacity_bytes = memory.number("capacity_bytes", {1, bytes_range.max});
  plan.headroom_bytes = memory.number("headroom_bytes", {0, bytes_range.max});
  Fields device(memory.value("device"), file, "memory.device");
  plan.memory = read_memory(device);
  Fields layout(fields.value("layout"), file, "layout");
  plan.layout = read_layout(layout);
  for (const Fields* part : {&fields, &memory, &device, &layout}) {
    if (part->error()) return tl::unexpected(*part->error());
  }
  if (serving != nullptr && fields.has("scaling")) {
    if (serving->prefill_replicas > 0)
      return bad_input("{}: 'plan.scaling' stands beside prefill_replicas {}; accepted: one of the two", file,
                       serving->prefill_replicas);
    const Result<ScalingFigures> scaling = read_scaling(fields.value("scaling"), file, plan.layout.ep);
    if (!scaling) return fail(scaling);
    serving->scaling = *scaling;
  }
  Result<Instance> instance = instance_from_json(fields.value("hardware"), file);
  if (!instance) return fail(instance);
  const bool spans = plan.training() != nullptr || plan.layout.tp * plan.layout.pp > instance->accelerators ||
                     (serving != nullptr && serving->prefill_replicas > 0);
  if (instances > 1 && spans && instance->between.bytes_per_s <= 0)
    return bad_input("{}: '{}' is null; accepted: how fast the {} instances are linked", file,
                     "hardware.between.bytes_per_s", instances);
  const Layout of_replicas = replicas_of(plan.layout);
  if (plan.training() == nullptr && plan.layout != of_replicas)
    return bad_input("{}: its layout is {}; accepted: {}, since nothing is trained", file, in_short(plan.layout),
                     in_short(of_replicas));
  plan.cluster = Cluster(std::move(*instance), instances);
  if (serving != nullptr && serving->prefill_replicas > 0 && serving->prefill_replicas >= plan.layout.dp)
    return bad_input("{}: {} of its {} replicas prefill; accepted: fewer", file, serving->prefill_replicas,
                     plan.layout.dp);
  const bool idle_are_asked_for = plan.training() == nullptr && scenario.layout.dp;
  const std::int64_t idle = plan.cluster.ranks() - plan.layout.ranks();
  if (idle < 0 || (idle > 0 && !idle_are_asked_for))
    return bad_input("{}: its layout has {} ranks, its cluster {}", file, plan.layout.ranks(), plan.cluster.ranks());
  if (!json.contains("price")) fields.refuse("price", "missing", "a table, or null");
  if (fields.error()) return tl::unexpected(*fields.error());
  if (fields.has("price")) {
    Result<Price> price = read_price(fields.value("price"), file);
    if (!price) return fail(price);
    if (fields.has("price_kind") && fields.text("price_kind") != name_of(price->kind))
      return bad_input("{}: '{}' is {}; accepted: {}, as '{}' has it", file, "price.kind", name_of(price->kind),
                       fields.text("price_kind"), "plan.price_kind");
    plan.price = std::move(*price);
  }
  if (plan.ends() && fields.has("block")) {
    Result<BlockOffer> block = read_block(fields.value("block"), file);
    if (!block) return fail(block);
    plan.block = std::move(*block);
    plan.waits_s = fields.number("waits_s", wait_range_s);
    if (fields.error()) return tl::unexpected(*fields.error());
  }
  return plan;
}

}  // namespace hakaru
