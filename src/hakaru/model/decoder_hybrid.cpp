// Decoders that set attention beside recurrences: Qwen3-Next and Qwen3.5 (gated delta net), Nemotron-H and Granite 4
// (Mamba2), LFM2 (short convolutions).
#include <algorithm>

#include "hakaru/model/decoder_config.h"
#include "hakaru/model/decoder_families.h"

namespace hakaru {
namespace {

DeltaNetPart read_delta_net(DecoderConfig& config) {
  return {.hidden = config.hidden(),
          .key_heads = config.integer({"linear_num_key_heads"}, bound::heads),
          .value_heads = config.integer({"linear_num_value_heads"}, bound::heads),
          .key_dim = config.integer({"linear_key_head_dim"}, bound::head_dim),
          .value_dim = config.integer({"linear_value_head_dim"}, bound::head_dim),
          .kernel = config.integer({"linear_conv_kernel_dim"}, {1, 64})};
}

/// Per layer, whether it is full attention: as layer_types says, else one in full_attention_interval.
std::vector<bool> full_attention_layers(DecoderConfig& config, std::int64_t layers) {
  constexpr std::int64_t usual_interval = 4;
  const std::vector<std::string> types = config.text.texts("layer_types");
  const std::int64_t interval = config.integer_or({"full_attention_interval"}, usual_interval, bound::layers);
  std::vector<bool> full;
  for (std::int64_t i = 0; i < layers; ++i) {
    const auto index = static_cast<std::size_t>(i);
    full.push_back(types.empty() ? (i + 1) % interval == 0 : index < types.size() && types[index] == "full_attention");
  }
  return full;
}

Result<Model> read_qwen_hybrid(const Json& json, const std::string& file) {
  DecoderConfig config(json, file);
  const std::int64_t layers = config.layers();
  constexpr std::int64_t usual_head_dim = 256;
  AttentionPart attention_part = config.attention_part(usual_head_dim);
  attention_part.output_gate = true;
  attention_part.query_key_norm = QueryKeyNorm::per_head;
  attention_part.query_bias = attention_part.output_bias = config.text.boolean_or("attention_bias", false);
  const DeltaNetPart delta_net = read_delta_net(config);
  const std::vector<bool> full = full_attention_layers(config, layers);

  const bool has_experts = config.optional_integer({"num_experts"}, {0, bound::experts.max}) != 0;
  std::vector<bool> sparse(full.size(), false);
  ExpertsPart experts;
  FeedForwardPart dense{.hidden = attention_part.hidden};
  if (has_experts) {
    sparse = config.expert_layers();
    experts = config.experts_part();
    experts.shared_gate = true;
  }
  if (std::find(sparse.begin(), sparse.end(), false) != sparse.end()) dense.width = config.feed_forward_width();
  const DecoderEnds ends{.tied = config.tied(false)};
  if (const auto error = config.error()) return tl::unexpected(*error);

  return build_decoder(config, ends, layers, [&](std::int64_t i) {
    const auto index = static_cast<std::size_t>(i);
    Block block{.name = fmt::format("decoder layer ({}, {})", full[index] ? "full attention" : "gated delta net",
                                    sparse[index] ? "experts" : "dense")};
    block.modules.push_back(norm("input_layernorm", attention_part.hidden));
    append(block.modules, full[index] ? attention(attention_part) : gated_delta_net(delta_net));
    block.modules.push_back(residual(attention_part.hidden));
    block.modules.push_back(norm("post_attention_layernorm", attention_part.hidden));
    append(block.modules, sparse[index] ? mixture_of_experts(experts) : feed_forward(dense));
    block.modules.push_back(residual(attention_part.hidden));
    return block;
  });
}

/// Nemotron-H: every layer is one thing: M Mamba2, * attention, - feed-forward, E experts.
class NemotronHybrid {
 public:
  NemotronHybrid(const Json& json, const std::string& file) : config_(json, file) {}

  Result<Model> read() {
    hidden_ = config_.hidden();
    const std::string pattern = read_pattern();
    if (pattern.find('M') != std::string::npos) read_mamba();
    if (pattern.find('*') != std::string::npos) {
      attention_ = config_.attention_part();
      attention_.query_bias = attention_.output_bias = config_.text.boolean_or("attention_bias", false);
      attention_.rotary = false;
    }
    if (pattern.find('-') != std::string::npos) {
      dense_ = {.hidden = hidden_,
                .width = config_.feed_forward_width(),
                .gated = false,
                .bias = config_.text.boolean_or("mlp_bias", false)};
    }
    if (pattern.find('E') != std::string::npos) read_experts();
    const DecoderEnds ends{.tied = config_.tied(false)};
    if (const auto error = config_.error()) return tl::unexpected(*error);
    return build_decoder(config_, ends, static_cast<std::int64_t>(pattern.size()),
                         [&](std::int64_t i) { return layer(pattern[static_cast<std::size_t>(i)]); });
  }

 private:
  std::string read_pattern() {
    const std::map<std::string, char> letters{{"mamba", 'M'}, {"attention", '*'}, {"mlp", '-'}, {"moe", 'E'}};
    std::string pattern = config_.text.text_or("hybrid_override_pattern", "");
    for (const std::string& type : config_.text.texts("layers_block_type")) {
      const auto letter = letters.find(type);
      if (letter == letters.end()) {
        config_.text.refuse("layers_block_type", "'" + type + "'", "mamba, attention, mlp, moe");
      } else {
        pattern += letter->second;
      }
    }
    const std::string_view key = config_.first_of({"hybrid_override_pattern", "layers_block_type"});
    if (pattern.empty() || pattern.size() > static_cast<std::size_t>(bound::layers.max)) {
      config_.text.refuse(key, fmt::format("of {} layers", pattern.size()), fmt::format("1 … {}", bound::layers.max));
    } else if (pattern.find_first_not_of("M*-E") != std::string::npos) {
      config_.text.refuse(key, "'" + pattern + "'", "letters M * - E");
    }
    return pattern;
  }

  void read_mamba() {
    mamba_ = {.hidden = hidden_,
              .heads = config_.integer({"mamba_num_heads"}, bound::heads),
              .head_dim = config_.integer({"mamba_head_dim"}, bound::head_dim),
              .groups = config_.integer({"n_groups"}, bound::heads),
              .state = config_.integer({"ssm_state_size"}, bound::head_dim),
              .kernel = config_.integer({"conv_kernel"}, {1, 64}),
              .projection_bias = config_.text.boolean_or("mamba_proj_bias", config_.text.boolean_or("use_bias", false)),
              .convolution_bias = config_.text.boolean_or("use_conv_bias", true)};
  }

  void read_experts() {
    experts_ = config_.experts_part();
    experts_.gated = false;
    experts_.correction_bias = true;
    experts_.latent = config_.optional_integer({"moe_latent_size"}, bound::width);
    experts_.shared_width = config_.optional_integer({"n_shared_experts"}, {0, 64}) *
                            config_.integer({"moe_shared_expert_intermediate_size"}, bound::width);
  }

  Block layer(char letter) const {
    Block block;
    block.modules.push_back(norm("norm", hidden_));
    switch (letter) {
      case 'M':
        block.name = "decoder layer (mamba2)";
        append(block.modules, mamba2(mamba_));
        break;
      case '*':
        block.name = "decoder layer (attention)";
        append(block.modules, attention(attention_));
        break;
      case '-':
        block.name = "decoder layer (feed-forward)";
        append(block.modules, feed_forward(dense_));
        break;
      default:
        block.name = "decoder layer (experts)";
        append(block.modules, mixture_of_experts(experts_));
    }
    block.modules.push_back(residual(hidden_));
    return block;
  }

  DecoderConfig config_;
  std::int64_t hidden_ = 0;
  Mamba2Part mamba_;
  AttentionPart attention_;
  FeedForwardPart dense_;
  ExpertsPart experts_;
};

Result<Model> read_nemotron_hybrid(const Json& json, const std::string& file) {
  return NemotronHybrid(json, file).read();
}

/// LFM2: gated short convolutions, and attention in some layers; each with a gated feed-forward part.
class ConvolvingHybrid {
 public:
  ConvolvingHybrid(const Json& json, const std::string& file) : config_(json, file) {}

  Result<Model> read() {
    attention_ = config_.attention_part();
    attention_.query_key_norm = QueryKeyNorm::per_head;
    const std::int64_t layers = config_.layers();
    kernel_ = config_.integer_or({"conv_L_cache"}, 3, {1, 64});
    bias_ = config_.text.boolean_or("conv_bias", false);
    dense_ = {.hidden = attention_.hidden, .width = feed_forward_width()};
    std::vector<bool> attends(static_cast<std::size_t>(layers));
    const std::vector<std::string> types = config_.text.texts("layer_types");
    for (std::size_t i = 0; i < std::min(types.size(), attends.size()); ++i) attends[i] = types[i] == "full_attention";
    for (const std::int64_t i : config_.text.integers("full_attn_idxs", {0, layers - 1}))
      attends[static_cast<std::size_t>(i)] = true;
    const DecoderEnds ends{.tied = config_.tied(config_.text.boolean_or("tie_embedding", true))};
    if (const auto error = config_.error()) return tl::unexpected(*error);
    return build_decoder(config_, ends, layers,
                         [&](std::int64_t i) { return layer(attends[static_cast<std::size_t>(i)]); });
  }

 private:
  /// Two thirds of what is written, times a factor, rounded up, where it says so (as Llama's code does).
  std::int64_t feed_forward_width() {
    const std::int64_t stated = config_.integer({"block_ff_dim", "intermediate_size"}, bound::width);
    if (!config_.text.boolean_or("block_auto_adjust_ff_dim", true)) return stated;
    const double factor = config_.text.number_or("block_ffn_dim_multiplier", 1, {.min = 0.01, .max = 100});
    const std::int64_t rounding = config_.integer_or({"block_multiple_of"}, 256, bound::width);
    const auto width = static_cast<std::int64_t>(factor * static_cast<double>(2 * stated / 3));
    return (width + rounding - 1) / rounding * rounding;
  }

  Block layer(bool attends) const {
    const std::int64_t hidden = attention_.hidden;
    Block block{.name = attends ? "decoder layer (attention)" : "decoder layer (convolution)"};
    block.modules.push_back(norm("operator_norm", hidden));
    if (attends) {
      append(block.modules, attention(attention_));
    } else {
      append(block.modules, {column("in_proj", hidden, 3 * hidden, bias_),
                             {"short_convolution", Recurrence{.heads = attention_.heads,
                                                              .convolution_channels = hidden,
                                                              .convolution_kernel = kernel_,
                                                              .parameters = hidden * (kernel_ + (bias_ ? 1 : 0))}},
                             row("out_proj", hidden, hidden, bias_)});
    }
    block.modules.push_back(residual(hidden));
    block.modules.push_back(norm("ffn_norm", hidden));
    append(block.modules, feed_forward(dense_));
    block.modules.push_back(residual(hidden));
    return block;
  }

  DecoderConfig config_;
  AttentionPart attention_;
  FeedForwardPart dense_;
  std::int64_t kernel_ = 0;
  bool bias_ = false;
};

Result<Model> read_convolving_hybrid(const Json& json, const std::string& file) {
  return ConvolvingHybrid(json, file).read();
}

/// Granite 4: Mamba2 or attention, then a shared feed-forward part, with routed experts beside it where there are some.
Result<Model> read_granite_hybrid(const Json& json, const std::string& file) {
  DecoderConfig config(json, file);
  AttentionPart attention_part = config.attention_part();
  attention_part.query_bias = attention_part.output_bias = config.text.boolean_or("attention_bias", false);
  const std::int64_t hidden = attention_part.hidden, layers = config.layers();
  const std::vector<std::string> types = config.text.texts("layer_types");
  if (types.size() != static_cast<std::size_t>(layers))
    config.text.refuse("layer_types", fmt::format("of {} entries", types.size()), fmt::format("{}", layers));
  const bool any_mamba = std::find(types.begin(), types.end(), "mamba") != types.end();
  Mamba2Part mamba{.hidden = hidden};
  if (any_mamba) {
    mamba.heads = config.integer({"mamba_n_heads"}, bound::heads);
    const Json& said = config.text.value("mamba_d_head");
    mamba.head_dim = said.is_null() || said == "auto"
                         ? config.integer_or({"mamba_expand"}, 2, {1, 64}) * hidden / mamba.heads
                         : config.integer({"mamba_d_head"}, bound::head_dim);
    mamba.groups = config.integer_or({"mamba_n_groups"}, 1, bound::heads);
    mamba.state = config.integer({"mamba_d_state"}, bound::head_dim);
    mamba.kernel = config.integer_or({"mamba_d_conv"}, 4, {1, 64});
    mamba.projection_bias = config.text.boolean_or("mamba_proj_bias", false);
    mamba.convolution_bias = config.text.boolean_or("mamba_conv_bias", true);
  }
  const std::int64_t shared = config.integer({"shared_intermediate_size"}, bound::width);
  const bool routed = config.integer_or({"num_local_experts"}, 0, {0, bound::experts.max}) > 0;
  ExpertsPart experts;
  if (routed) experts = config.experts_part();
  experts.shared_width = shared;
  const DecoderEnds ends{.tied = config.tied(true)};
  if (const auto error = config.error()) return tl::unexpected(*error);
  return build_decoder(config, ends, layers, [&](std::int64_t i) {
    const bool is_mamba = types[static_cast<std::size_t>(i)] == "mamba";
    Block block{.name = is_mamba ? "decoder layer (mamba2)" : "decoder layer (attention)"};
    block.modules.push_back(norm("input_layernorm", hidden));
    append(block.modules, is_mamba ? mamba2(mamba) : attention(attention_part));
    block.modules.push_back(residual(hidden));
    block.modules.push_back(norm("post_attention_layernorm", hidden));
    append(block.modules,
           routed ? mixture_of_experts(experts) : feed_forward({.hidden = hidden, .width = shared}, "shared_mlp."));
    block.modules.push_back(residual(hidden));
    return block;
  });
}

}  // namespace

std::vector<ArchitectureReader> hybrid_decoder_readers() {
  std::vector<ArchitectureReader> readers{{"nemotron_h", read_nemotron_hybrid},
                                          {"lfm2", read_convolving_hybrid},
                                          {"granitemoehybrid", read_granite_hybrid}};
  for (const char* name : {"qwen3_next", "qwen3_5", "qwen3_5_text", "qwen3_5_moe", "qwen3_5_moe_text"}) {
    readers.push_back({name, read_qwen_hybrid});
  }
  return readers;
}

}  // namespace hakaru
