#include "hakaru/parallel/legal.h"

#include <algorithm>

#include "hakaru/core/ranges.h"
#include "hakaru/parallel/layout_space.h"

namespace hakaru {
namespace {

using LegalDegrees = std::vector<std::int64_t>;

/// The value asked for, or else those of `candidates` up to `most`.
LegalDegrees choose(const std::optional<std::int64_t>& wanted, const LegalDegrees& candidates,
                    std::int64_t most = INT64_MAX) {
  if (wanted) return {*wanted};
  LegalDegrees chosen;
  ranges::copy_if(candidates, std::back_inserter(chosen), [&](std::int64_t value) { return value <= most; });
  return chosen;
}

LegalDegrees expert_degrees(const Model& model, std::int64_t replicas) {
  if (model.experts == 0) return {1};
  LegalDegrees degrees;
  ranges::set_intersection(divisors(model.experts), divisors(replicas), std::back_inserter(degrees));
  return degrees;
}

/// The engines of NeuronCores have no pipeline stages: vLLM with NxD Inference, vLLM Neuron (data/launch/programs/vllm.toml).
bool serves_in_stages(const Accelerator& accelerator) { return accelerator.kind != AcceleratorKind::neuroncore; }

std::optional<Message> explain(std::span<const LayoutRule> rules, const LayoutCase& layout_case) {
  const LayoutRule* broken = broken_rule(rules, layout_case);
  if (broken == nullptr) return std::nullopt;
  return broken->why(layout_case);
}

}  // namespace

std::optional<Message> why_illegal_to_train(const Layout& layout, const Model& model, std::int64_t sequence_length,
                                            std::int64_t global_batch, const Cluster& cluster, bool shards_stages) {
  return explain(training_rules(), {layout, model, sequence_length, global_batch, cluster, shards_stages});
}

std::optional<Message> why_illegal_to_serve(const Layout& layout, const Model& model, const Cluster& cluster) {
  return explain(serving_rules(), {layout, model, 0, 0, cluster});
}

std::vector<Layout> usual_training_layouts(const Model& model, std::int64_t sequence_length, std::int64_t global_batch,
                                           const Cluster& cluster, const LayoutRequest& request,
                                           const OfferedLayouts& offered) {
  const LayoutSpace space(model, sequence_length, global_batch, cluster, request, Breadth::usual, offered);
  std::vector<Layout> layouts;
  const auto all = [](const Layout&) { return true; };
  for (const Layout& family : space.families()) {
    space.each_of(family, all, [&](const Layout& layout) { layouts.push_back(layout); });
  }
  return layouts;
}

std::vector<Layout> legal_serving_layouts(const Model& model, const Cluster& cluster, const LayoutRequest& request) {
  std::vector<Layout> layouts;
  const std::int64_t ranks = cluster.ranks();
  if (ranks < 1) return layouts;
  const auto layers = std::max<std::int64_t>(1, static_cast<std::int64_t>(model.layers.size()));
  const std::int64_t most_stages = serves_in_stages(cluster.instance().accelerator) ? layers : 1;
  for (const std::int64_t tp : choose(request.tp, divisors(cluster.instance().accelerators))) {
    if (tp < 1 || ranks % tp != 0) continue;
    for (const std::int64_t pp : choose(request.pp, divisors(ranks / tp), most_stages)) {
      if (pp < 1 || (ranks / tp) % pp != 0 || (!request.pp && pp > 1 && leaves_its_fabric(tp * pp, cluster))) continue;
      Layout layout;
      layout.tp = tp;
      layout.pp = pp;
      layout.dp = request.dp.value_or(ranks / (tp * pp));
      for (const std::int64_t ep : choose(request.ep, expert_degrees(model, layout.dp))) {
        if (!request.ep && ep > 1 && leaves_its_fabric(tp * pp * ep, cluster)) continue;
        layout.ep = ep;
        if (broken_rule(serving_rules(), {layout, model, 0, 0, cluster}) == nullptr) layouts.push_back(layout);
      }
    }
  }
  return layouts;
}

bool leaves_its_fabric(std::int64_t ranks, const Cluster& cluster) {
  return cluster.has_slow_fabric() && cluster.instance().accelerators % ranks != 0;
}

std::vector<std::int64_t> divisors(std::int64_t number) {
  std::vector<std::int64_t> small;
  std::vector<std::int64_t> large;
  for (std::int64_t candidate = 1; candidate <= number / candidate; ++candidate) {
    if (number % candidate != 0) continue;
    small.push_back(candidate);
    if (candidate != number / candidate) large.push_back(number / candidate);
  }
  small.insert(small.end(), large.rbegin(), large.rend());
  return small;
}

}  // namespace hakaru
