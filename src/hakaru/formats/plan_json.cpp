#include "hakaru/formats/plan_json.h"

#include "hakaru/core/real.h"
#include "hakaru/formats/hardware_json.h"
#include "hakaru/formats/layout_json.h"
#include "hakaru/formats/record_json.h"

namespace hakaru {
namespace {

constexpr double as_rounded_down = 1 - 1e-6;

/// Reads a table of its own; `where` stands before its keys in refusals.
template <IsRecord Record>
Result<Record> read_table(const Json& json, const std::string& file, const char* where) {
  Fields fields(json, file, where);
  Record read;
  read_record(fields, read);
  if (fields.error()) return tl::unexpected(*fields.error());
  return read;
}

/// Refuses what no fleet has: its replicas come in `unit`s.
void check_scaling(Fields& fields, const ScalingFigures& figures, std::int64_t unit) {
  constexpr double shortest_h = 1e-9;
  const double mean_replicas = figures.replica_hours / std::max(figures.hours, shortest_h);
  if (figures.least > figures.most)
    fields.refuse("min_replicas", std::to_string(figures.least), "at most max_replicas");
  if (mean_replicas < as_rounded_down * real(figures.least) || mean_replicas * as_rounded_down > real(figures.most))
    fields.refuse("replica_hours", fmt::format("{}", figures.replica_hours),
                  fmt::format("{} … {} replicas for {} h", figures.least, figures.most, figures.hours));
  for (const auto& [key, replicas] :
       {std::pair{"min_replicas", figures.least}, std::pair{"max_replicas", figures.most}}) {
    if (replicas % unit != 0) fields.refuse(key, std::to_string(replicas), fmt::format("multiples of ep {}", unit));
  }
}

/// Refuses what no service has.
void check_serving(Fields& fields, const ServingFigures& serving, const Layout& layout) {
  if (!serving.compute) fields.refuse("compute", "null", accepted_names<DataType>());
  const std::int64_t prefilling = serving.prefill_replicas;
  if (prefilling > 0 && !serving.live)
    fields.refuse("simulated_requests", "missing", "a count, beside 'prefill_replicas'");
  if (prefilling > 0 && prefilling >= layout.dp)
    fields.refuse("prefill_replicas", std::to_string(prefilling), fmt::format("fewer than its {} replicas", layout.dp));
  if (!serving.scaling) return;
  if (prefilling > 0) fields.refuse("scaling", "a table", "none, beside 'prefill_replicas'");
  Fields scaling = fields.inside("scaling");
  check_scaling(scaling, *serving.scaling, layout.ep);
  fields.keep(scaling);
}

/// Files from before do not have it.
void read_evidence(Fields& fields, Plan& plan) {
  if (!fields.has("evidence")) return;
  read_record(fields, plan.evidence);
  plan.also = fields.texts("also");
  if (fields.has("is_safe")) plan.is_safe = fields.boolean("is_safe");
}

TrainingFigures read_training(Fields& fields, const TrainingJob& job) {
  TrainingFigures figures;
  figures.step.step_time_s = fields.number("step_time_s", figure_ranges::durations_s);
  figures.step.tokens_per_s = fields.number("tokens_per_s", figure_ranges::rates);
  figures.duration_s = fields.number("duration_s", figure_ranges::durations_s);
  if (fields.has("compile_time_s")) figures.compile_s = fields.number("compile_time_s", figure_ranges::waits_s);
  figures.step.mfu = fields.nullable_number("mfu", {0, 4}).value_or(0);
  const auto read = [&](const char* key, auto& record) {
    Fields table(fields.value(key), fields.file(), key);
    read_record(table, record);
    fields.keep(table);
  };
  if (fields.has("step")) read("step", figures.step);
  if (job.post_training.rollout) read("rollout", figures.rollout.emplace());
  return figures;
}

/// Reads costs and energy: of the full plan where it ends, else of an hour.
void read_costs(Fields& fields, Plan& plan) {
  plan.costs.usd_per_h = fields.nullable_number("usd_per_h", usd_range);
  const std::optional<double> cost_usd = fields.nullable_number("cost_usd", usd_range);
  plan.costs.usd = plan.ends() ? cost_usd : plan.costs.usd_per_h;
  plan.costs.energy_kwh = fields.nullable_number("energy_kwh", figure_ranges::energies_kwh);
}

void read_figures(Fields& fields, const Job& job, Plan& plan) {
  if (std::holds_alternative<ServingJob>(job)) {
    ServingFigures& figures = plan.figures.emplace<ServingFigures>();
    read_record(fields, figures);
    if (figures.lot) figures.lot->duration_s = fields.number("duration_s", figure_ranges::durations_s);
  } else if (std::holds_alternative<BatchInferenceJob>(job)) {
    InferenceFigures& figures = plan.figures.emplace<InferenceFigures>();
    read_record(fields, figures);
    if (figures.lot) figures.lot->duration_s = fields.number("duration_s", figure_ranges::durations_s);
  } else {
    plan.figures = read_training(fields, std::get<TrainingJob>(job));
  }
  if (fields.has("block_hours")) plan.bought_h = fields.number("block_hours", figure_ranges::waits_s);
  if (fields.has("start_up_s")) plan.start_up_s = fields.number("start_up_s", figure_ranges::waits_s);
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
  plan.rank = static_cast<int>(fields.integer("rank", record_json::whole(figure_ranges::positive)));
  const auto instances = static_cast<int>(fields.integer("instances", record_json::whole(figure_ranges::positive)));
  read_figures(fields, scenario.job, plan);
  const ServingFigures* const serving = plan.serving();
  Fields memory(fields.value("memory"), file, "memory");
  plan.capacity_bytes = memory.number("capacity_bytes", {1, bytes_range.max});
  plan.headroom_bytes = memory.number("headroom_bytes", {0, bytes_range.max});
  Fields device = memory.inside("device");
  read_record(device, plan.memory);
  Fields layout(fields.value("layout"), file, "layout");
  plan.layout = read_layout(layout);
  for (const Fields* part : {&fields, &memory, &device, &layout}) {
    if (part->error()) return tl::unexpected(*part->error());
  }
  if (serving != nullptr) check_serving(fields, *serving, plan.layout);
  if (fields.error()) return tl::unexpected(*fields.error());
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
  const bool idle_are_asked_for = plan.training() == nullptr && scenario.layout.dp;
  const std::int64_t idle = plan.cluster.ranks() - plan.layout.ranks();
  if (idle < 0 || (idle > 0 && !idle_are_asked_for))
    return bad_input("{}: its layout has {} ranks, its cluster {}", file, plan.layout.ranks(), plan.cluster.ranks());
  if (!json.contains("price")) fields.refuse("price", "missing", "a table, or null");
  if (fields.error()) return tl::unexpected(*fields.error());
  if (fields.has("price")) {
    Result<Price> price = read_table<Price>(fields.value("price"), file, "price");
    if (!price) return fail(price);
    if (fields.has("price_kind") && fields.text("price_kind") != name_of(price->kind))
      return bad_input("{}: '{}' is {}; accepted: {}, as '{}' has it", file, "price.kind", name_of(price->kind),
                       fields.text("price_kind"), "plan.price_kind");
    plan.price = std::move(*price);
  }
  if (plan.ends() && fields.has("block")) {
    Result<BlockOffer> block = read_table<BlockOffer>(fields.value("block"), file, "block");
    if (!block) return fail(block);
    plan.block = std::move(*block);
    plan.waits_s = fields.number("waits_s", figure_ranges::waits_s);
    if (fields.error()) return tl::unexpected(*fields.error());
  }
  return plan;
}

}  // namespace hakaru
