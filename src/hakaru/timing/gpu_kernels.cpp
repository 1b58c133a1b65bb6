#include "hakaru/timing/gpu_kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "hakaru/core/real.h"

namespace hakaru {
namespace {

std::int64_t whole(double value) { return std::llround(std::ceil(value)); }

/// In a step all weights of the model pass before one is used again: none is still in the cache.
constexpr double weights_that_pass = 1e6;

/// Long enough for clocks to have fallen as far as they do.
constexpr double busy_s = 1;

/// Query tokens up to which attention runs as decoding: what packs into one tile of query rows.
constexpr double most_decode_queries = 16;

PrefillShape prompt_of(const AttentionKernel& attention) {
  const AttentionOperator& op = attention.shape;
  PrefillShape shape;
  shape.batch = op.batch;
  shape.query_tokens = whole(op.query_tokens);
  shape.kv_tokens = whole(op.kv_tokens);
  shape.heads = op.heads;
  shape.kv_heads = std::max<std::int64_t>(1, op.kv_heads);
  shape.key_dim = op.key_dim;
  shape.value_dim = op.value_dim;
  shape.causal = op.causal;
  shape.query_bytes = shape.output_bytes = attention.query_bytes;
  shape.kv_bytes = attention.cached_bytes;
  shape.writes_cache = attention.serving;
  return shape;
}

}  // namespace

bool GpuKernels::run_on(const Accelerator& accelerator) {
  return accelerator.kind == AcceleratorKind::gpu && accelerator.compute_units > 0 && accelerator.clock_hz > 0 &&
         accelerator.cache_bytes > 0;
}

GpuKernels::GpuKernels(const Accelerator& accelerator, std::shared_ptr<const KernelCalibration> calibration,
                       Conditions conditions)
    : processor_{static_cast<double>(accelerator.compute_units), accelerator.clock_hz,
                 accelerator.memory_bandwidth_bytes_per_s, accelerator.cache_bytes},
      calibration_(std::move(calibration)),
      conditions_(conditions) {}

GemmLaunch GpuKernels::launch() const {
  GemmLaunch launch;
  if (alone()) return launch;
  launch.weight_copies = weights_that_pass;
  launch.busy_before_s = busy_s;
  return launch;
}

bool GpuKernels::casts_rows_to(DataType type) const {
  return narrow(type) && casts_rows(nearest_fit(calibration_->gemm, type).library);
}

const GpuKernels::Products& GpuKernels::products_of(DataType type, double flops_per_s) {
  for (const Products& known : products_) {
    if (known.type == type && known.flops_per_s == flops_per_s) return known;
  }
  const GemmFit& fit = nearest_fit(calibration_->gemm, type);
  const GemmTimer timer(processor_, {flops_per_s, bytes_per_value(type), fit.library}, fit.constants);
  constexpr double large = 8192;
  GemmLaunch product = launch();
  product.m = product.n = product.k = large;
  product.row_bytes = bytes_per_value(type);
  const double share = 2 * large * large * large / (flops_per_s * timer.time_s(product));
  return products_.emplace_back(Products{type, flops_per_s, timer, share});
}

const GpuKernels::Prompts& GpuKernels::prompts_of(DataType cache, double flops_per_s) {
  for (const Prompts& known : prompts_) {
    if (known.cache == cache && known.flops_per_s == flops_per_s) return known;
  }
  const PrefillFit& fit = nearest_fit(calibration_->prefill, cache);
  const PrefillTimer timer(processor_, flops_per_s, fit.library, fit.constants);
  AttentionKernel large;
  large.shape = {.batch = 1,
                 .query_tokens = 8192,
                 .kv_tokens = 8192,
                 .heads = 32,
                 .kv_heads = 32,
                 .key_dim = 128,
                 .value_dim = 128};
  PrefillShape shape = prompt_of(large);
  shape.kv_bytes = shape.query_bytes = bytes_per_value(cache);
  constexpr double backward_products = 2.5;
  const double forward_share = large.flops() / (flops_per_s * timer.forward_s(shape));
  const double backward_share = backward_products * large.flops() / (flops_per_s * timer.backward_s(shape));
  return prompts_.emplace_back(Prompts{cache, flops_per_s, timer, forward_share, backward_share});
}

double GpuKernels::product_s(const Product& product) {
  if (product.flops_per_s <= 0) return std::numeric_limits<double>::infinity();
  const Products& products = products_of(product.compute, product.flops_per_s);
  GemmLaunch asked = launch();
  asked.m = product.m;
  asked.n = product.n;
  asked.k = product.k;
  asked.groups = product.groups;
  asked.uneven = product.uneven;
  asked.row_bytes = product.row_bytes;
  asked.weight_bytes = product.weight_bytes;
  asked.result_bytes = product.result_bytes;
  asked.row_reuse = product.row_reuse;
  if (!alone()) asked.sustained = product.efficiency / products.large_share;
  return products.timer.time_s(asked);
}

double GpuKernels::decode_s(const AttentionKernel& attention) const {
  const AttentionOperator& op = attention.shape;
  const DecodeFit& fit = nearest_fit(calibration_->decode, attention.cache);
  DecodeShape shape;
  shape.batch = op.batch;
  shape.query_tokens = op.query_tokens;
  shape.context_length = op.causal ? op.kv_tokens - op.query_tokens : op.kv_tokens;
  shape.heads = real(op.heads);
  shape.kv_heads = real(std::max<std::int64_t>(1, op.kv_heads));
  shape.key_size = real(op.key_dim);
  shape.value_size = real(op.value_dim);
  // Latent attention caches less than its keys and values; of ordinary heads the sum of both is what is read.
  const double cached = attention.cached_values_per_token() / shape.kv_heads;
  shape.cached_values_per_token = cached < shape.key_size + shape.value_size ? cached : 0;
  shape.bytes_per_cached_value = attention.cached_bytes;
  shape.bytes_per_query_value = attention.query_bytes;
  shape.flops_per_s = attention.flops_per_s;
  shape.cache_is_warm = alone();
  return hakaru::decode_s(shape, fit.library, fit.constants, processor_);
}

double GpuKernels::attention_s(const AttentionKernel& attention, bool backward) {
  const AttentionOperator& op = attention.shape;
  if (attention.flops_per_s <= 0) return std::numeric_limits<double>::infinity();
  if (!backward && attention.serving && op.query_tokens <= most_decode_queries && op.kv_tokens > op.query_tokens)
    return decode_s(attention);
  const AttentionLibrary library = nearest_fit(calibration_->prefill, attention.cache).library;
  const bool as_cached = narrow(attention.cache) && multiplies_as_cached(library) && attention.narrow_flops_per_s > 0;
  const Prompts& prompts =
      prompts_of(attention.cache, as_cached ? attention.narrow_flops_per_s : attention.flops_per_s);
  PrefillShape shape = prompt_of(attention);
  if (as_cached) shape.query_bytes = attention.cached_bytes;
  if (!alone())
    shape.sustained = attention.efficiency / (backward ? prompts.large_backward_share : prompts.large_share);
  return backward ? prompts.timer.backward_s(shape) : prompts.timer.forward_s(shape);
}

}  // namespace hakaru
