#include "hakaru/tracing/compile.h"

namespace hakaru::tracing {
namespace {

constexpr std::size_t longest_chain = 48;  ///< operations of one instruction

class Fuser {
 public:
  explicit Fuser(const TracedGraph& graph)
      : graph_(graph), joint_(graph.nodes.size(), no_node), length_(graph.nodes.size(), 0) {
    fusion_.root.resize(graph.nodes.size());
    fusion_.in_memory.assign(graph.nodes.size(), false);
    fusion_.base.resize(graph.nodes.size());
  }

  Fusion fused() {
    for (NodeId id = 0; id < graph_.nodes.size(); ++id) {
      const Node& node = graph_.nodes[id];
      fusion_.base[id] = is_view(node.opcode) ? fusion_.base[node.inputs[0]] : id;
    }
    for (const Target& target : graph_.targets) put_in_memory(target.node);
    for (std::size_t at = graph_.nodes.size(); at-- > 0;) visit(static_cast<NodeId>(at));
    return std::move(fusion_);
  }

 private:
  void put_in_memory(NodeId id) { fusion_.in_memory[fusion_.base[id]] = true; }

  bool narrows(const Node& node) const {
    return node.opcode == Opcode::cast && node.type.bytes() < graph_.nodes[node.inputs[0]].type.bytes();
  }

  /// `reader` is an elementwise instruction that reads it; one that several read lies in memory.
  void read_by(NodeId id, NodeId reader) {
    const Opcode opcode = graph_.nodes[id].opcode;
    if (opcode == Opcode::broadcast) {  // a load of what it repeats
      put_in_memory(graph_.nodes[id].inputs[0]);
    } else if (!is_elementwise(opcode)) {
      if (opcode != Opcode::constant) put_in_memory(id);
    } else if (joint_[id] == no_node) {
      joint_[id] = reader;
    } else if (joint_[id] != reader) {
      fusion_.in_memory[id] = true;
    }
  }

  void visit(NodeId id) {
    const Node& node = graph_.nodes[id];
    if (!is_elementwise(node.opcode)) {
      fusion_.root[id] = id;
      if (node.opcode == Opcode::constant || node.opcode == Opcode::broadcast || is_view(node.opcode)) {
        if (node.opcode == Opcode::broadcast && fusion_.in_memory[id]) put_in_memory(node.inputs[0]);
        return;
      }
      fusion_.in_memory[id] = true;
      for (const NodeId input : node.inputs) put_in_memory(input);
      return;
    }
    const NodeId reader = joint_[id];
    const bool alone = fusion_.in_memory[id] || node.materialised || narrows(node) || reader == no_node ||
                       length_[reader] >= longest_chain;
    if (alone) fusion_.in_memory[id] = true;
    fusion_.root[id] = alone ? id : reader;
    ++length_[fusion_.root[id]];
    for (const NodeId input : node.inputs) read_by(input, fusion_.root[id]);
  }

  const TracedGraph& graph_;
  Fusion fusion_;
  std::vector<NodeId> joint_;
  std::vector<std::size_t> length_;
};

}  // namespace

Fusion fuse(const TracedGraph& graph) { return Fuser(graph).fused(); }

}  // namespace hakaru::tracing
