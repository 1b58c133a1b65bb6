#include "hakaru/timing/operator_timer.h"

#include <algorithm>
#include <limits>

namespace hakaru {
namespace {

constexpr double bytes_of_16_bits = 2;
constexpr double fp32_bytes = 4;

double real(std::int64_t value) { return static_cast<double>(value); }

bool narrow(DataType type) { return bytes_per_value(type) < bytes_of_16_bits; }

DataType at_least_16_bits(DataType type, DataType otherwise) {
  if (!narrow(type)) return type;
  return narrow(otherwise) ? DataType::bf16 : otherwise;
}

double ratio(double amount, double rate) {
  if (amount <= 0) return 0;
  return rate > 0 ? amount / rate : std::numeric_limits<double>::infinity();
}

}  // namespace

struct OperatorTimer::Work {
  double flops = 0;
  double flops_per_s = 0;  ///< achieved
  double bytes = 0;
  double serial_bytes = 0;  ///< moved before or after, not beside
};

OperatorTypes OperatorTypes::at_least_16_bits() const {
  OperatorTypes wide = *this;
  wide.compute = hakaru::at_least_16_bits(compute, activations);
  wide.weights = hakaru::at_least_16_bits(weights, activations);
  return wide;
}

double OperatorTimer::peak(DataType type) const {
  const Rate* rate = accelerator_.rate(type);
  return rate == nullptr ? 0 : rate->flops_per_s;
}

DataType OperatorTimer::computed_as(DataType type) const {
  const Rate* rate = accelerator_.rate(type);
  return rate == nullptr || rate->support == Support::native ? type : rate->computed_as;
}

double OperatorTimer::gemm_rate(DataType type) const {
  const bool is_narrow = narrow(computed_as(type));
  return peak(type) * (is_narrow ? calibration_.narrow_gemm_efficiency : calibration_.gemm_efficiency);
}

double OperatorTimer::stream_s(double bytes) const {
  return ratio(bytes, accelerator_.memory_bandwidth_bytes_per_s * calibration_.memory_efficiency);
}

double OperatorTimer::time_s(const Work& work) const {
  return calibration_.launch_s + std::max(ratio(work.flops, work.flops_per_s), stream_s(work.bytes)) +
         stream_s(work.serial_bytes);
}

OperatorTimer::Work OperatorTimer::work_of(const Gemm& gemm, const OperatorTypes& types) const {
  const DataType stored = gemm.groups > 1 ? types.experts : types.weights;
  const double activation = bytes_per_value(types.activations);
  const double weight = gemm.weights ? bytes_per_value(stored) : activation;
  const double rows = std::max(gemm.m, calibration_.small_gemm_tokens);
  Work work;
  work.flops = 2 * gemm.groups * rows * real(gemm.n) * real(gemm.k);
  work.flops_per_s = gemm_rate(types.compute);
  work.bytes =
      gemm.groups * (real(gemm.n) * real(gemm.k) * weight + gemm.m * (real(gemm.k) + real(gemm.n)) * activation);
  const double computed = bytes_per_value(computed_as(types.compute));
  if (narrow(computed_as(types.compute)) && computed < activation) {
    work.serial_bytes = gemm.groups * gemm.m * real(gemm.k) * (activation + computed);
  }
  return work;
}

OperatorTimer::Work OperatorTimer::work_of(const AttentionOperator& attention, const OperatorTypes& types) const {
  const double queries = attention.batch * attention.query_tokens * real(attention.heads);
  const double cached = attention.cached_values_per_token > 0
                            ? attention.cached_values_per_token
                            : real(attention.kv_heads) * real(attention.key_dim + attention.value_dim);
  Work work;
  work.flops = flops_of({"", attention});
  work.flops_per_s = peak(at_least_16_bits(types.compute, types.activations)) * calibration_.attention_efficiency;
  work.bytes = queries * real(attention.key_dim + attention.value_dim) * bytes_per_value(types.activations) +
               attention.batch * attention.kv_tokens * cached * bytes_per_value(types.kv_cache);
  return work;
}

OperatorTimer::Work OperatorTimer::unfused(const AttentionOperator& attention, const OperatorTypes& types,
                                           bool backward) const {
  constexpr double forward_passes = 6, backward_passes = 8;  // see the header
  AttentionOperator square = attention;
  square.causal = false;
  const double scores = attention.batch * attention.query_tokens * attention.kv_tokens * real(attention.heads);
  const double passes = backward ? backward_passes : forward_passes;
  Work work = work_of(square, types);
  work.flops *= backward ? 2 : 1;
  work.flops_per_s = gemm_rate(at_least_16_bits(types.compute, types.activations));
  work.serial_bytes = scores * (passes * bytes_per_value(types.activations) + 1);
  return work;
}

OperatorTimer::Work OperatorTimer::work_of(const MemoryOperator& memory, const OperatorTypes& types) const {
  Work work;
  work.bytes = (memory.values_read + memory.values_written) * bytes_per_value(types.activations);
  return work;
}

OperatorTimer::Work OperatorTimer::work_of(const ConvolutionOperator& convolution, const OperatorTypes& types) const {
  const double weights =
      real(convolution.in) / real(convolution.groups) * real(convolution.kernel) * real(convolution.out);
  const double values =
      convolution.input_positions * real(convolution.in) + convolution.positions * real(convolution.out);
  Work work;
  work.flops = flops_of({"", convolution});
  work.flops_per_s = peak(types.compute) * calibration_.convolution_efficiency;
  work.bytes = weights * bytes_per_value(types.weights) + values * bytes_per_value(types.activations);
  return work;
}

OperatorTimer::Work OperatorTimer::work_of(const RecurrenceOperator& recurrence, const OperatorTypes& types) const {
  const double state = real(recurrence.heads) * real(recurrence.key_dim) * real(recurrence.value_dim);
  const double width = real(recurrence.convolution_channels) + real(recurrence.heads) * real(recurrence.value_dim);
  Work work;
  work.flops = flops_of({"", recurrence});
  work.flops_per_s = peak(at_least_16_bits(types.compute, types.activations)) * calibration_.attention_efficiency;
  work.bytes = 2 * recurrence.sequences * state * fp32_bytes +
               2 * recurrence.tokens * width * bytes_per_value(types.activations);
  return work;
}

double OperatorTimer::forward_s(const Operator& op, const OperatorTypes& types) const {
  if (const auto* attention = std::get_if<AttentionOperator>(&op.kind); attention && !types.fused_attention) {
    return time_s(unfused(*attention, types, false));
  }
  return std::visit([&](const auto& kind) { return time_s(work_of(kind, types)); }, op.kind);
}

double OperatorTimer::backward_s(const Operator& op, const OperatorTypes& types, bool weight_gradients) const {
  constexpr double both_gradients = 2, fused_attention_flops = 2.5;
  if (const auto* attention = std::get_if<AttentionOperator>(&op.kind)) {
    if (!types.fused_attention) return time_s(unfused(*attention, types, true));
    Work work = work_of(*attention, types);
    work.flops *= fused_attention_flops;
    work.bytes *= both_gradients;
    return time_s(work);
  }
  const auto* gemm = std::get_if<Gemm>(&op.kind);
  const bool one = !weight_gradients && gemm != nullptr && gemm->weights;
  return forward_s(op, types) * (one ? 1 : both_gradients);
}

}  // namespace hakaru
