// Attention head by head, its scores in a scratch of queries × keys that no device memory stands for.
//
// With S = scale · q kᵀ of the keys that a query sees (below the diagonal, or all), L = log Σ e^S of each row,
// P = e^(S − L), o = P v:
//   v̄ = Pᵀ ō;  P̄ = ō vᵀ;  S̄ = P ∘ (P̄ − Σ P ∘ P̄);  q̄ = scale · S̄ k;  k̄ = scale · S̄ᵀ q
// Keys and values that several heads read get the sum of theirs, in the order of the heads.
#include <algorithm>

#include "hakaru/numerics/elementary.h"
#include "hakaru/tracing/host_math.h"
#include "hakaru/tracing/kernels.h"

namespace hakaru::tracing {
namespace {

struct AttentionShape {
  std::int64_t batch = 0, heads = 0, kv_heads = 0, queries = 0, keys = 0, width = 0, value_width = 0, first_query = 0;
  double scale = 1;

  /// The head of keys and values that head `head` of all items reads.
  std::int64_t read_by(std::int64_t head) const { return head / heads * kv_heads + head % heads / (heads / kv_heads); }
  /// Keys that a query sees.
  std::int64_t seen(std::int64_t query) const { return std::min(keys, first_query + query + 1); }
};

AttentionShape shape_of(const Instruction& instruction) {
  const Dimensions &q = instruction.operands[0].shape, &k = instruction.operands[1].shape;
  AttentionShape shape{q[0], q[1], k[1], q[2], k[2], q[3]};
  shape.first_query = instruction.attributes.integers[0];
  shape.scale = instruction.attributes.numbers[0];
  if (instruction.operands.size() > 2) shape.value_width = instruction.operands[2].shape.back();
  return shape;
}

template <typename Real>
std::vector<Real> scratch(std::int64_t rows, std::int64_t columns) {
  return std::vector<Real>(static_cast<std::size_t>(rows * columns));
}

/// Values of one head, rows × columns; the matrices of the heads lie one after the other.
template <typename Real>
const Real* of_head(ConstValuesOf<Real> values, std::int64_t head, std::int64_t rows, std::int64_t columns) {
  return values.data() + head * rows * columns;
}

template <typename Real>
void scores(const AttentionShape& shape, const std::vector<ConstValuesOf<Real>>& operands, std::int64_t head,
            Real* to) {
  multiply_matrices({1, shape.queries, shape.keys, shape.width, false, true},
                    of_head<Real>(operands[0], head, shape.queries, shape.width),
                    of_head<Real>(operands[1], shape.read_by(head), shape.keys, shape.width), to);
  for (std::int64_t at = 0; at < shape.queries * shape.keys; ++at) to[at] *= static_cast<Real>(shape.scale);
}

template <typename Real>
void attention_sums(const AttentionShape& shape, const std::vector<ConstValuesOf<Real>>& operands,
                    ValuesOf<Real> result) {
  std::vector<Real> matrix = scratch<Real>(shape.queries, shape.keys);
  for (std::int64_t head = 0; head < shape.batch * shape.heads; ++head) {
    scores(shape, operands, head, matrix.data());
    for (std::int64_t query = 0; query < shape.queries; ++query) {
      Real* row = matrix.data() + query * shape.keys;
      const Real largest = largest_of(row, shape.seen(query));
      result[static_cast<std::size_t>(head * shape.queries + query)] =
          largest + static_cast<Real>(elementary::log(exponentials(row, shape.seen(query), largest)));
    }
  }
}

template <typename Real>
void probabilities(const AttentionShape& shape, const std::vector<ConstValuesOf<Real>>& operands, std::int64_t head,
                   Real* to) {
  scores(shape, operands, head, to);
  const Real* sums = operands[3].data() + head * shape.queries;
  for (std::int64_t query = 0; query < shape.queries; ++query) {
    Real* row = to + query * shape.keys;
    exponentials(row, shape.seen(query), sums[query]);
    std::fill(row + shape.seen(query), row + shape.keys, Real{0});
  }
}

template <typename Real>
void attention(const AttentionShape& shape, const std::vector<ConstValuesOf<Real>>& operands, ValuesOf<Real> result) {
  std::vector<Real> matrix = scratch<Real>(shape.queries, shape.keys);
  for (std::int64_t head = 0; head < shape.batch * shape.heads; ++head) {
    probabilities(shape, operands, head, matrix.data());
    multiply_matrices({1, shape.queries, shape.value_width, shape.keys, false, false}, matrix.data(),
                      of_head<Real>(operands[2], shape.read_by(head), shape.keys, shape.value_width),
                      result.data() + head * shape.queries * shape.value_width);
  }
}

/// S̄ from P, in its place, times the scale.
template <typename Real>
void score_gradients(const AttentionShape& shape, const Real* value_products, Real* matrix) {
  for (std::int64_t query = 0; query < shape.queries; ++query) {
    Real* row = matrix + query * shape.keys;
    const Real* gradient = value_products + query * shape.keys;
    Real dot = 0;
    for (std::int64_t key = 0; key < shape.keys; ++key) dot += row[key] * gradient[key];
    for (std::int64_t key = 0; key < shape.keys; ++key)
      row[key] *= (gradient[key] - dot) * static_cast<Real>(shape.scale);
  }
}

enum class Part : std::int64_t { queries, keys, values };

template <typename Real>
void attention_gradient(const AttentionShape& shape, Part part, const std::vector<ConstValuesOf<Real>>& operands,
                        ValuesOf<Real> result) {
  std::vector<Real> matrix = scratch<Real>(shape.queries, shape.keys), products = matrix;
  const std::int64_t columns = part == Part::values ? shape.value_width : shape.width;
  std::vector<Real> own = scratch<Real>(shape.keys, columns);
  std::fill(result.begin(), result.end(), Real{0});
  for (std::int64_t head = 0; head < shape.batch * shape.heads; ++head) {
    const Real* gradient = of_head<Real>(operands[4], head, shape.queries, shape.value_width);
    const std::int64_t read = shape.read_by(head);
    probabilities(shape, operands, head, matrix.data());
    if (part != Part::values) {
      multiply_matrices({1, shape.queries, shape.keys, shape.value_width, false, true}, gradient,
                        of_head<Real>(operands[2], read, shape.keys, shape.value_width), products.data());
      score_gradients(shape, products.data(), matrix.data());
    }
    if (part == Part::queries) {
      multiply_matrices({1, shape.queries, shape.width, shape.keys, false, false}, matrix.data(),
                        of_head<Real>(operands[1], read, shape.keys, shape.width),
                        result.data() + head * shape.queries * shape.width);
      continue;
    }
    const Real* other = part == Part::values ? gradient : of_head<Real>(operands[0], head, shape.queries, shape.width);
    multiply_matrices({1, shape.keys, columns, shape.queries, true, false}, matrix.data(), other, own.data());
    Real* sum = result.data() + read * shape.keys * columns;
    for (std::int64_t at = 0; at < shape.keys * columns; ++at) sum[at] += own[static_cast<std::size_t>(at)];
  }
}

}  // namespace

template <typename Real>
bool run_attention_kernel(const Instruction& instruction, const std::vector<ConstValuesOf<Real>>& operands,
                          ValuesOf<Real> result) {
  switch (instruction.opcode) {
    case Opcode::attention_sums:
      attention_sums<Real>(shape_of(instruction), operands, result);
      return true;
    case Opcode::attention:
      attention<Real>(shape_of(instruction), operands, result);
      return true;
    case Opcode::attention_gradient:
      attention_gradient<Real>(shape_of(instruction), static_cast<Part>(instruction.attributes.integers[1]), operands,
                               result);
      return true;
    default:
      return false;
  }
}

template bool run_attention_kernel(const Instruction&, const std::vector<ConstValues>&, Values);
template bool run_attention_kernel(const Instruction&, const std::vector<ConstValuesOf<double>>&, ValuesOf<double>);

}  // namespace hakaru::tracing
