// Time of a program on the accelerator that the device simulates, in s. Never this machine's time.
//
// Each instruction is timed alone: products and fused attention by timing/'s OperatorTimer (tensor engine, PSUM, DMA:
// neuron_core.h), a communication by the function the device was given (0 without one), anything else by the busier of
// the vector and scalar engines together (one pass over the values for each step of a fused instruction) and the memory
// (operands and result once). An accelerator whose engines are not published has its memory's time only for the latter.
//
// Then they run in the order of the program, each on the one engine that it uses most (tensor; vector; DMA for moves of
// data; collective), as soon as that engine is free and the instructions that write its operands have ended:
//   start = max(engine free, ends of operands' writers);  end = start + time;  the program's time = the last end
// Example: a product of 10 µs, an elementwise instruction of 4 µs on another tensor beside it, a sum of both of 1 µs:
// 11 µs.
// Limits: no instruction uses two engines at once beyond its own slowest; no waiting for memory that is reused; no time
// to load a program.
#pragma once

#include <functional>
#include <vector>

#include "hakaru/core/choice.h"
#include "hakaru/timing/operator_timer.h"
#include "hakaru/tracing/program.h"

namespace hakaru::tracing {

enum class Engine : std::uint8_t { tensor, vector, dma, collective };

}  // namespace hakaru::tracing

template <>
inline constexpr auto hakaru::choice_names<hakaru::tracing::Engine> =
    std::to_array<std::string_view>({"tensor", "vector", "DMA", "collective"});

namespace hakaru::tracing {

struct TimedInstruction {
  Engine engine = Engine::vector;
  double start_s = 0;
  double end_s = 0;
};

/// Seconds of one communication of `bytes` (as Traffic counts them) in `group`.
using CommunicationSeconds = std::function<double(Opcode opcode, double bytes, int group)>;

/// The size of fused attention, forward or backward.
AttentionOperator attention_of(const Instruction& instruction);

class CoreTimer {
 public:
  CoreTimer(const Accelerator& accelerator, const Calibration& calibration, CommunicationSeconds communication_s);

  /// One for each instruction.
  std::vector<TimedInstruction> timeline(const Program& program);

 private:
  double seconds(const Instruction& instruction);
  double attention_s(const Instruction& instruction);
  double product_s(const Instruction& instruction);
  double moved_s(double values, double bytes) const;

  OperatorTimer timer_;
  std::optional<NeuronCore> core_;
  CommunicationSeconds communication_s_;
};

}  // namespace hakaru::tracing
