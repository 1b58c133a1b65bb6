// CLIP (Radford et al. 2021, arXiv 2103.00020 §2.4): a text tower, a vision tower, a projection of each and one scale.
#include <utility>

#include "hakaru/model/architectures.h"
#include "hakaru/model/picture_parts.h"
#include "hakaru/model/transformer_parts.h"

namespace hakaru {
namespace {

struct ClipTower {
  AttentionWidths attention;
  std::int64_t inner = 0;
  std::int64_t layers = 0;
};

struct TowerDefaults {
  std::int64_t hidden, inner, layers, heads;
};
// Defaults of Hugging Face's CLIPTextConfig and CLIPVisionConfig: nested tables leave out what equals them.
constexpr TowerDefaults text_defaults{512, 2048, 12, 8};
constexpr TowerDefaults vision_defaults{768, 3072, 12, 12};

ClipTower clip_tower(Fields& config, const TowerDefaults& defaults) {
  const IntegerRange any_width{.min = 1, .max = widest};
  ClipTower tower;
  tower.attention.hidden = config.integer_or("hidden_size", defaults.hidden, any_width);
  tower.attention.heads = config.integer_or("num_attention_heads", defaults.heads, any_width);
  tower.attention.head_dim =
      divided_by_heads(config, "num_attention_heads", tower.attention.hidden, tower.attention.heads);
  tower.inner = config.integer_or("intermediate_size", defaults.inner, any_width);
  tower.layers = config.integer_or("num_hidden_layers", defaults.layers, {.min = 1, .max = deepest});
  return tower;
}

void describe_clip(Model& model, const ClipTower& tower) {
  model.hidden = tower.attention.hidden;
  model.heads = model.kv_heads = tower.attention.heads;
}

struct TextSize {
  std::int64_t vocabulary = 0;
  std::int64_t positions = 0;
};

TextSize text_size_in(Fields& config) {
  return {.vocabulary = config.integer_or("vocab_size", 49408, {.min = 1, .max = longest_table}),
          .positions = config.integer_or("max_position_embeddings", 77, {.min = 1, .max = longest_table})};
}

Block text_embeddings(const ClipTower& tower, const TextSize& size, const Stream& stream) {
  return {.name = "text embeddings",
          .stream = stream,
          .modules = {{"token_embedding", Embedding{size.vocabulary, tower.attention.hidden, true}},
                      {"position_embedding", Embedding{size.positions, tower.attention.hidden, false}}}};
}

Block text_layer(ClipTower tower, const Stream& stream) {
  tower.attention.causal = true;
  return {.name = "text layer", .stream = stream, .modules = encoder_layer(tower.attention, tower.inner)};
}

PatchEmbedding patches_in(Fields& config, std::int64_t hidden) {
  PatchEmbedding patches = patch_embedding_in(config, hidden, {.image_size = 224, .patch_size = 32});
  patches.bias = false;
  patches.class_tokens = 1;
  return patches;
}

/// The vision tower's embeddings and layers; `model.after` gets its last norm.
void add_vision(Model& model, Fields& config, const ClipTower& tower) {
  const std::int64_t hidden = tower.attention.hidden;
  const PatchEmbedding patches = patches_in(config, hidden);
  model.default_image_size = patches.image_size;
  Block embeddings = patch_block(patches);
  embeddings.modules.push_back(layer_norm("pre_layernorm", hidden));
  model.before.push_back(std::move(embeddings));
  add_layers(
      model,
      {.name = "vision layer", .stream = patch_stream(patches), .modules = encoder_layer(tower.attention, tower.inner)},
      tower.layers);
  model.after.push_back(
      {.name = "vision output", .stream = patch_stream(patches), .modules = {layer_norm("post_layernorm", hidden)}});
}

}  // namespace

Result<Model> read_clip_text(const Json& json, const std::string& file) {
  Fields config(json, file);
  const ClipTower tower = clip_tower(config, text_defaults);
  const TextSize size = text_size_in(config);
  Model model;
  model.architecture = "clip_text_model";
  model.family = Family::encoder;
  describe_clip(model, tower);
  model.vocabulary = size.vocabulary;
  model.max_positions = size.positions;
  model.stored_type = stored_type_in(config);
  model.before.push_back(text_embeddings(tower, size, {}));
  add_layers(model, text_layer(tower, {}), tower.layers);
  model.after.push_back({.name = "output", .stream = {}, .modules = {layer_norm("final_layer_norm", model.hidden)}});
  if (names_architecture(config, "CLIPTextModelWithProjection")) {
    const std::int64_t projection = width_in(config, "projection_dim");
    model.after.back().modules.push_back(item_linear("text_projection", model.hidden, projection, false));
  }
  return finished(std::move(model), config);
}

Result<Model> read_clip_vision(const Json& json, const std::string& file) {
  Fields config(json, file);
  const ClipTower tower = clip_tower(config, vision_defaults);
  Model model;
  model.architecture = "clip_vision_model";
  model.family = Family::vision;
  describe_clip(model, tower);
  model.stored_type = stored_type_in(config);
  add_vision(model, config, tower);
  if (names_architecture(config, "CLIPVisionModelWithProjection")) {
    const std::int64_t projection = width_in(config, "projection_dim");
    model.after.back().modules.push_back(item_linear("visual_projection", model.hidden, projection, false));
  }
  return finished(std::move(model), config);
}

Result<Model> read_clip(const Json& json, const std::string& file) {
  Fields config(json, file);
  const Json none = Json::object();
  Fields text(config.has("text_config") ? config.value("text_config") : none, file, "text_config");
  Fields vision(config.has("vision_config") ? config.value("vision_config") : none, file, "vision_config");
  const ClipTower text_tower = clip_tower(text, text_defaults);
  const ClipTower vision_tower = clip_tower(vision, vision_defaults);
  const TextSize size = text_size_in(text);
  const Stream words{.kind = Stream::Kind::fixed, .tokens = size.positions};
  const std::int64_t projection = config.integer_or("projection_dim", 512, {.min = 1, .max = widest});

  Model model;
  model.architecture = "clip";
  model.family = Family::vision;
  describe_clip(model, vision_tower);
  model.vocabulary = size.vocabulary;
  model.stored_type = stored_type_in(config);
  model.before.push_back(text_embeddings(text_tower, size, words));
  model.before.push_back(text_layer(text_tower, words));
  model.before.back().repeat = text_tower.layers;
  model.before.push_back({.name = "text output",
                          .stream = words,
                          .modules = {layer_norm("final_layer_norm", text_tower.attention.hidden),
                                      item_linear("text_projection", text_tower.attention.hidden, projection, false)}});
  add_vision(model, vision, vision_tower);
  model.after.back().modules.push_back(item_linear("visual_projection", model.hidden, projection, false));
  model.after.back().modules.push_back(own_parameters("logit_scale", 1));
  if (text.error()) return tl::unexpected(*text.error());
  if (vision.error()) return tl::unexpected(*vision.error());
  return finished(std::move(model), config);
}

}  // namespace hakaru
