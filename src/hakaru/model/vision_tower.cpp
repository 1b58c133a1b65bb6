// The vision towers of vision-language models: patches, transformer layers, and a projector to the text's width.
#include <cmath>
#include <map>
#include <utility>

#include "hakaru/model/picture_parts.h"
#include "hakaru/model/registry.h"
#include "hakaru/model/transformer_parts.h"

namespace hakaru {
namespace {

Module norm_of(bool rms, std::string name, std::int64_t width) {
  return rms ? rms_norm(std::move(name), width) : layer_norm(std::move(name), width);
}

/// Values that the layers of every tower have in common.
struct Tower {
  AttentionWidths attention;
  std::int64_t inner = 0;
  std::int64_t layers = 0;
  bool rms = false;
  bool bias = true;  ///< of the feed-forward part
  FeedForward feed_forward = FeedForward::plain;
  PatchEmbedding patches;
};

struct TowerKeys {
  const char* hidden = "hidden_size";
  const char* inner = "intermediate_size";
  const char* layers = "num_hidden_layers";
  const char* heads = "num_attention_heads";
};
constexpr TowerKeys qwen_keys{.layers = "depth", .heads = "num_heads"};

Tower tower_in(Fields& vision, const TowerKeys& keys, const PictureDefaults& picture) {
  Tower tower;
  tower.attention.hidden = width_in(vision, keys.hidden);
  tower.attention.heads = width_in(vision, keys.heads);
  const std::int64_t queries = vision.integer_or("qkv_hidden_size", tower.attention.hidden, {.min = 1, .max = widest});
  tower.attention.head_dim = divided_by_heads(vision, keys.heads, queries, tower.attention.heads);
  tower.inner = width_in(vision, keys.inner);
  tower.layers = layers_in(vision, keys.layers);
  tower.patches = patch_embedding_in(vision, tower.attention.hidden, picture);
  return tower;
}

Block tower_layer(const Tower& tower, std::string name) {
  const std::int64_t hidden = tower.attention.hidden;
  Modules modules{norm_of(tower.rms, "norm1", hidden)};
  add_self_attention(modules, tower.attention);
  modules.push_back(residual(hidden));
  modules.push_back(norm_of(tower.rms, "norm2", hidden));
  add_feed_forward(modules, hidden, tower.inner, tower.bias, tower.feed_forward);
  modules.push_back(residual(hidden));
  Block block{.name = std::move(name), .stream = patch_stream(tower.patches), .modules = std::move(modules)};
  block.repeat = tower.layers;
  return block;
}

/// Positions after `merge` × `merge` patches have become one.
Stream merged_stream(const Tower& tower, double merge) {
  return picture_stream(static_cast<double>(tower.patches.patch_size) * merge);
}

/// Norm and two layers that turn merged patches into one text token; the norm stands before or after the merging.
Block patch_merger(const Tower& tower, std::int64_t merge, std::int64_t text_hidden, std::int64_t norm_width) {
  const std::int64_t merged = tower.attention.hidden * merge * merge;
  Block block{.name = "projector", .stream = merged_stream(tower, static_cast<double>(merge)), .modules = {}};
  block.modules = {norm_of(tower.rms, "projector_norm", merged), linear("projector_fc1", merged, merged),
                   activation("activation", merged), linear("projector_fc2", merged, text_hidden)};
  std::get<Norm>(block.modules.front().kind).parameter_width = norm_width;
  return block;
}

// Qwen's towers take pictures of any size and two frames to a patch; `merge` × `merge` patches become a text token.
constexpr std::int64_t any_picture = 1 << 15;

std::int64_t merge_in(Fields& vision) { return vision.integer_or("spatial_merge_size", 2, {.min = 1, .max = 16}); }

/// Qwen2-VL (arXiv 2409.12191 §2.1): rotary positions, LayerNorm, plain feed-forward parts; its `hidden_size` is the
/// text's.
std::vector<Block> qwen2_tower(Fields& vision, std::int64_t text_hidden) {
  Tower tower;
  tower.attention.hidden = width_in(vision, "embed_dim");
  tower.attention.heads = width_in(vision, "num_heads");
  tower.attention.head_dim = divided_by_heads(vision, "num_heads", tower.attention.hidden, tower.attention.heads);
  tower.inner = tower.attention.hidden * vision.integer_or("mlp_ratio", 4, {.min = 1, .max = 64});
  tower.layers = layers_in(vision, "depth");
  tower.patches = patch_embedding_in(vision, tower.attention.hidden, {.image_size = any_picture, .patch_size = 14});
  tower.patches.frames = vision.integer_or("temporal_patch_size", 2, {.min = 1, .max = 64});
  tower.patches.bias = false;
  const std::int64_t merge = merge_in(vision);
  Block patches = patch_block(tower.patches);
  std::erase_if(patches.modules, [](const Module& module) { return module.name == "position_embedding"; });
  return {patches, tower_layer(tower, "vision layer"), patch_merger(tower, merge, text_hidden, tower.attention.hidden)};
}

/// Qwen2.5-VL (arXiv 2502.13923 §2.1): window attention but for `fullatt_block_indexes`, RMSNorm, gated feed-forward.
std::vector<Block> qwen25_tower(Fields& vision, std::int64_t text_hidden) {
  Tower tower = tower_in(vision, qwen_keys, {.image_size = any_picture});
  tower.rms = true;
  tower.feed_forward = FeedForward::gated;
  tower.patches.frames = vision.integer_or("temporal_patch_size", 2, {.min = 1, .max = 64});
  tower.patches.bias = false;
  const std::int64_t merge = merge_in(vision);
  const std::int64_t window_pixels = vision.integer_or("window_size", 112, {.min = 1, .max = any_picture});
  const auto full =
      static_cast<std::int64_t>(vision.integers("fullatt_block_indexes", {.min = 0, .max = tower.layers - 1}).size());

  Block patches = patch_block(tower.patches);
  std::erase_if(patches.modules, [](const Module& module) { return module.name == "position_embedding"; });
  const std::int64_t side = std::max<std::int64_t>(window_pixels / tower.patches.patch_size, 1);
  Block window_layers = tower_layer(tower, "vision layer (window attention)");
  for (Module& module : window_layers.modules) {
    if (auto* attention = std::get_if<Attention>(&module.kind)) attention->window = side * side;
  }
  window_layers.repeat = tower.layers - full;
  Block full_layers = tower_layer(tower, "vision layer (full attention)");
  full_layers.repeat = full;
  return {patches, window_layers, full_layers, patch_merger(tower, merge, text_hidden, tower.attention.hidden)};
}

/// Qwen3-VL and Qwen3.5: a learnt position table, LayerNorm, and a further merger for each layer of
/// `deepstack_visual_indexes`.
std::vector<Block> qwen3_tower(Fields& vision, std::int64_t text_hidden) {
  Tower tower = tower_in(vision, qwen_keys, {.image_size = any_picture});
  tower.patches.frames = vision.integer_or("temporal_patch_size", 2, {.min = 1, .max = 64});
  tower.patches.positions = vision.integer("num_position_embeddings", {.min = 1, .max = longest_table});
  const std::int64_t merge = merge_in(vision);
  const auto deep = static_cast<std::int64_t>(
      vision.integers("deepstack_visual_indexes", {.min = 0, .max = tower.layers - 1}).size());
  std::vector<Block> blocks{patch_block(tower.patches), tower_layer(tower, "vision layer"),
                            patch_merger(tower, merge, text_hidden, tower.attention.hidden)};
  if (deep > 0) {
    blocks.push_back(patch_merger(tower, merge, text_hidden, tower.attention.hidden * merge * merge));
    blocks.back().name = "deepstack projector";
    blocks.back().repeat = deep;
  }
  return blocks;
}

/// Gemma 3 (arXiv 2503.19786 §2): SigLIP-So400m, its patches averaged to `mm_tokens_per_image`, a norm and one
/// projection.
std::vector<Block> gemma3_tower(Fields& vision, Fields& config, std::int64_t text_hidden) {
  const Tower tower = tower_in(vision, {}, {.image_size = 224, .patch_size = 14});
  const std::int64_t hidden = tower.attention.hidden;
  const std::int64_t tokens = config.integer_or("mm_tokens_per_image", 256, {.min = 1, .max = longest_table});
  Block last{.name = "vision output", .stream = patch_stream(tower.patches), .modules = {layer_norm("norm", hidden)}};
  Block projector{.name = "projector",
                  .stream = {.kind = Stream::Kind::fixed, .tokens = tokens},
                  .modules = {elementwise("average_pooling", hidden, hidden), rms_norm("projector_norm", hidden),
                              linear("projector", hidden, text_hidden, false)}};
  return {patch_block(tower.patches), tower_layer(tower, "vision layer"), last, projector};
}

/// Gemma 4: two position tables (rows and columns), norms around attention and feed-forward part, patches pooled to
/// `default_output_length` tokens, and one projection.
std::vector<Block> gemma4_tower(Fields& vision, std::int64_t text_hidden) {
  Tower tower = tower_in(vision, {}, {.image_size = any_picture});
  tower.patches.bias = false;
  tower.patches.positions = 2 * vision.integer("position_embedding_size", {.min = 1, .max = longest_table});
  tower.attention.bias = tower.attention.output_bias = vision.boolean_or("attention_bias", false);
  tower.attention.head_norm = HeadNorm::rms;
  const std::int64_t hidden = tower.attention.hidden;
  const std::int64_t tokens = vision.integer_or("default_output_length", 280, {.min = 1, .max = longest_table});

  Block layer{.name = "vision layer", .stream = patch_stream(tower.patches), .modules = {}};
  layer.repeat = tower.layers;
  layer.modules.push_back(rms_norm("input_layernorm", hidden));
  add_self_attention(layer.modules, tower.attention);
  layer.modules.push_back(rms_norm("post_attention_layernorm", hidden));
  layer.modules.push_back(residual(hidden));
  layer.modules.push_back(rms_norm("pre_feedforward_layernorm", hidden));
  add_feed_forward(layer.modules, hidden, tower.inner, false, FeedForward::gated);
  layer.modules.push_back(rms_norm("post_feedforward_layernorm", hidden));
  layer.modules.push_back(residual(hidden));
  Block projector{.name = "projector",
                  .stream = {.kind = Stream::Kind::fixed, .tokens = tokens},
                  .modules = {elementwise("average_pooling", hidden, hidden), plain_norm("projector_norm", hidden),
                              linear("projector", hidden, text_hidden, false)}};
  return {patch_block(tower.patches), layer, projector};
}

/// Llama 4: a class token, norms before and after, pixel shuffle, two adapter matrices and one projection, all without
/// bias.
std::vector<Block> llama4_tower(Fields& vision, std::int64_t text_hidden) {
  Tower tower = tower_in(vision, {}, {.image_size = 448, .patch_size = 14});
  tower.patches.bias = false;
  tower.patches.class_tokens = 1;
  const std::int64_t hidden = tower.attention.hidden;
  const std::int64_t adapter = width_in(vision, "projector_input_dim");
  const std::int64_t output = width_in(vision, "projector_output_dim");
  const std::int64_t handed_on = width_in(vision, "vision_output_dim");
  const double shuffle = vision.number_or("pixel_shuffle_ratio", 0.5, {.min = 0.01, .max = 1});

  Block patches = patch_block(tower.patches);
  patches.modules.push_back(layer_norm("layernorm_pre", hidden));
  Block last{.name = "vision output",
             .stream = patch_stream(tower.patches),
             .modules = {layer_norm("layernorm_post", hidden)}};
  Block projector{.name = "projector",
                  .stream = merged_stream(tower, 1 / shuffle),
                  .modules = {linear("adapter_fc1", tower.inner, adapter, false), activation("activation", adapter),
                              linear("adapter_fc2", adapter, output, false), activation("activation", output),
                              linear("projector", handed_on, text_hidden, false)}};
  return {patches, tower_layer(tower, "vision layer"), last, projector};
}

/// Kimi-VL's MoonViT (arXiv 2504.07491 §2.1) and its patch merger; with Kimi K3's keys its heads are wider together
/// than the layer, norms are RMSNorm, and the projector's norm stands behind it.
std::vector<Block> moonvit_tower(Fields& vision, std::int64_t text_hidden) {
  Tower tower = tower_in(vision,
                         {.hidden = "vt_hidden_size",
                          .inner = "vt_intermediate_size",
                          .layers = "vt_num_hidden_layers",
                          .heads = "vt_num_attention_heads"},
                         {.image_size = any_picture});
  const IntegerRange side{.min = 1, .max = 4096};
  tower.patches.positions =
      vision.integer_or("init_pos_emb_height", 64, side) * vision.integer_or("init_pos_emb_width", 64, side);
  const std::vector<std::int64_t> kernel = vision.integers("merge_kernel_size", {.min = 1, .max = 16});
  const std::int64_t merge = kernel.empty() ? 2 : kernel.front();
  const std::int64_t hidden = tower.attention.hidden;
  tower.rms = vision.text_or("norm_type", "") == "rmsnorm";
  tower.attention.bias = tower.attention.output_bias = vision.boolean_or("attn_bias", true);
  tower.bias = vision.boolean_or("linear_bias", true);
  tower.patches.bias = vision.boolean_or("patch_embed_proj_bias", true);
  Block last{
      .name = "vision output", .stream = patch_stream(tower.patches), .modules = {norm_of(tower.rms, "norm", hidden)}};
  Block projector = patch_merger(tower, merge, text_hidden, hidden);
  if (vision.text_or("mm_projector_type", "") == "patchmergerv2") {
    const std::int64_t merged = hidden * merge * merge;
    projector.modules = {linear("projector_fc1", merged, merged, false), activation("activation", merged),
                         linear("projector_fc2", merged, text_hidden, false), rms_norm("projector_norm", text_hidden)};
  }
  return {patch_block(tower.patches), tower_layer(tower, "vision layer"), last, projector};
}

/// Pixtral (arXiv 2410.07073 §2.1): rotary positions, RMSNorm, gated feed-forward parts, no biases; Mistral 3 merges
/// patches behind a norm, before two layers to the text's width.
std::vector<Block> pixtral_tower(Fields& vision, Fields& config, std::int64_t text_hidden) {
  Tower tower = tower_in(vision, {}, {.image_size = any_picture, .patch_size = 16});
  tower.rms = true;
  tower.feed_forward = FeedForward::gated;
  tower.attention.bias = tower.attention.output_bias = false;
  tower.patches.bias = false;
  const std::int64_t hidden = tower.attention.hidden;
  const std::int64_t merge = merge_in(config);
  const bool bias = config.boolean_or("multimodal_projector_bias", false);

  Block patches = patch_block(tower.patches);
  std::erase_if(patches.modules, [](const Module& module) { return module.name == "position_embedding"; });
  patches.modules.push_back(rms_norm("ln_pre", hidden));
  Block layers{.name = "vision layer", .stream = patch_stream(tower.patches), .modules = {}};
  layers.repeat = tower.layers;
  layers.modules.push_back(rms_norm("attention_norm", hidden));
  add_self_attention(layers.modules, tower.attention);
  layers.modules.push_back(residual(hidden));
  layers.modules.push_back(rms_norm("ffn_norm", hidden));
  add_feed_forward(layers.modules, hidden, tower.inner, false, FeedForward::gated);
  layers.modules.push_back(residual(hidden));
  Block projector{.name = "projector", .stream = merged_stream(tower, static_cast<double>(merge)), .modules = {}};
  projector.modules = {rms_norm("projector_norm", hidden),
                       linear("patch_merger", hidden * merge * merge, hidden, false),
                       linear("projector_fc1", hidden, text_hidden, bias), activation("activation", text_hidden),
                       linear("projector_fc2", text_hidden, text_hidden, bias)};
  return {patches, layers, projector};
}

/// MiniMax-M3: patches of two frames with rotary positions, two layers to the text's width, then two more over the
/// merged patches.
std::vector<Block> minimax_tower(Fields& vision, Fields& config, std::int64_t text_hidden) {
  Tower tower = tower_in(vision, {}, {.image_size = any_picture, .patch_size = 14});
  tower.patches.bias = false;
  tower.patches.frames = vision.integer_or("temporal_patch_size", 2, {.min = 1, .max = 64});
  const std::int64_t hidden = tower.attention.hidden, merge = merge_in(vision);
  const std::int64_t inner = config.integer_or("projector_hidden_size", text_hidden, {.min = 1, .max = widest});
  Block patches = patch_block(tower.patches);
  std::erase_if(patches.modules, [](const Module& module) { return module.name == "position_embedding"; });
  patches.modules.push_back(layer_norm("pre_layrnorm", hidden));
  Block widened{.name = "vision output", .stream = patch_stream(tower.patches), .modules = {}};
  widened.modules = {linear("projector_fc1", hidden, inner), activation("activation", inner),
                     linear("projector_fc2", inner, text_hidden)};
  Block projector{.name = "projector", .stream = merged_stream(tower, static_cast<double>(merge)), .modules = {}};
  projector.modules = {linear("merge_fc1", text_hidden * merge * merge, inner), activation("activation", inner),
                       linear("merge_fc2", inner, text_hidden)};
  return {patches, tower_layer(tower, "vision layer"), widened, projector};
}

/// Gemma 3n: a convolutional network that timm names, then a norm and one projection for each of 256 tokens.
/// Its parameters are those of the checkpoint (7,849,978,192 of E4B, 5,439,438,272 of E2B, Hugging Face's API) less all
/// that is counted of text and audio. Limits: the time of its convolutions is not known.
std::vector<Block> gemma3n_tower(Fields& vision, Fields& config, std::int64_t text_hidden) {
  constexpr std::int64_t mobilenet_v5_300m = 294'126'912;
  const std::string network = vision.text("architecture");
  if (network != "mobilenetv5_300m_enc") vision.refuse("architecture", "'" + network + "'", "mobilenetv5_300m_enc");
  const std::int64_t hidden = width_in(vision, "hidden_size");
  const std::int64_t tokens = config.integer_or("vision_soft_tokens_per_image", 256, {.min = 1, .max = longest_table});
  const std::int64_t words = vision.integer_or("vocab_size", 128, {.min = 1, .max = longest_table});
  Block all{.name = "vision network", .stream = fixed_stream(tokens), .modules = {}};
  all.modules = {own_parameters(network, mobilenet_v5_300m), own_parameters("embedding", words * hidden),
                 own_parameters("hard_embedding_norm", hidden), rms_norm("soft_embedding_norm", hidden),
                 linear("projector", hidden, text_hidden, false)};
  return {all};
}

/// InternViT (arXiv 2312.14238 §3.2): a class token, scales on both residuals; 1 / downsample_ratio patches along each
/// side become a text token, behind a norm and before two layers.
std::vector<Block> internvl_tower(Fields& vision, Fields& config, std::int64_t text_hidden) {
  Tower tower = tower_in(vision, {}, {.image_size = 448, .patch_size = 14});
  tower.patches.class_tokens = 1;
  tower.attention.bias = vision.boolean_or(vision.has("qkv_bias") ? "qkv_bias" : "attention_bias", true);
  const std::int64_t hidden = tower.attention.hidden;
  const double ratio = config.number_or("downsample_ratio", 0.5, {.min = 0.01, .max = 1});
  const auto merged = static_cast<std::int64_t>(std::llround(static_cast<double>(hidden) / (ratio * ratio)));
  Block layers = tower_layer(tower, "vision layer");
  layers.modules.push_back(own_parameters("layer_scales", 2 * hidden));
  Block projector{.name = "projector", .stream = merged_stream(tower, 1 / ratio), .modules = {}};
  projector.modules = {layer_norm("projector_norm", merged), linear("projector_fc1", merged, text_hidden),
                       activation("activation", text_hidden), linear("projector_fc2", text_hidden, text_hidden)};
  return {patch_block(tower.patches), layers, projector};
}

}  // namespace

Result<VisionTower> read_vision_tower(const Json& json, const std::string& architecture, std::int64_t text_hidden,
                                      const std::string& file) {
  Fields config(json, file);
  Fields vision(config.value("vision_config"), file, "vision_config");
  VisionTower tower;
  if (architecture == "qwen2_vl") {
    tower.blocks = qwen2_tower(vision, text_hidden);
  } else if (architecture == "qwen2_5_vl" || architecture.starts_with("qwen2_5_omni")) {
    tower.blocks = qwen25_tower(vision, text_hidden);
  } else if (architecture.starts_with("qwen3_vl") || architecture.starts_with("qwen3_omni") ||
             architecture.starts_with("qwen3_5")) {
    tower.blocks = qwen3_tower(vision, text_hidden);
  } else if (architecture == "gemma3") {
    tower.blocks = gemma3_tower(vision, config, text_hidden);
    tower.image_size = vision.integer_or("image_size", 224, {.min = 1, .max = any_picture});
  } else if (architecture == "gemma4") {
    tower.blocks = gemma4_tower(vision, text_hidden);
  } else if (architecture == "llama4") {
    tower.blocks = llama4_tower(vision, text_hidden);
    tower.image_size = vision.integer_or("image_size", 448, {.min = 1, .max = any_picture});
  } else if (architecture == "mistral3") {
    tower.blocks = pixtral_tower(vision, config, text_hidden);
    tower.image_size = vision.integer_or("image_size", 1540, {.min = 1, .max = any_picture});
  } else if (architecture == "minimax_m3_vl") {
    tower.blocks = minimax_tower(vision, config, text_hidden);
  } else if (architecture == "gemma3n") {
    tower.blocks = gemma3n_tower(vision, config, text_hidden);
  } else if (architecture.starts_with("internvl")) {
    tower.blocks = internvl_tower(vision, config, text_hidden);
    tower.image_size = side_in(vision, "image_size", 448);
  } else if (architecture.starts_with("kimi_k")) {
    tower.blocks = moonvit_tower(vision, text_hidden);
  } else {
    return bad_input("{}: the vision tower of '{}' is not known; without 'vision_config' its text part is read", file,
                     architecture);
  }
  if (vision.error()) return tl::unexpected(*vision.error());
  if (config.error()) return tl::unexpected(*config.error());
  for (Block& block : tower.blocks) block.condition = true;
  return tower;
}

}  // namespace hakaru
