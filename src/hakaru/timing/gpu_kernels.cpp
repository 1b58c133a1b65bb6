#include "hakaru/timing/gpu_kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hakaru {
namespace {

double real(std::int64_t value) { return static_cast<double>(value); }
std::int64_t whole(double value) { return std::llround(std::ceil(value)); }

/// In a step all weights of the model pass before one is used again: none is still in the cache.
constexpr double weights_that_pass = 1e6;

/// Query tokens up to which attention runs as decoding: what packs into one tile of query rows.
constexpr double most_decode_queries = 16;

bool narrow(DataType type) { return bytes_per_value(type) < 2; }

}  // namespace

GpuKernels::GpuKernels(const Accelerator& accelerator, const KernelCalibration& calibration)
    : processor_{static_cast<double>(accelerator.compute_units), accelerator.clock_hz,
                 accelerator.memory_bandwidth_bytes_per_s, accelerator.cache_bytes},
      calibration_(calibration) {
  for (const auto& [type, rate] : accelerator.rates) {
    if (rate.support != Support::native) continue;
    const GemmFit& fit = nearest_fit(calibration_.gemm, type);
    gemms_.emplace_back(type,
                        GemmTimer(processor_, {rate.flops_per_s, bytes_per_value(type), fit.library}, fit.constants));
  }
}

double GpuKernels::product_s(const Product& product) const {
  for (const auto& [type, timer] : gemms_) {
    if (type != product.compute) continue;
    GemmLaunch launch;
    launch.m = product.m;
    launch.n = product.n;
    launch.k = product.k;
    launch.groups = product.groups;
    launch.row_bytes = product.row_bytes;
    launch.weight_bytes = product.weight_bytes;
    launch.row_reuse = product.row_reuse;
    launch.sustained = product.sustained;
    launch.weight_copies = weights_that_pass;
    return timer.time_s(launch);
  }
  return std::numeric_limits<double>::infinity();
}

double GpuKernels::decode_s(const AttentionKernel& attention) const {
  const AttentionOperator& op = attention.shape;
  const DecodeFit& fit = nearest_fit(calibration_.decode, attention.cache);
  DecodeShape shape;
  shape.batch = op.batch;
  shape.query_tokens = op.query_tokens;
  shape.context_length = op.kv_tokens;
  shape.heads = real(op.heads);
  shape.kv_heads = real(std::max<std::int64_t>(1, op.kv_heads));
  shape.key_size = real(op.key_dim);
  shape.value_size = real(op.value_dim);
  shape.cached_values_per_token = attention.cached_values_per_token() / shape.kv_heads;
  shape.bytes_per_cached_value = attention.cached_bytes;
  shape.bytes_per_query_value = attention.query_bytes;
  shape.flops_per_s = attention.flops_per_s;
  shape.cache_is_warm = false;
  return hakaru::decode_s(shape, fit.library, fit.constants, processor_);
}

double GpuKernels::attention_s(const AttentionKernel& attention, bool backward) const {
  const AttentionOperator& op = attention.shape;
  if (!backward && attention.serving && op.query_tokens <= most_decode_queries && op.kv_tokens > op.query_tokens)
    return decode_s(attention);
  const PrefillFit& fit = nearest_fit(calibration_.prefill, attention.cache);
  const bool as_cached =
      narrow(attention.cache) && multiplies_as_cached(fit.library) && attention.narrow_flops_per_s > 0;
  PrefillShape shape;
  shape.batch = op.batch;
  shape.query_tokens = whole(op.query_tokens);
  shape.kv_tokens = whole(op.kv_tokens);
  shape.heads = op.heads;
  shape.kv_heads = std::max<std::int64_t>(1, op.kv_heads);
  shape.key_dim = op.key_dim;
  shape.value_dim = op.value_dim;
  shape.causal = op.causal;
  shape.query_bytes = as_cached ? attention.cached_bytes : attention.query_bytes;
  shape.output_bytes = attention.query_bytes;
  shape.kv_bytes = attention.cached_bytes;
  shape.sustained = attention.sustained;
  shape.writes_cache = attention.serving;
  const PrefillTimer timer(processor_, as_cached ? attention.narrow_flops_per_s : attention.flops_per_s, fit.library,
                           fit.constants);
  return backward ? timer.backward_s(shape) : timer.forward_s(shape);
}

}  // namespace hakaru
