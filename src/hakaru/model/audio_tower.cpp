// Towers of language models that hear: their parameters.
//   Qwen2.5-Omni: Whisper's encoder and a projection.
//   Qwen3-Omni: three convolutions over the spectrogram, the layers of that encoder, two projections.
//   Gemma 3n: two convolutions, conformer layers, a norm and a projection.
// Source: the classes Qwen2_5OmniAudioEncoder, Qwen3OmniMoeAudioEncoder and Gemma3nAudioEncoder of Hugging Face's
// transformers. With their texts and towers for pictures, the thinker of Qwen2.5-Omni-7B has the 8,931,813,888
// parameters that its checkpoint says, the one of Qwen3-Omni-30B-A3B the 31,719,205,488 of the captioner.
#include "hakaru/model/registry.h"
#include "hakaru/model/transformer_parts.h"

namespace hakaru {
namespace {

std::int64_t values_of_modules(const Modules& modules) {
  std::int64_t sum = 0;
  for (const Module& module : modules) sum += parameters_of(module);
  return sum;
}

Block never_run(std::string name, std::int64_t parameters) {
  Block block{.name = std::move(name), .stream = fixed_stream(0), .modules = {}};
  block.modules.push_back(own_parameters(block.name, parameters));
  block.condition = true;
  return block;
}

struct AudioEncoder {
  std::int64_t hidden = 0;
  std::int64_t parameters = 0;  ///< of all layers and the norm behind them
};

AudioEncoder audio_encoder_in(Fields& audio, bool key_bias) {
  AttentionWidths widths;
  widths.hidden = width_in(audio, "d_model");
  widths.heads = width_in(audio, "encoder_attention_heads");
  widths.head_dim = divided_by_heads(audio, "encoder_attention_heads", widths.hidden, widths.heads);
  widths.key_bias = key_bias;
  const std::int64_t layers = layers_in(audio, "encoder_layers");
  const Modules layer = encoder_layer(widths, width_in(audio, "encoder_ffn_dim"));
  return {widths.hidden, layers * values_of_modules(layer) + parameters_of(layer_norm("ln_post", widths.hidden))};
}

std::int64_t values_of_convolution(std::int64_t in, std::int64_t out, std::int64_t kernel, bool bias) {
  return in * out * kernel + (bias ? out : 0);
}

std::int64_t qwen25_audio(Fields& audio, std::int64_t text_hidden) {
  constexpr std::int64_t kernel = 3, marks = 2;  // of the beginning and end of a sound
  const AudioEncoder encoder = audio_encoder_in(audio, false);
  const std::int64_t hidden = encoder.hidden;
  return encoder.parameters + values_of_convolution(width_in(audio, "num_mel_bins"), hidden, kernel, true) +
         values_of_convolution(hidden, hidden, kernel, true) + marks * text_hidden +
         parameters_of(linear("proj", hidden, text_hidden));
}

std::int64_t qwen3_audio(Fields& audio, std::int64_t text_hidden) {
  constexpr std::int64_t kernel = 9, halvings = 3;
  const AudioEncoder encoder = audio_encoder_in(audio, true);
  const std::int64_t hidden = encoder.hidden, channels = width_in(audio, "downsample_hidden_size");
  const std::int64_t bins = width_in(audio, "num_mel_bins") >> halvings;
  return encoder.parameters + values_of_convolution(1, channels, kernel, true) +
         (halvings - 1) * values_of_convolution(channels, channels, kernel, true) + channels * bins * hidden +
         parameters_of(linear("proj1", hidden, hidden)) + parameters_of(linear("proj2", hidden, text_hidden));
}

/// A conformer layer (arXiv 2005.08100 §2): half feed-forward, attention with relative positions, convolution, half
/// feed-forward, norm.
std::int64_t conformer_layer(std::int64_t hidden, std::int64_t heads, std::int64_t kernel) {
  constexpr std::int64_t wider = 4;
  const std::int64_t feed_forward = 2 * wider * hidden * hidden + 2 * hidden;
  const std::int64_t attention = 5 * hidden * hidden + hidden / heads + 2 * hidden;
  const std::int64_t convolved = 3 * hidden * hidden + hidden * kernel + 2 * hidden;
  return 2 * feed_forward + attention + convolved + hidden;
}

std::int64_t gemma3n_audio(Fields& audio, std::int64_t text_hidden) {
  constexpr std::int64_t kernel = 9, strides = 4;
  const std::int64_t hidden = width_in(audio, "hidden_size");
  const std::int64_t heads = width_in(audio, "conf_num_attention_heads");
  divided_by_heads(audio, "conf_num_attention_heads", hidden, heads);
  const std::vector<std::int64_t> channels = audio.integers("sscp_conv_channel_size", {.min = 1, .max = widest});
  if (channels.size() != 2)
    audio.refuse("sscp_conv_channel_size", fmt::format("a list of {}", channels.size()), "a list of 2");
  const std::int64_t width = width_in(audio, "conf_conv_kernel_size");
  if (audio.error()) return 0;
  const std::int64_t first = channels.front(), second = channels.back();
  const std::int64_t bins = audio.integer_or("input_feat_size", 128, {.min = strides, .max = widest});
  const std::int64_t words = audio.integer_or("vocab_size", 128, {.min = 1, .max = longest_table});
  return values_of_convolution(1, first, kernel, false) + first + values_of_convolution(first, second, kernel, false) +
         second + second * (bins / strides) * hidden +
         layers_in(audio, "conf_num_hidden_layers") * conformer_layer(hidden, heads, width) + words * hidden +
         2 * hidden + hidden * text_hidden;
}

}  // namespace

Result<std::vector<Block>> read_audio_tower(const Json& json, const std::string& architecture, std::int64_t text_hidden,
                                            const std::string& file) {
  Fields config(json, file);
  Fields audio(config.value("audio_config"), file, "audio_config");
  std::int64_t parameters = 0;
  if (architecture.starts_with("qwen2_5_omni")) {
    parameters = qwen25_audio(audio, text_hidden);
  } else if (architecture.starts_with("qwen3_omni")) {
    parameters = qwen3_audio(audio, text_hidden);
  } else if (architecture == "gemma3n") {
    parameters = gemma3n_audio(audio, text_hidden);
  } else {
    return bad_input("{}: the audio tower of '{}' is not known; without 'audio_config' the rest is read", file,
                     architecture);
  }
  if (audio.error()) return tl::unexpected(*audio.error());
  return std::vector<Block>{never_run("audio tower", parameters)};
}

}  // namespace hakaru
