// The kernels of a program, one function for each kind of instruction that is no chain of elementwise operations, no
// product and no communication. Values are fp32 and sums are kept in fp32; the executor rounds results afterwards.
#pragma once

#include <span>

#include "hakaru/core/result.h"
#include "hakaru/tracing/program.h"

namespace hakaru::tracing {

using Values = std::span<float>;
using ConstValues = std::span<const float>;

/// Runs one: operands and result as the instruction names them. An index that is out of its table is an error.
Result<void> run_kernel(const Instruction& instruction, const std::vector<ConstValues>& operands, Values result);

// By file.
bool run_shape_kernel(const Instruction& instruction, const std::vector<ConstValues>& operands, Values result);
bool run_row_kernel(const Instruction& instruction, const std::vector<ConstValues>& operands, Values result);
bool run_attention_kernel(const Instruction& instruction, const std::vector<ConstValues>& operands, Values result);
bool run_picture_kernel(const Instruction& instruction, const std::vector<ConstValues>& operands, Values result);
/// Those that read indices.
Result<bool> run_index_kernel(const Instruction& instruction, const std::vector<ConstValues>& operands, Values result);

}  // namespace hakaru::tracing
