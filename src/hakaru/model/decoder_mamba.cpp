// Decoders with Mamba2 beside attention in each layer (Falcon-H1) or in every other one (PLaMo 2).
// Source: the classes FalconH1ForCausalLM of Hugging Face's transformers and Plamo2ForCausalLM of vLLM.
#include <algorithm>

#include "hakaru/model/decoder_config.h"
#include "hakaru/model/decoder_families.h"

namespace hakaru {
namespace {

/// Falcon-H1: both read what one norm gives, and are added; a feed-forward part follows.
Result<Model> read_falcon_h1(const Json& json, const std::string& file) {
  DecoderConfig config(json, file);
  AttentionPart attending = config.attention_part();
  const std::int64_t hidden = attending.hidden;
  attending.query_bias = attending.output_bias = config.text.boolean_or("attention_bias", false);
  attending.shares_input = true;
  const std::int64_t heads = config.integer({"mamba_n_heads"}, bound::heads);
  const std::int64_t inner = config.integer_or(
      {"mamba_d_ssm"}, config.integer_or({"mamba_expand"}, 2, {1, 64}) * hidden, {1, bound::width.max});
  if (inner % heads != 0)
    config.text.refuse("mamba_n_heads", std::to_string(heads), fmt::format("a divisor of {}", inner));
  const Mamba2Part mamba{.hidden = hidden,
                         .heads = heads,
                         .head_dim = inner / heads,
                         .groups = config.integer_or({"mamba_n_groups"}, 1, bound::heads),
                         .state = config.integer({"mamba_d_state"}, bound::head_dim),
                         .kernel = config.integer_or({"mamba_d_conv"}, 4, {1, 64}),
                         .projection_bias = config.text.boolean_or("mamba_proj_bias", false),
                         .convolution_bias = config.text.boolean_or("mamba_conv_bias", true),
                         .gated_norm = config.text.boolean_or("mamba_rms_norm", false)};
  const FeedForwardPart dense{
      .hidden = hidden, .width = config.feed_forward_width(), .bias = config.text.boolean_or("mlp_bias", false)};
  const DecoderEnds ends{.tied = config.tied(false)};
  const std::int64_t layers = config.layers();
  if (const auto error = config.error()) return tl::unexpected(*error);
  return build_decoder(config, ends, layers, [&](std::int64_t) {
    Block block{.name = "decoder layer (mamba2 beside attention)"};
    block.modules.push_back(norm("input_layernorm", hidden));
    append(block.modules, mamba2(mamba));
    append(block.modules, attention(attending));
    append(block.modules, {residual(hidden), residual(hidden), norm("pre_ff_layernorm", hidden)});
    append(block.modules, feed_forward(dense));
    block.modules.push_back(residual(hidden));
    return block;
  });
}

/// PLaMo 2's Mamba: the step, B and C are projected from what the convolution gives, each behind a norm.
struct SelectiveMamba {
  std::int64_t hidden = 0;
  std::int64_t heads = 0;
  std::int64_t head_dim = 0;
  std::int64_t state = 0;
  std::int64_t kernel = 0;
};

Modules selective_mamba(const SelectiveMamba& part) {
  constexpr std::int64_t narrowest_step = 64, hidden_per_step = 16;
  const std::int64_t inner = part.heads * part.head_dim;
  const std::int64_t step = std::max(narrowest_step, part.hidden / hidden_per_step);
  return {column("in_proj", part.hidden, 2 * inner),
          row("bcdt_proj", inner, step + 2 * part.state),
          norm("dt_norm", step),
          norm("b_norm", part.state),
          norm("c_norm", part.state),
          column("dt_proj", step, part.heads),
          {"mamba2", Recurrence{.heads = part.heads,
                                .key_dim = part.state,
                                .value_dim = part.head_dim,
                                .convolution_channels = inner,
                                .convolution_kernel = part.kernel,
                                .parameters = inner * part.kernel + 3 * part.heads}},
          {"gate", Elementwise{.width_in = 2 * inner, .width_out = inner, .kept = 2 * inner, .divided = true}},
          row("out_proj", inner, part.hidden)};
}

/// Tells whether a layer is one of Mamba: all but one in `step`, which stands in its middle.
bool is_mamba(std::int64_t layer, std::int64_t step, std::int64_t layers) {
  return layers <= step / 2 ? layer != layers - 1 : layer % step != step / 2;
}

Result<Model> read_plamo2(const Json& json, const std::string& file) {
  DecoderConfig config(json, file);
  const std::int64_t head_dim = config.integer_or({"hidden_size_per_head"}, 128, bound::head_dim);
  AttentionPart attending = config.attention_part(head_dim);
  attending.query_key_norm = QueryKeyNorm::all_heads;
  const std::int64_t hidden = attending.hidden, layers = config.layers();
  const std::vector<std::int64_t> windows = config.text.value("full_attention_idx").is_array()
                                                ? config.text.integers("full_attention_idx", {0, layers - 1})
                                                : std::vector<std::int64_t>{};
  const std::int64_t window = config.optional_integer({"attention_window_size", "sliding_window"}, bound::positions);
  const bool has_mamba = config.text.boolean_or("mamba_enabled", true);
  const std::int64_t step = config.integer_or({"mamba_step"}, 2, {2, bound::layers.max});
  SelectiveMamba mamba{.hidden = hidden, .head_dim = head_dim};
  if (has_mamba) {
    mamba.heads = config.integer({"mamba_num_heads"}, bound::heads);
    mamba.state = config.integer_or({"mamba_d_state"}, 64, bound::head_dim);
    mamba.kernel = config.integer_or({"mamba_d_conv"}, 4, {1, 64});
  }
  const FeedForwardPart dense{.hidden = hidden, .width = config.feed_forward_width()};
  const DecoderEnds ends{.tied = config.tied(true)};
  if (const auto error = config.error()) return tl::unexpected(*error);
  return build_decoder(config, ends, layers, [&](std::int64_t i) {
    const bool recurs = has_mamba && is_mamba(i, step, layers);
    AttentionPart here = attending;
    if (std::find(windows.begin(), windows.end(), i) == windows.end()) here.window = window;
    Block block{.name = recurs            ? "decoder layer (mamba2)"
                        : here.window > 0 ? "decoder layer (sliding attention)"
                                          : "decoder layer (full attention)"};
    block.modules.push_back(norm("pre_mixer_norm", hidden));
    append(block.modules, recurs ? selective_mamba(mamba) : attention(here));
    append(block.modules, {norm("post_mixer_norm", hidden), residual(hidden), norm("pre_mlp_norm", hidden)});
    append(block.modules, feed_forward(dense));
    append(block.modules, {norm("post_mlp_norm", hidden), residual(hidden)});
    return block;
  });
}

}  // namespace

std::vector<ArchitectureReader> mamba_decoder_readers() {
  return {{"falcon_h1", read_falcon_h1}, {"plamo2", read_plamo2}};
}

}  // namespace hakaru
