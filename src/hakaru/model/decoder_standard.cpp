#include <algorithm>

#include "hakaru/model/decoder_config.h"
#include "hakaru/model/decoder_families.h"
#include "hakaru/model/decoder_traits.h"

namespace hakaru {
namespace {

/// Reads one description by the traits of its architecture.
class StandardDecoder {
 public:
  StandardDecoder(const Json& config, const std::string& file, const DecoderTraits& traits)
      : config_(config, file), traits_(traits) {}

  Result<Model> read() {
    const std::int64_t layers = config_.layers();
    read_attention();
    read_windows(layers);
    read_feed_forward();
    const DecoderEnds ends{
        .norm = traits_.norm,
        .tied = config_.tied(traits_.tied),
        .head_bias = traits_.head_bias_by_key && config_.text.boolean_or("lm_head_bias", false),
    };
    if (const auto error = config_.error()) return tl::unexpected(*error);
    return build_decoder(config_, ends, layers, [this](std::int64_t i) { return layer(static_cast<std::size_t>(i)); });
  }

 private:
  void read_attention() {
    using Bias = DecoderTraits::Bias;
    attention_ = config_.attention_part(traits_.head_dim);
    const bool by_key = traits_.attention_bias == Bias::by_key || traits_.attention_bias == Bias::by_key_not_output;
    const bool bias = by_key && config_.text.boolean_or(traits_.bias_key, traits_.attention_bias_usual);
    attention_.query_bias = bias || traits_.attention_bias == Bias::qkv;
    attention_.output_bias = bias && traits_.attention_bias == Bias::by_key;
    attention_.sinks = traits_.sinks;
    attention_.query_key_norm = traits_.query_key_norm;
    if (const std::string_view sharing = traits_.heads_per_key_head; !sharing.empty()) {
      const std::int64_t sharers = config_.text.integer(sharing, {1, attention_.heads});
      attention_.kv_heads = (attention_.heads + sharers - 1) / sharers;
    }
    const std::string_view key = traits_.query_key_norm_key;
    if (!key.empty() && !config_.text.boolean_or(key, false)) attention_.query_key_norm = QueryKeyNorm::none;
  }

  void read_windows(std::int64_t layers) {
    using Window = DecoderTraits::Window;
    const Json& listed = config_.text.value("sliding_window");
    if (listed.is_array()) {
      for (const Json& window : listed) windows_.push_back(window.is_number_integer() ? window.get<std::int64_t>() : 0);
      if (windows_.size() != static_cast<std::size_t>(layers))
        config_.text.refuse("sliding_window", fmt::format("of {} entries", windows_.size()), fmt::format("{}", layers));
      return;
    }
    windows_ = config_.windows_by_type();
    if (!config_.text.has("layer_types")) windows_.assign(static_cast<std::size_t>(layers), 0);
    if (windows_.size() != static_cast<std::size_t>(layers)) {
      config_.text.refuse("layer_types", fmt::format("of {} entries", windows_.size()), fmt::format("{}", layers));
      windows_.assign(static_cast<std::size_t>(layers), 0);
    }
    const bool used = traits_.window == Window::always || traits_.window == Window::periodic ||
                      (traits_.window == Window::when_used && config_.text.boolean_or("use_sliding_window", false));
    if (!used || config_.text.has("layer_types")) return;
    const std::int64_t window = config_.optional_integer({traits_.window_key}, bound::positions);
    const std::int64_t full_every = period();
    const std::int64_t first =
        traits_.window == Window::when_used ? config_.integer_or({"max_window_layers"}, 0, {0, bound::layers.max}) : 0;
    for (std::int64_t i = first; i < layers; ++i) {
      if (full_every == 0 || (i + 1) % full_every != 0) windows_[static_cast<std::size_t>(i)] = window;
    }
  }

  /// Every how many layers one attends to all tokens; 0: none does. EXAONE writes the pattern out: "LLLG".
  std::int64_t period() {
    if (traits_.window != DecoderTraits::Window::periodic) return 0;
    const Json& pattern = config_.text.value("sliding_window_pattern");
    if (pattern.is_string()) {
      const std::string letters = pattern.get<std::string>();
      if (letters.empty() || letters.find_first_not_of("LG") != std::string::npos)
        config_.text.refuse("sliding_window_pattern", "'" + letters + "'",
                            "a number of layers, or letters such as LLLG");
      return static_cast<std::int64_t>(letters.size());
    }
    return config_.integer_or({"sliding_window_pattern"}, traits_.full_every, bound::layers);
  }

  void read_feed_forward() {
    const bool has_experts = traits_.experts == DecoderTraits::Experts::routed;
    sparse_ =
        has_experts ? config_.expert_layers() : std::vector<bool>(static_cast<std::size_t>(config_.layers()), false);
    const bool any_dense = std::find(sparse_.begin(), sparse_.end(), false) != sparse_.end();
    const bool any_sparse = std::find(sparse_.begin(), sparse_.end(), true) != sparse_.end();
    if (any_dense) {
      dense_.hidden = attention_.hidden;
      constexpr std::int64_t rounding = 256;
      const std::int64_t usual = (8 * attention_.hidden / 3 + rounding - 1) / rounding * rounding;
      dense_.width = traits_.dense_width_key.empty() ? config_.feed_forward_width(traits_.eight_thirds_wide ? usual : 0)
                                                     : config_.text.integer(traits_.dense_width_key, bound::width);
      dense_.gated = traits_.gated;
      const std::string_view key = traits_.bias_key == "use_bias" ? traits_.bias_key : "mlp_bias";
      dense_.bias = traits_.feed_forward_bias && config_.text.boolean_or(key, traits_.attention_bias_usual);
      dense_.shares_input = traits_.norms == DecoderTraits::Norms::one_for_both;
    }
    if (any_sparse) {
      experts_ = config_.experts_part();
      experts_.gated = traits_.gated;
      experts_.bias = experts_.router_bias = traits_.expert_bias;
      experts_.correction_bias = traits_.correction_bias && config_.text.boolean_or(traits_.correction_bias_key, true);
      experts_.shared_gate = traits_.shared_expert_gate;
      if (traits_.shared_experts != 0) experts_.shared_width = traits_.shared_experts * experts_.width;
    }
  }

  Block layer(std::size_t i) const {
    using Norms = DecoderTraits::Norms;
    AttentionPart attention_here = attention_;
    attention_here.window = windows_[i];
    const std::int64_t hidden = attention_.hidden;
    const bool before = traits_.norms != Norms::after;
    const bool after = traits_.norms == Norms::after || traits_.norms == Norms::around;
    const bool side_by_side = traits_.norms == Norms::one_for_both;

    Block block{.name = fmt::format("decoder layer ({} attention, {})", windows_[i] != 0 ? "sliding" : "full",
                                    sparse_[i] ? "experts" : "dense")};
    if (before) block.modules.push_back(norm("input_layernorm", hidden, traits_.norm));
    append(block.modules, attention(attention_here));
    if (after) block.modules.push_back(norm("post_attention_layernorm", hidden, traits_.norm));
    if (!side_by_side) block.modules.push_back(residual(hidden));
    if (before && !side_by_side) block.modules.push_back(norm("pre_feedforward_layernorm", hidden, traits_.norm));
    append(block.modules, sparse_[i] ? mixture_of_experts(experts_) : feed_forward(dense_));
    if (const std::int64_t learnt = traits_.activation_parameters; learnt != 0)
      block.modules.push_back({"act_fn", Parameters{.count = learnt}});
    if (after) block.modules.push_back(norm("post_feedforward_layernorm", hidden, traits_.norm));
    block.modules.push_back(residual(hidden));
    return block;
  }

  DecoderConfig config_;
  const DecoderTraits& traits_;
  AttentionPart attention_;
  std::vector<std::int64_t> windows_;
  std::vector<bool> sparse_;
  FeedForwardPart dense_;
  ExpertsPart experts_;
};

Result<Model> read_standard(const Json& config, const std::string& file) {
  Fields fields(config, file);
  const std::string architecture = fields.text_or("model_type", "");
  const auto& rows = decoder_traits();
  const auto traits_of = [&](const std::string& name) {
    return std::find_if(rows.begin(), rows.end(), [&](const DecoderTraits& row) { return row.architecture == name; });
  };
  auto traits = traits_of(architecture);
  if (traits == rows.end()) traits = traits_of(DecoderConfig(config, file).text.text_or("model_type", ""));
  if (traits == rows.end()) return bad_input("{}: architecture '{}' is not known", file, architecture);
  return StandardDecoder(config, file, *traits).read();
}

}  // namespace

std::vector<ArchitectureReader> standard_decoder_readers() {
  std::vector<ArchitectureReader> readers;
  for (const DecoderTraits& row : decoder_traits()) readers.push_back({std::string(row.architecture), read_standard});
  for (const char* around_one : {"internvl_chat", "internvl"}) readers.push_back({around_one, read_standard});
  return readers;
}

}  // namespace hakaru
