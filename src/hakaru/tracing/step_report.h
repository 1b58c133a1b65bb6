// Report of a cut: whether it compiled and why, the size of the graph, the bytes in memory, and the time it takes on
// the simulated core.
//
//   resident      parameters, states, inputs, held tensors: what slots take
//   arena         what the program uses for itself while it runs (program.h), with gaps and rounding to 64 bytes
//   peak          resident + arena; live instead of arena: without gaps and rounding
//   tensors       parameters, states, gradients, and at the fullest moment all but these and inputs
//   saved         tensors of the forward pass that a backward pass reads, each pass for itself: activations
//   gradients     of parameters, at the end of the backward passes; a part of the arena
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hakaru/core/choice.h"
#include "hakaru/core/message.h"
#include "hakaru/tracing/communicator.h"
#include "hakaru/tracing/core_time.h"
#include "hakaru/tracing/program.h"

namespace hakaru::tracing {

enum class Outcome : std::uint8_t {
  traced,            ///< recorded, and nothing of it was asked for
  cached_in_memory,  ///< compiled in an earlier step
  cached_on_disk,    ///< compiled by an earlier program
  compiled
};

}  // namespace hakaru::tracing

template <>
inline constexpr auto hakaru::choice_names<hakaru::tracing::Outcome> =
    std::to_array<std::string_view>({"traced", "cached (memory)", "cached (disk)", "compiled"});

namespace hakaru::tracing {

/// "cached (memory)"

struct StepReport {
  std::uint64_t step = 0;  ///< from 1
  Outcome outcome = Outcome::traced;
  std::vector<Message> why;              ///< compiled: first step, or each input whose shape or type is new
  std::optional<Message> store_trouble;  ///< a stored program that could not be used
  Message cut_by;                        ///< mark_step(), or the reading of a value, with its line
  std::int64_t operations = 0;           ///< live ones
  std::int64_t instructions = 0;
  std::int64_t parameter_bytes = 0, state_bytes = 0, input_bytes = 0, held_bytes = 0;
  std::int64_t gradient_bytes = 0;
  std::int64_t arena_bytes = 0, live_bytes = 0, fullest_bytes = 0;
  std::int64_t peak_bytes = 0;
  std::int64_t activations_bytes = 0;     ///< the most that is kept for backward passes at once (program.h)
  std::vector<std::int64_t> saved_bytes;  ///< of each backward pass (micro-batch), in order
  std::vector<NamedTensor> saved;
  double simulated_s = 0;                 ///< on the simulated accelerator
  std::array<double, 4> engine_busy_s{};  ///< by Engine
  TrafficByGroup traffic;

  std::int64_t resident_bytes() const { return parameter_bytes + state_bytes + input_bytes + held_bytes; }
  std::int64_t tensors_bytes() const { return parameter_bytes + state_bytes + gradient_bytes + fullest_bytes; }
};

/// One line for people: "step 1: compiled (first step), 41 operations in 17 instructions, …"
std::string text_of(const StepReport& report);

}  // namespace hakaru::tracing
