// The older decoders, each with keys of its own: LayerNorm, a feed-forward part of two matrices, biases, learnt
// positions or alibi instead of rotary positions, attention and feed-forward part side by side.
#include "hakaru/model/decoder_config.h"
#include "hakaru/model/decoder_families.h"

namespace hakaru {
namespace {

constexpr std::int64_t usual_expansion = 4;  ///< feed-forward width over hidden width where no key says

/// One layer, the same for all.
struct GptLayer {
  AttentionPart attention;
  FeedForwardPart feed_forward;
  NormKind norm = NormKind::layer;
  int norms = 2;
  bool side_by_side = false;  ///< attention and feed-forward part both read the layer's input
};

Block block_of(const GptLayer& layer) {
  const std::int64_t hidden = layer.attention.hidden;
  Block block{.name = "decoder layer"};
  block.modules.push_back(norm("input_layernorm", hidden, layer.norm));
  append(block.modules, attention(layer.attention));
  if (!layer.side_by_side) block.modules.push_back(residual(hidden));
  if (layer.norms == 2) block.modules.push_back(norm("post_attention_layernorm", hidden, layer.norm));
  FeedForwardPart feed_forward_part = layer.feed_forward;
  feed_forward_part.shares_input = layer.norms == 1;
  append(block.modules, feed_forward(feed_forward_part));
  block.modules.push_back(residual(hidden));
  return block;
}

Result<Model> build(DecoderConfig& config, const DecoderEnds& ends, const GptLayer& layer) {
  const std::int64_t layers = config.layers();
  if (const auto error = config.error()) return tl::unexpected(*error);
  return build_decoder(config, ends, layers, [&](std::int64_t) { return block_of(layer); });
}

/// With biases everywhere and `width` hidden units in the feed-forward part.
GptLayer biased_layer(DecoderConfig& config, bool bias = true) {
  GptLayer layer;
  layer.attention = config.attention_part();
  layer.attention.query_bias = layer.attention.output_bias = bias;
  const std::int64_t hidden = layer.attention.hidden;
  layer.feed_forward = {
      .hidden = hidden, .width = config.feed_forward_width(usual_expansion * hidden), .gated = false, .bias = bias};
  return layer;
}

Result<Model> read_gpt2(const Json& json, const std::string& file) {
  DecoderConfig config(json, file);
  GptLayer layer = biased_layer(config);
  layer.feed_forward.gelu_new = config.text.text_or("activation_function", "gelu_new") == "gelu_new";
  layer.attention.rotary = false;
  const DecoderEnds ends{.positions = config.integer_or({"n_positions", "n_ctx"}, 1024, bound::positions),
                         .norm = NormKind::layer,
                         .tied = config.tied(true)};
  return build(config, ends, layer);
}

Result<Model> read_gpt_bigcode(const Json& json, const std::string& file) {
  DecoderConfig config(json, file);
  GptLayer layer = biased_layer(config);
  layer.attention.rotary = false;
  if (config.text.boolean_or("multi_query", true)) layer.attention.kv_heads = 1;
  const DecoderEnds ends{.positions = config.integer({"n_positions"}, bound::positions),
                         .norm = NormKind::layer,
                         .tied = config.tied(true)};
  return build(config, ends, layer);
}

Result<Model> read_gpt_neox(const Json& json, const std::string& file) {
  DecoderConfig config(json, file);
  GptLayer layer = biased_layer(config);
  layer.attention.query_bias = layer.attention.output_bias = config.text.boolean_or("attention_bias", true);
  layer.side_by_side = config.text.boolean_or("use_parallel_residual", true);
  return build(config, {.norm = NormKind::layer, .tied = config.tied(false)}, layer);
}

Result<Model> read_gptj(const Json& json, const std::string& file) {
  DecoderConfig config(json, file);
  GptLayer layer = biased_layer(config);
  layer.feed_forward.gelu_new = config.text.text_or("activation_function", "gelu_new") == "gelu_new";
  layer.attention.query_bias = layer.attention.output_bias = false;
  layer.norms = 1;
  layer.side_by_side = true;
  return build(config, {.norm = NormKind::layer, .tied = config.tied(false), .head_bias = true}, layer);
}

Result<Model> read_phi(const Json& json, const std::string& file) {
  DecoderConfig config(json, file);
  GptLayer layer = biased_layer(config);
  layer.feed_forward.gelu_new = config.text.text_or("hidden_act", "gelu_new") == "gelu_new";
  layer.norms = 1;
  layer.side_by_side = true;
  return build(config, {.norm = NormKind::layer, .tied = config.tied(false), .head_bias = true}, layer);
}

Result<Model> read_opt(const Json& json, const std::string& file) {
  DecoderConfig config(json, file);
  GptLayer layer = biased_layer(config, config.text.boolean_or("enable_bias", true));
  layer.attention.rotary = false;
  constexpr std::int64_t reserved_positions = 2;  // the table's first rows stand for padding
  const std::int64_t hidden = layer.attention.hidden;
  const DecoderEnds ends{
      .positions = config.integer({"max_position_embeddings"}, bound::positions) + reserved_positions,
      .final_norm = config.text.boolean_or("do_layer_norm_before", true),
      .norm = NormKind::layer,
      .tied = config.tied(true),
      .embedding_width = config.integer_or({"word_embed_proj_dim"}, hidden, bound::width)};
  return build(config, ends, layer);
}

Result<Model> read_bloom(const Json& json, const std::string& file) {
  DecoderConfig config(json, file);
  GptLayer layer = biased_layer(config);
  layer.attention.rotary = false;
  return build(config, {.embedding_norm = true, .norm = NormKind::layer, .tied = config.tied(true)}, layer);
}

Result<Model> read_falcon(const Json& json, const std::string& file) {
  DecoderConfig config(json, file);
  GptLayer layer = biased_layer(config, config.text.boolean_or("bias", false));
  layer.attention.rotary = !config.text.boolean_or("alibi", false);
  layer.side_by_side = config.text.boolean_or("parallel_attn", true);
  if (config.text.boolean_or("new_decoder_architecture", false)) {
    layer.norms = static_cast<int>(config.integer_or({"num_ln_in_parallel_attn"}, 2, {1, 2}));
  } else {
    layer.norms = layer.side_by_side ? 1 : 2;
    layer.attention.kv_heads = config.text.boolean_or("multi_query", true) ? 1 : layer.attention.heads;
  }
  return build(config, {.norm = NormKind::layer, .tied = config.tied(true)}, layer);
}

Result<Model> read_mpt(const Json& json, const std::string& file) {
  DecoderConfig config(json, file);
  const Json& given = config.text.value("attn_config");
  const Json attention_json = given.is_null() ? Json::object() : given;
  Fields attention_fields(attention_json, file, "attn_config");
  const bool bias = !config.text.boolean_or("no_bias", true);

  GptLayer layer = biased_layer(config, bias);
  layer.norm = bias ? NormKind::layer : NormKind::layer_without_bias;
  layer.attention.rotary = attention_fields.boolean_or("rope", false);
  layer.attention.kv_heads = attention_fields.integer_or("kv_n_heads", layer.attention.heads, bound::heads);
  if (attention_fields.boolean_or("qk_ln", false)) layer.attention.query_key_norm = QueryKeyNorm::all_heads;
  const double ratio = config.text.number_or("expansion_ratio", usual_expansion, {.min = 0.01, .max = 64});
  layer.feed_forward.width = static_cast<std::int64_t>(ratio * static_cast<double>(layer.attention.hidden));

  const bool learnt = config.text.boolean_or("learned_pos_emb", true) && !attention_fields.boolean_or("alibi", false) &&
                      !layer.attention.rotary;
  const DecoderEnds ends{.positions = learnt ? config.integer({"max_seq_len"}, bound::positions) : 0,
                         .norm = layer.norm,
                         .tied = config.tied(true)};
  if (const auto error = attention_fields.error()) return tl::unexpected(*error);
  return build(config, ends, layer);
}

Result<Model> read_chatglm(const Json& json, const std::string& file) {
  DecoderConfig config(json, file);
  GptLayer layer;
  layer.norm = NormKind::rms;
  layer.attention = config.attention_part(config.integer({"kv_channels"}, bound::head_dim));
  if (config.text.boolean_or("multi_query_attention", false)) {
    layer.attention.kv_heads = config.integer({"multi_query_group_num"}, {1, layer.attention.heads});
  }
  const bool all = config.text.boolean_or("add_bias_linear", false);
  layer.attention.query_bias = all || config.text.boolean_or("add_qkv_bias", false);
  layer.attention.output_bias = all;
  layer.feed_forward = {.hidden = layer.attention.hidden, .width = config.feed_forward_width(), .bias = all};
  return build(config, {.tied = config.tied(false)}, layer);
}

}  // namespace

std::vector<ArchitectureReader> gpt_decoder_readers() {
  return {{"gpt2", read_gpt2},         {"gpt_bigcode", read_gpt_bigcode},
          {"gpt_neox", read_gpt_neox}, {"gptj", read_gptj},
          {"phi", read_phi},           {"opt", read_opt},
          {"bloom", read_bloom},       {"falcon", read_falcon},
          {"RefinedWeb", read_falcon}, {"RefinedWebModel", read_falcon},
          {"mpt", read_mpt},           {"chatglm", read_chatglm}};
}

}  // namespace hakaru
