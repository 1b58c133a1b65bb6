#include "hakaru/tracing/execute.h"

#include <algorithm>

#include "hakaru/tracing/digest.h"
#include "hakaru/tracing/host_math.h"
#include "hakaru/tracing/kernels.h"

namespace hakaru::tracing {
namespace {

/// Copies elements `begin` … of a repeated operand into a block.
void load_walking(const std::vector<Walk>& walks, const float* source, std::int64_t begin, std::int64_t count,
                  float* block) {
  const Walk inner = walks.back();
  std::int64_t done = 0;
  while (done < count) {
    const std::int64_t element = begin + done;
    std::int64_t rest = element / inner.size, from = 0;
    for (std::size_t at = walks.size() - 1; at-- > 0;) {
      from += rest % walks[at].size * walks[at].stride;
      rest /= walks[at].size;
    }
    const std::int64_t start = element % inner.size;
    const std::int64_t size = std::min(inner.size - start, count - done);
    if (inner.stride == 0) {
      std::fill_n(block + done, size, source[from]);
    } else if (inner.stride == 1) {
      std::copy_n(source + from + start, size, block + done);
    } else {
      for (std::int64_t at = 0; at < size; ++at) block[done + at] = source[from + (start + at) * inner.stride];
    }
    done += size;
  }
}

bool is_one_value(const std::vector<Walk>& walks) {
  return !walks.empty() && std::all_of(walks.begin(), walks.end(), [](const Walk& walk) { return walk.stride == 0; });
}

class Runner {
 public:
  Runner(const Program& program, Execution& execution) : program_(program), execution_(execution) {
    const double values = static_cast<double>(program.arena_bytes) / program.least_bytes_per_value;
    if (execution.arena.size() < static_cast<std::size_t>(values) + floats_per_line)
      execution.arena.resize(static_cast<std::size_t>(values) + floats_per_line);
  }

  Result<void> run() {
    if (execution_.clock) execution_.ended_s = {execution_.clock()};
    for (std::size_t at = 0; at < program_.instructions.size(); ++at) {
      const Instruction& instruction = program_.instructions[at];
      Result<void> done = run(instruction);
      if (!done) return done;
      if (!execution_.rounding.empty())
        round_to(execution_.rounding, instruction.result.type, values_of(instruction.result), draw_of(instruction, at));
      if (execution_.clock) execution_.ended_s.push_back(execution_.clock());
    }
    return {};
  }

 private:
  const SlotUse& slot(const Place& place) const { return program_.slots[static_cast<std::size_t>(place.at)]; }

  std::span<float> values_of(const Operand& operand) {
    const auto count = static_cast<std::size_t>(elements_of(operand.shape));
    if (operand.place.in_slot) return execution_.slots[static_cast<std::size_t>(operand.place.at)].first(count);
    // Offsets are multiples of 64 bytes: whole cache lines of floats, as no value takes more than a float's four bytes.
    const auto offset =
        static_cast<std::size_t>(static_cast<double>(operand.place.at) / program_.least_bytes_per_value);
    return execution_.arena.values().subspan(offset / floats_per_line * floats_per_line, count);
  }

  Draw draw_of(const Instruction& instruction, std::size_t at) const {
    if (instruction.draw.stream != 0) return drawn_in(instruction.draw, execution_.step);
    if (!instruction.result.place.in_slot) return {stream_of("", execution_.step) + at};
    return {stream_of(slot(instruction.result.place).name, execution_.step)};
  }

  Result<void> run(const Instruction& instruction) {
    if (instruction.opcode == Opcode::fused) {
      run_fused(instruction);
      return {};
    }
    if (is_communication(instruction.opcode)) return communicate(instruction);
    std::vector<ConstValues> operands;
    operands.reserve(instruction.operands.size());
    for (const Operand& operand : instruction.operands) operands.emplace_back(values_of(operand));
    return run_kernel(instruction, operands, values_of(instruction.result), execution_.sums);
  }

  void run_fused(const Instruction& instruction) {
    const std::span<float> result = values_of(instruction.result);
    std::vector<const float*> sources;
    for (const Operand& operand : instruction.operands) sources.push_back(values_of(operand).data());
    const std::size_t blocks = instruction.registers + instruction.operands.size();
    if (registers_.size() < blocks * block_size) registers_.resize(blocks * block_size);
    for (std::size_t operand = 0; operand < sources.size(); ++operand) {
      if (is_one_value(instruction.walks[operand]))
        std::fill_n(repeated(instruction, operand), block_size, *sources[operand]);
    }
    std::vector<const float*> where(instruction.registers);
    const auto whole = static_cast<std::int64_t>(result.size());
    const auto block = static_cast<std::int64_t>(block_size);
    for (std::int64_t begin = 0; begin < whole; begin += block)
      run_block(instruction, sources, where, begin, std::min(block, whole - begin), result.data() + begin);
  }

  /// Block of `block_size` copies of an operand that is one value, behind the registers.
  float* repeated(const Instruction& instruction, std::size_t operand) {
    return registers_.data() + (instruction.registers + operand) * block_size;
  }

  /// One block of a fused instruction. Whole blocks are read where they lie and written where they belong.
  void run_block(const Instruction& instruction, const std::vector<const float*>& sources,
                 std::vector<const float*>& where, std::int64_t begin, std::int64_t count, float* result) {
    const bool whole = count == static_cast<std::int64_t>(block_size);
    for (const MicroStep& step : instruction.steps) {
      float* own = registers_.data() + step.result * block_size;
      if (step.opcode == Opcode::broadcast) {
        const std::vector<Walk>& walks = instruction.walks[step.first];
        const float* source = sources[step.first];
        where[step.result] = own;
        if (is_one_value(walks)) {
          where[step.result] = repeated(instruction, step.first);
        } else if (!walks.empty()) {
          load_walking(walks, source, begin, count, own);
        } else if (whole) {
          where[step.result] = source + begin;
        } else {
          std::copy_n(source + begin, count, own);
        }
        continue;
      }
      const bool is_last = &step == &instruction.steps.back();
      float* to = is_last && whole ? result : own;
      const bool reads = step.opcode != Opcode::constant;
      run_step(step, reads ? where[step.first] : own, reads ? where[step.second] : own, to);
      where[step.result] = to;
    }
    const float* last = where[instruction.steps.back().result];
    if (last != result) std::copy_n(last, count, result);
  }

  void count(const Instruction& instruction, std::int64_t values, ElementType type) {
    Traffic& traffic = execution_.traffic[{static_cast<int>(instruction.attributes.integers[0]), instruction.opcode}];
    ++traffic.messages;
    traffic.bytes += bytes_of({values}, type);
  }

  Result<void> communicate(const Instruction& instruction) {
    const int group = static_cast<int>(instruction.attributes.integers[0]);
    Communicator& communicator = execution_.communicator;
    const std::span<float> result = values_of(instruction.result);
    if (instruction.opcode == Opcode::receive) {
      count(instruction, static_cast<std::int64_t>(result.size()), instruction.result.type);
      return communicator.receive(result, group, static_cast<int>(instruction.attributes.integers[1]));
    }
    const std::span<float> values = values_of(instruction.operands[0]);
    const std::size_t message = std::max(values.size(), result.size());
    count(instruction, static_cast<std::int64_t>(message), instruction.operands[0].type);
    switch (instruction.opcode) {
      case Opcode::send:
        return communicator.send(values, group, static_cast<int>(instruction.attributes.integers[1]));
      case Opcode::all_gather:
        return communicator.all_gather(values, result, group);
      case Opcode::reduce_scatter:
        return communicator.reduce_scatter(values, result, group);
      case Opcode::pass_round:
        return communicator.pass_round(values, result, group, static_cast<int>(instruction.attributes.integers[1]));
      case Opcode::all_to_all:
        return communicator.all_to_all(values, result, group);
      case Opcode::all_reduce_largest:
        if (result.data() != values.data()) std::copy(values.begin(), values.end(), result.begin());
        return communicator.all_reduce_largest(result, group);
      default:
        if (result.data() != values.data()) std::copy(values.begin(), values.end(), result.begin());
        return communicator.all_reduce(result, group);
    }
  }

  const Program& program_;
  Execution& execution_;
  HostMemory registers_;
};

}  // namespace

void round_to(const Rounding& rounding, ElementType type, std::span<float> values, const Draw& draw) {
  if (type.index || values.empty()) return;
  const auto found = rounding.find(type.format);
  if (found != rounding.end() && found->second) found->second(values, draw);
}

std::uint64_t stream_of(std::string_view name, std::uint64_t step) {
  Digest digest;
  digest.add(name);
  digest.add(step);
  return digest.word();
}

Draw drawn_in(Draw draw, std::uint64_t step) {
  draw.stream = stream_within(draw.stream, step);
  return draw;
}

Result<void> execute(const Program& program, Execution& execution) { return Runner(program, execution).run(); }

}  // namespace hakaru::tracing
