#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

#include "hakaru/numerics/elementary.h"
#include "hakaru/tracing/compile.h"

namespace hakaru::tracing {
namespace {

/// An elementwise operation on numbers that are known; empty where it is left to the device.
std::optional<double> folded(const Node& node, const std::vector<double>& values) {
  const double x = values[0];
  switch (node.opcode) {
    case Opcode::add:
      return x + values[1];
    case Opcode::subtract:
      return x - values[1];
    case Opcode::multiply:
      return x * values[1];
    case Opcode::divide:
      return x / values[1];
    case Opcode::scale:
      return x * node.attributes.numbers[0];
    case Opcode::add_constant:
      return x + node.attributes.numbers[0];
    case Opcode::exponential:
      return elementary::exp(x);
    case Opcode::logarithm:
      return elementary::log(x);
    case Opcode::square_root:
      return std::sqrt(x);
    case Opcode::relu:
      return std::max(x, 0.0);
    default:
      return std::nullopt;
  }
}

bool swaps_the_last_two(const std::vector<std::int64_t>& axes) {
  const auto rank = static_cast<std::int64_t>(axes.size());
  for (std::int64_t at = 0; at < rank; ++at) {
    const std::int64_t expected = at == rank - 1 ? rank - 2 : at == rank - 2 ? rank - 1 : at;
    if (axes[static_cast<std::size_t>(at)] != expected) return false;
  }
  return rank >= 2;
}

class Simplifier {
 public:
  explicit Simplifier(const TracedGraph& graph) : graph_(graph) {}

  TracedGraph simplified() {
    for (const Node& node : graph_.nodes) renamed_.push_back(placed(node));
    TracedGraph result{std::move(nodes_), graph_.slots, graph_.targets};
    for (Target& target : result.targets) target.node = renamed_[target.node];
    return without_dead_code(std::move(result));
  }

 private:
  NodeId placed(Node node) {
    for (NodeId& input : node.inputs) input = renamed_[input];
    if (const auto same = replacement(node)) return *same;
    fold(node);
    use_numbers(node);
    if (const auto same = replacement(node)) return *same;
    take_transpositions(node);
    return once(node);
  }

  bool is_constant(NodeId id) const { return nodes_[id].opcode == Opcode::constant; }
  double value_of(NodeId id) const { return nodes_[id].attributes.numbers[0]; }

  /// An operation that changes nothing is its operand.
  std::optional<NodeId> replacement(const Node& node) const {
    if (node.inputs.empty() || node.materialised) return std::nullopt;
    const Node& input = nodes_[node.inputs[0]];
    if (input.type != node.type || input.shape != node.shape) return std::nullopt;
    const bool nothing = is_view(node.opcode) || (node.opcode == Opcode::scale && node.attributes.numbers[0] == 1) ||
                         (node.opcode == Opcode::add_constant && node.attributes.numbers[0] == 0);
    return nothing ? std::optional(node.inputs[0]) : std::nullopt;
  }

  void become_constant(Node& node, double value) const {
    node.opcode = Opcode::constant;
    node.inputs.clear();
    node.attributes = {{}, {static_cast<double>(static_cast<float>(value))}};
  }

  void fold(Node& node) const {
    if (node.inputs.empty() ||
        !std::all_of(node.inputs.begin(), node.inputs.end(), [&](NodeId input) { return is_constant(input); }))
      return;
    std::vector<double> values;
    for (const NodeId input : node.inputs) values.push_back(value_of(input));
    if (node.opcode == Opcode::broadcast || is_view(node.opcode)) {
      become_constant(node, values[0]);
    } else if (node.opcode == Opcode::sum) {
      const auto axis = static_cast<std::size_t>(node.attributes.integers[0]);
      become_constant(node, values[0] * static_cast<double>(nodes_[node.inputs[0]].shape[axis]));
    } else if (is_elementwise(node.opcode)) {
      if (const auto value = folded(node, values)) become_constant(node, *value);
    }
  }

  /// x · c becomes a scaling, x + c an addition of a constant, (a · x) · b one scaling, a repetition repeated one.
  void use_numbers(Node& node) const {
    const bool product = node.opcode == Opcode::multiply, addition = node.opcode == Opcode::add;
    if (product || addition) {
      const std::size_t known = is_constant(node.inputs[1]) ? 1 : 0;
      if (!is_constant(node.inputs[known])) return;
      node.attributes.numbers = {value_of(node.inputs[known])};
      node.inputs = {node.inputs[1 - known]};
      node.opcode = product ? Opcode::scale : Opcode::add_constant;
    }
    if (node.inputs.empty()) return;
    const Node& input = nodes_[node.inputs[0]];
    if (input.opcode != node.opcode || input.materialised || input.type != node.type) return;
    if (node.opcode == Opcode::scale) {
      node.attributes.numbers[0] *= input.attributes.numbers[0];
      node.inputs = input.inputs;
    } else if (node.opcode == Opcode::broadcast) {
      node.inputs = input.inputs;
    }
  }

  void take_transpositions(Node& node) const {
    if (node.opcode != Opcode::matrix_product) return;
    for (std::size_t at = 0; at < 2; ++at) {
      const Node& input = nodes_[node.inputs[at]];
      if (input.opcode != Opcode::permute || !swaps_the_last_two(input.attributes.integers)) continue;
      node.inputs[at] = input.inputs[0];
      node.attributes.integers[at] = 1 - node.attributes.integers[at];
    }
  }

  NodeId once(Node& node) {
    const bool unique = is_communication(node.opcode) || node.opcode == Opcode::copy || node.materialised;
    if (unique) return append(node);
    std::vector<std::uint64_t> key = {static_cast<std::uint64_t>(node.opcode),
                                      node.recomputed,
                                      static_cast<std::uint64_t>(node.type.format),
                                      node.type.index ? 1U : 0U,
                                      node.shape.size(),
                                      node.inputs.size()};
    for (const std::int64_t size : node.shape) key.push_back(static_cast<std::uint64_t>(size));
    for (const NodeId input : node.inputs) key.push_back(input);
    Digest numbers;
    for (const std::int64_t integer : node.attributes.integers) numbers.add(integer);
    for (const double number : node.attributes.numbers) numbers.add(number);
    key.push_back(numbers.word());
    const auto [found, is_new] = known_.try_emplace(std::move(key), static_cast<NodeId>(nodes_.size()));
    return is_new ? append(node) : found->second;
  }

  NodeId append(Node& node) {
    nodes_.push_back(std::move(node));
    return static_cast<NodeId>(nodes_.size() - 1);
  }

  static TracedGraph without_dead_code(TracedGraph graph) {
    std::vector<bool> live(graph.nodes.size());
    for (const Target& target : graph.targets) live[target.node] = true;
    for (std::size_t at = graph.nodes.size(); at-- > 0;) {
      if (is_communication(graph.nodes[at].opcode)) live[at] = true;
      if (!live[at]) continue;
      for (const NodeId input : graph.nodes[at].inputs) live[input] = true;
    }
    std::vector<NodeId> number(live.size(), no_node);
    std::vector<Node> kept;
    for (std::size_t at = 0; at < live.size(); ++at) {
      if (!live[at]) continue;
      number[at] = static_cast<NodeId>(kept.size());
      kept.push_back(std::move(graph.nodes[at]));
      for (NodeId& input : kept.back().inputs) input = number[input];
    }
    for (Target& target : graph.targets) target.node = number[target.node];
    graph.nodes = std::move(kept);
    return graph;
  }

  const TracedGraph& graph_;
  std::vector<Node> nodes_;
  std::vector<NodeId> renamed_;
  std::map<std::vector<std::uint64_t>, NodeId> known_;
};

}  // namespace

TracedGraph simplify(const TracedGraph& graph) { return Simplifier(graph).simplified(); }

}  // namespace hakaru::tracing
