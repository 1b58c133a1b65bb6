// Times of single kernels on real machines: GEMMs, attention over a prompt, attention of new tokens, collectives.
//
// Four CSV formats, distinguished by their columns:
//   GEMM         accelerator, dtype, m, n, k, latency_us
//   prefill      accelerator, kv_dtype, compute_dtype, batch, sequence_length, heads, kv_heads, head_dim, latency_us
//   decode       the same with context_length (tokens cached) instead of sequence_length
//   collective   accelerator, operation, ranks, message_bytes, latency_us
// `software` and others may be there too. One line of each number that is missing, malformed, 0, negative or absurdly
// large is an error; a data type or an operation that is not known makes a measurement that says so.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "hakaru/core/csv_table.h"
#include "hakaru/evidence/validation.h"
#include "hakaru/numerics/data_type.h"
#include "hakaru/timing/collective_timer.h"

namespace hakaru {

/// C[m×n] = A[m×k] B[k×n], A and B of `dtype`.
struct GemmKernel {
  DataType dtype = DataType::bf16;
  std::int64_t m = 0, n = 0, k = 0;
};

struct AttentionShape {
  DataType kv_dtype = DataType::bf16;
  DataType compute_dtype = DataType::bf16;
  std::int64_t batch = 0, heads = 0, kv_heads = 0, head_dim = 0;
};

/// Causal self-attention over a whole prompt.
struct PrefillKernel {
  AttentionShape shape;
  std::int64_t sequence_length = 0;
};

/// One new token of each sequence.
struct DecodeKernel {
  AttentionShape shape;
  std::int64_t context_length = 0;  ///< tokens cached
};

struct CollectiveKernel {
  Operation operation = Operation::all_reduce;
  std::int64_t ranks = 0;
  double message_bytes = 0;  ///< as nccl-tests counts it
};

using Kernel = std::variant<GemmKernel, PrefillKernel, DecodeKernel, CollectiveKernel>;

struct OperatorMeasurement {
  int line = 0;
  std::string accelerator;  ///< as written
  std::string software;     ///< empty: not said
  std::string label;  ///< what errors are told apart by: the data type (of attention: of its cache), the operation
  double latency_s = 0;
  OrReason<Kernel> kernel;
};

/// Formats in the order of `kernel_kinds`.
enum class OperatorFormat { gemm, prefill, decode, collective };

Result<OperatorFormat> operator_format(const CsvTable& table);
/// The columns that errors are grouped by.
std::vector<std::string> usual_groups(OperatorFormat format);
/// A row that cannot be read is the error of its fields.
Result<OperatorMeasurement> read_operator(CsvFields& row, OperatorFormat format);
/// Every row.
Result<std::vector<OperatorMeasurement>> read_operators(const CsvTable& table);

/// "all_reduce", "alltoall", "sendrecv", "all_gather_perf"
OrReason<Operation> parse_operation(std::string_view text);

}  // namespace hakaru
