#include <algorithm>

#include "hakaru/numerics/elementary.h"
#include "hakaru/tracing/host_math.h"
#include "hakaru/tracing/kernels.h"
#include "hakaru/tracing/operations.h"

namespace hakaru::tracing {
namespace {

/// The first index that is not below `limit`, or below `least`.
template <typename Real>
Result<void> check(const Instruction& instruction, ConstValuesOf<Real> indices, std::int64_t limit,
                   std::int64_t least = 0) {
  for (const Real index : indices) {
    if (index >= static_cast<Real>(least) && index < static_cast<Real>(limit)) continue;
    return bad_input("{}: {}: index {} of a table of {} rows", instruction.line, name_of(instruction.opcode),
                     static_cast<double>(index), limit);
  }
  return {};
}

/// A row behind the table's last is of another part of it: zeros.
template <typename Real>
void gather_rows(std::int64_t width, ConstValuesOf<Real> table, ConstValuesOf<Real> indices, ValuesOf<Real> result) {
  for (std::size_t row = 0; row < indices.size(); ++row) {
    const std::int64_t from = static_cast<std::int64_t>(indices[row]) * width;
    Real* const to = result.data() + static_cast<std::int64_t>(row) * width;
    if (from < static_cast<std::int64_t>(table.size())) {
      std::copy_n(table.data() + from, width, to);
    } else {
      std::fill_n(to, width, Real{0});
    }
  }
}

template <typename Real>
void scatter_rows(std::int64_t width, ConstValuesOf<Real> indices, ConstValuesOf<Real> rows, ValuesOf<Real> result) {
  std::fill(result.begin(), result.end(), Real{0});
  for (std::size_t row = 0; row < indices.size(); ++row) {
    const Real* values = rows.data() + static_cast<std::int64_t>(row) * width;
    const std::int64_t begin = static_cast<std::int64_t>(indices[row]) * width;
    if (begin >= static_cast<std::int64_t>(result.size())) continue;
    Real* const to = result.data() + begin;
    for (std::int64_t at = 0; at < width; ++at) to[at] += values[at];
  }
}

template <typename Real>
double labelled(ConstValuesOf<Real> labels) {
  return static_cast<double>(std::count_if(labels.begin(), labels.end(), [](Real label) { return label >= 0; }));
}

template <typename Real>
void cross_entropy(std::int64_t classes, ConstValuesOf<Real> logits, ConstValuesOf<Real> labels,
                   ValuesOf<Real> result) {
  std::vector<Real> row(static_cast<std::size_t>(classes));
  double total = 0;  // of as many terms as rows
  for (std::size_t at = 0; at < labels.size(); ++at) {
    if (labels[at] < 0) continue;
    const Real* values = logits.data() + static_cast<std::int64_t>(at) * classes;
    const Real largest = largest_of(values, classes);
    std::copy_n(values, classes, row.begin());
    const Real sum = exponentials(row.data(), classes, largest);
    total += elementary::log(sum) + largest - values[static_cast<std::int64_t>(labels[at])];
  }
  result[0] = static_cast<Real>(total / labelled<Real>(labels));
}

template <typename Real>
void cross_entropy_gradient(std::int64_t classes, const std::vector<ConstValuesOf<Real>>& operands,
                            ValuesOf<Real> result) {
  const ConstValuesOf<Real> logits = operands[0], labels = operands[1];
  const Real share = operands[2][0] / static_cast<Real>(labelled<Real>(labels));
  std::copy(logits.begin(), logits.end(), result.begin());
  for (std::size_t at = 0; at < labels.size(); ++at) {
    Real* row = result.data() + static_cast<std::int64_t>(at) * classes;
    if (labels[at] < 0) {
      std::fill_n(row, classes, Real{0});
      continue;
    }
    const Real sum = exponentials(row, classes, largest_of(row, classes));
    for (std::int64_t label = 0; label < classes; ++label) row[label] *= share / sum;
    row[static_cast<std::int64_t>(labels[at])] -= share;
  }
}

template <typename Real>
void exponential_sums(std::int64_t classes, const std::vector<ConstValuesOf<Real>>& operands, ValuesOf<Real> result) {
  std::vector<Real> row(static_cast<std::size_t>(classes));
  for (std::size_t at = 0; at < result.size(); ++at) {
    std::copy_n(operands[0].data() + static_cast<std::int64_t>(at) * classes, classes, row.begin());
    result[at] = exponentials(row.data(), classes, operands[1][at]);
  }
}

/// 0 where the label is not among these classes, or there is none.
template <typename Real>
void label_logits(std::int64_t classes, const std::vector<ConstValuesOf<Real>>& operands, ValuesOf<Real> result) {
  for (std::size_t at = 0; at < result.size(); ++at) {
    const auto label = static_cast<std::int64_t>(operands[1][at]);
    const bool own = label >= 0 && label < classes;
    result[at] = own ? operands[0][at * static_cast<std::size_t>(classes) + static_cast<std::size_t>(label)] : 0;
  }
}

template <typename Real>
void divided_cross_entropy(const std::vector<ConstValuesOf<Real>>& operands, ValuesOf<Real> result) {
  const ConstValuesOf<Real> labels = operands[1];
  double total = 0;
  for (std::size_t at = 0; at < labels.size(); ++at) {
    if (labels[at] >= 0) total += operands[2][at] - operands[3][at];
  }
  result[0] = static_cast<Real>(total / labelled<Real>(labels));
}

template <typename Real>
void divided_cross_entropy_gradient(std::int64_t classes, const std::vector<ConstValuesOf<Real>>& operands,
                                    ValuesOf<Real> result) {
  const ConstValuesOf<Real> labels = operands[1];
  const Real share = operands[3][0] / static_cast<Real>(labelled<Real>(labels));
  std::copy(operands[0].begin(), operands[0].end(), result.begin());
  for (std::size_t at = 0; at < labels.size(); ++at) {
    Real* row = result.data() + static_cast<std::int64_t>(at) * classes;
    if (labels[at] < 0) {
      std::fill_n(row, classes, Real{0});
      continue;
    }
    exponentials(row, classes, operands[2][at]);
    for (std::int64_t column = 0; column < classes; ++column) row[column] *= share;
    const auto label = static_cast<std::int64_t>(labels[at]);
    if (label < classes) row[label] -= share;
  }
}

}  // namespace

template <typename Real>
Result<bool> run_index_kernel(const Instruction& instruction, const std::vector<ConstValuesOf<Real>>& operands,
                              ValuesOf<Real> result) {
  const std::int64_t width = instruction.operands[0].shape.empty() ? 1 : instruction.operands[0].shape.back();
  switch (instruction.opcode) {
    case Opcode::gather_rows: {
      const std::int64_t rows = instruction.operands[0].shape.front() + instruction.attributes.integers[0];
      const auto checked = check<Real>(instruction, operands[1], rows);
      if (!checked) return fail(checked);
      gather_rows<Real>(width, operands[0], operands[1], result);
      return true;
    }
    case Opcode::scatter_rows: {
      const std::int64_t rows = instruction.attributes.integers[0] + instruction.attributes.integers[1];
      const auto checked = check<Real>(instruction, operands[0], rows);
      if (!checked) return fail(checked);
      scatter_rows(instruction.result.shape.back(), operands[0], operands[1], result);
      return true;
    }
    case Opcode::cross_entropy:
    case Opcode::cross_entropy_gradient: {
      const auto checked = check<Real>(instruction, operands[1], width, no_label);
      if (!checked) return fail(checked);
      if (instruction.opcode == Opcode::cross_entropy) {
        cross_entropy<Real>(width, operands[0], operands[1], result);
      } else {
        cross_entropy_gradient<Real>(width, operands, result);
      }
      return true;
    }
    case Opcode::exponential_sums:
      exponential_sums<Real>(width, operands, result);
      return true;
    case Opcode::label_logits: {
      const auto checked = check<Real>(instruction, operands[1], width + 1, no_label);
      if (!checked) return fail(checked);
      label_logits<Real>(width, operands, result);
      return true;
    }
    case Opcode::divided_cross_entropy:
      divided_cross_entropy<Real>(operands, result);
      return true;
    case Opcode::divided_cross_entropy_gradient:
      divided_cross_entropy_gradient<Real>(width, operands, result);
      return true;
    default:
      return false;
  }
}

namespace {

/// A kernel that adds up, if it is one.
template <typename Real>
Result<bool> run_adding_kernel(const Instruction& instruction, const std::vector<ConstValuesOf<Real>>& operands,
                               ValuesOf<Real> result) {
  if (run_reduction_kernel<Real>(instruction, operands, result) ||
      run_row_kernel<Real>(instruction, operands, result) || run_attention_kernel<Real>(instruction, operands, result))
    return true;
  return run_index_kernel<Real>(instruction, operands, result);
}

/// The same in fp64, rounded once.
Result<bool> run_adding_kernel_in_fp64(const Instruction& instruction, const std::vector<ConstValues>& operands,
                                       Values result) {
  std::vector<std::vector<double>> copies;
  std::vector<ConstValuesOf<double>> wide;
  copies.reserve(operands.size());
  for (const ConstValues operand : operands) wide.emplace_back(copies.emplace_back(operand.begin(), operand.end()));
  std::vector<double> wide_result(result.size());
  Result<bool> done = run_adding_kernel<double>(instruction, wide, wide_result);
  if (done && *done)
    std::transform(wide_result.begin(), wide_result.end(), result.begin(),
                   [](double x) { return static_cast<float>(x); });
  return done;
}

}  // namespace

Result<void> run_kernel(const Instruction& instruction, const std::vector<ConstValues>& operands, Values result,
                        Sums sums) {
  if (run_shape_kernel(instruction, operands, result) || run_picture_kernel(instruction, operands, result)) return {};
  const Result<bool> done = sums == Sums::fp64 ? run_adding_kernel_in_fp64(instruction, operands, result)
                                               : run_adding_kernel<float>(instruction, operands, result);
  if (!done) return fail(done);
  return {};
}

}  // namespace hakaru::tracing
