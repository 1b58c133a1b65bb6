#include "hakaru/parallel/layout_space.h"

#include <algorithm>

#include "hakaru/job/layout_fields.h"
#include "hakaru/parallel/legal.h"
#include "hakaru/parallel/schedule.h"
#include "hakaru/parallel/stages.h"

namespace hakaru {
namespace {

constexpr std::int64_t long_sequence = 32768;     // from here on cp is worth trying unasked
constexpr std::int64_t usual_micro_batches = 64;  // beyond it products gain nothing and activations only grow
constexpr std::int64_t usual_chunks = 8;
constexpr std::int64_t not_hidden = 1;  // tensor_chunks of a layout whose collectives hide behind nothing

using Degrees = std::vector<std::int64_t>;

Degrees up_to(Degrees degrees, std::int64_t most) {
  std::erase_if(degrees, [&](std::int64_t degree) { return degree > most; });
  return degrees;
}

template <typename Value>
std::vector<Value> either(const std::optional<Value>& wanted, std::vector<Value> free) {
  return wanted ? std::vector<Value>{*wanted} : std::move(free);
}

bool is_small_power_of_two(std::int64_t size) { return (size & (size - 1)) == 0 && size <= usual_micro_batches; }

std::vector<Recompute> recomputes_of(const LayoutRequest& request, const OfferedLayouts& offered) {
  if (request.recompute) return {*request.recompute};
  if (request.recompute_layers) return {Recompute::full};
  std::vector<Recompute> recomputes{Recompute::none, Recompute::selective, Recompute::full};
  std::erase_if(recomputes, [&](Recompute each) { return !offered.has_recompute(each); });
  return recomputes;
}

}  // namespace

LayoutSpace::LayoutSpace(const Model& model, std::int64_t sequence_length, std::int64_t global_batch,
                         const Cluster& cluster, const LayoutRequest& request, Breadth breadth,
                         const OfferedLayouts& offered)
    : model_(model),
      sequence_length_(sequence_length),
      global_batch_(global_batch),
      cluster_(cluster),
      request_(request),
      breadth_(breadth),
      offered_(offered),
      recomputes_(recomputes_of(request, offered)) {
  if (cluster.ranks() < 1) return;
  if (offered.whole_models) {
    for (auto* degree : {&request_.tp, &request_.pp, &request_.cp, &request_.ep}) *degree = degree->value_or(1);
  }
  for (const SplitDegree& degree : offered.undivided) request_.*degree.request = (request_.*degree.request).value_or(1);
  const auto layers = std::max<std::int64_t>(1, static_cast<std::int64_t>(model.layers.size()));
  stages_ = either(request_.pp, cluster.has_slow_fabric() ? Degrees{1} : up_to(divisors(cluster.ranks()), layers));
  std::erase_if(stages_, [&](std::int64_t pp) { return pp < 1 || pp > layers; });
  if (breadth == Breadth::whole) head_layers_ = layers_worth_of_head(model, sequence_length);
  for (const std::int64_t pp : stages_) divisions_.emplace(pp, divisions(pp));
}

bool LayoutSpace::tries_context() const { return request_.cp || sequence_length_ >= long_sequence; }

bool LayoutSpace::is_unproven(const Layout& layout) const {
  const bool proven_schedule = pipeline_schedule(layout.schedule).tried == Tried::always ||
                               ranges::count(offered_.schedules, layout.schedule) > 0;
  return !(proven_schedule || request_.schedule) || (layout.cp > 1 && !tries_context()) ||
         !every_layout_field([&](const auto& field) {
           const bool usual = layout.*field.value == usual_layout.*field.value;
           return usual || !field.unproven || request_.*field.request;
         });
}

Degrees LayoutSpace::tensor_degrees() const {
  Degrees degrees = either(request_.tp, divisors(cluster_.instance().accelerators));
  std::erase_if(degrees, [&](std::int64_t tp) {
    if (tp < 1 || cluster_.ranks() % tp != 0) return true;
    Layout layout;
    layout.tp = tp;
    return broken_rule(serving_rules(), {layout, model_, sequence_length_, global_batch_, cluster_}) != nullptr;
  });
  return degrees;
}

Degrees LayoutSpace::context_degrees(std::int64_t tp) const {
  const bool tried = breadth_ == Breadth::whole || tries_context();
  Degrees degrees = either(request_.cp, tried ? divisors(cluster_.ranks() / tp) : Degrees{1});
  std::erase_if(degrees, [&](std::int64_t cp) {
    const bool leaves = !request_.cp && cp > 1 && leaves_its_fabric(tp * cp, cluster_);
    return cp < 1 || cluster_.ranks() / tp % cp != 0 || sequence_length_ % cp != 0 || leaves;
  });
  return degrees;
}

Degrees LayoutSpace::micro_batches() const {
  if (request_.micro_batch) return {*request_.micro_batch};
  Degrees sizes = divisors(std::max<std::int64_t>(1, global_batch_));
  if (breadth_ == Breadth::usual && model_.vocabulary != 0) {
    std::erase_if(sizes, [](std::int64_t size) { return !is_small_power_of_two(size); });
  }
  std::erase_if(sizes, [&](std::int64_t size) { return !offered_.has_micro_batch(size); });
  return sizes;
}

/// Pictures are small: a rank may take all of its own at once.
bool LayoutSpace::is_usual_micro_batch(const Layout& layout) const {
  const std::int64_t size = layout.micro_batch;
  return request_.micro_batch || is_small_power_of_two(size) ||
         (model_.vocabulary == 0 && size * layout.dp == global_batch_);
}

Degrees LayoutSpace::chunk_counts(std::int64_t pp) const {
  const std::int64_t most = pp == 1 ? 1 : static_cast<std::int64_t>(model_.layers.size()) / pp;
  if (request_.vpp) return *request_.vpp == 1 || *request_.vpp <= most ? Degrees{*request_.vpp} : Degrees{};
  const bool even = static_cast<std::int64_t>(model_.layers.size()) % pp == 0;
  Degrees chunks{1};
  if (even)
    chunks = divisors(std::max<std::int64_t>(1, most));
  else if (breadth_ != Breadth::usual)
    for (std::int64_t count = 2; count <= most; ++count) chunks.push_back(count);
  if (breadth_ == Breadth::usual) chunks = up_to(std::move(chunks), usual_chunks);
  std::erase_if(chunks, [&](std::int64_t count) { return !offered_.has_chunks(count); });
  return chunks;
}

std::vector<LayoutSpace::StageDivision> LayoutSpace::divisions(std::int64_t pp) const {
  const bool asked = request_.first_stage_layers || request_.last_stage_layers;
  std::vector<StageDivision> all;
  for (const std::int64_t vpp : chunk_counts(pp)) {
    const std::vector<Schedule> orders = schedules(pp, vpp);
    all.push_back({vpp, {request_.first_stage_layers.value_or(0), request_.last_stage_layers.value_or(0)}, orders});
    if (asked || breadth_ != Breadth::whole) continue;
    const auto layers = static_cast<std::int64_t>(model_.layers.size());
    for (const StageEnds& ends : faster_ends(layers, pp, vpp, head_layers_)) all.push_back({vpp, ends, orders});
  }
  return all;
}

Degrees LayoutSpace::overlaps(std::int64_t tp) const {
  const Degrees free = breadth_ == Breadth::whole ? Degrees{0, not_hidden, 2, 4, 8} : Degrees{0};
  return tp == 1 ? Degrees{0} : either(request_.tensor_chunks, free);
}

Degrees LayoutSpace::zero_stages(const Layout& layout) const {
  if (request_.zero) return {*request_.zero};
  if (layout.offload_weights) return {3};
  if (layout.dp_replicate > 1) return offered_zero_stages(layout, {1, 2, 3});
  if (layout.dp * layout.cp == 1) return {0};  // nothing to divide among
  return offered_zero_stages(layout, {0, 1, 2, 3});
}

Degrees LayoutSpace::offered_zero_stages(const Layout& layout, Degrees all) const {
  // Beside stages ZeRO 3 is 2, unless it gathers anew for each micro-batch.
  Degrees stages = up_to(std::move(all), layout.pp == 1 ? 3 : offered_.shards_stages ? 2 : 1);
  std::erase_if(stages, [&](std::int64_t stage) { return !offered_.has_zero_stage(stage); });
  return stages;
}

Degrees LayoutSpace::layers_together(const Layout& layout) const {
  if (layout.recompute != Recompute::full) return {1};
  if (request_.recompute_layers) return {*request_.recompute_layers};
  const bool one_by_one = breadth_ == Breadth::usual || request_.recompute ||  // what --recompute full means elsewhere
                          offered_.recomputes_one_by_one;
  if (one_by_one) return {1};
  return divisors(layers_of_fullest_chunk(layout, static_cast<std::int64_t>(model_.layers.size())));
}

std::vector<bool> LayoutSpace::sequence_parallels(std::int64_t tp) const {
  if (tp == 1) return either(request_.sequence_parallel, {false});
  return either(request_.sequence_parallel,
                breadth_ == Breadth::usual ? std::vector<bool>{true} : std::vector<bool>{true, false});
}

std::vector<ContextParallel> LayoutSpace::context_kinds(std::int64_t cp) const {
  if (cp == 1) return {ContextParallel::ring};
  if (breadth_ != Breadth::whole) return {request_.context_parallel.value_or(ContextParallel::ring)};
  return either(request_.context_parallel, {ContextParallel::ring, ContextParallel::all_to_all});
}

std::vector<Schedule> LayoutSpace::schedules(std::int64_t pp, std::int64_t vpp) const {
  const bool choice = vpp == 1 && pp > 1 && !request_.schedule;
  if (choice && !offered_.schedules.empty()) return offered_.schedules;
  if (!choice || breadth_ != Breadth::whole) return {request_.schedule.value_or(usual_schedule(vpp))};
  std::vector<Schedule> tried;
  for (const PipelineSchedule& each : pipeline_schedules()) {
    if (!each.takes_chunks && each.tried != Tried::when_asked) tried.push_back(each.schedule);
  }
  return tried;
}

Degrees LayoutSpace::expert_degrees(std::int64_t tp) const {
  if (request_.ep) return {*request_.ep};
  Degrees degrees = divisors(std::max<std::int64_t>(1, model_.experts));
  std::erase_if(degrees, [&](std::int64_t ep) {
    Layout sharded;
    sharded.ep = ep;
    sharded.zero = 3;
    return (ep > 1 && leaves_its_fabric(tp * ep, cluster_)) || !offered_.has_experts_of_a_rank(model_.experts, sharded);
  });
  return degrees;
}

std::vector<bool> LayoutSpace::expert_overlaps(std::int64_t ep) const {
  if (request_.expert_overlap) return {*request_.expert_overlap};
  const bool tried = breadth_ != Breadth::usual && ep > 1 && model_.experts > 0 && offered_.expert_overlap;
  return tried ? std::vector<bool>{false, true} : std::vector<bool>{false};
}

/// As all else is cut, and whole.
Degrees LayoutSpace::expert_cuts(const Layout& family) const {
  if (request_.etp) return {*request_.etp};
  const bool tried = family.tp > 1 && family.ep > 1 && family.ep % family.tp == 0 && family.sequence_parallel;
  const bool whole = tried && offered_.whole_experts;
  if (offered_.has_expert_cut(family)) return whole ? Degrees{0, 1} : Degrees{0};
  if (whole) return {1};
  return request_.tp && request_.ep ? Degrees{0} : Degrees{};
}

bool LayoutSpace::is_offered(const Layout& layout) const {
  // True where the degrees that are asked for leave no ranks to ZeRO.
  const bool fills = request_.tp.value_or(1) * request_.pp.value_or(1) == cluster_.ranks();
  return (request_.ep || offered_.has_experts_of_a_rank(model_.experts, layout)) &&
         (request_.zero || request_.dp || fills || offered_.has_undivided(layout)) &&
         (request_.zero || request_.dp || offered_.has_sharded_ranks(layout));
}

/// Adds `family` with every choice beside tp, cp, ep and sequence parallelism.
void LayoutSpace::add_families(Layout family, std::vector<Layout>& families) const {
  const Degrees sizes = micro_batches();
  for (const std::int64_t etp : expert_cuts(family)) {
    family.etp = etp;
    for (const std::int64_t chunks : overlaps(family.tp)) {
      family.tensor_chunks = chunks;
      for (const bool overlap : expert_overlaps(family.ep)) {
        family.expert_overlap = overlap;
        for (const std::int64_t size : sizes) {
          family.micro_batch = size;
          families.push_back(family);
        }
      }
    }
  }
}

std::vector<Layout> LayoutSpace::families() const {
  std::vector<Layout> families;
  if (cluster_.ranks() < 1) return families;
  Layout family;
  family.dp_replicate = request_.dp_replicate.value_or(1);
  family.offload_optimizer = request_.offload_optimizer.value_or(false);
  family.offload_weights = request_.offload_weights.value_or(false);
  family.offload_activations = request_.offload_activations.value_or(false);
  family.captured_step =
      request_.captured_step.value_or(offered_.captured_step && !family.offload_weights && !family.offload_activations);
  for (const std::int64_t tp : tensor_degrees()) {
    family.tp = tp;
    for (const std::int64_t cp : context_degrees(tp)) {
      family.cp = cp;
      for (const ContextParallel kind : context_kinds(cp)) {
        family.context_parallel = kind;
        for (const std::int64_t ep : expert_degrees(tp)) {
          family.ep = ep;
          for (const bool sequence_parallel : sequence_parallels(tp)) {
            family.sequence_parallel = sequence_parallel;
            add_families(family, families);
          }
        }
      }
    }
  }
  return families;
}

}  // namespace hakaru
