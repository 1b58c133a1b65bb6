// Diffusion transformers: FLUX.1, Stable Diffusion 3 and HunyuanDiT.
//
// In FLUX and Stable Diffusion 3 (MMDiT, Esser et al. 2024, arXiv 2403.03206 §4) text and picture are two streams with
// weights of their own and one attention over both. The streams' layers have equal widths, so a joint block is written
// as one stream over all tokens, which gives its work exactly, and the text stream's own weights are added as
// parameters.
#include <utility>

#include "hakaru/model/architectures.h"
#include "hakaru/model/diffusion_parts.h"
#include "hakaru/model/picture_parts.h"

namespace hakaru {
namespace {

std::int64_t count(const Modules& modules) {
  std::int64_t total = 0;
  for (const Module& module : modules) total += parameters_of(module);
  return total;
}

AttentionWidths transformer_widths(Fields& config) {
  AttentionWidths widths;
  widths.heads = width_in(config, "num_attention_heads");
  widths.head_dim = width_in(config, "attention_head_dim");
  widths.hidden = widths.heads * widths.head_dim;
  if (widths.hidden > widest) {
    config.refuse("attention_head_dim", std::to_string(widths.head_dim), "heads of at most 1048576 values together");
    widths.hidden = widths.heads = widths.head_dim = 1;
  }
  return widths;
}

Modules joint_attention(const AttentionWidths& widths) {
  Modules modules{plain_norm("attention_norm", widths.hidden)};
  add_self_attention(modules, widths);
  modules.push_back(residual(widths.hidden));
  return modules;
}

Modules feed_forward(std::int64_t hidden) {
  Modules modules{plain_norm("feed_forward_norm", hidden)};
  add_feed_forward(modules, hidden, 4 * hidden);
  modules.push_back(residual(hidden));
  return modules;
}

/// A block in which both streams do everything.
Block joint_block(const AttentionWidths& widths, const Stream& tokens) {
  const std::int64_t hidden = widths.hidden;
  Modules shared = joint_attention(widths);
  append(shared, feed_forward(hidden));
  const std::int64_t own = count(shared);
  Modules modules{item_linear("modulation", hidden, 6 * hidden), item_linear("text_modulation", hidden, 6 * hidden)};
  append(modules, std::move(shared));
  modules.push_back(own_parameters("text stream", own));
  return {.name = "joint block", .stream = tokens, .modules = std::move(modules)};
}

/// The last block of Stable Diffusion 3 leaves out what the text stream would do after the attention.
void add_last_joint_block(Model& model, const AttentionWidths& widths, const Stream& all, const Stream& picture) {
  const std::int64_t hidden = widths.hidden;
  Modules last{item_linear("modulation", hidden, 6 * hidden), item_linear("text_modulation", hidden, 2 * hidden),
               plain_norm("attention_norm", hidden)};
  Modules attention;
  add_self_attention(attention, widths);
  Module output = attention.back();
  attention.pop_back();
  last.push_back(own_parameters("text stream", count(attention)));
  append(last, std::move(attention));
  add_layers(model, {.name = "last joint attention", .stream = all, .modules = std::move(last)}, 1);
  Block rest{.name = "last feed-forward", .stream = picture, .modules = {std::move(output), residual(hidden)}};
  append(rest.modules, feed_forward(hidden));
  model.after.push_back(std::move(rest));
}

/// FLUX's single blocks: attention and feed-forward side by side, joined by one output layer.
Block parallel_block(const AttentionWidths& widths, const Stream& tokens) {
  const std::int64_t hidden = widths.hidden;
  Modules modules{item_linear("modulation", hidden, 3 * hidden), plain_norm("norm", hidden)};
  add_self_attention(modules, widths);
  modules.pop_back();  // the output layer takes both parts
  modules.push_back(linear("proj_mlp", hidden, 4 * hidden, true, Split::column));
  std::get<Linear>(modules.back().kind).shares_input = true;  // with q_proj
  modules.push_back(activation("activation", 4 * hidden));
  modules.push_back(linear("proj_out", 5 * hidden, hidden, true, Split::row));
  modules.push_back(residual(hidden));
  return {.name = "single block", .stream = tokens, .modules = std::move(modules)};
}

Block picture_output(const Stream& picture, std::int64_t hidden, std::int64_t values) {
  return {.name = "output",
          .stream = picture,
          .modules = {item_linear("norm_out_modulation", hidden, 2 * hidden), plain_norm("norm_out", hidden),
                      linear("proj_out", hidden, values)}};
}

Model transformer_model(Fields& config, const AttentionWidths& widths, std::int64_t picture_size) {
  Model model;
  model.family = Family::diffusion;
  model.hidden = widths.hidden;
  model.heads = model.kv_heads = widths.heads;
  model.default_image_size = config.integer_or("image_size", picture_size, {.min = 1, .max = 1 << 15});
  return model;
}

Stream text_stream(std::int64_t tokens) { return {.kind = Stream::Kind::fixed, .tokens = tokens}; }

std::int64_t text_tokens_in(Fields& config, std::int64_t otherwise) {
  return config.integer_or("text_tokens", otherwise, {.min = 1, .max = longest_table});
}

}  // namespace

/// FLUX.1 (Black Forest Labs 2024): latents in patches of 2 × 2, so that one token is 16 × 16 pixels.
Result<Model> read_flux(const Json& json, const std::string& file) {
  Fields config(json, file);
  AttentionWidths widths = transformer_widths(config);
  widths.head_norm = HeadNorm::rms;
  const std::int64_t hidden = widths.hidden;
  const std::int64_t channels = width_in(config, "in_channels");
  const bool distilled_guidance = config.boolean_or("guidance_embeds", false);
  // Defaults of diffusers' FluxPipeline for FLUX.1-dev, and of FLUX.1-schnell's model card, which has no guidance.
  const std::int64_t text = text_tokens_in(config, distilled_guidance ? 512 : 256);
  Model model = transformer_model(config, widths, 1024);
  set_sampling(model, config, {.steps = distilled_guidance ? 28 : 4, .guided = false});

  const Stream picture = picture_stream(2 * latent_downsample);
  const Stream all = picture_stream(2 * latent_downsample, text);
  Block embedding{.name = "picture embedding", .stream = picture, .modules = {linear("x_embedder", channels, hidden)}};
  add_vector_embedding(embedding.modules, "time_embedder", time_sines, hidden);
  if (distilled_guidance) add_vector_embedding(embedding.modules, "guidance_embedder", time_sines, hidden);
  add_vector_embedding(embedding.modules, "text_embedder", width_in(config, "pooled_projection_dim"), hidden);
  model.before.push_back(std::move(embedding));
  model.before.push_back({.name = "text embedding",
                          .stream = text_stream(text),
                          .modules = {linear("context_embedder", width_in(config, "joint_attention_dim"), hidden)}});
  add_layers(model, joint_block(widths, all), layers_in(config, "num_layers"));
  add_layers(model, parallel_block(widths, all), layers_in(config, "num_single_layers"));
  model.after.push_back(picture_output(picture, hidden, channels));
  return finished(std::move(model), config);
}

/// Stable Diffusion 3: latents in patches, text from CLIP and T5.
Result<Model> read_stable_diffusion_3(const Json& json, const std::string& file) {
  Fields config(json, file);
  AttentionWidths widths = transformer_widths(config);
  if (config.has("qk_norm")) widths.head_norm = HeadNorm::rms;
  if (!config.integers("dual_attention_layers", {}).empty()) {
    config.refuse("dual_attention_layers", "not empty", "none: blocks with two attentions are not known");
  }
  const std::int64_t hidden = widths.hidden;
  const std::int64_t patch = config.integer_or("patch_size", 2, {.min = 1, .max = 64});
  const std::int64_t channels = width_in(config, "in_channels");
  const std::int64_t out = config.integer_or("out_channels", channels, {.min = 1, .max = widest});
  const std::int64_t size = config.integer_or("sample_size", 128, {.min = 1, .max = 4096}) * latent_downsample;
  const std::int64_t text = text_tokens_in(config, 77 + 256);  // CLIP's and T5's tokens, diffusers' default
  Model model = transformer_model(config, widths, size);
  set_sampling(model, config, {.steps = 28, .guided = true});

  const double pixels = static_cast<double>(patch * latent_downsample);
  const Stream picture = picture_stream(pixels);
  const Stream all = picture_stream(pixels, text);
  Block embedding{.name = "picture embedding",
                  .stream = picture,
                  .modules = {linear("pos_embed", channels * patch * patch, hidden)}};
  add_vector_embedding(embedding.modules, "time_embedder", time_sines, hidden);
  add_vector_embedding(embedding.modules, "text_embedder", width_in(config, "pooled_projection_dim"), hidden);
  model.before.push_back(std::move(embedding));
  model.before.push_back({.name = "text embedding",
                          .stream = text_stream(text),
                          .modules = {linear("context_embedder", width_in(config, "joint_attention_dim"), hidden)}});

  const std::int64_t layers = layers_in(config, "num_layers");
  if (layers > 1) add_layers(model, joint_block(widths, all), layers - 1);
  add_last_joint_block(model, widths, all, picture);
  model.after.push_back(picture_output(picture, hidden, out * patch * patch));
  return finished(std::move(model), config);
}

namespace {

struct HunyuanWidths {
  AttentionWidths attention;
  std::int64_t inner = 0;
  std::int64_t clip = 0, t5 = 0;  ///< widths of the two text encoders
  std::int64_t text = 0;          ///< tokens of both together
  std::int64_t t5_tokens = 0;
};

/// HunyuanDiT's block (Li et al. 2024, arXiv 2405.08748 §2.1); those of the later half join an earlier one's output.
Block hunyuan_block(const HunyuanWidths& widths, const Stream& picture, bool joins) {
  const std::int64_t hidden = widths.attention.hidden;
  Modules modules;
  if (joins) {
    modules.push_back(elementwise("concatenate", 2 * hidden, 2 * hidden));
    modules.push_back(layer_norm("skip_norm", 2 * hidden));
    modules.push_back(linear("skip_linear", 2 * hidden, hidden));
  }
  modules.push_back(item_linear("modulation", hidden, hidden));
  append(modules, encoder_layer(widths.attention, widths.inner));
  modules.push_back(layer_norm("cross_attention_norm", hidden));
  add_cross_attention(modules, widths.attention, widths.text);
  modules.push_back(residual(hidden));
  return {.name = joins ? "block with skip" : "block", .stream = picture, .modules = std::move(modules)};
}

/// Time step, pooled T5 text, picture size and style become one vector.
Block hunyuan_condition(Fields& config, const HunyuanWidths& widths) {
  const std::int64_t hidden = widths.attention.hidden;
  const std::int64_t pooled = width_in(config, "pooled_projection_dim");
  const bool styled = config.boolean_or("use_style_cond_and_image_meta_size", true);
  constexpr std::int64_t size_values = 6;  // original and target size and crop, each with its own sines
  Block block{.name = "text embedding", .stream = text_stream(widths.t5_tokens), .modules = {}};
  block.modules = {linear("text_projection_1", widths.t5, 4 * widths.t5),
                   activation("activation", 4 * widths.t5),
                   linear("text_projection_2", 4 * widths.t5, widths.clip),
                   own_parameters("text_padding", widths.text * widths.clip),
                   own_parameters("pool_positions", (widths.t5_tokens + 1) * widths.t5),
                   item_linear("pool_q", widths.t5, widths.t5),
                   linear("pool_k", widths.t5, widths.t5),
                   linear("pool_v", widths.t5, widths.t5),
                   item_linear("pool_output", widths.t5, pooled)};
  add_vector_embedding(block.modules, "time_embedder", time_sines, hidden);
  const std::int64_t extra = pooled + (styled ? size_values * time_sines + hidden : 0);
  if (styled) block.modules.push_back(own_parameters("style_embedding", hidden));
  block.modules.push_back(item_linear("extra_embedder_1", extra, 4 * hidden));
  block.modules.push_back(item_linear("extra_embedder_2", 4 * hidden, hidden));
  return block;
}

}  // namespace

Result<Model> read_hunyuan_dit(const Json& json, const std::string& file) {
  Fields config(json, file);
  HunyuanWidths widths;
  widths.attention = transformer_widths(config);
  widths.attention.head_norm = HeadNorm::layer;
  const std::int64_t hidden = widths.attention.hidden;
  const double ratio = config.number_or("mlp_ratio", 4, {.min = 0.01, .max = 1000});
  widths.inner = static_cast<std::int64_t>(static_cast<double>(hidden) * ratio);
  widths.clip = width_in(config, "cross_attention_dim");
  widths.t5 = width_in(config, "cross_attention_dim_t5");
  widths.t5_tokens = config.integer_or("text_len_t5", 256, {.min = 1, .max = longest_table});
  widths.text = config.integer_or("text_len", 77, {.min = 1, .max = longest_table}) + widths.t5_tokens;
  const std::int64_t patch = config.integer_or("patch_size", 2, {.min = 1, .max = 64});
  const std::int64_t channels = width_in(config, "in_channels");
  const std::int64_t out = channels * (config.boolean_or("learn_sigma", true) ? 2 : 1);
  const std::int64_t layers = layers_in(config, "num_layers");
  const std::int64_t size = config.integer_or("sample_size", 128, {.min = 1, .max = 4096}) * latent_downsample;
  Model model = transformer_model(config, widths.attention, size);
  set_sampling(model, config, {.steps = 50, .guided = true});

  const Stream picture = picture_stream(static_cast<double>(patch * latent_downsample));
  model.before.push_back(hunyuan_condition(config, widths));
  Block keys{.name = "text keys and values", .stream = text_stream(widths.text), .modules = {}};
  add_cross_keys_and_values(keys.modules, widths.attention, widths.clip);
  keys.repeat = layers;
  model.before.push_back(std::move(keys));
  model.before.push_back({.name = "picture embedding",
                          .stream = picture,
                          .modules = {linear("pos_embed", channels * patch * patch, hidden)}});
  const std::int64_t joining = layers - layers / 2 - 1;
  add_layers(model, hunyuan_block(widths, picture, false), layers - joining);
  if (joining > 0) add_layers(model, hunyuan_block(widths, picture, true), joining);
  model.after.push_back(picture_output(picture, hidden, out * patch * patch));
  return finished(std::move(model), config);
}

}  // namespace hakaru
