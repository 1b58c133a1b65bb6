// Stable Diffusion's autoencoder (Rombach et al. 2022, arXiv 2112.10752 §3.1). Text to picture runs its decoder only,
// so the encoder stands ahead as a condition, run where a picture is given.
#include <cmath>
#include <utility>

#include "hakaru/model/architectures.h"
#include "hakaru/model/residual_network.h"
#include "hakaru/model/transformer_parts.h"

namespace hakaru {
namespace {

void add_picture_attention(PictureNetwork& network) {
  const std::int64_t width = network.channels();
  AttentionWidths attention{.hidden = width, .heads = 1, .head_dim = width};
  attention.first = Split::none;
  Modules modules;
  add_self_attention(modules, attention);
  network.group_norm("attention_norm");
  for (Module& module : modules) network.add(std::move(module));
  network.residual();
}

void add_middle(PictureNetwork& network, bool attends) {
  network.begin("middle");
  add_residual_block(network, network.channels());
  if (attends) add_picture_attention(network);
  add_residual_block(network, network.channels());
}

void add_output(PictureNetwork& network, std::int64_t out) {
  network.begin("output");
  network.group_norm("conv_norm_out");
  network.activation(Activation::smooth);
  network.convolution("conv_out", out, {.bias = true});
}

struct AutoencoderWidths {
  std::vector<std::int64_t> levels;
  std::int64_t layers = 0;
  std::int64_t in = 0, out = 0, latents = 0;
  bool attends = true, quantises = true, dequantises = true;
};

std::vector<Block> encoder_blocks(const AutoencoderWidths& widths) {
  PictureNetwork network(widths.in);
  network.begin("encoder input");
  network.convolution("conv_in", widths.levels.front(), {.bias = true});
  for (std::size_t i = 0; i < widths.levels.size(); ++i) {
    for (std::int64_t layer = 0; layer < widths.layers; ++layer) {
      network.begin(fmt::format("down {}, block {}", i + 1, layer + 1));
      add_residual_block(network, widths.levels[i]);
    }
    if (i + 1 == widths.levels.size()) break;
    network.begin(fmt::format("down {}, halving", i + 1));
    network.convolution("downsample", widths.levels[i], {.stride = 2, .bias = true});
  }
  add_middle(network, widths.attends);
  add_output(network, 2 * widths.latents);  // mean and variance
  if (widths.quantises) network.convolution("quant_conv", 2 * widths.latents, {.kernel = 1, .bias = true});
  return network.take_blocks();
}

void add_decoder(Model& model, const AutoencoderWidths& widths) {
  const auto halvings = static_cast<int>(widths.levels.size() - 1);
  PictureNetwork network(widths.latents, std::ldexp(1.0, halvings));
  network.begin("decoder input");
  if (widths.dequantises) network.convolution("post_quant_conv", widths.latents, {.kernel = 1, .bias = true});
  network.convolution("conv_in", widths.levels.back(), {.bias = true});
  add_middle(network, widths.attends);
  for (std::size_t i = widths.levels.size(); i-- > 0;) {
    for (std::int64_t layer = 0; layer <= widths.layers; ++layer) {
      network.begin(fmt::format("up {}, block {}", i + 1, layer + 1));
      add_residual_block(network, widths.levels[i]);
    }
    if (i == 0) break;
    network.begin(fmt::format("up {}, doubling", i + 1));
    network.upsample(2);
    network.convolution("upsample_conv", widths.levels[i], {.bias = true});
  }
  add_output(network, widths.out);
  network.move_layers_to(model);
}

}  // namespace

Result<Model> read_autoencoder(const Json& json, const std::string& file) {
  Fields config(json, file);
  const IntegerRange any_width{.min = 1, .max = widest};
  AutoencoderWidths widths;
  widths.levels = level_channels_in(config);
  widths.layers = config.integer_or("layers_per_block", 1, {.min = 1, .max = 64});
  widths.in = config.integer_or("in_channels", 3, any_width);
  widths.out = config.integer_or("out_channels", 3, any_width);
  widths.latents = config.integer_or("latent_channels", 4, any_width);
  widths.attends = config.boolean_or("mid_block_add_attention", true);
  widths.quantises = config.boolean_or("use_quant_conv", true);
  widths.dequantises = config.boolean_or("use_post_quant_conv", true);

  Model model;
  model.family = Family::diffusion;
  model.hidden = widths.levels.back();
  model.heads = model.kv_heads = 1;
  model.default_image_size = config.integer_or("sample_size", 512, {.min = 1, .max = 1 << 15});
  for (Block& block : encoder_blocks(widths)) {
    block.condition = true;
    model.before.push_back(std::move(block));
  }
  add_decoder(model, widths);
  return finished(std::move(model), config);
}

}  // namespace hakaru
