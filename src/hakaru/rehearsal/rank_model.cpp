#include "hakaru/rehearsal/rank_model.h"

#include <cmath>

#include "hakaru/numerics/random_bits.h"
#include "hakaru/parallel/stages.h"
#include "hakaru/tracing/device.h"

namespace hakaru {
namespace {

using tracing::Tensor;

constexpr int tensor_group = static_cast<int>(RankGroup::tensor);

/// The stream of a name's random numbers (FNV-1a).
std::uint64_t stream_of(const std::string& name) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char letter : name) hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211ULL;
  return hash;
}

/// Even in −1 … 1.
float even(const RandomBits& bits, std::uint64_t index) {
  return static_cast<float>(bits(index) >> 8) * 0x1p-23F - 1.0F;
}

}  // namespace

RankPlace RankPlace::of(std::int64_t rank, const Layout& layout) {
  return {rank % layout.tp, rank / layout.tp % layout.dp, rank / (layout.tp * layout.dp)};
}

std::vector<std::vector<std::int64_t>> layers_of_chunks(std::int64_t layers, const Layout& layout, std::int64_t stage) {
  std::vector<std::vector<std::int64_t>> chunks(static_cast<std::size_t>(layout.vpp));
  const std::vector<std::int64_t> counts = layers_of_parts(layers, layout.pp * layout.vpp);
  std::int64_t next = 0;
  for (std::size_t part = 0; part < counts.size(); ++part) {
    const auto pp = static_cast<std::size_t>(layout.pp);
    for (std::int64_t i = 0; i < counts[part]; ++i, ++next) {
      if (part % pp == static_cast<std::size_t>(stage)) chunks[part / pp].push_back(next);
    }
  }
  return chunks;
}

RankModel::RankModel(tracing::Device& device, const SmallSizes& sizes, const Layout& layout, const RankPlace& place,
                     std::uint64_t seed)
    : device_(device), sizes_(sizes), layout_(layout), place_(place), seed_(seed) {
  const bool first = place.stage == 0, last = place.stage == layout.pp - 1;
  if (first) {
    table_ = matrix("token_table", sizes.vocabulary, sizes.hidden, Cut::rows);
    if (!sizes.llama) {
      positions_ = matrix("position_table", sizes.sequence_length, sizes.hidden, Cut::whole);
      parameters_.back().partial = layout.sequence_parallel;
    }
  }
  for (const std::vector<std::int64_t>& chunk : layers_of_chunks(sizes.layers, layout, place.stage)) {
    chunks_.emplace_back();
    for (const std::int64_t index : chunk) chunks_.back().push_back(layer(index));
  }
  if (last) {
    final_norm_ = vector("norm", sizes.hidden, 1, true);
    if (!sizes.llama) final_bias_ = vector("norm.bias", sizes.hidden, 0, true);
    head_ = matrix("head", sizes.hidden, sizes.vocabulary, Cut::columns);
  }
}

Tensor RankModel::matrix(const std::string& name, std::int64_t rows, std::int64_t columns, Cut cut) {
  const std::int64_t own_rows = cut == Cut::rows ? rows / layout_.tp : rows;
  const std::int64_t own_columns = cut == Cut::columns ? columns / layout_.tp : columns;
  const std::int64_t first_row = cut == Cut::rows ? place_.tensor * own_rows : 0;
  const std::int64_t first_column = cut == Cut::columns ? place_.tensor * own_columns : 0;
  const RandomBits bits(seed_, stream_of(name));
  const float scale = 1.0F / std::sqrt(static_cast<float>(rows));
  std::vector<float> values;
  values.reserve(static_cast<std::size_t>(own_rows * own_columns));
  for (std::int64_t row = 0; row < own_rows; ++row) {
    for (std::int64_t column = 0; column < own_columns; ++column) {
      const std::int64_t index = (first_row + row) * columns + first_column + column;
      values.push_back(scale * even(bits, static_cast<std::uint64_t>(index)));
    }
  }
  parameters_.push_back({device_.parameter(name, values, {own_rows, own_columns}), false, cut == Cut::whole});
  return parameters_.back().tensor;
}

Tensor RankModel::vector(const std::string& name, std::int64_t width, double value, bool partial) {
  const std::vector<float> values(static_cast<std::size_t>(width), static_cast<float>(value));
  parameters_.push_back({device_.parameter(name, values, {width}), partial && layout_.sequence_parallel, partial});
  return parameters_.back().tensor;
}

Tensor RankModel::cut_vector(const std::string& name, std::int64_t width) {
  return vector(name, width / layout_.tp, 0, false);
}

RankModel::Layer RankModel::layer(std::int64_t index) {
  const std::string at = "layers." + std::to_string(index) + ".";
  const std::int64_t hidden = sizes_.hidden, kv = sizes_.kv_heads * sizes_.head_width(), ffn = sizes_.feed_forward;
  Layer layer;
  layer.norm1 = vector(at + "norm1", hidden, 1, true);
  layer.q = matrix(at + "q", hidden, hidden, Cut::columns);
  layer.k = matrix(at + "k", hidden, kv, Cut::columns);
  layer.v = matrix(at + "v", hidden, kv, Cut::columns);
  layer.o = matrix(at + "o", hidden, hidden, Cut::rows);
  layer.norm2 = vector(at + "norm2", hidden, 1, true);
  if (sizes_.llama) layer.gate = matrix(at + "gate", hidden, ffn, Cut::columns);
  layer.up = matrix(at + "up", hidden, ffn, Cut::columns);
  layer.down = matrix(at + "down", ffn, hidden, Cut::rows);
  if (sizes_.llama) return layer;
  layer.norm1_bias = vector(at + "norm1.bias", hidden, 0, true);
  layer.norm2_bias = vector(at + "norm2.bias", hidden, 0, true);
  layer.q_bias = cut_vector(at + "q.bias", hidden);
  layer.k_bias = cut_vector(at + "k.bias", kv);
  layer.v_bias = cut_vector(at + "v.bias", kv);
  layer.o_bias = vector(at + "o.bias", hidden, 0, true);
  layer.up_bias = cut_vector(at + "up.bias", ffn);
  layer.down_bias = vector(at + "down.bias", hidden, 0, true);
  return layer;
}

tracing::Dimensions RankModel::handed_on() const {
  const std::int64_t tokens = layout_.micro_batch * sizes_.sequence_length;
  return {layout_.sequence_parallel ? tokens / layout_.tp : tokens, sizes_.hidden};
}

Tensor RankModel::normed(const Tensor& hidden, const Tensor& weight, const Tensor& bias) const {
  return sizes_.llama ? rms_norm(hidden, weight) : layer_norm(hidden, weight, bias);
}

Tensor RankModel::entered(const Tensor& hidden) const {
  if (layout_.tp == 1) return hidden;
  return layout_.sequence_parallel ? made_again(all_gather(hidden, tensor_group)) : copy_to_group(hidden, tensor_group);
}

Tensor RankModel::left(const Tensor& partial) const {
  if (layout_.tp == 1) return partial;
  return layout_.sequence_parallel ? reduce_scatter(partial, tensor_group) : reduce_from_group(partial, tensor_group);
}

Tensor RankModel::embedded(const std::vector<std::int32_t>& tokens) {
  const auto rows = static_cast<std::int32_t>(sizes_.vocabulary / layout_.tp);
  const auto first = static_cast<std::int32_t>(place_.tensor) * rows;
  std::vector<std::int32_t> own;
  own.reserve(tokens.size());
  for (const std::int32_t token : tokens) own.push_back(token < first || token >= first + rows ? rows : token - first);
  Tensor table = table_;
  if (layout_.tp > 1) table = tracing::concatenate({table_, device_.constant(0, {1, sizes_.hidden})}, 0);
  const auto count = static_cast<std::int64_t>(tokens.size());
  Tensor hidden = left(embedding(table, device_.indices("tokens", own, {count})));
  if (sizes_.llama) return hidden;
  const std::int64_t own_tokens = layout_.sequence_parallel ? count / layout_.tp : count;
  std::vector<std::int32_t> places;
  for (std::int64_t i = 0; i < own_tokens; ++i) {
    const std::int64_t token = i + (layout_.sequence_parallel ? place_.tensor * own_tokens : 0);
    places.push_back(static_cast<std::int32_t>(token % sizes_.sequence_length));
  }
  return hidden + embedding(positions_, device_.indices("positions", places, {own_tokens}));
}

Tensor RankModel::heads_of(const Tensor& values, std::int64_t heads) const {
  const Tensor split = reshape(values, {layout_.micro_batch, sizes_.sequence_length, heads, sizes_.head_width()});
  return permute(split, {0, 2, 1, 3});
}

Tensor RankModel::attention(const Layer& layer, const Tensor& hidden) const {
  const auto product = [](const Tensor& from, const Tensor& weight, const Tensor& bias) {
    const Tensor result = matrix_product(from, weight);
    return bias.failed() ? result : result + bias;
  };
  const std::int64_t heads = sizes_.heads / layout_.tp, kv_heads = sizes_.kv_heads / layout_.tp;
  const std::int64_t batch = layout_.micro_batch, tokens = sizes_.sequence_length, width = sizes_.head_width();
  Tensor q = heads_of(product(hidden, layer.q, layer.q_bias), heads);
  Tensor k = heads_of(product(hidden, layer.k, layer.k_bias), kv_heads);
  Tensor v = heads_of(product(hidden, layer.v, layer.v_bias), kv_heads);
  if (sizes_.llama) {
    q = rotary(q);
    k = rotary(k);
  }
  const Tensor seen = causal_attention(q, k, v, 1 / std::sqrt(static_cast<double>(width)));
  const Tensor mixed = permute(seen, {0, 2, 1, 3});
  return matrix_product(reshape(mixed, {batch * tokens, heads * width}), layer.o);
}

Tensor RankModel::feed_forward(const Layer& layer, const Tensor& hidden) const {
  if (sizes_.llama) {
    const Tensor gated = made_again(silu(matrix_product(hidden, layer.gate))) * matrix_product(hidden, layer.up);
    return matrix_product(gated, layer.down);
  }
  return matrix_product(gelu(matrix_product(hidden, layer.up) + layer.up_bias), layer.down);
}

Tensor RankModel::through(std::int64_t chunk, const Tensor& hidden) {
  Tensor stream = hidden;
  const bool again = layout_.recompute == Recompute::full;
  for (const Layer& layer : chunks_[static_cast<std::size_t>(chunk)]) {
    const auto run = [this, &layer](const std::vector<Tensor>& inputs) {
      return std::vector<Tensor>{through(layer, inputs.front())};
    };
    stream = again ? tracing::checkpoint(run, {stream}).front() : through(layer, stream);
  }
  return stream;
}

Tensor RankModel::through(const Layer& layer, const Tensor& hidden) const {
  Tensor mixed = left(attention(layer, entered(normed(hidden, layer.norm1, layer.norm1_bias))));
  if (!sizes_.llama) mixed = mixed + layer.o_bias;
  const Tensor stream = hidden + mixed;
  Tensor fed = left(feed_forward(layer, entered(normed(stream, layer.norm2, layer.norm2_bias))));
  if (!sizes_.llama) fed = fed + layer.down_bias;
  return stream + fed;
}

Tensor RankModel::loss(const Tensor& hidden, const std::vector<std::int32_t>& labels) {
  Tensor logits = matrix_product(entered(normed(hidden, final_norm_, final_bias_)), head_);
  if (layout_.tp > 1) logits = transpose(all_gather(transpose(logits), tensor_group));
  return cross_entropy(logits, device_.indices("labels", labels, {static_cast<std::int64_t>(labels.size())}));
}

}  // namespace hakaru
