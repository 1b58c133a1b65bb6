#include <algorithm>
#include <array>

#include "hakaru/core/text.h"
#include "hakaru/tracing/host_math.h"
#include "hakaru/tracing/kernels.h"

namespace hakaru::tracing {
namespace {

AroundAxis around_first_axis(const Instruction& instruction) {
  return around(instruction.operands[0].shape, static_cast<std::size_t>(instruction.attributes.integers[0]));
}

void permute(const Instruction& instruction, ConstValues source, Values result) {
  const Dimensions strides = strides_of(instruction.operands[0].shape);
  const Dimensions& shape = instruction.result.shape;
  Dimensions pace;
  for (const std::int64_t axis : instruction.attributes.integers)
    pace.push_back(strides[static_cast<std::size_t>(axis)]);
  const std::size_t rank = shape.size();
  const std::int64_t inner = shape[rank - 1], inner_pace = pace[rank - 1];
  Dimensions at(rank, 0);
  std::int64_t from = 0;
  for (std::size_t to = 0; to < result.size(); to += static_cast<std::size_t>(inner)) {
    const float* read = source.data() + from;
    float* write = result.data() + to;
    if (inner_pace == 1) {
      std::copy_n(read, inner, write);
    } else {
      for (std::int64_t i = 0; i < inner; ++i) write[i] = read[i * inner_pace];
    }
    for (std::size_t axis = rank - 1; axis-- > 0;) {
      from += pace[axis];
      if (++at[axis] < shape[axis]) break;
      from -= pace[axis] * shape[axis];
      at[axis] = 0;
    }
  }
}

void slice(const Instruction& instruction, ConstValues source, Values result) {
  const AroundAxis whole = around_first_axis(instruction);
  const std::int64_t begin = instruction.attributes.integers[1];
  const std::int64_t size = (instruction.attributes.integers[2] - begin) * whole.after;
  for (std::int64_t at = 0; at < whole.before; ++at)
    std::copy_n(source.data() + (at * whole.along + begin) * whole.after, size, result.data() + at * size);
}

void pad(const Instruction& instruction, ConstValues source, Values result) {
  const AroundAxis part = around_first_axis(instruction);
  const std::int64_t before = instruction.attributes.integers[1] * part.after;
  const std::int64_t size = part.along * part.after;
  const std::int64_t whole = before + size + instruction.attributes.integers[2] * part.after;
  std::fill(result.begin(), result.end(), 0.0F);
  for (std::int64_t at = 0; at < part.before; ++at)
    std::copy_n(source.data() + at * size, size, result.data() + at * whole + before);
}

void concatenate(const Instruction& instruction, const std::vector<ConstValues>& parts, Values result) {
  const auto axis = static_cast<std::size_t>(instruction.attributes.integers[0]);
  const AroundAxis whole = around(instruction.result.shape, axis);
  std::int64_t begin = 0;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const std::int64_t size = instruction.operands[part].shape[axis] * whole.after;
    for (std::int64_t at = 0; at < whole.before; ++at)
      std::copy_n(parts[part].data() + at * size, size, result.data() + at * whole.along * whole.after + begin);
    begin += size;
  }
}

/// Sixteen sums side by side, then their sum.
template <typename Real>
Real row_sum(const Real* values, std::int64_t count) {
  constexpr std::int64_t lanes = 16;
  std::array<Real, lanes> sums{};
  std::int64_t at = 0;
  for (; at + lanes <= count; at += lanes) {
    for (std::int64_t lane = 0; lane < lanes; ++lane) sums[static_cast<std::size_t>(lane)] += values[at + lane];
  }
  Real total = 0;
  for (; at < count; ++at) total += values[at];
  for (const Real sum : sums) total += sum;
  return total;
}

template <typename Real, typename Join>
void reduce_columns(const AroundAxis& sizes, const Real* source, Real* result, Join join) {
  std::copy_n(source, sizes.after, result);
  for (std::int64_t row = 1; row < sizes.along; ++row) {
    const Real* values = source + row * sizes.after;
    for (std::int64_t at = 0; at < sizes.after; ++at) result[at] = join(result[at], values[at]);
  }
}

template <typename Real>
void reduce(const Instruction& instruction, ConstValuesOf<Real> source, ValuesOf<Real> result) {
  const AroundAxis sizes = around_first_axis(instruction);
  const bool sums = instruction.opcode == Opcode::sum;
  if (sizes.along == 0) std::fill(result.begin(), result.end(), Real{0});
  if (sizes.along == 0) return;
  for (std::int64_t at = 0; at < sizes.before; ++at) {
    const Real* values = source.data() + at * sizes.along * sizes.after;
    Real* to = result.data() + at * sizes.after;
    if (sizes.after == 1) {
      *to = sums ? row_sum(values, sizes.along) : *std::max_element(values, values + sizes.along);
    } else if (sums) {
      reduce_columns(sizes, values, to, [](Real one, Real other) { return one + other; });
    } else {
      reduce_columns(sizes, values, to, [](Real one, Real other) { return std::max(one, other); });
    }
  }
}

template <typename Real>
void matrix_product(const Instruction& instruction, const std::vector<ConstValuesOf<Real>>& operands,
                    ValuesOf<Real> result) {
  const Dimensions& shape = instruction.result.shape;
  ProductShape product;
  product.rows = shape[shape.size() - 2];
  product.columns = shape[shape.size() - 1];
  product.first_transposed = instruction.attributes.integers[0] != 0;
  product.second_transposed = instruction.attributes.integers[1] != 0;
  const Dimensions& first = instruction.operands[0].shape;
  product.depth = first[first.size() - (product.first_transposed ? 2 : 1)];
  for (std::size_t at = 0; at + 2 < shape.size(); ++at) product.batch *= shape[at];
  multiply_matrices(product, operands[0].data(), operands[1].data(), result.data());
}

}  // namespace

bool run_shape_kernel(const Instruction& instruction, const std::vector<ConstValues>& operands, Values result) {
  switch (instruction.opcode) {
    case Opcode::copy:
      std::copy(operands[0].begin(), operands[0].end(), result.begin());
      return true;
    case Opcode::permute:
      permute(instruction, operands[0], result);
      return true;
    case Opcode::slice:
      slice(instruction, operands[0], result);
      return true;
    case Opcode::pad:
      pad(instruction, operands[0], result);
      return true;
    case Opcode::concatenate:
      concatenate(instruction, operands, result);
      return true;
    default:
      return false;
  }
}

template <typename Real>
bool run_reduction_kernel(const Instruction& instruction, const std::vector<ConstValuesOf<Real>>& operands,
                          ValuesOf<Real> result) {
  switch (instruction.opcode) {
    case Opcode::sum:
    case Opcode::maximum:
      reduce<Real>(instruction, operands[0], result);
      return true;
    case Opcode::matrix_product:
      matrix_product<Real>(instruction, operands, result);
      return true;
    default:
      return false;
  }
}

template bool run_reduction_kernel(const Instruction&, const std::vector<ConstValues>&, Values);
template bool run_reduction_kernel(const Instruction&, const std::vector<ConstValuesOf<double>>&, ValuesOf<double>);

}  // namespace hakaru::tracing
