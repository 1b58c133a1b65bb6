// The kernels of a program, one function for each kind of instruction that is no chain of elementwise operations, no
// product and no communication. Values are fp32. Sums are kept in fp32 as well, or all of a kernel in fp64, rounded to
// fp32 once (Sums, execute.h); the executor rounds results to their formats afterwards.
#pragma once

#include <span>

#include "hakaru/core/result.h"
#include "hakaru/tracing/execute.h"

namespace hakaru::tracing {

template <typename Real>
using ValuesOf = std::span<Real>;
template <typename Real>
using ConstValuesOf = std::span<const Real>;
using Values = ValuesOf<float>;
using ConstValues = ConstValuesOf<float>;

/// Runs one: operands and result as the instruction names them. An index that is out of its table is an error.
Result<void> run_kernel(const Instruction& instruction, const std::vector<ConstValues>& operands, Values result,
                        Sums sums);

// By file. Those that add up are there for float and for double.
bool run_shape_kernel(const Instruction& instruction, const std::vector<ConstValues>& operands, Values result);
bool run_picture_kernel(const Instruction& instruction, const std::vector<ConstValues>& operands, Values result);
template <typename Real>
bool run_reduction_kernel(const Instruction& instruction, const std::vector<ConstValuesOf<Real>>& operands,
                          ValuesOf<Real> result);
template <typename Real>
bool run_row_kernel(const Instruction& instruction, const std::vector<ConstValuesOf<Real>>& operands,
                    ValuesOf<Real> result);
template <typename Real>
bool run_attention_kernel(const Instruction& instruction, const std::vector<ConstValuesOf<Real>>& operands,
                          ValuesOf<Real> result);
/// Runs a kernel that reads indices; false: another kernel; an error: an index out of range.
template <typename Real>
Result<bool> run_index_kernel(const Instruction& instruction, const std::vector<ConstValuesOf<Real>>& operands,
                              ValuesOf<Real> result);

}  // namespace hakaru::tracing
