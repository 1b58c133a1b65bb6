#include "hakaru/timing/operator_timer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hakaru/core/real.h"
#include "hakaru/job/quantisation.h"

namespace hakaru {
namespace {

constexpr double fp32_bytes = 4;

DataType at_least_16_bits(DataType type, DataType otherwise) {
  if (!narrow(type)) return type;
  return narrow(otherwise) ? DataType::bf16 : otherwise;
}

}  // namespace

OperatorTypes OperatorTypes::at_least_16_bits() const {
  OperatorTypes wide = *this;
  wide.compute = hakaru::at_least_16_bits(compute, activations);
  wide.weights = hakaru::at_least_16_bits(weights, activations);
  return wide;
}

OperatorTimer::Machine OperatorTimer::machine_of(const Accelerator& accelerator, const Calibration& calibration,
                                                 Conditions conditions) {
  const double memory_bytes_per_s = accelerator.memory_bandwidth_bytes_per_s * calibration.memory_efficiency;
  if (GpuKernels::run_on(accelerator) && calibration.kernels->covers_kernels())
    return GpuKernels(accelerator, calibration.kernels, conditions);
  if (accelerator.engines) return NeuronCore(*accelerator.engines, memory_bytes_per_s);
  return Roofline{calibration.small_gemm_tokens, memory_bytes_per_s};
}

OperatorTimer::OperatorTimer(const Accelerator& accelerator, const Calibration& calibration, Conditions conditions)
    : rates_(accelerator.rates),
      memory_bandwidth_bytes_per_s_(accelerator.memory_bandwidth_bytes_per_s),
      calibration_(calibration),
      machine_(machine_of(accelerator, calibration, conditions)),
      launch_s_(std::holds_alternative<GpuKernels>(machine_) ? 0 : calibration.launch_s) {}

double OperatorTimer::peak(DataType type) const {
  const auto rate = rates_.find(type);
  return rate == rates_.end() ? 0 : rate->second.flops_per_s;
}

DataType OperatorTimer::computed_as(DataType type) const {
  const auto rate = rates_.find(type);
  return rate == rates_.end() || rate->second.support == Support::native ? type : rate->second.computed_as;
}

double OperatorTimer::stream_s(double bytes) const {
  return time_at(bytes, memory_bandwidth_bytes_per_s_ * calibration_.memory_efficiency);
}

std::size_t OperatorTimer::HashOfProduct::operator()(const Product& product) const {
  std::uint64_t hash = static_cast<std::uint64_t>(product.compute);
  for (const double value : {product.m, product.n, product.k, product.groups, product.weight_bytes})
    hash = hash * 0x9E3779B97F4A7C15ULL + std::hash<double>()(value);
  return static_cast<std::size_t>(hash);
}

double OperatorTimer::product_s(const Product& product) {
  const auto found = known_.find(product);
  if (found != known_.end()) return found->second;
  return known_.emplace(product, timed_product_s(product)).first->second;
}

double OperatorTimer::timed_product_s(const Product& product) {
  if (product.flops() <= 0) return launch_s_;
  const double cast_bytes = bytes_per_value(product.compute);
  const bool casts = cast_bytes < product.row_bytes && narrow(product.compute);
  const double alone_s = std::visit([&](auto& machine) { return machine.product_s(product); }, machine_);
  const auto* gpu = std::get_if<GpuKernels>(&machine_);
  if (!casts || (gpu != nullptr && gpu->casts_rows_to(product.compute))) return launch_s_ + alone_s;
  return launch_s_ + alone_s +
         stream_s(product.groups * product.m * product.k / product.row_reuse * (product.row_bytes + cast_bytes));
}

DataType OperatorTimer::compute_of(const Gemm& op, const OperatorTypes& types) const {
  const bool own = op.stored_as.bytes_per_value > 0 && op.stored_as.type != types.weights_of(op);
  if (!own) return op.weights && op.groups > 1 ? types.expert_compute.value_or(types.compute) : types.compute;
  const DataType compute = compute_type_for(op.stored_as.type);
  return rates_.find(compute) != rates_.end() ? compute : DataType::bf16;
}

Product OperatorTimer::product_of(const Gemm& op, const OperatorTypes& types) const {
  Product product;
  product.m = op.m;
  product.n = real(op.n);
  product.k = real(op.k);
  product.groups = op.groups;
  product.uneven = op.weights && op.groups > 1;
  const DataType compute = compute_of(op, types);
  product.compute = computed_as(compute);
  product.flops_per_s = peak(compute);
  product.efficiency = narrow(product.compute) ? calibration_.narrow_gemm_efficiency : calibration_.gemm_efficiency;
  product.row_bytes = product.result_bytes = bytes_per_value(types.activations);
  if (types.casts_apart && narrow(product.compute)) product.row_bytes = bytes_per_value(product.compute);
  product.weight_bytes = !op.weights                        ? product.row_bytes
                         : op.stored_as.bytes_per_value > 0 ? op.stored_as.bytes_per_value
                                                            : bytes_per_value(types.weights_of(op));
  return product;
}

double OperatorTimer::casting_s(const Gemm& op, const OperatorTypes& types, bool backward) const {
  const DataType compute = computed_as(types.compute);
  if (!op.weights || !types.casts_apart || !narrow(compute)) return 0;
  constexpr double written = 2;
  const double values = op.groups * op.m * real(backward ? op.n : op.k);
  return stream_s(values * (bytes_per_value(types.activations) + written * bytes_per_value(compute)));
}

double OperatorTimer::forward_of(const Gemm& op, const OperatorTypes& types) {
  return product_s(product_of(op, types));
}

double OperatorTimer::backward_of(const Gemm& op, const OperatorTypes& types, bool weight_gradients) {
  const Product forward = product_of(op, types);
  Product of_input = forward;
  std::swap(of_input.n, of_input.k);
  if (op.weights && !weight_gradients) return product_s(of_input);
  Product of_weights = forward;
  of_weights.m = forward.n;
  of_weights.n = forward.k;
  of_weights.k = forward.m;
  of_weights.weight_bytes = forward.row_bytes;
  return product_s(of_input) + product_s(of_weights);
}

double OperatorTimer::attention_s(const AttentionOperator& op, const OperatorTypes& types, bool backward) {
  AttentionKernel kernel;
  kernel.shape = op;
  kernel.cache = types.kv_cache;
  kernel.flops_per_s = peak(at_least_16_bits(types.compute, types.activations));
  kernel.narrow_flops_per_s =
      narrow(types.kv_cache) && computed_as(types.kv_cache) == types.kv_cache ? peak(types.kv_cache) : 0;
  kernel.efficiency = calibration_.attention_efficiency;
  kernel.serving = types.paged_cache;
  kernel.query_bytes = bytes_per_value(types.activations);
  kernel.cached_bytes = bytes_per_value(types.kv_cache);
  if (auto* gpu = std::get_if<GpuKernels>(&machine_)) return gpu->attention_s(kernel, backward);
  constexpr double backward_products = 2.5;
  kernel.efficiency /= backward ? backward_products : 1;
  const double alone_s = std::holds_alternative<NeuronCore>(machine_)
                             ? std::get<NeuronCore>(machine_).attention_s(kernel)
                             : std::get<Roofline>(machine_).attention_s(kernel);
  return launch_s_ + alone_s;
}

double OperatorTimer::unfused_s(const AttentionOperator& op, const OperatorTypes& types, bool backward) {
  constexpr double passes = 4;  // see the header
  const double queries = op.batch * real(op.heads);
  OperatorTypes wide = types.at_least_16_bits();
  const Gemm scoring{op.query_tokens, std::llround(op.kv_tokens), op.key_dim, queries, false};
  const Gemm summing{op.query_tokens, op.value_dim, std::llround(op.kv_tokens), queries, false};
  const double products_s = backward ? backward_of(scoring, wide, true) + backward_of(summing, wide, true)
                                     : forward_of(scoring, wide) + forward_of(summing, wide);
  const double scores = queries * op.query_tokens * op.kv_tokens;
  return products_s + stream_s(scores * (passes * bytes_per_value(types.activations) + 1));
}

double OperatorTimer::convolution_s(const ConvolutionOperator& op, const OperatorTypes& types) {
  const std::int64_t groups = std::max<std::int64_t>(1, op.groups);
  Product product = product_of({op.positions, op.out / groups, op.in / groups * op.kernel, real(groups), true}, types);
  product.efficiency = calibration_.convolution_efficiency;
  product.weight_bytes = bytes_per_value(types.weights);
  product.uneven = false;
  product.row_reuse = std::max(1.0, op.positions * real(op.kernel) / std::max(1.0, op.input_positions));
  if (const auto* core = std::get_if<NeuronCore>(&machine_)) return launch_s_ + core->convolution_s(op, product);
  return product_s(product);
}

double OperatorTimer::recurrence_s(const RecurrenceOperator& op, const OperatorTypes& types) const {
  const double state = real(op.heads) * real(op.key_dim) * real(op.value_dim);
  const double width = real(op.convolution_channels) + real(op.heads) * real(op.value_dim);
  const double bytes =
      2 * op.sequences * state * fp32_bytes + 2 * op.tokens * width * bytes_per_value(types.activations);
  const double flops_per_s =
      peak(at_least_16_bits(types.compute, types.activations)) * calibration_.attention_efficiency;
  return calibration_.launch_s + std::max(time_at(flops_of({"", op}), flops_per_s), stream_s(bytes));
}

double OperatorTimer::memory_s(const MemoryOperator& op, const OperatorTypes& types) const {
  const double bytes = (op.values_read + op.values_written) * bytes_per_value(types.activations);
  if (const auto* core = std::get_if<NeuronCore>(&machine_))
    return launch_s_ + core->elementwise_s(op.values_read, bytes);
  return calibration_.launch_s + stream_s(bytes);
}

double OperatorTimer::forward_s(const Operator& op, const OperatorTypes& types) {
  if (const auto* gemm = std::get_if<Gemm>(&op.kind)) return forward_of(*gemm, types);
  if (const auto* memory = std::get_if<MemoryOperator>(&op.kind)) return memory_s(*memory, types);
  if (const auto* convolution = std::get_if<ConvolutionOperator>(&op.kind)) return convolution_s(*convolution, types);
  if (const auto* recurrence = std::get_if<RecurrenceOperator>(&op.kind)) return recurrence_s(*recurrence, types);
  const auto& attention = std::get<AttentionOperator>(op.kind);
  return types.fused_attention ? attention_s(attention, types, false) : unfused_s(attention, types, false);
}

double OperatorTimer::backward_s(const Operator& op, const OperatorTypes& types, bool weight_gradients) {
  constexpr double both_gradients = 2;
  if (const auto* gemm = std::get_if<Gemm>(&op.kind)) return backward_of(*gemm, types, weight_gradients);
  if (const auto* attention = std::get_if<AttentionOperator>(&op.kind))
    return types.fused_attention ? attention_s(*attention, types, true) : unfused_s(*attention, types, true);
  return both_gradients * forward_s(op, types);
}

}  // namespace hakaru
