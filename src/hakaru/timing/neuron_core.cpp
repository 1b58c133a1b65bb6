#include "hakaru/timing/neuron_core.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/real.h"

namespace hakaru {
namespace {

constexpr double vector_passes_of_a_score = 2;
constexpr double share_of_the_buffer_for_a_panel = 0.5;

}  // namespace

NeuronCore::NeuronCore(const Engines& engines, double memory_bytes_per_s)
    : engines_(engines), bytes_per_s_(std::min(memory_bytes_per_s, engines.cores * engines.dma_bytes_per_s)) {}

/// Cycles to move `columns` through the array once.
double NeuronCore::moving(double columns) const {
  const double whole = std::floor(columns / engines_.longest_moving) * engines_.longest_moving;
  const double rest = columns - whole;
  return whole + (rest > 0 ? std::max(rest, engines_.least_moving_cycles) : 0);
}

/// Passes that contract `depth` values: types of more than bf16's rate contract more in one.
double NeuronCore::contractions(double depth, double flops_per_s) const {
  const double deeper = std::max(1.0, std::round(flops_per_s / engines_.tensor_flops_per_s()));
  return std::ceil(depth / (engines_.array * deeper));
}

double NeuronCore::tensor_s(double cycles, double flops_per_s) const {
  const double slower = std::max(1.0, std::round(engines_.tensor_flops_per_s() / flops_per_s));
  return (cycles / engines_.cores * slower + 2 * engines_.array) / engines_.tensor_clock_hz;
}

double NeuronCore::streamed_bytes(const Product& product) const {
  const double panel = engines_.cores * engines_.buffer_bytes * share_of_the_buffer_for_a_panel;
  const double rows = product.m * product.k * product.row_bytes;
  const double weights = product.k * product.n * product.weight_bytes;
  const double read = std::min(rows + weights * std::ceil(rows / panel), weights + rows * std::ceil(weights / panel));
  return product.groups * (read + product.m * product.n * product.result_bytes);
}

double NeuronCore::product_s(const Product& product) const {
  const double tiles = std::min(std::ceil(product.n / engines_.array) * moving(product.m),
                                std::ceil(product.m / engines_.array) * moving(product.n));
  const double cycles = product.groups * contractions(product.k, product.flops_per_s) * tiles;
  const double results = product.groups * product.m * product.n;
  const double leaving_s = results / (engines_.cores * (engines_.vector_values_per_s + engines_.scalar_values_per_s));
  return std::max(
      {tensor_s(cycles, product.flops_per_s) / product.efficiency, leaving_s, streamed_bytes(product) / bytes_per_s_});
}

double NeuronCore::convolution_s(const ConvolutionOperator& convolution, const Product& product) const {
  const double in = real(convolution.in) / real(convolution.groups);
  const double out = real(convolution.out) / real(convolution.groups);
  const double tiles = std::min(std::ceil(out / engines_.array) * moving(convolution.positions),
                                std::ceil(convolution.positions / engines_.array) * moving(out));
  const double cycles =
      real(convolution.groups) * real(convolution.kernel) * contractions(in, product.flops_per_s) * tiles;
  const double results = convolution.positions * real(convolution.out);
  return std::max({tensor_s(cycles, product.flops_per_s) / product.efficiency,
                   results / (engines_.cores * (engines_.vector_values_per_s + engines_.scalar_values_per_s)),
                   product.bytes() / bytes_per_s_});
}

double NeuronCore::attention_s(const AttentionKernel& attention) const {
  const AttentionOperator& shape = attention.shape;
  const double tile = engines_.array;
  // Tiles that a causal query block does not see are skipped; the one that it half sees is not.
  const double seen = std::min(shape.kv_tokens, attention.seen() + (shape.causal ? engines_.longest_moving / 2 : 0));
  const double queries_of_a_key =
      shape.query_tokens * real(shape.heads) / real(std::max<std::int64_t>(1, shape.kv_heads));
  const double query_tiles = std::ceil(queries_of_a_key / tile);
  const double key_tiles = std::ceil(seen / tile);
  const double scoring = contractions(real(shape.key_dim), attention.flops_per_s) *
                         std::min(query_tiles * moving(seen), key_tiles * moving(queries_of_a_key));
  const double transposing = query_tiles * key_tiles * tile;
  const double summing = key_tiles * std::min(query_tiles * moving(real(shape.value_dim)),
                                              std::ceil(real(shape.value_dim) / tile) * moving(queries_of_a_key));
  const double heads = shape.batch * real(std::max<std::int64_t>(1, shape.kv_heads));
  const double scores = heads * queries_of_a_key * seen;
  const double computing_s =
      std::max({tensor_s(heads * (scoring + transposing + summing), attention.flops_per_s),
                scores / (engines_.cores * engines_.scalar_values_per_s),
                vector_passes_of_a_score * scores / (engines_.cores * engines_.vector_values_per_s)});
  return std::max(computing_s / attention.efficiency, attention.bytes() / bytes_per_s_);
}

double NeuronCore::elementwise_s(double values_read, double bytes) const {
  const double values_per_s = engines_.cores * (engines_.vector_values_per_s + engines_.scalar_values_per_s);
  return std::max(values_read / values_per_s, bytes / bytes_per_s_);
}

}  // namespace hakaru
