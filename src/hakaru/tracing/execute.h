// Runs a program, instruction by instruction, on this machine.
//
// Every instruction computes in fp32 and its result is then rounded to its type, as the engines of a NeuronCore do on
// their way to memory: `rounding` has one function for each number format (numerics/); a format without one, as fp32,
// is left as it is. A function that rounds stochastically gets a stream number of its own for each instruction of each
// step: that of its graph (draw.h), or else from the name of the slot that takes the result or the instruction's
// number.
#pragma once

#include <functional>
#include <map>
#include <span>

#include "hakaru/core/result.h"
#include "hakaru/tracing/communicator.h"
#include "hakaru/tracing/host_memory.h"
#include "hakaru/tracing/program.h"

namespace hakaru::tracing {

/// Rounds values, held as floats, to a number format.
using RoundValues = std::function<void(std::span<float> values, const Draw& draw)>;
using Rounding = std::map<DataType, RoundValues>;

/// Rounds what `type` needs rounded.
void round_to(const Rounding& rounding, ElementType type, std::span<float> values, const Draw& draw);
/// A stream number from a name and a step.
std::uint64_t stream_of(std::string_view name, std::uint64_t step);
/// The draw of a tensor of the graph in a step: a stream of the step's own within the tensor's.
Draw drawn_in(Draw draw, std::uint64_t step);

/// In what kernels add up (products, attention, norms, sums, cross-entropy, rows added to a table). fp32 is what
/// engines do. fp64, rounded to fp32 once: results depend far less on the order of sums, so that two ways to compute
/// the same are told from two different things.
enum class Sums : std::uint8_t { fp32, fp64 };

/// Seconds of this machine, from any moment on: of what the host does, never of the accelerator.
using HostClock = std::function<double()>;

struct Execution {
  std::vector<std::span<float>> slots;  ///< the program's, in its order
  HostMemory& arena;                    ///< grows to what the program needs
  const Rounding& rounding;
  Communicator& communicator;
  std::uint64_t step = 0;
  TrafficByGroup traffic;            ///< what was sent
  HostClock clock = {};              ///< of this machine; none: nothing is timed
  std::vector<double> ended_s = {};  ///< by the clock: the start, then the end of each instruction
  Sums sums = Sums::fp32;
};

Result<void> execute(const Program& program, Execution& execution);

}  // namespace hakaru::tracing
