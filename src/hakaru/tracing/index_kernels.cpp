#include <algorithm>
#include <cmath>

#include "hakaru/tracing/host_math.h"
#include "hakaru/tracing/kernels.h"

namespace hakaru::tracing {
namespace {

/// The first index that is not below `limit`.
Result<void> check(const Instruction& instruction, ConstValues indices, std::int64_t limit) {
  for (const float index : indices) {
    if (index >= 0 && index < static_cast<float>(limit)) continue;
    return bad_input("{}: {}: index {} of a table of {} rows", instruction.line, name_of(instruction.opcode),
                     static_cast<double>(index), limit);
  }
  return {};
}

void gather_rows(std::int64_t width, ConstValues table, ConstValues indices, Values result) {
  for (std::size_t row = 0; row < indices.size(); ++row)
    std::copy_n(table.data() + static_cast<std::int64_t>(indices[row]) * width, width,
                result.data() + static_cast<std::int64_t>(row) * width);
}

void scatter_rows(std::int64_t width, ConstValues indices, ConstValues rows, Values result) {
  std::fill(result.begin(), result.end(), 0.0F);
  for (std::size_t row = 0; row < indices.size(); ++row) {
    const float* values = rows.data() + static_cast<std::int64_t>(row) * width;
    float* to = result.data() + static_cast<std::int64_t>(indices[row]) * width;
    for (std::int64_t at = 0; at < width; ++at) to[at] += values[at];
  }
}

void cross_entropy(std::int64_t classes, ConstValues logits, ConstValues labels, Values result) {
  std::vector<float> row(static_cast<std::size_t>(classes));
  double total = 0;  // of as many terms as rows
  for (std::size_t at = 0; at < labels.size(); ++at) {
    const float* values = logits.data() + static_cast<std::int64_t>(at) * classes;
    const float largest = largest_of(values, classes);
    std::copy_n(values, classes, row.begin());
    const float sum = exponentials(row.data(), classes, largest);
    total += std::log(sum) + largest - values[static_cast<std::int64_t>(labels[at])];
  }
  result[0] = static_cast<float>(total / static_cast<double>(labels.size()));
}

void cross_entropy_gradient(std::int64_t classes, const std::vector<ConstValues>& operands, Values result) {
  const ConstValues logits = operands[0], labels = operands[1];
  const float share = operands[2][0] / static_cast<float>(labels.size());
  std::copy(logits.begin(), logits.end(), result.begin());
  for (std::size_t at = 0; at < labels.size(); ++at) {
    float* row = result.data() + static_cast<std::int64_t>(at) * classes;
    const float sum = exponentials(row, classes, largest_of(row, classes));
    for (std::int64_t label = 0; label < classes; ++label) row[label] *= share / sum;
    row[static_cast<std::int64_t>(labels[at])] -= share;
  }
}

}  // namespace

Result<bool> run_index_kernel(const Instruction& instruction, const std::vector<ConstValues>& operands, Values result) {
  const std::int64_t width = instruction.operands[0].shape.empty() ? 1 : instruction.operands[0].shape.back();
  switch (instruction.opcode) {
    case Opcode::gather_rows: {
      const auto checked = check(instruction, operands[1], instruction.operands[0].shape.front());
      if (!checked) return fail(checked);
      gather_rows(width, operands[0], operands[1], result);
      return true;
    }
    case Opcode::scatter_rows: {
      const auto checked = check(instruction, operands[0], instruction.attributes.integers[0]);
      if (!checked) return fail(checked);
      scatter_rows(instruction.result.shape.back(), operands[0], operands[1], result);
      return true;
    }
    case Opcode::cross_entropy:
    case Opcode::cross_entropy_gradient: {
      const auto checked = check(instruction, operands[1], width);
      if (!checked) return fail(checked);
      if (instruction.opcode == Opcode::cross_entropy) {
        cross_entropy(width, operands[0], operands[1], result);
      } else {
        cross_entropy_gradient(width, operands, result);
      }
      return true;
    }
    default:
      return false;
  }
}

Result<void> run_kernel(const Instruction& instruction, const std::vector<ConstValues>& operands, Values result) {
  if (run_shape_kernel(instruction, operands, result) || run_row_kernel(instruction, operands, result) ||
      run_attention_kernel(instruction, operands, result) || run_picture_kernel(instruction, operands, result))
    return {};
  const Result<bool> done = run_index_kernel(instruction, operands, result);
  if (!done) return fail(done);
  return {};
}

}  // namespace hakaru::tracing
