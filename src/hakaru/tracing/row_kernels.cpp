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

template <typename Real>
void softmax(const Instruction& instruction, ConstValuesOf<Real> source, ValuesOf<Real> result) {
  const std::int64_t width = width_of(instruction);
  std::copy(source.begin(), source.end(), result.begin());
  for (std::int64_t row = 0; row < rows_of(instruction); ++row) {
    Real* values = result.data() + row * width;
    const Real total = exponentials(values, width, largest_of(values, width));
    for (std::int64_t at = 0; at < width; ++at) values[at] /= total;
  }
}

/// x̄ = y · (ȳ − Σ ȳ y)
template <typename Real>
void softmax_gradient(const Instruction& instruction, const std::vector<ConstValuesOf<Real>>& operands,
                      ValuesOf<Real> result) {
  const std::int64_t width = width_of(instruction);
  for (std::int64_t row = 0; row < rows_of(instruction); ++row) {
    const Real *y = operands[0].data() + row * width, *gradient = operands[1].data() + row * width;
    Real dot = 0;
    for (std::int64_t at = 0; at < width; ++at) dot += y[at] * gradient[at];
    for (std::int64_t at = 0; at < width; ++at)
      result[static_cast<std::size_t>(row * width + at)] = y[at] * (gradient[at] - dot);
  }
}

/// What a row is normalised by: (x − centre) · factor.
template <typename Real>
struct Norm {
  Real centre = 0;
  Real factor = 1;
};

template <typename Real>
Norm<Real> norm_of(const Real* row, std::int64_t width, const Attributes& attributes) {
  Norm<Real> norm;
  const auto count = static_cast<Real>(width);
  if (attributes.integers[0] != 0) {
    Real total = 0;
    for (std::int64_t at = 0; at < width; ++at) total += row[at];
    norm.centre = total / count;
  }
  Real squares = 0;
  for (std::int64_t at = 0; at < width; ++at) squares += (row[at] - norm.centre) * (row[at] - norm.centre);
  norm.factor = 1 / std::sqrt(squares / count + static_cast<Real>(attributes.numbers[0]));
  return norm;
}

template <typename Real>
void layer_norm(const Instruction& instruction, const std::vector<ConstValuesOf<Real>>& operands,
                ValuesOf<Real> result) {
  const std::int64_t width = width_of(instruction);
  const Real* weight = operands[1].data();
  const Real* bias = operands.size() > 2 ? operands[2].data() : nullptr;
  for (std::int64_t row = 0; row < rows_of(instruction); ++row) {
    const Real* x = operands[0].data() + row * width;
    Real* y = result.data() + row * width;
    const Norm<Real> norm = norm_of(x, width, instruction.attributes);
    for (std::int64_t at = 0; at < width; ++at)
      y[at] = (x[at] - norm.centre) * norm.factor * weight[at] + (bias != nullptr ? bias[at] : 0);
  }
}

/// With n the normalised row and h = ȳ · weight: x̄ = factor · (h − mean h − n · mean(h n)); without a centre no mean h.
template <typename Real>
void norm_input_gradient(const Instruction& instruction, const std::vector<ConstValuesOf<Real>>& operands,
                         ValuesOf<Real> result) {
  const std::int64_t width = width_of(instruction);
  const Real* weight = operands[1].data();
  for (std::int64_t row = 0; row < rows_of(instruction); ++row) {
    const Real *x = operands[0].data() + row * width, *gradient = operands[2].data() + row * width;
    const Norm<Real> norm = norm_of(x, width, instruction.attributes);
    Real mean = 0, dot = 0;
    for (std::int64_t at = 0; at < width; ++at) {
      mean += gradient[at] * weight[at];
      dot += gradient[at] * weight[at] * (x[at] - norm.centre) * norm.factor;
    }
    mean = instruction.attributes.integers[0] != 0 ? mean / static_cast<Real>(width) : 0;
    dot /= static_cast<Real>(width);
    for (std::int64_t at = 0; at < width; ++at) {
      const Real n = (x[at] - norm.centre) * norm.factor;
      result[static_cast<std::size_t>(row * width + at)] = norm.factor * (gradient[at] * weight[at] - mean - n * dot);
    }
  }
}

template <typename Real>
void norm_weight_gradient(const Instruction& instruction, const std::vector<ConstValuesOf<Real>>& operands,
                          ValuesOf<Real> result) {
  const std::int64_t width = width_of(instruction);
  std::fill(result.begin(), result.end(), Real{0});
  for (std::int64_t row = 0; row < rows_of(instruction); ++row) {
    const Real *x = operands[0].data() + row * width, *gradient = operands[1].data() + row * width;
    const Norm<Real> norm = norm_of(x, width, instruction.attributes);
    for (std::int64_t at = 0; at < width; ++at)
      result[static_cast<std::size_t>(at)] += gradient[at] * (x[at] - norm.centre) * norm.factor;
  }
}

template <typename Real>
void causal_mask(const Instruction& instruction, ConstValuesOf<Real> source, ValuesOf<Real> result) {
  const Dimensions& shape = instruction.operands[0].shape;
  const std::int64_t keys = shape.back(), queries = shape[shape.size() - 2];
  const auto fill = static_cast<Real>(instruction.attributes.numbers[0]);
  std::copy(source.begin(), source.end(), result.begin());
  for (std::int64_t row = 0; row < rows_of(instruction); ++row) {
    const std::int64_t seen = row % queries + keys - queries + 1;
    std::fill(result.begin() + row * keys + seen, result.begin() + (row + 1) * keys, fill);
  }
}

template <typename Real>
void rotary(const Instruction& instruction, ConstValuesOf<Real> source, ValuesOf<Real> result) {
  const Dimensions& shape = instruction.operands[0].shape;
  const std::int64_t width = shape.back(), positions = shape[shape.size() - 2], half = width / 2;
  const double base = instruction.attributes.numbers[0], direction = instruction.attributes.numbers[1];
  std::vector<Real> cosine(static_cast<std::size_t>(positions * half)), sine(cosine.size());
  for (std::int64_t at = 0; at < positions * half; ++at) {
    const std::int64_t row = at / half;
    const auto position = static_cast<double>(row + instruction.attributes.integers[0]);
    const double angle = position * std::pow(base, -2.0 * static_cast<double>(at % half) / static_cast<double>(width));
    cosine[static_cast<std::size_t>(at)] = static_cast<Real>(std::cos(angle));
    sine[static_cast<std::size_t>(at)] = static_cast<Real>(direction * std::sin(angle));
  }
  for (std::int64_t row = 0; row < rows_of(instruction); ++row) {
    const Real* x = source.data() + row * width;
    Real* y = result.data() + row * width;
    const std::size_t turned = static_cast<std::size_t>(row % positions * half);
    for (std::int64_t at = 0; at < half; ++at) {
      const Real c = cosine[turned + static_cast<std::size_t>(at)], s = sine[turned + static_cast<std::size_t>(at)];
      y[at] = x[at] * c - x[at + half] * s;
      y[at + half] = x[at + half] * c + x[at] * s;
    }
  }
}

}  // namespace

template <typename Real>
bool run_row_kernel(const Instruction& instruction, const std::vector<ConstValuesOf<Real>>& operands,
                    ValuesOf<Real> result) {
  switch (instruction.opcode) {
    case Opcode::softmax:
      softmax<Real>(instruction, operands[0], result);
      return true;
    case Opcode::softmax_gradient:
      softmax_gradient<Real>(instruction, operands, result);
      return true;
    case Opcode::layer_norm:
      layer_norm<Real>(instruction, operands, result);
      return true;
    case Opcode::norm_input_gradient:
      norm_input_gradient<Real>(instruction, operands, result);
      return true;
    case Opcode::norm_weight_gradient:
      norm_weight_gradient<Real>(instruction, operands, result);
      return true;
    case Opcode::causal_mask:
      causal_mask<Real>(instruction, operands[0], result);
      return true;
    case Opcode::rotary:
      rotary<Real>(instruction, operands[0], result);
      return true;
    default:
      return false;
  }
}

template bool run_row_kernel(const Instruction&, const std::vector<ConstValues>&, Values);
template bool run_row_kernel(const Instruction&, const std::vector<ConstValuesOf<double>>&, ValuesOf<double>);

}  // namespace hakaru::tracing
