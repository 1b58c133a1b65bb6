#include "hakaru/rehearsal/rank_model.h"

#include <cmath>

#include "hakaru/numerics/random_bits.h"
#include "hakaru/parallel/stages.h"
#include "hakaru/rehearsal/context.h"
#include "hakaru/tracing/device.h"

namespace hakaru {
namespace {

using tracing::Tensor;

constexpr int tensor_group = static_cast<int>(RankGroup::tensor), context_group = static_cast<int>(RankGroup::context);

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
  const std::int64_t replica = layout.tp * layout.cp;
  return {rank % layout.tp, rank / replica % layout.dp, rank / (replica * layout.dp), rank / layout.tp % layout.cp};
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
  layers_ = layers_of_chunks(sizes.layers, layout, place.stage);
  for (const std::vector<std::int64_t>& chunk : layers_) {
    chunks_.emplace_back();
    for (const std::int64_t index : chunk) {
      unit_ = layout.zero >= 2 ? index : 0;
      chunks_.back().push_back(layer(index));
    }
  }
  if (last) {
    final_norm_ = vector("norm", sizes.hidden, 1, true);
    if (!sizes.llama) final_bias_ = vector("norm.bias", sizes.hidden, 0, true);
    head_ = matrix("head", sizes.hidden, sizes.vocabulary, Cut::columns);
  }
}

std::int64_t RankParameter::values() const {
  std::int64_t values = 1;
  for (const std::int64_t size : shape) values *= size;
  return values;
}

std::int64_t RankParameter::index_in_whole(std::int64_t index) const {
  return (first_row + index / shape.back()) * columns + first_column + index % shape.back();
}

tracing::Draw RankParameter::draw(std::int64_t first) const {
  return {stream_of(name), first_row * columns + first_column, shape.back(), columns, first};
}

Tensor RankModel::add(RankParameter parameter, std::vector<float> values) {
  parameter.unit = unit_;
  tracing::round_to(device_.options().rounding, {device_.options().format, false}, values, parameter.draw());
  if (layout_.zero == 3) {
    parameter.first_values = std::move(values);
  } else {
    parameter.tensor = device_.parameter(parameter.name, values, parameter.shape);
  }
  parameters_.push_back(std::move(parameter));
  return parameters_.back().tensor;
}

Tensor RankModel::matrix(const std::string& name, std::int64_t rows, std::int64_t columns, Cut cut) {
  RankParameter parameter{name, {rows, columns}, columns};
  if (cut == Cut::rows) parameter.first_row = place_.tensor * (parameter.shape[0] /= layout_.tp);
  if (cut == Cut::columns) parameter.first_column = place_.tensor * (parameter.shape[1] /= layout_.tp);
  parameter.whole = cut == Cut::whole;
  const RandomBits bits(seed_, stream_of(name));
  const float scale = 1.0F / std::sqrt(static_cast<float>(rows));
  std::vector<float> values(static_cast<std::size_t>(parameter.values()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::int64_t index = parameter.index_in_whole(static_cast<std::int64_t>(i));
    values[i] = scale * even(bits, static_cast<std::uint64_t>(index));
  }
  return add(std::move(parameter), std::move(values));
}

Tensor RankModel::vector(const std::string& name, std::int64_t width, double value, bool partial) {
  RankParameter parameter{name, {width}, width};
  parameter.partial = partial && layout_.sequence_parallel;
  parameter.whole = true;
  return add(std::move(parameter), std::vector<float>(static_cast<std::size_t>(width), static_cast<float>(value)));
}

Tensor RankModel::cut_vector(const std::string& name, std::int64_t width) {
  RankParameter parameter{name, {width / layout_.tp}, width};
  parameter.first_column = place_.tensor * parameter.shape[0];
  std::vector<float> zeros(static_cast<std::size_t>(parameter.values()), 0.0F);
  return add(std::move(parameter), std::move(zeros));
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

/// Every parameter where it is read, in the order of parameters().
std::vector<Tensor*> RankModel::places() {
  std::vector<Tensor*> places{&table_};
  if (!sizes_.llama) places.push_back(&positions_);
  for (std::vector<Layer>& chunk : chunks_) {
    for (Layer& l : chunk) {
      places.insert(places.end(), {&l.norm1, &l.q, &l.k, &l.v, &l.o, &l.norm2});
      if (sizes_.llama) places.push_back(&l.gate);
      places.insert(places.end(), {&l.up, &l.down});
      if (sizes_.llama) continue;
      places.insert(places.end(), {&l.norm1_bias, &l.norm2_bias, &l.q_bias, &l.k_bias, &l.v_bias, &l.o_bias, &l.up_bias,
                                   &l.down_bias});
    }
  }
  places.push_back(&final_norm_);
  if (!sizes_.llama) places.push_back(&final_bias_);
  places.push_back(&head_);
  return places;
}

void RankModel::take_units_from(std::function<std::vector<Tensor>(std::int64_t unit)> source) {
  units_from_ = std::move(source);
}

void RankModel::forget_first_values() {
  for (RankParameter& parameter : parameters_) parameter.first_values = {};
}

/// A micro-batch comes to the first layer of `unit`.
void RankModel::enter(std::int64_t unit) {
  if (!units_from_) return;
  const std::vector<Tensor> tensors = units_from_(unit);
  const std::vector<Tensor*> all = places();
  std::size_t next = 0;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    if (parameters_[i].unit == unit) *all[i] = tensors[next++];
  }
}

/// What comes before the first layer is −1, what comes behind the last their number. Ranks of the tensor group draw the
/// same bits: what all of them have stays the same.
void RankModel::begin_stream(std::int64_t layer) {
  constexpr std::int64_t most_ranks = 1 << 16, most_layers = 1 << 16;
  const std::int64_t number = (micro_batch_ * most_ranks + place_.context) * most_layers + layer + 1;
  device_.recorder().begin_stream(tracing::stream_within(seed_, static_cast<std::uint64_t>(number)));
}

tracing::Dimensions RankModel::handed_on() const {
  const std::int64_t tokens = layout_.micro_batch * tokens_of_sequence();
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

/// By their place in this rank's part of the vocabulary; the part's size where another rank has them.
std::vector<std::int32_t> RankModel::in_own_vocabulary(const std::vector<std::int32_t>& tokens) const {
  const auto rows = static_cast<std::int32_t>(sizes_.vocabulary / layout_.tp);
  const auto first = static_cast<std::int32_t>(place_.tensor) * rows;
  std::vector<std::int32_t> own;
  own.reserve(tokens.size());
  for (const std::int32_t token : tokens) own.push_back(token < first || token >= first + rows ? rows : token - first);
  return own;
}

Tensor RankModel::embedded(const std::vector<std::int32_t>& tokens) {
  enter(0);
  begin_stream(-1);
  const std::vector<std::int32_t> own = in_own_vocabulary(tokens);
  Tensor table = table_;
  if (layout_.tp > 1) table = tracing::concatenate({table_, device_.constant(0, {1, sizes_.hidden})}, 0);
  const auto count = static_cast<std::int64_t>(tokens.size());
  Tensor hidden = left(embedding(table, device_.indices("tokens", own, {count})));
  if (sizes_.llama) return hidden;
  const std::int64_t in_stream = layout_.sequence_parallel ? count / layout_.tp : count;
  std::vector<std::int32_t> places;
  for (std::int64_t i = 0; i < in_stream; ++i) {
    const std::int64_t token = i + (layout_.sequence_parallel ? place_.tensor * in_stream : 0);
    places.push_back(static_cast<std::int32_t>(place_.context * tokens_of_sequence() + token % tokens_of_sequence()));
  }
  return hidden + embedding(positions_, device_.indices("positions", places, {in_stream}));
}

Tensor RankModel::heads_of(const Tensor& values, std::int64_t heads) const {
  const Tensor split = reshape(values, {layout_.micro_batch, tokens_of_sequence(), heads, sizes_.head_width()});
  return permute(split, {0, 2, 1, 3});
}

Tensor RankModel::attention(const Layer& layer, const Tensor& hidden) const {
  const auto product = [](const Tensor& from, const Tensor& weight, const Tensor& bias) {
    const Tensor result = matrix_product(from, weight);
    return bias.failed() ? result : result + bias;
  };
  const std::int64_t heads = sizes_.heads / layout_.tp, kv_heads = sizes_.kv_heads / layout_.tp;
  const std::int64_t batch = layout_.micro_batch, width = sizes_.head_width();
  Tensor q = heads_of(product(hidden, layer.q, layer.q_bias), heads);
  Tensor k = heads_of(product(hidden, layer.k, layer.k_bias), kv_heads);
  Tensor v = heads_of(product(hidden, layer.v, layer.v_bias), kv_heads);
  if (sizes_.llama) {
    q = rotary_here(q);
    k = rotary_here(k);
  }
  const bool rings = layout_.cp > 1 && layout_.context_parallel == ContextParallel::ring;
  const bool exchanges = layout_.cp > 1 && !rings;
  if (exchanges) {
    for (Tensor* each : {&q, &k, &v}) *each = whole_sequences(*each, layout_.cp, context_group);
  }
  std::int64_t first_query = 0;
  if (rings) {
    const std::vector<Tensor> kv = keys_of_ring(k, v);
    k = kv[0];
    v = kv[1];
    first_query = place_.context * tokens_of_sequence();
  }
  Tensor mixed = causal_attention(q, k, v, 1 / std::sqrt(static_cast<double>(width)), first_query);
  if (exchanges) mixed = own_tokens(mixed, layout_.cp, context_group);
  const Tensor by_token = reshape(permute(mixed, {0, 2, 1, 3}), {batch * tokens_of_sequence(), heads * width});
  return matrix_product(by_token, layer.o);
}

/// Keys and values go round together.
std::vector<Tensor> RankModel::keys_of_ring(const Tensor& keys, const Tensor& values) const {
  const std::int64_t width = sizes_.head_width();
  const Tensor own = made_again(tracing::concatenate({keys, values}, 3));
  const Tensor all = gathered_round(own, place_.context, layout_.cp, context_group);
  return {made_again(slice(all, 3, 0, width)), made_again(slice(all, 3, width, 2 * width))};
}

Tensor RankModel::rotary_here(const Tensor& heads) const {
  constexpr double base = 10000;
  return rotary(heads, base, place_.context * tokens_of_sequence());
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
  std::int64_t unit = 0;
  for (const Layer& layer : chunks_[static_cast<std::size_t>(chunk)]) {
    if (unit > 0) enter(unit);
    begin_stream(layers_[static_cast<std::size_t>(chunk)][static_cast<std::size_t>(unit)]);
    ++unit;
    const auto run = [this, layer](const std::vector<Tensor>& inputs) {
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
  begin_stream(sizes_.layers);
  const Tensor logits = matrix_product(entered(normed(hidden, final_norm_, final_bias_)), head_);
  const tracing::Dimensions rows{static_cast<std::int64_t>(labels.size())};
  if (layout_.tp == 1) return cross_entropy(logits, device_.indices("labels", labels, rows));
  return divided_cross_entropy(logits, device_.indices("labels", in_own_vocabulary(labels), rows), tensor_group);
}

}  // namespace hakaru
