#include <algorithm>
#include <cmath>

#include "hakaru/tracing/host_math.h"
#include "hakaru/tracing/kernels.h"

namespace hakaru::tracing {
namespace {

std::int64_t width_of(const Instruction& instruction) { return instruction.operands[0].shape.back(); }

std::int64_t rows_of(const Instruction& instruction) {
  return width_of(instruction) == 0 ? 0 : elements_of(instruction.operands[0].shape) / width_of(instruction);
}

void softmax(const Instruction& instruction, ConstValues source, Values result) {
  const std::int64_t width = width_of(instruction);
  std::copy(source.begin(), source.end(), result.begin());
  for (std::int64_t row = 0; row < rows_of(instruction); ++row) {
    float* values = result.data() + row * width;
    const float total = exponentials(values, width, largest_of(values, width));
    for (std::int64_t at = 0; at < width; ++at) values[at] /= total;
  }
}

/// x̄ = y · (ȳ − Σ ȳ y)
void softmax_gradient(const Instruction& instruction, const std::vector<ConstValues>& operands, Values result) {
  const std::int64_t width = width_of(instruction);
  for (std::int64_t row = 0; row < rows_of(instruction); ++row) {
    const float *y = operands[0].data() + row * width, *gradient = operands[1].data() + row * width;
    float dot = 0;
    for (std::int64_t at = 0; at < width; ++at) dot += y[at] * gradient[at];
    for (std::int64_t at = 0; at < width; ++at)
      result[static_cast<std::size_t>(row * width + at)] = y[at] * (gradient[at] - dot);
  }
}

/// What a row is normalised by: (x − centre) · factor.
struct Norm {
  float centre = 0;
  float factor = 1;
};

Norm norm_of(const float* row, std::int64_t width, const Attributes& attributes) {
  Norm norm;
  const auto count = static_cast<float>(width);
  if (attributes.integers[0] != 0) {
    float total = 0;
    for (std::int64_t at = 0; at < width; ++at) total += row[at];
    norm.centre = total / count;
  }
  float squares = 0;
  for (std::int64_t at = 0; at < width; ++at) squares += (row[at] - norm.centre) * (row[at] - norm.centre);
  norm.factor = 1 / std::sqrt(squares / count + static_cast<float>(attributes.numbers[0]));
  return norm;
}

void layer_norm(const Instruction& instruction, const std::vector<ConstValues>& operands, Values result) {
  const std::int64_t width = width_of(instruction);
  const float* weight = operands[1].data();
  const float* bias = operands.size() > 2 ? operands[2].data() : nullptr;
  for (std::int64_t row = 0; row < rows_of(instruction); ++row) {
    const float* x = operands[0].data() + row * width;
    float* y = result.data() + row * width;
    const Norm norm = norm_of(x, width, instruction.attributes);
    for (std::int64_t at = 0; at < width; ++at)
      y[at] = (x[at] - norm.centre) * norm.factor * weight[at] + (bias != nullptr ? bias[at] : 0);
  }
}

/// With n the normalised row and h = ȳ · weight: x̄ = factor · (h − mean h − n · mean(h n)); without a centre no mean h.
void norm_input_gradient(const Instruction& instruction, const std::vector<ConstValues>& operands, Values result) {
  const std::int64_t width = width_of(instruction);
  const float* weight = operands[1].data();
  for (std::int64_t row = 0; row < rows_of(instruction); ++row) {
    const float *x = operands[0].data() + row * width, *gradient = operands[2].data() + row * width;
    const Norm norm = norm_of(x, width, instruction.attributes);
    float mean = 0, dot = 0;
    for (std::int64_t at = 0; at < width; ++at) {
      mean += gradient[at] * weight[at];
      dot += gradient[at] * weight[at] * (x[at] - norm.centre) * norm.factor;
    }
    mean = instruction.attributes.integers[0] != 0 ? mean / static_cast<float>(width) : 0;
    dot /= static_cast<float>(width);
    for (std::int64_t at = 0; at < width; ++at) {
      const float n = (x[at] - norm.centre) * norm.factor;
      result[static_cast<std::size_t>(row * width + at)] = norm.factor * (gradient[at] * weight[at] - mean - n * dot);
    }
  }
}

void norm_weight_gradient(const Instruction& instruction, const std::vector<ConstValues>& operands, Values result) {
  const std::int64_t width = width_of(instruction);
  std::fill(result.begin(), result.end(), 0.0F);
  for (std::int64_t row = 0; row < rows_of(instruction); ++row) {
    const float *x = operands[0].data() + row * width, *gradient = operands[1].data() + row * width;
    const Norm norm = norm_of(x, width, instruction.attributes);
    for (std::int64_t at = 0; at < width; ++at)
      result[static_cast<std::size_t>(at)] += gradient[at] * (x[at] - norm.centre) * norm.factor;
  }
}

void causal_mask(const Instruction& instruction, ConstValues source, Values result) {
  const Dimensions& shape = instruction.operands[0].shape;
  const std::int64_t keys = shape.back(), queries = shape[shape.size() - 2];
  const auto fill = static_cast<float>(instruction.attributes.numbers[0]);
  std::copy(source.begin(), source.end(), result.begin());
  for (std::int64_t row = 0; row < rows_of(instruction); ++row) {
    const std::int64_t seen = row % queries + keys - queries + 1;
    std::fill(result.begin() + row * keys + seen, result.begin() + (row + 1) * keys, fill);
  }
}

void rotary(const Instruction& instruction, ConstValues source, Values result) {
  const Dimensions& shape = instruction.operands[0].shape;
  const std::int64_t width = shape.back(), positions = shape[shape.size() - 2], half = width / 2;
  const double base = instruction.attributes.numbers[0], direction = instruction.attributes.numbers[1];
  std::vector<float> cosine(static_cast<std::size_t>(positions * half)), sine(cosine.size());
  for (std::int64_t at = 0; at < positions * half; ++at) {
    const std::int64_t row = at / half;
    const auto position = static_cast<double>(row + instruction.attributes.integers[0]);
    const double angle = position * std::pow(base, -2.0 * static_cast<double>(at % half) / static_cast<double>(width));
    cosine[static_cast<std::size_t>(at)] = static_cast<float>(std::cos(angle));
    sine[static_cast<std::size_t>(at)] = static_cast<float>(direction * std::sin(angle));
  }
  for (std::int64_t row = 0; row < rows_of(instruction); ++row) {
    const float* x = source.data() + row * width;
    float* y = result.data() + row * width;
    const std::size_t turned = static_cast<std::size_t>(row % positions * half);
    for (std::int64_t at = 0; at < half; ++at) {
      const float c = cosine[turned + static_cast<std::size_t>(at)], s = sine[turned + static_cast<std::size_t>(at)];
      y[at] = x[at] * c - x[at + half] * s;
      y[at + half] = x[at + half] * c + x[at] * s;
    }
  }
}

}  // namespace

bool run_row_kernel(const Instruction& instruction, const std::vector<ConstValues>& operands, Values result) {
  switch (instruction.opcode) {
    case Opcode::softmax:
      softmax(instruction, operands[0], result);
      return true;
    case Opcode::softmax_gradient:
      softmax_gradient(instruction, operands, result);
      return true;
    case Opcode::layer_norm:
      layer_norm(instruction, operands, result);
      return true;
    case Opcode::norm_input_gradient:
      norm_input_gradient(instruction, operands, result);
      return true;
    case Opcode::norm_weight_gradient:
      norm_weight_gradient(instruction, operands, result);
      return true;
    case Opcode::causal_mask:
      causal_mask(instruction, operands[0], result);
      return true;
    case Opcode::rotary:
      rotary(instruction, operands[0], result);
      return true;
    default:
      return false;
  }
}

}  // namespace hakaru::tracing
