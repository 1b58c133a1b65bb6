#include "hakaru/rehearsal/small_networks.h"

#include <algorithm>
#include <array>

#include "hakaru/core/fields.h"
#include "hakaru/model/picture_network.h"
#include "hakaru/model/read.h"
#include "hakaru/model/transformer_parts.h"

namespace hakaru {
namespace {

Result<Model> gpt_of(const SmallSizes& sizes) {
  return model_from_config({{"model_type", "gpt2"},
                            {"n_embd", sizes.hidden},
                            {"n_layer", sizes.layers},
                            {"n_head", sizes.heads},
                            {"n_inner", sizes.feed_forward},
                            {"vocab_size", sizes.vocabulary},
                            {"n_positions", sizes.sequence_length},
                            {"tie_word_embeddings", false}},
                           "miniature");
}

Result<Model> llama_of(const SmallSizes& sizes) {
  Json config{{"model_type", name_of(sizes.network)},  {"hidden_size", sizes.hidden},
              {"num_hidden_layers", sizes.layers},     {"num_attention_heads", sizes.heads},
              {"num_key_value_heads", sizes.kv_heads}, {"intermediate_size", sizes.feed_forward},
              {"vocab_size", sizes.vocabulary},        {"max_position_embeddings", sizes.sequence_length},
              {"tie_word_embeddings", false}};
  if (sizes.experts > 0) {
    config["num_local_experts"] = sizes.experts;
    config["num_experts_per_tok"] = sizes.experts_per_token;
  }
  return model_from_config(config, "miniature");
}

/// Head that a masked language model is trained with and published encoders come without.
Block masked_head(const SmallSizes& sizes) {
  Module classes = linear("decoder", sizes.hidden, sizes.vocabulary);
  std::get<Linear>(classes.kind).vocabulary = true;
  const Elementwise activation{.width_in = sizes.hidden, .width_out = sizes.hidden, .kept = sizes.hidden};
  return {.name = "masked language model head",
          .stream = {},
          .modules = {linear("transform", sizes.hidden, sizes.hidden), Module{"activation", activation},
                      layer_norm("transform_norm", sizes.hidden), std::move(classes)}};
}

Result<Model> bert_of(const SmallSizes& sizes) {
  Result<Model> model = model_from_config({{"model_type", "bert"},
                                           {"hidden_size", sizes.hidden},
                                           {"num_hidden_layers", sizes.layers},
                                           {"num_attention_heads", sizes.heads},
                                           {"intermediate_size", sizes.feed_forward},
                                           {"vocab_size", sizes.vocabulary},
                                           {"max_position_embeddings", sizes.sequence_length},
                                           {"type_vocab_size", token_types}},
                                          "miniature");
  if (model) model->after = {masked_head(sizes)};
  return model;
}

Result<Model> perceptron_of(const SmallSizes& sizes) {
  return model_from_config({{"model_type", "mlp"},
                            {"input_size", sizes.hidden},
                            {"hidden_size", sizes.hidden},
                            {"intermediate_size", sizes.feed_forward},
                            {"num_hidden_layers", sizes.layers},
                            {"num_labels", sizes.vocabulary}},
                           "miniature");
}

/// No family of networks has its first convolution apart from its layers and all of these alike.
Model convolutional_of(const SmallSizes& sizes) {
  PictureNetwork network(1);
  network.begin("stem");
  network.convolution("conv", sizes.hidden, {.bias = true});
  network.pool("maxpool", 2, 2);
  Model model;
  model.name = "miniature";
  model.architecture = "cnn";
  model.family = Family::vision;
  model.hidden = sizes.hidden;
  model.heads = model.kv_heads = 1;
  model.default_image_size = sizes.image_size;
  model.before = network.take_blocks();
  network.begin("layer");
  network.activation(Activation::relu);
  network.convolution("conv", sizes.hidden, {.bias = true});
  Block layer = network.take_blocks().front(), last = layer;
  last.name = "last layer";
  last.modules.push_back(elementwise("average_pooling", sizes.hidden, 1));
  if (sizes.layers > 1) add_layers(model, layer, sizes.layers - 1);
  add_layers(model, std::move(last), 1);
  model.after.push_back({.name = "classifier",
                         .stream = layer.stream,
                         .modules = {item_linear("classifier", sizes.hidden, sizes.vocabulary)}});
  return model;
}

}  // namespace

Result<SmallNetwork> small_network_named(std::string_view name) {
  if (const std::optional<SmallNetwork> named = choice_named<SmallNetwork>(name)) return *named;
  return bad_input("--network is '{}'; accepted: {}", name, accepted_names<SmallNetwork>());
}

Result<Model> model_of(const SmallSizes& sizes) {
  switch (sizes.network) {
    case SmallNetwork::gpt:
      return gpt_of(sizes);
    case SmallNetwork::llama:
    case SmallNetwork::mixtral:
      return llama_of(sizes);
    case SmallNetwork::bert:
      return bert_of(sizes);
    case SmallNetwork::mlp:
      return perceptron_of(sizes);
    case SmallNetwork::cnn:
      return convolutional_of(sizes);
  }
  return bad_input("--network is '{}'; accepted: {}", "", accepted_names<SmallNetwork>());
}

}  // namespace hakaru
