// A convolutional network written out as a table of its blocks, for those that have no family of their own
// (data/models/README.md says which keys a layer takes).
#include <utility>

#include "hakaru/model/architectures.h"
#include "hakaru/model/picture_network.h"
#include "hakaru/model/transformer_parts.h"

namespace hakaru {
namespace {

constexpr IntegerRange any_channels{.min = 1, .max = 1 << 20};

/// Line of the table for one layer.
struct Layer {
  std::string name;
  std::optional<std::int64_t> in, out;
  std::optional<double> downsample;
  std::int64_t pool = 1, upsample = 1, concatenate = 0;
  ConvolutionShape shape;
  bool transposed = false, norm = true, scale = false, residual = false, per_item = false;
  std::string activation;
};

std::optional<std::int64_t> optional_channels(Fields& row, const char* key) {
  return row.has(key) ? std::optional(row.integer(key, any_channels)) : std::nullopt;
}

Layer layer_in(Fields& row) {
  const IntegerRange small{.min = 1, .max = 64};
  Layer layer;
  layer.name = row.text_or("name", "conv");
  layer.in = optional_channels(row, "in");
  layer.out = optional_channels(row, "out");
  layer.downsample = row.optional_number("downsample", {.min = 1e-3, .max = 1e6});
  layer.pool = row.integer_or("pool", 1, small);
  layer.upsample = row.integer_or("upsample", 1, small);
  layer.concatenate = row.integer_or("concatenate", 0, {.min = 0, .max = any_channels.max});
  layer.shape.kernel = row.integer_or("kernel", 3, small);
  layer.shape.stride = row.integer_or("stride", 1, small);
  layer.shape.groups = row.integer_or("groups", 1, any_channels);
  layer.shape.bias = row.boolean_or("bias", false);
  layer.transposed = row.boolean_or("transposed", false);
  layer.norm = row.boolean_or("norm", true);
  layer.scale = row.boolean_or("scale", false);
  layer.residual = row.boolean_or("residual", false);
  layer.per_item = row.boolean_or("per_item", false);
  layer.activation = row.text_or("activation", "relu");
  if (layer.activation != "relu" && layer.activation != "smooth" && layer.activation != "none") {
    row.refuse("activation", layer.activation, "relu, smooth, none");
  }
  row.refuse_unknown();
  return layer;
}

void add_convolution(PictureNetwork& network, const Layer& layer) {
  if (layer.per_item) {
    network.add(item_linear(layer.name, network.channels(), *layer.out, layer.shape.bias));
    network.go_to(*layer.out, network.downsample());
  } else if (layer.transposed) {
    network.transposed_convolution(layer.name, *layer.out, layer.shape.bias);
  } else {
    network.convolution(layer.name, *layer.out, layer.shape);
  }
  if (layer.norm && !layer.per_item) network.batch_norm(layer.name + "_norm");
  if (layer.activation == "relu") network.activation(Activation::relu);
  if (layer.activation == "smooth") network.activation(Activation::smooth);
}

/// Refuses groups that do not divide the channels, and networks that grow beyond what can be.
void check(Fields& row, const PictureNetwork& network, const Layer& layer) {
  const std::int64_t in = layer.in.value_or(network.channels()) + layer.concatenate;
  const std::int64_t groups = layer.shape.groups;
  if (in % groups != 0 || layer.out.value_or(groups) % groups != 0) {
    row.refuse("groups", std::to_string(groups), "a divisor of the channels before and after");
  }
  if (in > widest) row.refuse("concatenate", std::to_string(in) + " channels", "at most 1048576");
  const double coarsest = 1e6, finest = 1e-3;
  if (network.downsample() > coarsest || network.downsample() < finest) {
    row.refuse("downsample", fmt::format("{:g} pixels for one position", network.downsample()), "0.001 … 1e6");
  }
}

void add_layer(PictureNetwork& network, const Layer& layer) {
  if (layer.in || layer.downsample) {
    network.go_to(layer.in.value_or(network.channels()), layer.downsample.value_or(network.downsample()));
  }
  if (layer.pool > 1) network.pool("pool", layer.pool, layer.pool);
  if (layer.upsample > 1) network.upsample(layer.upsample);
  if (layer.scale) network.add({layer.name, Norm{.width = network.channels(), .weight = true, .bias = false}});
  if (layer.concatenate > 0) network.concatenate(layer.concatenate);
  if (layer.out) add_convolution(network, layer);
  if (layer.residual) network.residual();
}

const Json& rows_of(Fields& table, const char* key) {
  constexpr std::size_t most_rows = 4096;
  static const Json none = Json::array();
  const Json& rows = table.value(key);
  if (rows.is_array() && !rows.empty() && rows.size() <= most_rows) return rows;
  table.refuse(key, rows.is_array() ? std::to_string(rows.size()) + " rows" : "no list", "1 … 4096 rows");
  return none;
}

/// One block of the table; the error, if it has one.
std::optional<Error> add_block(PictureNetwork& network, const Json& json, const std::string& file, std::size_t number) {
  const std::string where = fmt::format("config.blocks[{}]", number);
  Fields block(json, file, where);
  const std::int64_t repeat = block.integer_or("repeat", 1, {.min = 1, .max = 4096});
  network.begin(block.text_or("name", "block"), repeat);
  const std::int64_t channels = network.channels();
  const double downsample = network.downsample();
  std::size_t layer = 0;
  for (const Json& row : rows_of(block, "layers")) {
    Fields fields(row, file, fmt::format("{}.layers[{}]", where, layer++));
    const Layer said = layer_in(fields);
    check(fields, network, said);
    if (fields.error()) return fields.error();
    add_layer(network, said);
  }
  const bool same = channels == network.channels() && downsample == network.downsample();
  if (repeat > 1 && !same) block.refuse("repeat", std::to_string(repeat), "1 where channels or resolution change");
  block.refuse_unknown();
  return block.error();
}

}  // namespace

Result<Model> read_layer_table(const Json& json, const std::string& file) {
  Fields config(json, file, "config");
  config.has("model_type");
  Model model;
  model.architecture = config.text_or("architecture", "convolutional");
  model.family = Family::vision;
  model.heads = model.kv_heads = 1;
  model.default_image_size = config.integer("image_size", {.min = 1, .max = 1 << 15});
  model.stored_type = stored_type_in(config);
  const std::int64_t dimensions = config.integer_or("dimensions", 2, {.min = 1, .max = 3});
  PictureNetwork network(config.integer_or("num_channels", 3, any_channels), 1, static_cast<int>(dimensions));
  std::size_t number = 0;
  for (const Json& block : rows_of(config, "blocks")) {
    if (auto error = add_block(network, block, file, number++)) return tl::unexpected(*error);
  }
  config.refuse_unknown();
  network.move_layers_to(model);
  model.hidden = network.channels();
  return finished(std::move(model), config);
}

}  // namespace hakaru
