#include "hakaru/planning/search/search_parts.h"

#include "hakaru/parallel/legal.h"

namespace hakaru {
namespace {

std::vector<Message> notes_on_types(const Accelerator& accelerator, DataType wanted, DataType computed) {
  std::vector<Message> notes;
  if (computed != wanted) {
    notes.push_back(
        message("{} has no {} of its own: computed in {}", accelerator.name, name_of(wanted), name_of(computed)));
  }
  const Rate* rate = accelerator.rate(computed);
  if (rate == nullptr || rate->support == Support::native) return notes;
  notes.push_back(
      rate->support == Support::cast
          ? message("{} silently computes {} as {}", accelerator.name, name_of(computed), name_of(rate->computed_as))
          : message("{} has no units for {}: it is computed as {}", accelerator.name, name_of(computed),
                    name_of(rate->computed_as)));
  return notes;
}

PlanEvidence evidence_of(const Accelerator& accelerator, const Calibration& calibration) {
  if (calibration.stack_of.empty()) return {Evidence::none, calibration.stack, calibration.relative_of, ""};
  if (calibration.of_kernels) return {Evidence::none, calibration.stack, "", calibration.own_file};
  const bool own = calibration.stack_of == accelerator.name && !calibration.of_other_software;
  return {own ? Evidence::measured : Evidence::relative, calibration.stack, calibration.stack_of, calibration.own_file};
}

}  // namespace

Result<SearchResult> search_each(const SearchContext& context, const std::vector<Instance>& instances,
                                 const SearchOne& search) {
  const bool side_by_side = instances.size() > 1 && instances.size() >= context.executor.workers;
  Executor alone;
  alone.watch = context.executor.watch;
  const SearchContext of_one{
      context.scenario,   context.catalog,
      context.constants,  context.recommendations,
      context.bands,      side_by_side ? alone : context.executor,
      context.breadth,    context.layouts_of_cluster,
      context.wants_miss, context.share / static_cast<double>(std::max<std::size_t>(1, instances.size()))};
  const Executor& executor = side_by_side ? context.executor : alone;
  // From here on side by side they are only looked up.
  for (const Instance& instance : instances) static_cast<void>(context.constants.of(instance.accelerator));
  std::vector<Result<SearchResult>> results(instances.size());
  executor.for_each(instances.size(), [&](std::size_t at, std::size_t) {
    if (!alone.watch.stopped()) results[at] = search(of_one, instances[at]);
  });
  SearchResult found;
  for (Result<SearchResult>& result : results) {
    if (!result) return fail(result);
    found.absorb(std::move(*result));
  }
  return found;
}

void SearchResult::absorb(SearchResult other) {
  evaluated += other.evaluated;
  feasible += other.feasible;
  std::move(other.plans.begin(), other.plans.end(), std::back_inserter(plans));
  if (other.miss && (!miss || other.miss->overflow() < miss->overflow())) miss = std::move(other.miss);
  if (other.near) note_near(other.near->excess, std::move(other.near->why));
  if (!not_legal) not_legal = std::move(other.not_legal);
  if (!unproven) unproven = std::move(other.unproven);
}

void SearchResult::note_miss(const Cluster& cluster, const Layout& layout, const MemoryBreakdown& memory,
                             const MemoryReserve& reserve, const std::string& precision, const HostUpdate& update) {
  const NearestMiss found{
      cluster, layout, precision, memory.total_bytes(), reserve, host_memory_of(memory, update, cluster.instance())};
  if (!miss || found.overflow() < miss->overflow()) miss = found;
}

void SearchResult::note_near(double excess, Message why) {
  if (!near || excess < near->excess) near = NearLimit{excess, std::move(why)};
}

SearchResult SearchResult::impossible(Message why) {
  SearchResult result;
  result.not_legal = std::move(why);
  return result;
}

Result<SearchResult> SearchResult::impossible(Error error) {
  if (error.kind == ErrorKind::bad_input) return tl::unexpected(std::move(error));
  return impossible(std::move(error.message));
}

std::string in_short(const Layout& layout, const std::string& precision) {
  return precision.empty() ? in_short(layout) : in_short(layout) + " " + precision;
}

bool computes_natively(const Accelerator& accelerator, DataType type) {
  const Rate* rate = accelerator.rate(type);
  return rate != nullptr && rate->support == Support::native;
}

TrainingJob with_recipe(const TrainingJob& job, const PrecisionRecipe& recipe) {
  TrainingJob other = job;
  other.recipe = recipe;
  return other;
}

std::optional<DataType> compute_type_on(const Accelerator& accelerator, DataType wanted) {
  const auto native = [&](DataType type) { return computes_natively(accelerator, type); };
  // Before bf16 there was fp16: as wide, and many times the rate of bf16 emulated on fp32 units.
  if (wanted == DataType::bf16 && !native(DataType::bf16) && native(DataType::fp16)) return DataType::fp16;
  for (const DataType type : {wanted, DataType::bf16, DataType::fp16, DataType::fp32}) {
    if (accelerator.rate(type) != nullptr) return type;
  }
  return std::nullopt;
}

void note_idle(Plan& plan) {
  const std::int64_t ranks = plan.cluster.ranks(), idle = ranks - plan.layout.ranks();
  if (idle > 0)
    plan.notes.push_back(message("{} of {} accelerators are idle under this layout, and paid for", idle, ranks));
}

void set_memory(Plan& plan, const MemoryBreakdown& memory, const MemoryReserve& reserve) {
  const Accelerator& accelerator = plan.cluster.instance().accelerator;
  plan.memory = memory;
  plan.capacity_bytes = accelerator.memory_bytes;
  plan.headroom_bytes = accelerator.memory_bytes - reserve.usable_bytes(accelerator);
}

Plan begun_plan(const Cluster& cluster, const Layout& layout, const MemoryBreakdown& memory,
                const Calibration& calibration, const MemoryReserve& reserve, DataType wanted, DataType computed) {
  const Accelerator& accelerator = cluster.instance().accelerator;
  Plan plan;
  plan.cluster = cluster;
  plan.layout = layout;
  set_memory(plan, memory, reserve);
  plan.calibration = calibration.name;
  plan.notes = notes_on_types(accelerator, wanted, computed);
  const Instance& instance = cluster.instance();
  const bool is_sliced = instance.slice_of == instance.name;
  if (instance.idle_accelerators > 0 && !is_sliced)
    plan.notes.push_back(message("uses {} of the {} accelerators of each {}, which is paid whole",
                                 instance.accelerators, instance.accelerators + instance.idle_accelerators,
                                 instance.name));
  plan.evidence = evidence_of(accelerator, calibration);
  note_idle(plan);
  return plan;
}

Layout filling_layout(const LayoutRequest& request, const Cluster& cluster) {
  Layout layout = requested_layout(request);
  const double model_ranks =
      static_cast<double>(layout.tp) * static_cast<double>(layout.pp) * static_cast<double>(layout.cp);
  if (!request.dp) layout.dp = std::max<std::int64_t>(1, static_cast<std::int64_t>(cluster.ranks() / model_ranks));
  return layout;
}

std::vector<Layout> legal_inference_layouts(const Model& model, const Cluster& cluster, const LayoutRequest& request) {
  LayoutRequest one_stage = request;
  one_stage.pp = 1;
  one_stage.ep = 1;
  return legal_serving_layouts(model, cluster, one_stage);
}

}  // namespace hakaru
