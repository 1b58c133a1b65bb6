#include "hakaru/parallel/legal.h"

#include <algorithm>

#include "hakaru/parallel/rules.h"

namespace hakaru {
namespace {

constexpr std::int64_t long_sequence = 32768;     // from here on cp is worth trying unasked
constexpr std::int64_t largest_micro_batch = 64;  // beyond it products gain nothing and activations only grow
constexpr std::int64_t most_chunks = 8;

using Degrees = std::vector<std::int64_t>;

/// The value asked for, or else those of `candidates` up to `most`.
Degrees choose(const std::optional<std::int64_t>& wanted, const Degrees& candidates, std::int64_t most = INT64_MAX) {
  if (wanted) return {*wanted};
  Degrees chosen;
  std::ranges::copy_if(candidates, std::back_inserter(chosen), [&](std::int64_t value) { return value <= most; });
  return chosen;
}

/// Divisors of `number` that are powers of two.
Degrees powers_of_two(std::int64_t number) {
  Degrees powers;
  for (std::int64_t power = 1; number > 0 && number % power == 0 && power <= largest_micro_batch; power *= 2) {
    powers.push_back(power);
  }
  return powers;
}

std::vector<Recompute> choose_recompute(const LayoutRequest& request) {
  if (request.recompute) return {*request.recompute};
  if (request.recompute_layers) return {Recompute::full};
  return {Recompute::none, Recompute::selective, Recompute::full};
}

/// One loop per part of a layout, from the outermost; each takes only what its part may be, given those outside it.
class Enumeration {
 public:
  Enumeration(const Model& model, std::int64_t sequence_length, std::int64_t global_batch, const Cluster& cluster,
              const LayoutRequest& request)
      : model_(model),
        sequence_length_(sequence_length),
        global_batch_(global_batch),
        cluster_(cluster),
        request_(request) {}

  std::vector<Layout> training() {
    each_split([this](Layout layout) {
      const bool long_enough = sequence_length_ >= long_sequence;
      const std::int64_t left = cluster_.ranks() / (layout.tp * layout.pp);
      for (const std::int64_t cp : choose(request_.cp, long_enough ? divisors(left) : Degrees{1})) {
        if (cp < 1 || left % cp != 0) continue;
        layout.cp = cp;
        layout.dp = left / cp;
        if (request_.dp && *request_.dp != layout.dp) continue;
        each_expert_split(layout);
      }
    });
    return std::move(layouts_);
  }

  std::vector<Layout> serving() {
    each_split([this](Layout layout) {
      layout.sequence_parallel = false;  // engines sum whole activations
      layout.dp = request_.dp.value_or(cluster_.ranks() / (layout.tp * layout.pp));
      for (const std::int64_t ep : choose(request_.ep, expert_degrees(layout))) {
        layout.ep = ep;
        keep_if_legal(layout, serving_rules());
      }
    });
    return std::move(layouts_);
  }

 private:
  /// Calls `visit` with every tp and pp that the ranks allow.
  template <typename Visit>
  void each_split(Visit visit) {
    const std::int64_t ranks = cluster_.ranks();
    if (ranks < 1) return;
    const auto layers = static_cast<std::int64_t>(model_.layers.size());
    for (const std::int64_t tp : choose(request_.tp, divisors(ranks), cluster_.instance().accelerators)) {
      if (tp < 1 || ranks % tp != 0 || !tensor_degree_is_legal(tp)) continue;
      for (const std::int64_t pp : choose(request_.pp, divisors(ranks / tp), std::max<std::int64_t>(1, layers))) {
        if (pp < 1 || (ranks / tp) % pp != 0) continue;
        Layout layout;
        layout.tp = tp;
        layout.pp = pp;
        layout.sequence_parallel = request_.sequence_parallel.value_or(tp > 1);
        visit(layout);
      }
    }
  }

  /// Whether tp alone breaks no rule: asked once, not for every layout with it.
  bool tensor_degree_is_legal(std::int64_t tp) const {
    Layout layout;
    layout.tp = tp;
    return broken_rule(serving_rules(), {layout, model_, sequence_length_, global_batch_, cluster_}) == nullptr;
  }

  Degrees expert_degrees(const Layout& layout) const {
    if (model_.experts == 0) return {1};
    Degrees degrees;
    std::ranges::set_intersection(divisors(model_.experts), divisors(layout.dp * layout.cp),
                                  std::back_inserter(degrees));
    return degrees;
  }

  Degrees chunk_counts(const Layout& layout) const {
    const auto layers = static_cast<std::int64_t>(model_.layers.size());
    return layout.pp == 1 || layers % layout.pp != 0 ? Degrees{1} : divisors(layers / layout.pp);
  }

  void each_expert_split(Layout layout) {
    for (const std::int64_t ep : choose(request_.ep, expert_degrees(layout))) {
      layout.ep = ep;
      for (const std::int64_t vpp : choose(request_.vpp, chunk_counts(layout), most_chunks)) {
        layout.vpp = vpp;
        layout.schedule = schedule_of(request_, vpp);
        each_batch_split(layout);
      }
    }
  }

  /// Pictures are small: a rank may take all of its own at once.
  Degrees micro_batches(std::int64_t sequences) const {
    Degrees sizes = powers_of_two(sequences);
    if (model_.vocabulary == 0 && sequences > 0 && sizes.back() != sequences) sizes.push_back(sequences);
    return sizes;
  }

  std::optional<std::int64_t> zero_wanted() const {
    return request_.zero ? std::optional<std::int64_t>(*request_.zero) : std::nullopt;
  }

  void each_batch_split(Layout layout) {
    const std::int64_t sequences = global_batch_ % layout.dp == 0 ? global_batch_ / layout.dp : 0;
    const std::int64_t most_zero = layout.dp * layout.cp == 1 ? 0 : layout.pp > 1 ? 1 : 3;
    for (const std::int64_t micro_batch : choose(request_.micro_batch, micro_batches(sequences))) {
      layout.micro_batch = micro_batch;
      for (const std::int64_t zero : choose(zero_wanted(), {0, 1, 2, 3}, most_zero)) {
        layout.zero = static_cast<int>(zero);
        for (const Recompute recompute : choose_recompute(request_)) {
          layout.recompute = recompute;
          take_details(request_, layout);
          keep_if_legal(layout, training_rules());
        }
      }
    }
  }

  void keep_if_legal(const Layout& layout, std::span<const LayoutRule> rules) {
    if (broken_rule(rules, {layout, model_, sequence_length_, global_batch_, cluster_}) == nullptr) {
      layouts_.push_back(layout);
    }
  }

  const Model& model_;
  std::int64_t sequence_length_;
  std::int64_t global_batch_;
  const Cluster& cluster_;
  const LayoutRequest& request_;
  std::vector<Layout> layouts_;
};

std::optional<Message> explain(std::span<const LayoutRule> rules, const LayoutCase& layout_case) {
  const LayoutRule* broken = broken_rule(rules, layout_case);
  if (broken == nullptr) return std::nullopt;
  return broken->why(layout_case);
}

}  // namespace

std::optional<Message> why_illegal_to_train(const Layout& layout, const Model& model, std::int64_t sequence_length,
                                            std::int64_t global_batch, const Cluster& cluster) {
  return explain(training_rules(), {layout, model, sequence_length, global_batch, cluster});
}

std::optional<Message> why_illegal_to_serve(const Layout& layout, const Model& model, const Cluster& cluster) {
  return explain(serving_rules(), {layout, model, 0, 0, cluster});
}

std::vector<Layout> legal_training_layouts(const Model& model, std::int64_t sequence_length, std::int64_t global_batch,
                                           const Cluster& cluster, const LayoutRequest& request) {
  return Enumeration(model, sequence_length, global_batch, cluster, request).training();
}

std::vector<Layout> legal_serving_layouts(const Model& model, const Cluster& cluster, const LayoutRequest& request) {
  return Enumeration(model, 0, 0, cluster, request).serving();
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
