// T5 and Whisper: an encoder whose output every decoder layer attends to.
#include <utility>

#include "hakaru/model/architectures.h"
#include "hakaru/model/decoder_parts.h"
#include "hakaru/model/transformer_parts.h"

namespace hakaru {
namespace {

// ---- T5 (Raffel et al. 2020, arXiv 1910.10683 §2.1) ----

struct T5Widths {
  AttentionWidths attention;
  std::int64_t inner = 0;
  FeedForward feed_forward = FeedForward::plain;
  std::int64_t position_buckets = 0;
  std::int64_t experts = 0;  ///< of a sparse layer, of which a token runs one (Fedus et al. 2021, arXiv 2101.03961)
};

const Stream source{.kind = Stream::Kind::source};

T5Widths t5_widths(Fields& config) {
  T5Widths widths;
  widths.attention = {.hidden = width_in(config, "d_model"),
                      .heads = width_in(config, "num_heads"),
                      .head_dim = config.integer_or("d_kv", 64, {.min = 1, .max = widest}),
                      .bias = false,
                      .output_bias = false};
  widths.inner = width_in(config, "d_ff");
  const bool gated =
      config.text_or("feed_forward_proj", "relu").starts_with("gated") || config.boolean_or("is_gated_act", false);
  widths.feed_forward = gated ? FeedForward::gated : FeedForward::plain;
  if (config.text_or("model_type", "t5") == "switch_transformers") widths.experts = width_in(config, "num_experts");
  widths.position_buckets = config.integer_or("relative_attention_num_buckets", 32, {.min = 0, .max = widest});
  return widths;
}

void add_t5_feed_forward(Modules& modules, const T5Widths& widths) {
  modules.push_back(rms_norm("feed_forward_norm", widths.attention.hidden));
  if (widths.experts > 0)
    append(modules, mixture_of_experts({.hidden = widths.attention.hidden,
                                        .experts = widths.experts,
                                        .per_token = 1,
                                        .width = widths.inner,
                                        .gated = widths.feed_forward == FeedForward::gated}));
  else
    add_feed_forward(modules, widths.attention.hidden, widths.inner, false, widths.feed_forward);
  modules.push_back(residual(widths.attention.hidden));
}

Block t5_encoder_layer(T5Widths widths) {
  Modules modules{rms_norm("attention_norm", widths.attention.hidden)};
  add_self_attention(modules, widths.attention);
  modules.push_back(residual(widths.attention.hidden));
  add_t5_feed_forward(modules, widths);
  return {.name = "encoder layer", .stream = source, .modules = std::move(modules)};
}

Block t5_decoder_layer(T5Widths widths) {
  const std::int64_t hidden = widths.attention.hidden;
  widths.attention.causal = true;
  widths.attention.cache = KvCache::full;
  Modules modules{rms_norm("attention_norm", hidden)};
  add_self_attention(modules, widths.attention);
  modules.push_back(residual(hidden));

  AttentionWidths cross = widths.attention;
  cross.causal = false;
  modules.push_back(rms_norm("cross_attention_norm", hidden));
  add_cross_attention(modules, cross, 0);
  modules.push_back(residual(hidden));
  add_t5_feed_forward(modules, widths);
  return {.name = "decoder layer", .stream = {}, .modules = std::move(modules)};
}

/// Layers of which every `step`-th has experts; 0: none has.
void add_t5_layers(Model& model, Block (*layer)(T5Widths), const T5Widths& widths, std::int64_t layers,
                   std::int64_t step) {
  T5Widths dense = widths;
  dense.experts = 0;
  if (widths.experts == 0 || step == 0) return add_layers(model, layer(dense), layers);
  const std::int64_t groups = layers / step;
  for (std::int64_t group = 0; group < groups; ++group) {
    if (step > 1) add_layers(model, layer(dense), step - 1);
    add_layers(model, layer(widths), 1);
  }
  if (layers > groups * step) add_layers(model, layer(dense), layers - groups * step);
}

std::int64_t sparse_step(Fields& config, const char* key) {
  return config.has(key) ? config.integer(key, {.min = 1, .max = deepest}) : 0;  // 0: no layer has experts
}

Module relative_positions(const std::string& stack, const T5Widths& widths) {
  return own_parameters(stack + " relative_attention_bias", widths.position_buckets * widths.attention.heads);
}

/// Keys and values of cross-attention are made once from the encoder's results; the layers only read them.
void add_cross_block(Model& model, const AttentionWidths& attention, const Stream& stream, std::int64_t layers) {
  Block keys{.name = "cross-attention keys and values", .stream = stream, .modules = {}, .repeat = layers};
  add_cross_keys_and_values(keys.modules, attention, attention.hidden);
  model.before.push_back(std::move(keys));
}

void add_t5_decoder(Model& model, Fields& config, const T5Widths& widths, std::int64_t encoder_layers) {
  const std::int64_t layers = config.integer_or("num_decoder_layers", encoder_layers, {.min = 1, .max = deepest});
  add_cross_block(model, widths.attention, source, layers);
  add_t5_layers(model, t5_decoder_layer, widths, layers, sparse_step(config, "decoder_sparse_step"));
  Linear head;
  head.in = model.hidden;
  head.out = model.vocabulary;
  head.vocabulary = true;
  head.tied = config.boolean_or("tie_word_embeddings", true);
  Block after{.name = "output head", .stream = {}, .modules = {relative_positions("decoder", widths)}};
  after.modules.push_back(rms_norm("decoder_final_norm", model.hidden));
  after.modules.push_back({"lm_head", head});
  model.after.push_back(std::move(after));
}

// ---- Whisper (Radford et al. 2022, arXiv 2212.04356 §2.2) ----

struct WhisperWidths {
  AttentionWidths encoder;
  AttentionWidths decoder;
  std::int64_t encoder_inner = 0, encoder_layers = 0;
  std::int64_t decoder_inner = 0, decoder_layers = 0;
  std::int64_t frames = 0;  ///< that the encoder hands on
};

AttentionWidths whisper_attention(Fields& config, const char* heads_key, std::int64_t hidden) {
  AttentionWidths widths;
  widths.hidden = hidden;
  widths.heads = width_in(config, heads_key);
  widths.head_dim = divided_by_heads(config, heads_key, hidden, widths.heads);
  widths.key_bias = false;
  return widths;
}

WhisperWidths whisper_widths(Fields& config) {
  WhisperWidths widths;
  const std::int64_t hidden = width_in(config, "d_model");
  widths.encoder = whisper_attention(config, "encoder_attention_heads", hidden);
  widths.decoder = whisper_attention(config, "decoder_attention_heads", hidden);
  widths.encoder_inner = width_in(config, "encoder_ffn_dim");
  widths.decoder_inner = width_in(config, "decoder_ffn_dim");
  widths.encoder_layers = layers_in(config, "encoder_layers");
  widths.decoder_layers = layers_in(config, "decoder_layers");
  widths.frames = config.integer_or("max_source_positions", 1500, {.min = 1, .max = longest_table});
  return widths;
}

/// So many positions of each item's audio, which the encoder reads once.
Stream audio(std::int64_t positions) { return {.kind = Stream::Kind::source, .tokens = positions}; }

/// Two convolutions over the spectrogram, of which the second halves the frames, then the encoder's layers.
void add_whisper_encoder(Model& model, Fields& config, const WhisperWidths& widths) {
  const std::int64_t hidden = widths.encoder.hidden;
  const std::int64_t bins = config.integer_or("num_mel_bins", 80, {.min = 1, .max = widest});
  Convolution convolution{.in = bins, .out = hidden, .kernel = 3, .bias = true, .dimensions = 1};
  Block spectrogram{.name = "audio convolution 1", .stream = audio(2 * widths.frames), .modules = {}};
  spectrogram.modules = {{"conv1", convolution}, activation("activation", hidden)};

  convolution.in = hidden;
  convolution.stride = 2;
  Block frames{.name = "audio convolution 2", .stream = audio(widths.frames), .modules = {}};
  frames.modules = {{"conv2", convolution},
                    activation("activation", hidden),
                    {"position_embeddings", Embedding{widths.frames, hidden, false}}};

  Block layer{.name = "encoder layer", .stream = audio(widths.frames), .modules = {}};
  layer.modules = encoder_layer(widths.encoder, widths.encoder_inner);
  layer.repeat = widths.encoder_layers;
  Block last{.name = "encoder output", .stream = audio(widths.frames), .modules = {}};
  last.modules = {layer_norm("encoder_final_norm", hidden)};
  for (Block* block : {&spectrogram, &frames, &layer, &last}) model.before.push_back(std::move(*block));
}

void add_whisper_decoder(Model& model, const WhisperWidths& widths) {
  AttentionWidths attention = widths.decoder;
  const std::int64_t hidden = attention.hidden;
  add_cross_block(model, attention, audio(widths.frames), widths.decoder_layers);

  attention.cache = KvCache::full;
  Modules modules{layer_norm("cross_attention_norm", hidden)};
  add_cross_attention(modules, attention, widths.frames);
  modules.push_back(residual(hidden));
  attention.causal = true;
  const Modules rest = encoder_layer(attention, widths.decoder_inner);
  modules.insert(modules.end(), rest.begin(), rest.end());
  add_layers(model, {.name = "decoder layer", .stream = {}, .modules = std::move(modules)}, widths.decoder_layers);
}

}  // namespace

Result<Model> read_t5(const Json& json, const std::string& file) {
  Fields config(json, file);
  const T5Widths widths = t5_widths(config);
  const bool encoder_only = names_architecture(config, "T5EncoderModel") ||
                            names_architecture(config, "MT5EncoderModel") ||
                            names_architecture(config, "UMT5EncoderModel");
  Model model;
  model.architecture = config.text_or("model_type", "t5");
  model.family = encoder_only ? Family::encoder : Family::encoder_decoder;
  model.hidden = widths.attention.hidden;
  model.heads = model.kv_heads = widths.attention.heads;
  model.experts = widths.experts;
  model.vocabulary = config.integer("vocab_size", {.min = 1, .max = longest_table});
  model.max_positions = config.integer_or("n_positions", 512, {.min = 1, .max = longest_table});
  model.stored_type = stored_type_in(config);

  model.before.push_back({.name = "embedding",
                          .stream = {},
                          .modules = {{"shared", Embedding{model.vocabulary, model.hidden, true}},
                                      relative_positions("encoder", widths)}});
  const std::int64_t layers = layers_in(config, "num_layers");
  add_t5_layers(model, t5_encoder_layer, widths, layers, sparse_step(config, "encoder_sparse_step"));
  model.after.push_back(
      {.name = "encoder output", .stream = source, .modules = {rms_norm("encoder_final_norm", model.hidden)}});
  if (!encoder_only) add_t5_decoder(model, config, widths, layers);
  return finished(std::move(model), config);
}

Result<Model> read_whisper(const Json& json, const std::string& file) {
  Fields config(json, file);
  const WhisperWidths widths = whisper_widths(config);
  Model model;
  model.architecture = "whisper";
  model.family = Family::encoder_decoder;
  model.hidden = widths.decoder.hidden;
  model.heads = model.kv_heads = widths.decoder.heads;
  model.vocabulary = config.integer("vocab_size", {.min = 1, .max = longest_table});
  model.max_positions = config.integer_or("max_target_positions", 448, {.min = 1, .max = longest_table});
  // Start of transcript, language, task, no timestamps (Radford et al. 2022, figure 1).
  model.usual_prompt = config.integer_or("prompt_tokens", 4, {.min = 1, .max = longest_table});
  model.stored_type = stored_type_in(config);

  add_whisper_encoder(model, config, widths);
  model.before.push_back({.name = "embedding",
                          .stream = {},
                          .modules = {{"embed_tokens", Embedding{model.vocabulary, model.hidden, true}},
                                      {"embed_positions", Embedding{model.max_positions, model.hidden, false}}}});
  add_whisper_decoder(model, widths);
  Linear head;
  head.in = model.hidden;
  head.out = model.vocabulary;
  head.vocabulary = true;
  head.tied = true;
  model.after.push_back(
      {.name = "output head", .stream = {}, .modules = {layer_norm("final_norm", model.hidden), {"proj_out", head}}});
  return finished(std::move(model), config);
}

}  // namespace hakaru
