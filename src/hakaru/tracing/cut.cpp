#include "hakaru/tracing/cut.h"

#include <algorithm>

namespace hakaru::tracing {
namespace {

constexpr std::uint32_t no_number = std::numeric_limits<std::uint32_t>::max();

/// A leaf of the graph: a slot, or what an earlier cut of the step computed and held.
bool is_leaf(const Recorder& recorder, NodeId id) {
  return id < recorder.done() || recorder.node(id).opcode == Opcode::slot;
}

std::vector<bool> live_nodes(const Recorder& recorder, const Cut& cut) {
  const std::vector<Node>& nodes = recorder.nodes();
  std::vector<bool> live(nodes.size());
  for (const auto& [slot, node] : cut.targets) live[node] = true;
  for (std::size_t at = nodes.size(); at-- > recorder.done();) {
    if (is_communication(nodes[at].opcode)) live[at] = true;
    if (!live[at]) continue;
    for (const NodeId input : nodes[at].inputs) live[input] = true;
  }
  return live;
}

Result<SlotId> slot_of_leaf(const Recorder& recorder, NodeId id) {
  const std::optional<SlotId> slot = recorder.held_in(id);
  const bool changed = slot && recorder.node(id).opcode == Opcode::slot && recorder.slots()[*slot].read_by != id;
  if (slot && !changed) return *slot;
  return bad_input(
      "{} of {} is read after a cut in the middle of the step, and is gone: it was not held, or its slot "
      "was assigned",
      name_of(recorder.node(id).opcode), recorder.node(id).line.text());
}

std::uint32_t find_or_bind(Cut& cut, SlotId slot) {
  const auto place =
      static_cast<std::size_t>(std::find(cut.bindings.begin(), cut.bindings.end(), slot) - cut.bindings.begin());
  if (place == cut.bindings.size()) cut.bindings.push_back(slot);
  return static_cast<std::uint32_t>(place);
}

}  // namespace

Result<Cut> cut_graph(const Recorder& recorder, const std::vector<std::pair<NodeId, SlotId>>& kept) {
  Cut cut;
  for (const auto& [node, slot] : kept) cut.targets.emplace_back(slot, node);
  for (SlotId id = 0; id < recorder.slots().size(); ++id) {
    if (recorder.slots()[id].assigned != no_node) cut.targets.emplace_back(id, recorder.slots()[id].assigned);
  }
  const std::vector<bool> live = live_nodes(recorder, cut);
  cut.number.assign(live.size(), no_number);
  for (NodeId id = 0; id < live.size(); ++id) {
    if (!live[id] || !is_leaf(recorder, id)) continue;
    const Result<SlotId> slot = slot_of_leaf(recorder, id);
    if (!slot) return fail(slot);
    cut.number[id] = static_cast<std::uint32_t>(cut.leaves.size());
    cut.leaves.push_back(id);
    cut.bindings.push_back(*slot);
  }
  for (NodeId id = static_cast<NodeId>(recorder.done()); id < live.size(); ++id) {
    if (!live[id] || is_leaf(recorder, id)) continue;
    cut.number[id] = static_cast<std::uint32_t>(cut.leaves.size() + cut.live.size());
    cut.live.push_back(id);
  }
  for (auto& [slot, node] : cut.targets) slot = find_or_bind(cut, slot);
  return cut;
}

void add_to(Digest& digest, const Recorder& recorder, const Cut& cut) {
  const auto add_type = [&](const Dimensions& shape, ElementType type) {
    digest.add(static_cast<std::uint64_t>(type.index ? 1 : 0) << 8U | static_cast<std::uint64_t>(type.format));
    digest.add(static_cast<std::uint64_t>(shape.size()));
    for (const std::int64_t size : shape) digest.add(size);
  };
  digest.add(static_cast<std::uint64_t>(cut.leaves.size()));
  for (const SlotId id : cut.bindings) {
    const Slot& slot = recorder.slots()[id];
    digest.add(static_cast<std::uint64_t>(slot.kind));
    add_type(slot.shape, slot.type);
  }
  for (const NodeId id : cut.live) {
    const Node& node = recorder.node(id);
    digest.add(static_cast<std::uint64_t>(node.opcode) << 32U | node.pass);
    digest.add((node.running_sum ? 4U : 0U) | (node.fleeting ? 2U : 0U) | std::uint64_t{node.materialised ? 1U : 0U});
    digest.add(static_cast<std::uint64_t>(node.recomputed));
    digest.add(node.draw.stream);
    if (node.draw.stream != 0) {
      for (const std::int64_t part : {node.draw.first, node.draw.width, node.draw.columns, node.draw.skipped})
        digest.add(part);
    }
    add_type(node.shape, node.type);
    digest.add(static_cast<std::uint64_t>(node.inputs.size()));
    for (const NodeId input : node.inputs) digest.add(static_cast<std::uint64_t>(cut.number[input]));
    digest.add(static_cast<std::uint64_t>(node.attributes.integers.size()));
    for (const std::int64_t integer : node.attributes.integers) digest.add(integer);
    for (const double number : node.attributes.numbers) digest.add(number);
  }
  for (const auto& [slot, node] : cut.targets) {
    digest.add(static_cast<std::uint64_t>(slot));
    digest.add(static_cast<std::uint64_t>(cut.number[node]));
  }
}

TracedGraph graph_of(const Recorder& recorder, const Cut& cut) {
  TracedGraph graph;
  for (const SlotId id : cut.bindings) {
    const Slot& slot = recorder.slots()[id];
    graph.slots.push_back({slot.kind, slot.name, slot.shape, slot.type, slot.line.text()});
  }
  for (std::size_t at = 0; at < cut.leaves.size(); ++at) {
    Node leaf = recorder.node(cut.leaves[at]);
    leaf.opcode = Opcode::slot;
    leaf.inputs.clear();
    leaf.attributes = {{static_cast<std::int64_t>(at)}, {}};
    graph.nodes.push_back(std::move(leaf));
  }
  for (const NodeId id : cut.live) {
    Node node = recorder.node(id);
    for (NodeId& input : node.inputs) input = cut.number[input];
    graph.nodes.push_back(std::move(node));
  }
  for (const auto& [slot, node] : cut.targets) graph.targets.push_back({slot, cut.number[node]});
  return graph;
}

}  // namespace hakaru::tracing
