#include "hakaru/evidence/operator_measurements.h"

#include <array>

#include "hakaru/core/text.h"
#include "hakaru/evidence/measured_ranges.h"

namespace hakaru {
namespace {

constexpr double seconds_per_us = 1e-6;
constexpr double longest_us = 1e9;  // a quarter of an hour
constexpr IntegerRange operator_dimension{.min = 1, .max = 1'000'000'000};
constexpr IntegerRange positive_count{.min = 1, .max = 1'000'000};
constexpr IntegerRange heads{.min = 1, .max = 4096};
constexpr IntegerRange message_bytes{.min = 1, .max = 1'000'000'000'000'000};

struct Format {
  OperatorFormat format;
  std::string_view name;
  std::vector<std::string> own;     ///< columns that no other format has
  std::vector<std::string> shared;  ///< columns that it needs too
  std::vector<std::string> groups;
};

const std::vector<Format>& formats() {
  static const std::vector<std::string> attention{"accelerator", "kv_dtype", "compute_dtype", "batch",
                                                  "heads",       "kv_heads", "head_dim",      "latency_us"};
  static const std::vector<std::string> by_cache{"accelerator", "kv_dtype"};
  static const std::vector<Format> all{
      {OperatorFormat::gemm, "GEMM", {"m", "n", "k"}, {"accelerator", "dtype", "latency_us"}, {"accelerator", "dtype"}},
      {OperatorFormat::prefill, "prefill", {"sequence_length"}, attention, by_cache},
      {OperatorFormat::decode, "decode", {"context_length"}, attention, by_cache},
      {OperatorFormat::collective,
       "collective",
       {"operation", "ranks", "message_bytes"},
       {"accelerator", "latency_us"},
       {"accelerator", "operation"}}};
  return all;
}

const Format& format_of(OperatorFormat wanted) { return formats()[static_cast<std::size_t>(wanted)]; }

OrReason<Kernel> read_gemm(CsvFields& fields) {
  const std::int64_t m = fields.whole("m", operator_dimension), n = fields.whole("n", operator_dimension),
                     k = fields.whole("k", operator_dimension);
  const OrReason<DataType> type = type_in(fields, "dtype");
  if (!type) return tl::unexpected(type.error());
  return GemmKernel{*type, m, n, k};
}

OrReason<Kernel> read_attention(CsvFields& fields, OperatorFormat format) {
  const bool prefill = format == OperatorFormat::prefill;
  AttentionShape shape;
  shape.batch = fields.whole("batch", operator_dimension);
  shape.heads = fields.whole("heads", heads);
  shape.kv_heads = fields.whole("kv_heads", heads);
  shape.head_dim = fields.whole("head_dim", positive_count);
  const std::int64_t length = fields.whole(prefill ? "sequence_length" : "context_length", measured_tokens);
  const OrReason<DataType> cached = type_in(fields, "kv_dtype");
  const OrReason<DataType> computed = type_in(fields, "compute_dtype");
  if (!cached) return tl::unexpected(cached.error());
  if (!computed) return tl::unexpected(computed.error());
  if (shape.heads % shape.kv_heads != 0)
    return tl::unexpected(message("{} heads cannot share {} kv heads", shape.heads, shape.kv_heads));
  shape.kv_dtype = *cached;
  shape.compute_dtype = *computed;
  if (prefill) return PrefillKernel{shape, length};
  return DecodeKernel{shape, length};
}

OrReason<Kernel> read_collective(CsvFields& fields) {
  const std::int64_t ranks = fields.whole("ranks", {.min = 2, .max = positive_count.max});
  const std::int64_t bytes = fields.whole("message_bytes", message_bytes);
  const OrReason<Operation> operation = parse_operation(fields.text("operation"));
  if (!operation) return tl::unexpected(operation.error());
  return CollectiveKernel{*operation, ranks, static_cast<double>(bytes)};
}

OrReason<Kernel> read_kernel(CsvFields& fields, OperatorFormat format) {
  switch (format) {
    case OperatorFormat::gemm:
      return read_gemm(fields);
    case OperatorFormat::prefill:
    case OperatorFormat::decode:
      return read_attention(fields, format);
    case OperatorFormat::collective:
      break;
  }
  return read_collective(fields);
}

}  // namespace

OrReason<Operation> parse_operation(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, Operation>, 9> names{{{"all_reduce", Operation::all_reduce},
                                                                         {"allreduce", Operation::all_reduce},
                                                                         {"all_gather", Operation::all_gather},
                                                                         {"allgather", Operation::all_gather},
                                                                         {"reduce_scatter", Operation::reduce_scatter},
                                                                         {"reducescatter", Operation::reduce_scatter},
                                                                         {"alltoall", Operation::all_to_all},
                                                                         {"all_to_all", Operation::all_to_all},
                                                                         {"sendrecv", Operation::send}}};
  constexpr std::string_view program = "_perf";
  std::string wanted = lower_case(text);
  if (wanted.ends_with(program)) wanted.erase(wanted.size() - program.size());
  for (const auto& [name, operation] : names) {
    if (wanted == name) return operation;
  }
  return tl::unexpected(message("operation '{}' is not known; accepted: {}", text,
                                "all_reduce, all_gather, reduce_scatter, alltoall, sendrecv"));
}

Result<OperatorFormat> operator_format(const CsvTable& table) {
  for (const Format& format : formats()) {
    const bool any = std::any_of(format.own.begin(), format.own.end(),
                                 [&](const std::string& column) { return table.column(column).has_value(); });
    if (!any) continue;
    if (const std::optional<Error> error = table.without(format.own)) return tl::unexpected(*error);
    if (const std::optional<Error> error = table.without(format.shared)) return tl::unexpected(*error);
    return format.format;
  }
  std::vector<std::string> accepted;
  for (const Format& format : formats())
    accepted.push_back(fmt::format("{} ({}, {})", format.name, join(format.shared), join(format.own)));
  return bad_input("{}: its columns are not those of measured operators; accepted: {}", table.file,
                   join(accepted, "; "));
}

std::vector<std::string> usual_groups(OperatorFormat format) { return format_of(format).groups; }

Result<OperatorMeasurement> read_operator(CsvFields& row, OperatorFormat format) {
  OperatorMeasurement measurement;
  measurement.line = row.line();
  measurement.accelerator = row.text("accelerator");
  measurement.software = row.text_or("software", "");
  measurement.label = row.text(format_of(format).groups.back());
  measurement.kernel = read_kernel(row, format);
  measurement.latency_s = row.positive("latency_us", longest_us) * seconds_per_us;
  if (row.error()) return tl::unexpected(*row.error());
  return measurement;
}

Result<std::vector<OperatorMeasurement>> read_operators(const CsvTable& table) {
  const Result<OperatorFormat> format = operator_format(table);
  if (!format) return fail(format);
  std::vector<OperatorMeasurement> measurements;
  measurements.reserve(table.rows.size());
  for (const CsvTable::Row& row : table.rows) {
    CsvFields fields(table, row);
    Result<OperatorMeasurement> measurement = read_operator(fields, *format);
    if (!measurement) return fail(measurement);
    measurements.push_back(std::move(*measurement));
  }
  return measurements;
}

}  // namespace hakaru
