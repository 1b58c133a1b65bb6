#include "hakaru/tracing/core_time.h"

#include <algorithm>
#include <array>
#include <map>

namespace hakaru::tracing {
namespace {

Engine engine_of(Opcode opcode) {
  switch (opcode) {
    case Opcode::matrix_product:
    case Opcode::attention:
    case Opcode::attention_sums:
    case Opcode::attention_gradient:
      return Engine::tensor;
    case Opcode::copy:
    case Opcode::permute:
    case Opcode::slice:
    case Opcode::pad:
    case Opcode::concatenate:
    case Opcode::gather_rows:
    case Opcode::scatter_rows:
    case Opcode::columns_of_image:
    case Opcode::image_of_columns:
      return Engine::dma;
    default:
      return is_communication(opcode) ? Engine::collective : Engine::vector;
  }
}

double elements(const Operand& operand) { return static_cast<double>(elements_of(operand.shape)); }

double bytes(const Operand& operand) { return static_cast<double>(bytes_of(operand.shape, operand.type)); }

std::optional<NeuronCore> core_of(const Accelerator& accelerator, const Calibration& calibration) {
  if (!accelerator.engines) return std::nullopt;
  return NeuronCore(*accelerator.engines, accelerator.memory_bandwidth_bytes_per_s * calibration.memory_efficiency);
}

}  // namespace

CoreTimer::CoreTimer(const Accelerator& accelerator, const Calibration& calibration,
                     CommunicationSeconds communication_s)
    : timer_(accelerator, calibration),
      core_(core_of(accelerator, calibration)),
      communication_s_(std::move(communication_s)) {}

double CoreTimer::product_s(const Instruction& instruction) {
  const Dimensions& shape = instruction.result.shape;
  const Dimensions& first = instruction.operands[0].shape;
  Gemm product;
  product.m = static_cast<double>(shape[shape.size() - 2]);
  product.n = shape[shape.size() - 1];
  product.k = first[first.size() - (instruction.attributes.integers[0] != 0 ? 2 : 1)];
  product.groups = elements(instruction.result) / std::max(1.0, product.m * static_cast<double>(product.n));
  product.weights = false;
  OperatorTypes types;
  types.compute = types.weights = instruction.operands[0].type.format;
  types.activations = instruction.result.type.format;
  return timer_.forward_s({name_of(instruction.opcode), product}, types);
}

AttentionOperator attention_of(const Instruction& instruction) {
  const Dimensions &q = instruction.operands[0].shape, &v = instruction.operands[2].shape;
  AttentionOperator attention;
  attention.batch = static_cast<double>(q[0]);
  attention.query_tokens = static_cast<double>(q[2]);
  attention.kv_tokens = static_cast<double>(v[2]);
  attention.causal = instruction.attributes.integers[0] < v[2];
  attention.heads = q[1];
  attention.kv_heads = v[1];
  attention.key_dim = q[3];
  attention.value_dim = v[3];
  return attention;
}

/// The kernel gives result and sums at once; backward, its three parts run as one.
double CoreTimer::attention_s(const Instruction& instruction) {
  if (instruction.opcode == Opcode::attention_sums) return 0;
  OperatorTypes types;
  types.compute = types.weights = types.activations = types.kv_cache = instruction.operands[0].type.format;
  const Operator op{name_of(instruction.opcode), attention_of(instruction)};
  constexpr double parts = 3;
  return instruction.opcode == Opcode::attention ? timer_.forward_s(op, types) : timer_.backward_s(op, types) / parts;
}

double CoreTimer::moved_s(double values, double bytes_moved) const {
  return core_ ? core_->elementwise_s(values, bytes_moved) : timer_.stream_s(bytes_moved);
}

double CoreTimer::seconds(const Instruction& instruction) {
  if (instruction.opcode == Opcode::matrix_product) return product_s(instruction);
  if (engine_of(instruction.opcode) == Engine::tensor) return attention_s(instruction);
  double moved = bytes(instruction.result), largest = elements(instruction.result), message = moved;
  for (const Operand& operand : instruction.operands) {
    moved += bytes(operand);
    largest = std::max(largest, elements(operand));
    message = std::max(message, bytes(operand));
  }
  if (is_communication(instruction.opcode)) {
    const int group = static_cast<int>(instruction.attributes.integers[0]);
    return communication_s_ ? communication_s_(instruction.opcode, message, group) : 0;
  }
  const auto passes = std::count_if(instruction.steps.begin(), instruction.steps.end(),
                                    [](const MicroStep& step) { return step.opcode != Opcode::broadcast; });
  return moved_s(largest * static_cast<double>(std::max<std::ptrdiff_t>(1, passes)), moved);
}

std::vector<TimedInstruction> CoreTimer::timeline(const Program& program) {
  std::vector<TimedInstruction> timeline;
  std::array<double, 4> free_s{};
  // The last writer of a place wrote the value that lies in it: the program's order keeps this true.
  std::map<std::pair<bool, std::int64_t>, double> written_s;
  for (const Instruction& instruction : program.instructions) {
    TimedInstruction timed;
    timed.engine = engine_of(instruction.opcode);
    double& engine_free_s = free_s[static_cast<std::size_t>(timed.engine)];
    timed.start_s = engine_free_s;
    for (const Operand& operand : instruction.operands) {
      const auto writer = written_s.find({operand.place.in_slot, operand.place.at});
      if (writer != written_s.end()) timed.start_s = std::max(timed.start_s, writer->second);
    }
    timed.end_s = timed.start_s + seconds(instruction);
    engine_free_s = timed.end_s;
    written_s[{instruction.result.place.in_slot, instruction.result.place.at}] = timed.end_s;
    timeline.push_back(timed);
  }
  return timeline;
}

}  // namespace hakaru::tracing
