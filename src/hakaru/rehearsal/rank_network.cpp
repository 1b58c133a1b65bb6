#include "hakaru/rehearsal/rank_network.h"

#include <cmath>

#include "hakaru/numerics/random_bits.h"
#include "hakaru/parallel/stages.h"
#include "hakaru/rehearsal/rank_convolutional.h"
#include "hakaru/rehearsal/rank_decoder.h"
#include "hakaru/rehearsal/rank_encoder.h"
#include "hakaru/rehearsal/rank_perceptron.h"
#include "hakaru/tracing/device.h"

namespace hakaru {
namespace {

using tracing::Tensor;

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

std::vector<std::vector<std::int64_t>> layers_of_chunks(const SmallSizes& sizes, const Layout& layout,
                                                        std::int64_t stage) {
  std::vector<std::vector<std::int64_t>> chunks(static_cast<std::size_t>(layout.vpp));
  const std::vector<std::int64_t> counts =
      layers_of_parts(sizes.layers, layout.pp * layout.vpp, sizes.network != SmallNetwork::mlp);
  std::int64_t next = 0;
  for (std::size_t part = 0; part < counts.size(); ++part) {
    const auto pp = static_cast<std::size_t>(layout.pp);
    for (std::int64_t i = 0; i < counts[part]; ++i, ++next) {
      if (part % pp == static_cast<std::size_t>(stage)) chunks[part / pp].push_back(next);
    }
  }
  return chunks;
}

RankPlace RankPlace::of(std::int64_t rank, const Layout& layout) {
  const std::int64_t replica = layout.tp * layout.cp;
  return {rank % layout.tp, rank / replica % layout.dp, rank / (replica * layout.dp), rank / layout.tp % layout.cp};
}

RankNetwork::RankNetwork(tracing::Device& device, const SmallSizes& sizes, const Layout& layout, const RankPlace& place,
                         std::uint64_t seed)
    : device_(device), sizes_(sizes), layout_(layout), place_(place), seed_(seed) {}

void RankNetwork::make_layers(const std::function<void(std::int64_t chunk, std::int64_t layer)>& make) {
  layers_ = layers_of_chunks(sizes_, layout_, place_.stage);
  for (std::size_t chunk = 0; chunk < layers_.size(); ++chunk) {
    for (const std::int64_t index : layers_[chunk]) {
      unit_ = layout_.zero >= 2 ? index : 0;
      make(static_cast<std::int64_t>(chunk), index);
    }
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

Tensor RankNetwork::add(RankParameter parameter, std::vector<float> values) {
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

Tensor RankNetwork::matrix(const std::string& name, std::int64_t rows, std::int64_t columns, Cut cut) {
  RankParameter parameter{name, {rows, columns}, columns};
  if (cut == Cut::rows) parameter.first_row = place_.tensor * (parameter.shape[0] /= layout_.tp);
  if (cut == Cut::columns) parameter.first_column = place_.tensor * (parameter.shape[1] /= layout_.tp);
  parameter.whole = cut == Cut::whole;
  return drawn(std::move(parameter), rows);
}

Tensor RankNetwork::expert_matrices(const std::string& name, std::int64_t rows, std::int64_t columns,
                                    std::int64_t fan_in) {
  const std::int64_t own = sizes_.experts / layout_.ep;
  RankParameter parameter{name, {own, rows, columns / layout_.tp}, columns};
  parameter.first_row = place_.expert(layout_) * own * rows;
  parameter.first_column = place_.tensor * parameter.shape[2];
  parameter.expert = true;
  return drawn(std::move(parameter), fan_in);
}

Tensor RankNetwork::drawn(RankParameter parameter, std::int64_t fan_in) {
  const RandomBits bits(seed_, stream_of(parameter.name));
  const float scale = 1.0F / std::sqrt(static_cast<float>(fan_in));
  std::vector<float> values(static_cast<std::size_t>(parameter.values()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::int64_t index = parameter.index_in_whole(static_cast<std::int64_t>(i));
    values[i] = scale * even(bits, static_cast<std::uint64_t>(index));
  }
  return add(std::move(parameter), std::move(values));
}

Tensor RankNetwork::vector(const std::string& name, std::int64_t width, double value, bool partial) {
  RankParameter parameter{name, {width}, width};
  parameter.partial = partial && layout_.sequence_parallel;
  parameter.whole = true;
  return add(std::move(parameter), std::vector<float>(static_cast<std::size_t>(width), static_cast<float>(value)));
}

Tensor RankNetwork::cut_vector(const std::string& name, std::int64_t width) {
  RankParameter parameter{name, {width / layout_.tp}, width};
  parameter.first_column = place_.tensor * parameter.shape[0];
  std::vector<float> zeros(static_cast<std::size_t>(parameter.values()), 0.0F);
  return add(std::move(parameter), std::move(zeros));
}

void RankNetwork::take_units_from(std::function<std::vector<Tensor>(std::int64_t unit)> source) {
  units_from_ = std::move(source);
}

void RankNetwork::forget_first_values() {
  for (RankParameter& parameter : parameters_) parameter.first_values = {};
}

void RankNetwork::enter(std::int64_t unit) {
  if (!units_from_) return;
  const std::vector<Tensor> tensors = units_from_(unit);
  const std::vector<Tensor*> all = places();
  std::size_t next = 0;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    if (parameters_[i].unit == unit) *all[i] = tensors[next++];
  }
}

void RankNetwork::begin_scope(std::int64_t layer) const { device_.recorder().begin_scope(scope_of(layer)); }

/// Ranks of the tensor group draw the same bits: what all of them have stays the same.
void RankNetwork::begin_stream(std::int64_t layer) {
  constexpr std::int64_t most_ranks = 1 << 16, most_layers = 1 << 16;
  const std::int64_t number = (micro_batch_ * most_ranks + place_.context) * most_layers + layer + 1;
  device_.recorder().begin_stream(tracing::stream_within(0, static_cast<std::uint64_t>(number)));
  begin_scope(layer);
}

void RankNetwork::begin() {
  begin_scope(-1);
  enter(0);
  begin_stream(-1);
}

Tensor RankNetwork::entered(const Tensor& hidden) const {
  if (layout_.tp == 1) return hidden;
  return layout_.sequence_parallel ? made_again(all_gather(hidden, tensor_group)) : copy_to_group(hidden, tensor_group);
}

Tensor RankNetwork::left(const Tensor& partial) const {
  if (layout_.tp == 1) return partial;
  return layout_.sequence_parallel ? reduce_scatter(partial, tensor_group) : reduce_from_group(partial, tensor_group);
}

Tensor RankNetwork::through(std::int64_t chunk, const Tensor& hidden) {
  Tensor stream = hidden;
  const bool again = layout_.recompute == Recompute::full;
  const auto at = static_cast<std::size_t>(chunk);
  for (std::size_t index = 0; index < layers_[at].size(); ++index) {
    begin_scope(layers_[at][index]);
    if (index > 0) enter(static_cast<std::int64_t>(index));
    begin_stream(layers_[at][index]);
    const LayerFunction run = layer(at, index);
    const auto recorded = [run](const std::vector<Tensor>& inputs) { return std::vector<Tensor>{run(inputs.front())}; };
    stream = again ? tracing::checkpoint(recorded, {stream}).front() : run(stream);
  }
  return last_stage() && chunk == layout_.vpp - 1 ? behind_layers(stream) : stream;
}

Tensor RankNetwork::numbers_of(const std::vector<std::int32_t>& tokens, const tracing::Dimensions& shape) {
  constexpr double largest = 255;
  const std::vector<float> bytes(tokens.begin(), tokens.end());
  return device_.input("bytes", bytes, shape) * (1 / largest);
}

std::vector<std::int32_t> RankNetwork::last_of_each(const std::vector<std::int32_t>& labels) const {
  std::vector<std::int32_t> last;
  const auto length = static_cast<std::size_t>(sizes_.sequence_length);
  for (std::size_t end = length; end <= labels.size(); end += length) last.push_back(labels[end - 1]);
  return last;
}

tracing::Tensor share_of_loss(tracing::Device& device, std::int64_t micro_batches) {
  const float share = 1.0F / static_cast<float>(micro_batches);
  return device.input("share of the loss", std::span(&share, 1), {}, DataType::fp32);
}

std::unique_ptr<RankTransformer> rank_transformer(tracing::Device& device, const SmallSizes& sizes,
                                                  const Layout& layout, const RankPlace& place, std::uint64_t seed) {
  if (sizes.network == SmallNetwork::bert) return std::make_unique<RankEncoder>(device, sizes, layout, place, seed);
  return std::make_unique<RankDecoder>(device, sizes, layout, place, seed);
}

std::unique_ptr<RankNetwork> rank_network(tracing::Device& device, const SmallSizes& sizes, const Layout& layout,
                                          const RankPlace& place, std::uint64_t seed) {
  switch (sizes.network) {
    case SmallNetwork::gpt:
    case SmallNetwork::llama:
    case SmallNetwork::mixtral:
    case SmallNetwork::bert:
      return rank_transformer(device, sizes, layout, place, seed);
    case SmallNetwork::mlp:
      return std::make_unique<RankPerceptron>(device, sizes, layout, place, seed);
    case SmallNetwork::cnn:
      return std::make_unique<RankConvolutional>(device, sizes, layout, place, seed);
  }
  return nullptr;
}

}  // namespace hakaru
