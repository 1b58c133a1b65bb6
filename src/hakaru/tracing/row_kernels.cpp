#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "hakaru/numerics/elementary.h"
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

/// One row of an operand or the result: `width` values.
template <typename Real>
using Row = Eigen::Map<Eigen::Array<Real, Eigen::Dynamic, 1>>;
template <typename Real>
using ConstRow = Eigen::Map<const Eigen::Array<Real, Eigen::Dynamic, 1>>;

template <typename Real>
ConstRow<Real> row_of(ConstValuesOf<Real> values, std::int64_t row, std::int64_t width) {
  return {values.data() + row * width, static_cast<Eigen::Index>(width)};
}
template <typename Real>
Row<Real> row_of(ValuesOf<Real> values, std::int64_t row, std::int64_t width) {
  return {values.data() + row * width, static_cast<Eigen::Index>(width)};
}

/// x̄ = y · (ȳ − Σ ȳ y)
template <typename Real>
void softmax_gradient(const Instruction& instruction, const std::vector<ConstValuesOf<Real>>& operands,
                      ValuesOf<Real> result) {
  const std::int64_t width = width_of(instruction);
  for (std::int64_t row = 0; row < rows_of(instruction); ++row) {
    const auto y = row_of<Real>(operands[0], row, width), gradient = row_of<Real>(operands[1], row, width);
    row_of<Real>(result, row, width) = y * (gradient - (y * gradient).sum());
  }
}

/// Centre and factor by which a row is normalised: (x − centre) · factor.
template <typename Real>
struct Norm {
  Real centre = 0;
  Real factor = 1;

  auto of(const ConstRow<Real>& row) const { return (row - centre) * factor; }
};

template <typename Real>
Norm<Real> norm_of(const ConstRow<Real>& row, const Attributes& attributes) {
  Norm<Real> norm;
  if (attributes.integers[0] != 0) norm.centre = row.mean();
  norm.factor = 1 / std::sqrt((row - norm.centre).square().mean() + static_cast<Real>(attributes.numbers[0]));
  return norm;
}

template <typename Real>
void layer_norm(const Instruction& instruction, const std::vector<ConstValuesOf<Real>>& operands,
                ValuesOf<Real> result) {
  const std::int64_t width = width_of(instruction);
  const auto weight = row_of<Real>(operands[1], 0, width);
  for (std::int64_t row = 0; row < rows_of(instruction); ++row) {
    const auto x = row_of<Real>(operands[0], row, width);
    auto y = row_of<Real>(result, row, width);
    y = norm_of<Real>(x, instruction.attributes).of(x) * weight;
    if (operands.size() > 2) y += row_of<Real>(operands[2], 0, width);
  }
}

/// With n the normalised row and h = ȳ · weight: x̄ = factor · (h − mean h − n · mean(h n)); without a centre no mean h.
template <typename Real>
void norm_input_gradient(const Instruction& instruction, const std::vector<ConstValuesOf<Real>>& operands,
                         ValuesOf<Real> result) {
  const std::int64_t width = width_of(instruction);
  const auto weight = row_of<Real>(operands[1], 0, width);
  for (std::int64_t row = 0; row < rows_of(instruction); ++row) {
    const auto x = row_of<Real>(operands[0], row, width), gradient = row_of<Real>(operands[2], row, width);
    const Norm<Real> norm = norm_of<Real>(x, instruction.attributes);
    const Real mean = instruction.attributes.integers[0] != 0 ? (gradient * weight).mean() : 0;
    const Real dot = (gradient * weight * norm.of(x)).mean();
    row_of<Real>(result, row, width) = norm.factor * (gradient * weight - mean - norm.of(x) * dot);
  }
}

template <typename Real>
void norm_weight_gradient(const Instruction& instruction, const std::vector<ConstValuesOf<Real>>& operands,
                          ValuesOf<Real> result) {
  const std::int64_t width = width_of(instruction);
  auto sum = row_of<Real>(result, 0, width);
  sum.setZero();
  for (std::int64_t row = 0; row < rows_of(instruction); ++row) {
    const auto x = row_of<Real>(operands[0], row, width), gradient = row_of<Real>(operands[1], row, width);
    sum += gradient * norm_of<Real>(x, instruction.attributes).of(x);
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
    const double angle =
        position * elementary::pow(base, -2.0 * static_cast<double>(at % half) / static_cast<double>(width));
    cosine[static_cast<std::size_t>(at)] = static_cast<Real>(elementary::cos(angle));
    sine[static_cast<std::size_t>(at)] = static_cast<Real>(direction * elementary::sin(angle));
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
