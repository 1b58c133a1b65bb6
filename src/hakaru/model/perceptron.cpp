// A multilayer perceptron: pairs of linear layers with ReLU between all of them, and a classifier.
//
//   y₁ = W₂ relu(W₁ x + b₁) + b₂,   y₂ = W₄ relu(W₃ relu(y₁) + b₃) + b₄,   …,   logits = W relu(yₙ) + b
// Under tensor parallelism the first of a pair is divided by columns and the second by rows, one all-reduce a pair each
// way (Shoeybi et al. 2019, §3); the classifier, which has no partner, is whole on every rank. A pair is what pipeline
// stages divide.
// Example: 784 inputs, 4 pairs of width 64 and 128 between, 10 classes: 108,736 parameters in the first pair, 16,576 in
// each of three others, 650 in the classifier: 159,114.
#include <utility>

#include "hakaru/model/architectures.h"
#include "hakaru/model/transformer_parts.h"

namespace hakaru {
namespace {

/// ReLU keeps nothing: its output tells where it was open, and the next layer keeps that.
Module rectifier(std::int64_t width, bool divided) {
  return {"relu", Elementwise{.width_in = width, .width_out = width, .divided = divided}};
}

Block pair_of_layers(std::string name, std::int64_t in, std::int64_t inner, std::int64_t out, bool first) {
  Block block{.name = std::move(name), .stream = {.kind = Stream::Kind::fixed, .tokens = 1}};
  if (!first) block.modules.push_back(rectifier(in, false));
  block.modules.push_back(linear("up", in, inner, true, Split::column));
  block.modules.push_back(rectifier(inner, true));
  block.modules.push_back(linear("down", inner, out, true, Split::row));
  return block;
}

}  // namespace

Result<Model> read_perceptron(const Json& json, const std::string& file) {
  Fields config(json, file);
  const std::int64_t hidden = width_in(config, "hidden_size"), pairs = layers_in(config, "num_hidden_layers");
  const std::int64_t inner = config.integer_or("intermediate_size", hidden, {.min = 1, .max = widest});
  const std::int64_t in = config.integer_or("input_size", hidden, {.min = 1, .max = widest});
  Model model;
  model.architecture = "mlp";
  model.family = Family::vision;
  model.hidden = hidden;
  model.heads = model.kv_heads = inner;  // what tensor parallelism divides
  model.stored_type = stored_type_in(config);
  add_layers(model, pair_of_layers("first pair of layers", in, inner, hidden, true), 1);
  if (pairs > 1) {
    model.layer_kinds.push_back(pair_of_layers("pair of layers", hidden, inner, hidden, false));
    model.layers.resize(static_cast<std::size_t>(pairs), 1);
  }
  model.after.push_back({.name = "classifier",
                         .stream = model.layer_kinds.front().stream,
                         .modules = {rectifier(hidden, false), item_linear("classifier", hidden, classes_in(config))}});
  return finished(std::move(model), config);
}

}  // namespace hakaru
