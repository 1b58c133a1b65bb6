#include "hakaru/tracing/assemble.h"

#include <algorithm>
#include <map>
#include <optional>

namespace hakaru::tracing {
namespace {

/// Writes the steps of one fused instruction.
class Chain {
 public:
  Chain(const TracedGraph& graph, const Fusion& fusion, NodeId root, const std::vector<NodeId>& members)
      : graph_(graph), fusion_(fusion), root_(root), members_(members) {}

  DraftInstruction draft() {
    draft_.result = root_;
    for (const NodeId member : members_) compute(member);
    if (members_.empty()) register_of(root_);  // a constant or repetition that must lie in memory
    assign_registers();
    return std::move(draft_);
  }

 private:
  /// The value that holds an operand, before registers are shared.
  std::uint16_t register_of(NodeId id) {
    const auto found = registers_.find(id);
    if (found != registers_.end()) return found->second;
    const Node& node = graph_.nodes[id];
    MicroStep step;
    if (node.opcode == Opcode::constant) {
      step.opcode = Opcode::constant;
      step.number = static_cast<float>(node.attributes.numbers[0]);
    } else {
      const bool repeats = node.opcode == Opcode::broadcast && (id == root_ || !fusion_.in_memory[id]);
      step.opcode = Opcode::broadcast;
      step.first = load(repeats ? node.inputs[0] : id, node.shape);
    }
    return push(id, step);
  }

  std::uint16_t load(NodeId source, const Dimensions& whole) {
    draft_.operands.push_back(fusion_.base[source]);
    Operand operand;
    operand.shape = graph_.nodes[source].shape;
    operand.type = graph_.nodes[source].type;
    draft_.instruction.operands.push_back(operand);
    draft_.instruction.walks.push_back(walk_over(operand.shape, whole));
    return static_cast<std::uint16_t>(draft_.operands.size() - 1);
  }

  void compute(NodeId member) {
    const Node& node = graph_.nodes[member];
    MicroStep step;
    step.opcode = node.opcode;
    step.first = register_of(node.inputs[0]);
    step.second = node.inputs.size() > 1 ? register_of(node.inputs[1]) : step.first;
    if (!node.attributes.numbers.empty()) step.number = static_cast<float>(node.attributes.numbers[0]);
    push(member, step);
  }

  std::uint16_t push(NodeId id, MicroStep step) {
    step.result = static_cast<std::uint16_t>(draft_.instruction.steps.size());
    draft_.instruction.steps.push_back(step);
    registers_[id] = step.result;
    return step.result;
  }

  static bool reads(const MicroStep& step) {
    return step.opcode != Opcode::constant && step.opcode != Opcode::broadcast;
  }

  /// A register is free again after the last step that reads it.
  void assign_registers() {
    std::vector<MicroStep>& steps = draft_.instruction.steps;
    std::vector<std::size_t> last_read(steps.size(), 0);
    for (std::size_t at = 0; at < steps.size(); ++at) {
      if (!reads(steps[at])) continue;
      last_read[steps[at].first] = last_read[steps[at].second] = at;
    }
    std::vector<std::uint16_t> physical(steps.size(), 0), unused;
    std::uint16_t count = 0;
    for (std::size_t at = 0; at < steps.size(); ++at) {
      MicroStep& step = steps[at];
      if (reads(step)) {
        const std::uint16_t first = step.first, second = step.second;
        step.first = physical[first];
        step.second = physical[second];
        if (last_read[first] == at) unused.push_back(step.first);
        if (second != first && last_read[second] == at) unused.push_back(step.second);
      }
      if (unused.empty()) unused.push_back(count++);
      physical[at] = step.result = unused.back();
      unused.pop_back();
    }
    draft_.instruction.registers = count;
  }

  const TracedGraph& graph_;
  const Fusion& fusion_;
  NodeId root_;
  const std::vector<NodeId>& members_;
  DraftInstruction draft_;
  std::map<NodeId, std::uint16_t> registers_;
};

DraftInstruction kernel(const TracedGraph& graph, const Fusion& fusion, NodeId id) {
  const Node& node = graph.nodes[id];
  DraftInstruction draft;
  draft.result = id;
  draft.instruction.opcode = node.opcode;
  draft.instruction.attributes = node.attributes;
  for (const NodeId input : node.inputs) {
    draft.operands.push_back(fusion.base[input]);
    Operand operand;
    operand.shape = graph.nodes[input].shape;
    operand.type = graph.nodes[input].type;
    draft.instruction.operands.push_back(operand);
  }
  return draft;
}

bool computed_in_registers(Opcode opcode) {
  return is_elementwise(opcode) || opcode == Opcode::broadcast || opcode == Opcode::constant;
}

}  // namespace

std::vector<Walk> walk_over(const Dimensions& shape, const Dimensions& whole) {
  if (shape == whole) return {};
  const Dimensions strides = strides_of(shape);
  std::vector<Walk> walks;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    const std::size_t added = whole.size() - shape.size();
    const bool repeated = at < added || (shape[at - added] == 1 && whole[at] != 1);
    const Walk walk{whole[at], repeated ? 0 : strides[at - added]};
    if (walk.size == 1) continue;
    // Neighbouring dimensions that go on at the same pace are one.
    if (!walks.empty() && walks.back().stride == walk.stride * walk.size) {
      walks.back() = {walks.back().size * walk.size, walk.stride};
    } else {
      walks.push_back(walk);
    }
  }
  const bool in_order = walks.empty() || (walks.size() == 1 && walks.front().stride == 1);
  return in_order ? std::vector<Walk>{} : walks;
}

std::vector<DraftInstruction> assemble(const TracedGraph& graph, const Fusion& fusion) {
  std::map<NodeId, std::vector<NodeId>> members;
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    if (is_elementwise(graph.nodes[id].opcode)) members[fusion.root[id]].push_back(id);
  }
  std::vector<DraftInstruction> drafts;
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node& node = graph.nodes[id];
    if (node.opcode == Opcode::slot || is_view(node.opcode) || !fusion.in_memory[id]) continue;
    DraftInstruction draft =
        computed_in_registers(node.opcode) ? Chain(graph, fusion, id, members[id]).draft() : kernel(graph, fusion, id);
    draft.instruction.result.shape = node.shape;
    draft.instruction.result.type = node.type;
    draft.instruction.pass = node.pass;
    draft.scope = node.scope;
    draft.instruction.draw = node.draw;
    draft.instruction.line = node.line.text();
    drafts.push_back(std::move(draft));
  }
  return drafts;
}

std::vector<DraftInstruction> with_early_sums(const TracedGraph& graph, std::vector<DraftInstruction> drafts) {
  std::map<NodeId, std::size_t> written;
  std::map<std::size_t, std::vector<std::size_t>> behind;  // instruction, and the sums that wait for it
  std::vector<bool> moved(drafts.size(), false);
  for (std::size_t at = 0; at < drafts.size(); ++at) {
    const DraftInstruction& draft = drafts[at];
    if (draft.result == no_node) continue;
    written[draft.result] = at;
    const bool sum = draft.instruction.opcode == Opcode::fused && graph.nodes[draft.result].materialised;
    std::optional<std::size_t> last;
    for (const NodeId operand : draft.operands) {
      const auto writer = written.find(operand);
      if (writer != written.end()) last = std::max(last.value_or(0), writer->second);
    }
    if (!sum || !last || moved[*last] || drafts[*last].instruction.pass != draft.instruction.pass) continue;
    moved[at] = true;
    behind[*last].push_back(at);
  }
  std::vector<DraftInstruction> ordered;
  for (std::size_t at = 0; at < drafts.size(); ++at) {
    if (moved[at]) continue;
    ordered.push_back(std::move(drafts[at]));
    for (const std::size_t sum : behind[at]) ordered.push_back(std::move(drafts[sum]));
  }
  return ordered;
}

}  // namespace hakaru::tracing
