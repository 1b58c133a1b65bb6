// From a traced graph to a program, in five passes:
//
//   simplify    constants are computed, repeated operations made once (never one that a checkpoint records again),
//               transpositions taken into products, what is then dead dropped
//   fuse        an elementwise operation joins the instruction of those that read it, when all of them are in one
//               instruction and it need not lie in memory for another reason (it is kept, assigned, a gradient, cast to
//               a narrower type, or read by a kernel)
//   assemble    one instruction for each value that lies in memory, in the order of recording; assigned values are
//               computed in place in their slots where nothing reads the old value later
//   allocate    arena.h
//   name        what is saved for backward passes, what is largest: for reports and errors
//
// The order of recording is kept: a pipeline's schedule, and with it the order of communications, is what was recorded.
#pragma once

#include "hakaru/tracing/program.h"

namespace hakaru::tracing {

Program compile(const TracedGraph& graph);

/// Bytes of values in the arena as in Program::fullest_bytes, while one instruction runs and behind it.
struct Moment {
  std::uint32_t pass = 0, scope = 0;  ///< of the instruction (node.h)
  std::int64_t bytes = 0, left_bytes = 0;
  /// As in Program::activations_bytes; what only the next part of the network keeps, from when that begins.
  std::int64_t activations_bytes = 0, left_activations_bytes = 0;
};
/// The moment of each instruction of the program that the graph compiles to.
std::vector<Moment> moments_of(const TracedGraph& graph);

TracedGraph simplify(const TracedGraph& graph);

/// Fusion of nodes into instructions: the instruction that computes each node.
struct Fusion {
  std::vector<NodeId> root;     ///< of an elementwise node: the last one of its instruction; of others: itself
  std::vector<bool> in_memory;  ///< its value is an instruction's result
  std::vector<NodeId> base;     ///< the node whose memory holds it: views are looked through
};
Fusion fuse(const TracedGraph& graph);

}  // namespace hakaru::tracing
