#include "hakaru/rehearsal/step_slices.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>

namespace hakaru {
namespace {

using tracing::Instruction;
using tracing::Program;

/// Behind the last instruction of a pass: the optimizer's begin; 0: nothing is trained.
std::size_t passes_end(const Program& program) {
  std::size_t end = 0;
  for (std::size_t at = 0; at < program.instructions.size(); ++at) {
    if (program.instructions[at].pass != 0) end = at + 1;
  }
  return end;
}

/// "forward", "backward 3", "weights 3" (what of it was put off), "optimizer".
std::string part_of(const Instruction& instruction, bool updating) {
  const std::uint32_t pass = instruction.pass & ~tracing::put_off_half;
  if (pass != instruction.pass) return fmt::format("weights {}", pass - 1);
  if (pass != 0) return fmt::format("backward {}", pass - 1);
  return updating ? "optimizer" : "forward";
}

std::string fused_in(const Instruction& instruction) {
  std::vector<std::string_view> names;
  for (const tracing::MicroStep& step : instruction.steps) {
    if (step.opcode != tracing::Opcode::broadcast) names.push_back(name_of(step.opcode));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::string operation_of(tracing::Opcode opcode) {
  if (opcode == tracing::Opcode::reduce_from_group || opcode == tracing::Opcode::all_reduce_largest)
    return std::string(name_of(tracing::Opcode::all_reduce));
  return std::string(name_of(opcode));
}

std::vector<HostSlice> host_slices(const tracing::Device& device) {
  std::vector<HostSlice> slices;
  const Program* program = device.last_program();
  const std::vector<double>& ended_s = device.last_ended_s();
  if (program == nullptr || ended_s.size() != program->instructions.size() + 1) return slices;
  const std::size_t update = passes_end(*program);
  for (std::size_t at = 0; at < program->instructions.size(); ++at) {
    const Instruction& instruction = program->instructions[at];
    const bool message = tracing::is_communication(instruction.opcode);
    const std::string name =
        message ? operation_of(instruction.opcode) : part_of(instruction, update > 0 && at >= update);
    if (!message && !slices.empty() && slices.back().name == name) {
      slices.back().end_s = ended_s[at + 1];
    } else {
      slices.push_back({name, message, ended_s[at], ended_s[at + 1]});
    }
  }
  return slices;
}

std::vector<CoreSlice> core_slices(const tracing::Device& device) {
  std::vector<CoreSlice> slices;
  const Program* program = device.last_program();
  if (program == nullptr) return slices;
  const std::size_t update = passes_end(*program);
  std::map<std::pair<bool, std::int64_t>, std::size_t> written;  // by whom last
  for (std::size_t at = 0; at < program->instructions.size(); ++at) {
    const Instruction& instruction = program->instructions[at];
    const tracing::TimedInstruction& timed = (*device.last_timeline())[at];
    std::set<std::size_t> reads;
    for (const tracing::Operand& operand : instruction.operands) {
      const auto writer = written.find({operand.place.in_slot, operand.place.at});
      if (writer != written.end()) reads.insert(writer->second);
    }
    written[{instruction.result.place.in_slot, instruction.result.place.at}] = at;
    slices.push_back({std::string(name_of(timed.engine)), std::string(name_of(instruction.opcode)),
                      part_of(instruction, update > 0 && at >= update),
                      fmt::format("{}", fmt::join(instruction.result.shape, "×")), fused_in(instruction),
                      fmt::format("{}", fmt::join(reads, " ")), instruction.line, timed.start_s, timed.end_s});
  }
  return slices;
}

}  // namespace hakaru
