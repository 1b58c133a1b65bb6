// The UNet of Stable Diffusion 1.x, 2.x and XL (Rombach et al. 2022, arXiv 2112.10752; Podell et al. 2023, arXiv
// 2307.01952).
//
// Levels of falling resolution and rising width, each of `layers_per_block` residual blocks, with transformers where
// the level's type says CrossAttn; then the same upwards with one residual block more, each taking a saved output of
// the way down. Keys and values of the text are the same for every pixel, so their projections run over the text's
// tokens only.
#include <utility>

#include "hakaru/model/architectures.h"
#include "hakaru/model/diffusion_parts.h"
#include "hakaru/model/residual_network.h"

namespace hakaru {
namespace {

constexpr std::int64_t text_tokens = 77;  // CLIP's context, arXiv 2103.00020 §2.4

struct Level {
  std::int64_t channels = 0;
  bool attends = false;  ///< on the way down
  bool attends_up = false;
  std::int64_t depth = 1;  ///< layers of each of its transformers
  std::int64_t heads = 1;
};

struct UnetWidths {
  std::vector<Level> levels;
  std::int64_t layers = 2;  ///< residual blocks of a level on the way down
  std::int64_t text = 0;    ///< width of the text's vectors
  std::int64_t time = 0;    ///< width of the time embedding
  bool linear_projection = false;
};

/// A value for each level, which may be written as one for all.
std::vector<std::int64_t> per_level(Fields& config, const char* key, std::int64_t otherwise, std::size_t levels) {
  const IntegerRange range{.min = 1, .max = 256};
  if (!config.value(key).is_array()) {
    return std::vector<std::int64_t>(levels, config.integer_or(key, otherwise, range));
  }
  std::vector<std::int64_t> values = config.integers(key, range);
  if (values.size() != levels) {
    config.refuse(key, std::to_string(values.size()) + " values", std::to_string(levels) + ", one for each level");
    values.assign(levels, 1);
  }
  return values;
}

/// Flags of the levels that have transformers; refuses block types other than those of Stable Diffusion.
std::vector<bool> attending(Fields& config, const char* key, const std::string& with, const std::string& without,
                            std::size_t levels) {
  const std::vector<std::string> types = config.texts(key);
  std::vector<bool> result(levels, false);
  if (types.size() != levels) {
    config.refuse(key, std::to_string(types.size()) + " types", std::to_string(levels) + ", one for each level");
    return result;
  }
  for (std::size_t i = 0; i < levels; ++i) {
    result[i] = types[i] == with;
    if (types[i] != with && types[i] != without) config.refuse(key, types[i], with + ", " + without);
  }
  return result;
}

UnetWidths unet_widths(Fields& config) {
  UnetWidths widths;
  const std::vector<std::int64_t> channels = level_channels_in(config);
  const std::size_t count = channels.size();
  const auto down = attending(config, "down_block_types", "CrossAttnDownBlock2D", "DownBlock2D", count);
  const auto up = attending(config, "up_block_types", "CrossAttnUpBlock2D", "UpBlock2D", count);
  const auto depth = per_level(config, "transformer_layers_per_block", 1, count);
  // In these files attention_head_dim is the number of heads; files that mean it so also say num_attention_heads.
  const char* heads_key = config.has("num_attention_heads") ? "num_attention_heads" : "attention_head_dim";
  const auto heads = per_level(config, heads_key, 8, count);
  for (std::size_t i = 0; i < count; ++i) {
    divided_by_heads(config, heads_key, channels[i], heads[i]);
    widths.levels.push_back({channels[i], down[i], up[count - 1 - i], depth[i], heads[i]});
  }
  widths.layers = config.integer_or("layers_per_block", 2, {.min = 1, .max = 16});
  widths.text = width_in(config, "cross_attention_dim");
  widths.time = 4 * channels.front();
  widths.linear_projection = config.boolean_or("use_linear_projection", false);
  return widths;
}

/// Walks down and up the levels; collects what runs over the text as it goes.
class Unet {
 public:
  Unet(UnetWidths widths, std::int64_t in) : widths_(std::move(widths)), network_(in, latent_downsample) {}

  void build(Model& model, std::int64_t out) {
    network_.begin("input");
    network_.convolution("conv_in", widths_.levels.front().channels, {.bias = true});
    saved_.push_back(network_.channels());
    for (std::size_t i = 0; i < widths_.levels.size(); ++i) go_down(i);
    middle();
    for (std::size_t i = widths_.levels.size(); i-- > 0;) go_up(i);
    network_.begin("output");
    network_.group_norm("conv_norm_out");
    network_.activation(Activation::smooth);
    network_.convolution("conv_out", out, {.bias = true});
    model.before.push_back({.name = "text keys and values",
                            .stream = {.kind = Stream::Kind::fixed, .tokens = text_tokens},
                            .modules = std::move(text_)});
    network_.move_layers_to(model);
  }

 private:
  void go_down(std::size_t i) {
    const Level& level = widths_.levels[i];
    for (std::int64_t layer = 0; layer < widths_.layers; ++layer) {
      network_.begin(fmt::format("down {}, block {}", i + 1, layer + 1));
      add_residual_block(network_, level.channels, widths_.time);
      if (level.attends) transformer(level);
      saved_.push_back(network_.channels());
    }
    if (i + 1 == widths_.levels.size()) return;
    network_.begin(fmt::format("down {}, halving", i + 1));
    network_.convolution("downsample", level.channels, {.stride = 2, .bias = true});
    saved_.push_back(network_.channels());
  }

  void middle() {
    const Level& level = widths_.levels.back();
    network_.begin("middle");
    add_residual_block(network_, level.channels, widths_.time);
    transformer(level);
    add_residual_block(network_, level.channels, widths_.time);
  }

  void go_up(std::size_t i) {
    const Level& level = widths_.levels[i];
    for (std::int64_t layer = 0; layer <= widths_.layers; ++layer) {
      network_.begin(fmt::format("up {}, block {}", i + 1, layer + 1));
      network_.concatenate(saved_.back());
      saved_.pop_back();
      add_residual_block(network_, level.channels, widths_.time);
      if (level.attends_up) transformer(level);
    }
    if (i == 0) return;
    network_.begin(fmt::format("up {}, doubling", i + 1));
    network_.upsample(2);
    network_.convolution("upsample_conv", level.channels, {.bias = true});
  }

  void add_all(Modules modules) {
    for (Module& module : modules) network_.add(std::move(module));
  }

  void transformer(const Level& level) {
    const std::int64_t width = level.channels;
    AttentionWidths attention{.hidden = width, .heads = level.heads, .head_dim = width / level.heads, .bias = false};
    attention.first = Split::none;
    network_.group_norm("transformer_norm");
    network_.add(linear("proj_in", width, width));
    for (std::int64_t layer = 0; layer < level.depth; ++layer) {
      Modules modules{layer_norm("norm1", width)};
      add_self_attention(modules, attention);
      modules.push_back(residual(width));
      modules.push_back(layer_norm("norm2", width));
      add_cross_attention(modules, attention, text_tokens);
      add_cross_keys_and_values(text_, attention, widths_.text);
      modules.push_back(residual(width));
      modules.push_back(layer_norm("norm3", width));
      add_feed_forward(modules, width, 4 * width, true, FeedForward::gated, Split::none);
      modules.push_back(residual(width));
      add_all(std::move(modules));
    }
    network_.add(linear("proj_out", width, width));
    network_.residual();
  }

  UnetWidths widths_;
  PictureNetwork network_;
  std::vector<std::int64_t> saved_;
  Modules text_;
};

/// The time step's embedding and, in SDXL, that of the pooled text and the picture's sizes.
Block condition_block(Fields& config, const UnetWidths& widths) {
  Block block{.name = "time embedding", .stream = {.kind = Stream::Kind::fixed, .tokens = 1}, .modules = {}};
  add_vector_embedding(block.modules, "time_embedding", widths.levels.front().channels, widths.time);
  const std::string addition = config.text_or("addition_embed_type", "");
  if (addition == "text_time") {
    add_vector_embedding(block.modules, "add_embedding", width_in(config, "projection_class_embeddings_input_dim"),
                         widths.time);
  } else if (!addition.empty()) {
    config.refuse("addition_embed_type", addition, "text_time");
  }
  return block;
}

}  // namespace

Result<Model> read_unet_condition(const Json& json, const std::string& file) {
  Fields config(json, file);
  const UnetWidths widths = unet_widths(config);
  const std::int64_t in = config.integer_or("in_channels", 4, {.min = 1, .max = widest});
  const std::int64_t out = config.integer_or("out_channels", 4, {.min = 1, .max = widest});
  if (config.has("class_embed_type") || config.has("num_class_embeds")) {
    config.refuse("class_embed_type", "set", "null: UNets conditioned on classes are not known");
  }
  Model model;
  model.family = Family::diffusion;
  model.hidden = widths.levels.front().channels;
  model.heads = model.kv_heads = 1;  // its convolutions cannot be divided by heads
  model.default_image_size = config.integer_or("sample_size", 64, {.min = 1, .max = 4096}) * latent_downsample;
  // Defaults of diffusers' StableDiffusionPipeline and StableDiffusionXLPipeline.
  set_sampling(model, config, {.steps = 50, .guided = true});
  model.before.push_back(condition_block(config, widths));
  Unet(widths, in).build(model, out);
  return finished(std::move(model), config);
}

}  // namespace hakaru
