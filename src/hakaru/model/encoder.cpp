#include <utility>

#include "hakaru/model/architectures.h"
#include "hakaru/model/registry.h"
#include "hakaru/model/transformer_parts.h"

namespace hakaru {
namespace {

/// Keys that the members of BERT's family name differently.
struct EncoderKeys {
  const char* hidden = "hidden_size";
  const char* inner = "intermediate_size";
  const char* heads = "num_attention_heads";
  const char* layers = "num_hidden_layers";
};

struct EncoderWidths {
  AttentionWidths attention;
  std::int64_t inner = 0;
  std::int64_t layers = 0;
};

EncoderWidths widths_in(Fields& config, const EncoderKeys& keys) {
  EncoderWidths widths;
  AttentionWidths& attention = widths.attention;
  attention.hidden = width_in(config, keys.hidden);
  attention.heads = width_in(config, keys.heads);
  attention.head_dim = divided_by_heads(config, keys.heads, attention.hidden, attention.heads);
  widths.inner = width_in(config, keys.inner);
  widths.layers = layers_in(config, keys.layers);
  return widths;
}

Model encoder_model(Fields& config, const EncoderWidths& widths, std::string architecture) {
  Model model;
  model.architecture = std::move(architecture);
  model.family = Family::encoder;
  model.hidden = widths.attention.hidden;
  model.heads = model.kv_heads = widths.attention.heads;
  model.vocabulary = config.integer("vocab_size", {.min = 1, .max = longest_table});
  model.max_positions = config.integer("max_position_embeddings", {.min = 1, .max = longest_table});
  model.stored_type = stored_type_in(config);
  return model;
}

Block embeddings(const Model& model, std::int64_t width, std::int64_t token_types) {
  Block block{.name = "embeddings", .stream = {}, .modules = {}};
  block.modules.push_back({"word_embeddings", Embedding{model.vocabulary, width, true}});
  block.modules.push_back({"position_embeddings", Embedding{model.max_positions, width, false}});
  if (token_types > 0) block.modules.push_back({"token_type_embeddings", Embedding{token_types, width, false}});
  block.modules.push_back(layer_norm("embedding_norm", width));
  return block;
}

/// BERT's layer: norms after the residuals, which counts the same as before them.
Block post_norm_layer(const EncoderWidths& widths) {
  Modules modules;
  add_self_attention(modules, widths.attention);
  modules.push_back(residual(widths.attention.hidden));
  modules.push_back(layer_norm("attention_norm", widths.attention.hidden));
  add_feed_forward(modules, widths.attention.hidden, widths.inner);
  modules.push_back(residual(widths.attention.hidden));
  modules.push_back(layer_norm("output_norm", widths.attention.hidden));
  return {.name = "encoder layer", .stream = {}, .modules = std::move(modules)};
}

/// Pooler and classifier run on the first token only.
void add_heads(Model& model, Fields& config, bool pooler, bool pre_classifier) {
  const std::int64_t classes = config.integer_or("classes", 0, {.min = 0, .max = widest});
  Block block{.name = "heads", .stream = {}, .modules = {}};
  if (pooler) block.modules.push_back(item_linear("pooler", model.hidden, model.hidden));
  if (classes > 0) {
    if (pre_classifier) block.modules.push_back(item_linear("pre_classifier", model.hidden, model.hidden));
    block.modules.push_back(item_linear("classifier", model.hidden, classes));
  }
  if (!block.modules.empty()) model.after.push_back(std::move(block));
}

}  // namespace

Result<Model> read_bert(const Json& json, const std::string& file) {
  Fields config(json, file);
  const EncoderWidths widths = widths_in(config, {});
  Model model = encoder_model(config, widths, config.text_or("model_type", "bert"));
  const std::int64_t token_types = config.integer_or("type_vocab_size", 2, {.min = 0, .max = longest_table});
  model.before.push_back(embeddings(model, model.hidden, token_types));
  add_layers(model, post_norm_layer(widths), widths.layers);
  add_heads(model, config, true, false);
  // RoBERTa counts positions from padding_idx + 1 = 2.
  if (model.architecture.find("roberta") != std::string::npos) model.max_positions -= 2;
  return finished(std::move(model), config);
}

Result<Model> read_distilbert(const Json& json, const std::string& file) {
  Fields config(json, file);
  const EncoderWidths widths =
      widths_in(config, {.hidden = "dim", .inner = "hidden_dim", .heads = "n_heads", .layers = "n_layers"});
  Model model = encoder_model(config, widths, "distilbert");
  model.before.push_back(embeddings(model, model.hidden, 0));
  add_layers(model, post_norm_layer(widths), widths.layers);
  add_heads(model, config, false, true);
  return finished(std::move(model), config);
}

/// ALBERT (arXiv 1909.11942 §3.1): a narrow embedding with a projection, and one layer that runs again and again.
Result<Model> read_albert(const Json& json, const std::string& file) {
  Fields config(json, file);
  const EncoderWidths widths = widths_in(config, {});
  Model model = encoder_model(config, widths, "albert");
  const std::int64_t narrow = width_in(config, "embedding_size");
  Block before = embeddings(model, narrow, config.integer_or("type_vocab_size", 2, {.min = 0, .max = longest_table}));
  before.modules.push_back(linear("embedding_projection", narrow, model.hidden));
  model.before.push_back(std::move(before));
  Block layer = post_norm_layer(widths);
  layer.runs = widths.layers;
  add_layers(model, std::move(layer), 1);
  add_heads(model, config, true, false);
  return finished(std::move(model), config);
}

/// ModernBERT (arXiv 2412.13663 §2.1): rotary positions, gated feed-forward parts, norms before both and none ahead of
/// the first attention; two of three layers see a window.
Result<Model> read_modernbert(const Json& json, const std::string& file) {
  Fields config(json, file);
  EncoderWidths widths = widths_in(config, {});
  widths.attention.bias = widths.attention.output_bias = config.boolean_or("attention_bias", false);
  Model model = encoder_model(config, widths, "modernbert");
  const std::int64_t hidden = model.hidden;
  const bool bias = config.boolean_or("mlp_bias", false), norm_bias = config.boolean_or("norm_bias", false);
  const std::int64_t full_every = config.integer_or("global_attn_every_n_layers", 3, {.min = 1, .max = deepest});
  const std::int64_t window = config.integer_or("local_attention", 128, {.min = 1, .max = longest_table});
  const auto norm_of = [&](const char* name) {
    return Module{name, Norm{.width = hidden, .bias = norm_bias, .centred = true}};
  };
  model.before.push_back({.name = "embeddings", .stream = {}, .modules = {}});
  model.before.back().modules = {{"word_embeddings", Embedding{model.vocabulary, hidden, true}},
                                 norm_of("embedding_norm")};
  const auto layer = [&](bool first, bool full) {
    Block block{.name = "encoder layer", .stream = {}, .modules = {}};
    if (!first) block.modules.push_back(norm_of("attention_norm"));
    add_self_attention(block.modules, widths.attention);
    for (Module& module : block.modules) {
      if (auto* attention = std::get_if<Attention>(&module.kind); attention != nullptr && !full)
        attention->window = window;
    }
    block.modules.push_back(residual(hidden));
    block.modules.push_back(norm_of("mlp_norm"));
    add_feed_forward(block.modules, hidden, widths.inner, bias, FeedForward::gated);
    block.modules.push_back(residual(hidden));
    return block;
  };
  model.layer_kinds = {layer(true, true), layer(false, false), layer(false, true)};
  for (std::int64_t i = 0; i < widths.layers; ++i) model.layers.push_back(i == 0 ? 0 : i % full_every == 0 ? 2 : 1);
  model.after.push_back({.name = "final norm", .stream = {}, .modules = {}});
  model.after.back().modules.push_back(norm_of("final_norm"));
  add_heads(model, config, false, false);
  return finished(std::move(model), config);
}

std::vector<ArchitectureReader> encoder_readers() {
  return {{"bert", read_bert},
          {"roberta", read_bert},
          {"xlm-roberta", read_bert},
          {"camembert", read_bert},
          {"distilbert", read_distilbert},
          {"albert", read_albert},
          {"modernbert", read_modernbert},
          {"t5", read_t5},
          {"mt5", read_t5},
          {"umt5", read_t5},
          {"switch_transformers", read_t5},
          {"elmo", read_elmo},
          {"whisper", read_whisper}};
}

}  // namespace hakaru
