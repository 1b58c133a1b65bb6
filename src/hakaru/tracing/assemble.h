// Instructions from a fused graph, before memory is given out: which value each reads and writes.
#pragma once

#include "hakaru/tracing/compile.h"

namespace hakaru::tracing {

/// An instruction whose operands are nodes still. Operand and result places are not set.
struct DraftInstruction {
  Instruction instruction;
  NodeId result = no_node;
  std::uint32_t scope = 0;       ///< of the node that it computes
  std::vector<NodeId> operands;  ///< nodes in memory, views looked through
};

/// In order; no entry for leaves and for what lies in no memory.
std::vector<DraftInstruction> assemble(const TracedGraph& graph, const Fusion& fusion);

/// Gradients that are added to those of earlier passes as soon as they are there, so that they never lie side by side.
std::vector<DraftInstruction> with_early_sums(const TracedGraph& graph, std::vector<DraftInstruction> drafts);

/// The number of the slot, where the node is one.
inline const std::int64_t* slot_of(const TracedGraph& graph, NodeId id) {
  return graph.nodes[id].opcode == Opcode::slot ? &graph.nodes[id].attributes.integers.front() : nullptr;
}

/// Walks over `shape` when it is repeated to `whole`; empty: its elements are read in order, each once.
std::vector<Walk> walk_over(const Dimensions& shape, const Dimensions& whole);

}  // namespace hakaru::tracing
