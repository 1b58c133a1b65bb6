// Takes a cut out of the recorded graph: the operations that anything asked for depends on, numbered anew, so that
// the same step gives the same graph whatever was recorded beside it.
//
// Asked for are the new values of slots, the tensors to keep, and every communication (other ranks take part in it).
// Slots are numbered in the order in which the live operations read them, then the targets.
#pragma once

#include <string>
#include <vector>

#include "hakaru/tracing/digest.h"
#include "hakaru/tracing/recorder.h"

namespace hakaru::tracing {

/// A slot as a graph sees it.
struct SlotUse {
  SlotKind kind = SlotKind::input;
  std::string name;
  Dimensions shape;
  ElementType type;
  std::string line;
};

/// The slot that a node's value is put into.
struct Target {
  std::uint32_t slot = 0;
  NodeId node = no_node;
};

/// Live nodes, renumbered; the attribute of a slot node is its place among `slots`.
struct TracedGraph {
  std::vector<Node> nodes;
  std::vector<SlotUse> slots;
  std::vector<Target> targets;
};

struct Cut {
  std::vector<NodeId> live;                               ///< in the order of recording, without those that ran
  std::vector<SlotId> bindings;                           ///< the device's slot of each of the graph's
  std::vector<std::pair<std::uint32_t, NodeId>> targets;  ///< of the graph's slots; nodes as recorded
  std::vector<std::uint32_t> number;                      ///< of a recorded node among the graph's
  std::vector<NodeId> leaves;                             ///< recorded nodes that are slots of the graph, in its order
};

/// `kept`: nodes, each with the held slot that takes its value.
Result<Cut> cut_graph(const Recorder& recorder, const std::vector<std::pair<NodeId, SlotId>>& kept);
/// Operations, shapes, types, attributes, slots: everything but values and names.
void add_to(Digest& digest, const Recorder& recorder, const Cut& cut);
TracedGraph graph_of(const Recorder& recorder, const Cut& cut);

}  // namespace hakaru::tracing
