// Perceiver IO (Jaegle et al. 2022, arXiv 2107.14795 §3): an array of latents reads the input through one
// cross-attention, works on itself in blocks that run again and again with the same weights, and is read by queries
// through another cross-attention.
//
// Parameters in the learned-position form for pictures: 62,255,848 (the paper's Table 5 says 62.3M).
#include <utility>

#include "hakaru/model/architectures.h"
#include "hakaru/model/picture_network.h"
#include "hakaru/model/transformer_parts.h"

namespace hakaru {
namespace {

/// Sines and cosines of `bands` frequencies for each dimension, and the position itself.
constexpr std::int64_t fourier_channels(std::int64_t bands, std::int64_t dimensions) {
  return dimensions * (2 * bands + 1);
}

struct Latents {
  std::int64_t count = 0, width = 0;
  std::int64_t self_heads = 0, cross_heads = 0;
  std::int64_t layers = 0, runs = 0;
  std::int64_t self_widening = 1, cross_widening = 1;
};

Latents latents_in(Fields& config) {
  const IntegerRange small{.min = 1, .max = 4096};
  Latents latents;
  latents.count = width_in(config, "num_latents");
  latents.width = width_in(config, "d_latents");
  latents.self_heads = config.integer_or("num_self_attention_heads", 8, small);
  latents.cross_heads = config.integer_or("num_cross_attention_heads", 8, small);
  latents.layers = config.integer_or("num_self_attends_per_block", 26, small);
  latents.runs = config.integer_or("num_blocks", 1, small);
  latents.self_widening = config.integer_or("self_attention_widening_factor", 1, small);
  latents.cross_widening = config.integer_or("cross_attention_widening_factor", 1, small);
  for (const char* key : {"qk_channels", "v_channels"}) {
    if (config.has(key)) config.refuse(key, "set", "null");
  }
  if (config.text_or("cross_attention_shape_for_attention", "kv") != "kv") {
    config.refuse("cross_attention_shape_for_attention", "not kv", "kv");
  }
  return latents;
}

/// One cross-attention: what runs over the keys' stream, and what runs over the queries'.
struct CrossAttention {
  Modules keys;
  Modules queries;
};

struct CrossWidths {
  std::int64_t query = 0, source = 0, source_tokens = 0, heads = 1, widening = 1;
};

CrossAttention cross_attention(Fields& config, const CrossWidths& widths) {
  AttentionWidths attention{.hidden = widths.query, .heads = widths.heads};
  attention.head_dim = divided_by_heads(config, "num_cross_attention_heads", widths.source, widths.heads);
  CrossAttention result;
  result.keys.push_back(layer_norm("layernorm2", widths.source));
  add_cross_keys_and_values(result.keys, attention, widths.source);
  result.queries.push_back(layer_norm("layernorm1", widths.query));
  add_cross_attention(result.queries, attention, widths.source_tokens);
  result.queries.push_back(layer_norm("feed_forward_norm", widths.query));
  add_feed_forward(result.queries, widths.query, widths.widening * widths.query);
  result.queries.push_back(residual(widths.query));
  return result;
}

/// From the input's tokens to the latents after all blocks. `input` are `tokens` vectors of `width`.
void add_encoder(Model& model, Fields& config, const Latents& latents, const Stream& input, std::int64_t width,
                 std::int64_t tokens) {
  CrossAttention reading =
      cross_attention(config, {latents.width, width, tokens, latents.cross_heads, latents.cross_widening});
  model.before.push_back({.name = "keys and values of the input", .stream = input, .modules = std::move(reading.keys)});
  reading.queries.push_back(own_parameters("latents", latents.count * latents.width));
  const Stream stream = fixed_stream(latents.count);
  model.before.push_back({.name = "reading the input", .stream = stream, .modules = std::move(reading.queries)});
  AttentionWidths self{.hidden = latents.width, .heads = latents.self_heads};
  self.head_dim = divided_by_heads(config, "num_self_attention_heads", latents.width, latents.self_heads);
  Block layer{.name = "latent layer",
              .stream = stream,
              .modules = encoder_layer(self, latents.self_widening * latents.width),
              .runs = latents.runs};
  add_layers(model, std::move(layer), latents.layers);
}

/// Queries of `width` read the latents and become `values` each.
void add_query_decoder(Model& model, Fields& config, const Latents& latents, const Stream& queries, std::int64_t width,
                       std::int64_t values) {
  constexpr std::int64_t decoder_heads = 1;
  CrossAttention asking = cross_attention(config, {width, latents.width, latents.count, decoder_heads, 1});
  model.after.push_back({.name = "keys and values of the latents",
                         .stream = fixed_stream(latents.count),
                         .modules = std::move(asking.keys)});
  asking.queries.push_back(linear("final_layer", width, values));
  model.after.push_back({.name = "asking the latents", .stream = queries, .modules = std::move(asking.queries)});
}

/// Picture as it reaches the encoder: values per position, and pixels of a side for each of its positions.
struct PictureInput {
  std::int64_t width = 0;
  std::int64_t downsample = 1;
};

// Bands and channels of the published models: arXiv 2107.14795 appendix H and their Hugging Face classes.
constexpr std::int64_t picture_bands = 64;
constexpr std::int64_t picture_dimensions = 2;

PictureInput add_learned(Model& model, std::int64_t image_size) {
  constexpr std::int64_t channels = 256;
  PictureNetwork network(3);
  network.begin("pixel embedding");
  network.convolution("convnet_1x1", channels, {.kernel = 1, .bias = true});
  network.add(own_parameters("position_embeddings", image_size * image_size * channels));
  network.add(linear("positions_projection", channels, channels));
  model.before = network.take_blocks();
  return {.width = 2 * channels, .downsample = 1};
}

PictureInput add_convolutions(Model& model) {
  constexpr std::int64_t channels = 64;
  PictureNetwork network(3);
  network.begin("convolution");
  network.convolution_unit("conv", channels, {.kernel = 7, .stride = 2}, Activation::relu);
  network.pool("maxpool", 3, 2);
  model.before = network.take_blocks();
  return {.width = channels + fourier_channels(picture_bands, picture_dimensions), .downsample = 4};
}

Result<Model> picture_classifier(Fields& config, Model model, const Latents& latents, const std::string& kind) {
  const std::int64_t size = config.integer_or("image_size", 224, {.min = 4, .max = 4096});
  PictureInput input{.width = 3 + fourier_channels(picture_bands, picture_dimensions), .downsample = 1};
  if (kind == "PerceiverForImageClassificationLearned") input = add_learned(model, size);
  if (kind == "PerceiverForImageClassificationConvProcessing") input = add_convolutions(model);
  model.default_image_size = size;
  const Stream pixels{.kind = Stream::Kind::image, .downsample = static_cast<double>(input.downsample)};
  const std::int64_t side = size / input.downsample;
  add_encoder(model, config, latents, pixels, input.width, side * side);
  add_query_decoder(model, config, latents, fixed_stream(1), latents.width, classes_in(config));
  model.after.back().modules.push_back(own_parameters("output_query", latents.width));
  return finished(std::move(model), config);
}

/// Video, sound and label in, the same out; all pixels are asked for in one pass.
Result<Model> multimodal_autoencoder(Fields& config, Model model, const Latents& latents) {
  const IntegerRange size{.min = 1, .max = 1 << 20};
  const std::int64_t frames = config.integer_or("num_frames", 16, {.min = 1, .max = 4096});
  const std::int64_t per_patch = config.integer_or("samples_per_patch", 16, size);
  const std::int64_t samples = frames * config.integer_or("audio_samples_per_frame", 1920, size);
  const std::int64_t patches = config.integer_or("image_size", 56, {.min = 1, .max = 1024});
  const std::int64_t values = config.integer_or("output_num_channels", 512, size);
  const std::int64_t label_query = config.integer_or("_label_trainable_num_channels", 1024, size);
  const std::int64_t classes = classes_in(config);
  constexpr std::int64_t block = 4;  // pixels along a side that make one patch
  constexpr std::int64_t sound_bands = 192, video_bands = 32;
  constexpr std::int64_t input_padding = 4, query_padding = 2;

  const std::int64_t sound_tokens = samples / per_patch;
  const std::int64_t video_tokens = frames * patches * patches;
  const std::int64_t sound = per_patch + fourier_channels(sound_bands, 1);
  const std::int64_t video = 3 * block * block + fourier_channels(video_bands, 3);
  const std::int64_t width = std::max({sound, video, classes}) + input_padding;
  const std::int64_t tokens = sound_tokens + video_tokens + 1;
  model.default_image_size = patches * block;
  add_encoder(model, config, latents, fixed_stream(tokens), width, tokens);
  // Each modality is padded to the common width, and has a vector that stands for a masked token.
  model.before.front().modules.push_back(own_parameters("padding and masks", 6 * width - sound - video - classes));

  const std::int64_t query = std::max(label_query, fourier_channels(sound_bands, 1)) + query_padding;
  const std::int64_t pixels = video_tokens * block * block;
  add_query_decoder(model, config, latents, fixed_stream(pixels + sound_tokens + 1), query, values);
  model.after.back().modules.push_back(own_parameters(
      "padding and label query", 3 * query - fourier_channels(sound_bands, 1) - fourier_channels(video_bands, 3)));
  model.after.push_back({.name = "pixels", .stream = fixed_stream(pixels), .modules = {linear("image", values, 3)}});
  model.after.push_back(
      {.name = "sound", .stream = fixed_stream(sound_tokens), .modules = {linear("audio", values, per_patch)}});
  model.after.push_back({.name = "label", .stream = fixed_stream(1), .modules = {linear("label", values, classes)}});
  return finished(std::move(model), config);
}

}  // namespace

Result<Model> read_perceiver(const Json& json, const std::string& file) {
  Fields config(json, file);
  const Latents latents = latents_in(config);
  Model model;
  model.architecture = "perceiver";
  model.family = Family::vision;
  model.hidden = latents.width;
  model.heads = model.kv_heads = latents.self_heads;
  model.stored_type = stored_type_in(config);
  for (const std::string& kind : config.texts("architectures")) {
    if (kind == "PerceiverForMultimodalAutoencoding") return multimodal_autoencoder(config, std::move(model), latents);
    if (kind.starts_with("PerceiverForImageClassification")) {
      return picture_classifier(config, std::move(model), latents, kind);
    }
  }
  config.refuse(
      "architectures", "none of these",
      "PerceiverForImageClassificationLearned, …Fourier, …ConvProcessing, PerceiverForMultimodalAutoencoding");
  return finished(std::move(model), config);
}

}  // namespace hakaru
