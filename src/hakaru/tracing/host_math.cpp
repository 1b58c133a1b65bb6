#include "hakaru/tracing/host_math.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "hakaru/numerics/elementary.h"

namespace hakaru::tracing {
namespace {

template <typename Real>
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Block = Eigen::Array<float, static_cast<int>(block_size), 1>;
using ConstBlock = Eigen::Map<const Block, Eigen::Aligned64>;
using MutableBlock = Eigen::Map<Block, Eigen::Aligned64>;

/// Eigen sums in panels that fit its caches: the same ones on every host.
bool fix_cache_sizes() {
  constexpr std::ptrdiff_t l1_bytes = 32'768, l2_bytes = 524'288, l3_bytes = 4'194'304;
  Eigen::setCpuCacheSizes(l1_bytes, l2_bytes, l3_bytes);
  Eigen::setNbThreads(1);
  return true;
}

template <typename Real>
void multiply_one(const ProductShape& shape, const Real* first, const Real* second, Real* result) {
  using ConstMatrix = Eigen::Map<const Matrix<Real>>;
  Eigen::Map<Matrix<Real>> product(result, shape.rows, shape.columns);
  if (!shape.first_transposed && !shape.second_transposed) {
    product.noalias() = ConstMatrix(first, shape.rows, shape.depth) * ConstMatrix(second, shape.depth, shape.columns);
  } else if (!shape.first_transposed) {
    product.noalias() =
        ConstMatrix(first, shape.rows, shape.depth) * ConstMatrix(second, shape.columns, shape.depth).transpose();
  } else if (!shape.second_transposed) {
    product.noalias() =
        ConstMatrix(first, shape.depth, shape.rows).transpose() * ConstMatrix(second, shape.depth, shape.columns);
  } else {
    product.noalias() = ConstMatrix(first, shape.depth, shape.rows).transpose() *
                        ConstMatrix(second, shape.columns, shape.depth).transpose();
  }
}

constexpr float gelu_scale = 0.7978845608028654F;  // √(2/π)
constexpr float gelu_cubic = 0.044715F;

/// e^−x would overflow where the function has long reached its limit.
template <typename Values>
Block logistic(const Values& x) {
  constexpr float limit = 80;
  return 1.0F / (1.0F + (-x).min(limit).exp());
}

template <typename Values>
Block gelu_tanh(const Values& x) {
  return (gelu_scale * (x + gelu_cubic * x.cube())).tanh();
}

template <typename Real>
void multiply_all(const ProductShape& shape, const Real* first, const Real* second, Real* result) {
  static const bool fixed = fix_cache_sizes();
  static_cast<void>(fixed);
  if (shape.depth == 0) std::fill_n(result, shape.batch * shape.rows * shape.columns, Real{0});
  if (shape.depth == 0 || shape.rows == 0 || shape.columns == 0) return;
  for (std::int64_t at = 0; at < shape.batch; ++at) {
    multiply_one(shape, first + at * shape.rows * shape.depth, second + at * shape.depth * shape.columns,
                 result + at * shape.rows * shape.columns);
  }
}

}  // namespace

void multiply_matrices(const ProductShape& shape, const float* first, const float* second, float* result) {
  multiply_all(shape, first, second, result);
}

void multiply_matrices(const ProductShape& shape, const double* first, const double* second, double* result) {
  multiply_all(shape, first, second, result);
}

void run_step(const MicroStep& step, const float* first, const float* second, float* result) {
  const ConstBlock x(first), y(second);
  MutableBlock z(result);
  switch (step.opcode) {
    case Opcode::constant:
      z.setConstant(step.number);
      return;
    case Opcode::add:
      z = x + y;
      return;
    case Opcode::subtract:
      z = x - y;
      return;
    case Opcode::multiply:
      z = x * y;
      return;
    case Opcode::divide:
      z = x / y;
      return;
    case Opcode::scale:
      z = x * step.number;
      return;
    case Opcode::add_constant:
      z = x + step.number;
      return;
    case Opcode::exponential:
      z = x.exp();
      return;
    case Opcode::logarithm:
      z = x.log();
      return;
    case Opcode::square_root:
      // Not Eigen's: it refines the processor's own approximation of 1/√x, and they differ.
      z = x.unaryExpr([](float value) { return std::sqrt(value); });
      return;
    case Opcode::tanh:
      z = x.tanh();
      return;
    case Opcode::sigmoid:
      z = logistic(x);
      return;
    case Opcode::relu:
      z = (x < 0.0F).select(0.0F, x);
      return;
    case Opcode::step:
      z = (x > 0.0F).select(Block::Ones(), 0.0F);
      return;
    case Opcode::gelu:
      z = 0.5F * x * (1.0F + gelu_tanh(x));
      return;
    case Opcode::gelu_slope: {
      const Block t = gelu_tanh(x);
      z = 0.5F * (1.0F + t) + 0.5F * x * (1.0F - t.square()) * (gelu_scale * (1.0F + 3.0F * gelu_cubic * x.square()));
      return;
    }
    case Opcode::silu:
      z = x * logistic(x);
      return;
    case Opcode::silu_slope: {
      const Block s = logistic(x);
      z = s * (1.0F + x * (1.0F - s));
      return;
    }
    case Opcode::equal:
      z = (x == y).select(Block::Ones(), 0.0F);
      return;
    default:  // cast: the instruction rounds its result
      z = x;
      return;
  }
}

float largest_of(const float* values, std::int64_t count) {
  return Eigen::Map<const Eigen::ArrayXf>(values, count).maxCoeff();
}

double largest_of(const double* values, std::int64_t count) {
  return Eigen::Map<const Eigen::ArrayXd>(values, count).maxCoeff();
}

/// Powers below it are no normal numbers, which hosts are slow with; beside a sum of at least 1 they are nothing.
constexpr float least_exponent = -87;

float exponentials(float* values, std::int64_t count, float largest) {
  constexpr std::int64_t width = 64;  // rows of attention may be short
  using Part = Eigen::Array<float, static_cast<int>(width), 1>;
  Part part;
  float total = 0;
  for (std::int64_t begin = 0; begin < count; begin += width) {
    const std::int64_t size = std::min(count - begin, width);
    std::copy_n(values + begin, size, part.data());
    std::fill(part.data() + size, part.data() + width, -std::numeric_limits<float>::infinity());
    part -= largest;
    const Part powers = part.max(least_exponent).exp();  // apart: what is selected is computed value by value
    part = (part < least_exponent).select(0.0F, powers);
    total += part.sum();
    std::copy_n(part.data(), size, values + begin);
  }
  return total;
}

double exponentials(double* values, std::int64_t count, double largest) {
  double total = 0;
  for (std::int64_t at = 0; at < count; ++at) total += values[at] = elementary::exp(values[at] - largest);
  return total;
}

}  // namespace hakaru::tracing
