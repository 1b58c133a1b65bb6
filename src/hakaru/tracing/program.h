// A compiled graph: instructions in the order in which they run, and where in the core's memory each value lies.
//
// A value lies in a slot (parameters, states, inputs, held tensors: they outlive the program) or in the arena, the part
// of memory that the program uses for itself, at a byte offset that compile.h chose. Offsets are multiples of 64 bytes.
//
// A fused instruction computes a chain of elementwise operations in one go: a small program of registers, run for each
// element. `load` takes an operand's element (repeated along dimensions where it was broadcast), `constant` a number;
// each other step reads two earlier registers. The last step's register is the result. Registers are fp32: within a
// fused instruction nothing is rounded but its result.
//
// Example: relu(x + bias) of 4×8 and 8 is  r0 = load 0;  r1 = load 1 (repeat 4, then 8 in a row);  r0 = add r0 r1;
// r0 = relu r0.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hakaru/tracing/cut.h"

namespace hakaru::tracing {

struct Place {
  bool in_slot = false;
  std::int64_t at = 0;  ///< number of the slot, or byte offset in the arena

  bool operator==(const Place&) const = default;
};

struct Operand {
  Place place;
  Dimensions shape;
  ElementType type;

  bool operator==(const Operand&) const = default;
};

/// One dimension of how a fused instruction walks over an operand: `size` elements, `stride` apart (0: repeated).
struct Walk {
  std::int64_t size = 1;
  std::int64_t stride = 1;

  bool operator==(const Walk&) const = default;
};

/// One step of a fused instruction. `broadcast` loads operand `first`.
struct MicroStep {
  Opcode opcode = Opcode::constant;
  std::uint16_t result = 0, first = 0, second = 0;  ///< registers
  float number = 0;                                 ///< of scale, add_constant, constant

  bool operator==(const MicroStep&) const = default;
};

struct Instruction {
  Opcode opcode = Opcode::fused;
  std::vector<Operand> operands;
  Operand result;
  Attributes attributes;
  std::vector<MicroStep> steps;          ///< of a fused one
  std::vector<std::vector<Walk>> walks;  ///< of each operand of a fused one; empty: element by element
  std::uint16_t registers = 0;
  std::uint32_t pass = 0;  ///< 0: forward; n: backward (node.h)
  Draw draw = {};          ///< of the result's rounding
  std::string line;        ///< where it was recorded (of a fused one: its last operation)

  bool operator==(const Instruction&) const = default;
};

/// A tensor of the forward pass that a backward pass reads, or one that lies in memory at the fullest moment.
struct NamedTensor {
  std::uint32_t pass = 0;
  std::string what;  ///< "gelu 512×1024 bf16"
  std::string line;
  std::int64_t bytes = 0;

  bool operator==(const NamedTensor&) const = default;
};

struct Program {
  std::vector<Instruction> instructions;
  std::vector<SlotUse> slots;
  std::int64_t operations = 0;   ///< live ones, before fusion
  std::int64_t arena_bytes = 0;  ///< with gaps and rounding to 64 bytes
  std::int64_t live_bytes = 0;   ///< the most that tensors in the arena take at once, without them
  /// The same with values that are read after it, from when they are written on, but without gradients that are added
  /// to from micro-batch to micro-batch: training software has those all the time.
  std::int64_t fullest_bytes = 0;
  double least_bytes_per_value = 4;  ///< 4, 2, 1 or ½: no value in the arena takes less
  /// The most that tensors kept for backward passes take at once, those of a layer that runs again among them; logits
  /// are not, as their place becomes that of their gradient.
  std::int64_t activations_bytes = 0;
  std::vector<NamedTensor> saved;    ///< kept from the forward pass for each backward pass
  std::vector<NamedTensor> largest;  ///< in the arena at the fullest moment, largest first
};

}  // namespace hakaru::tracing
