// Gemma 4: local layers, and every few a global one with wider heads, fewer of them for keys, and values made from the
// keys. With experts, a dense feed-forward part and the experts run side by side, each with norms of its own.
// Source: the class Gemma4ForConditionalGeneration of Hugging Face's transformers. llama.cpp reports 25.23 B parameters
// for the text part of gemma-4-26B-A4B and 30.70 B for that of gemma-4-31B, as counted here.
#include "hakaru/model/decoder_config.h"
#include "hakaru/model/decoder_families.h"

namespace hakaru {
namespace {

class Gemma4 {
 public:
  Gemma4(const Json& json, const std::string& file) : config_(json, file) {}

  Result<Model> read() {
    const std::int64_t layers = config_.layers();
    refuse_small_models();
    read_attention();
    read_feed_forward();
    windows_ = config_.windows_by_type();
    if (windows_.size() != static_cast<std::size_t>(layers)) {
      config_.text.refuse("layer_types", fmt::format("of {} entries", windows_.size()), fmt::format("{}", layers));
    }
    const DecoderEnds ends{.tied = config_.tied(true)};
    if (const auto error = config_.error()) return tl::unexpected(*error);
    return build_decoder(config_, ends, layers,
                         [&](std::int64_t i) { return layer(windows_[static_cast<std::size_t>(i)]); });
  }

 private:
  /// The small ones (E2B, E4B) add embeddings per layer and share keys and values between layers, which is not read
  /// yet.
  void refuse_small_models() {
    for (const char* key : {"hidden_size_per_layer_input", "num_kv_shared_layers"}) {
      const std::int64_t value = config_.integer_or({key}, 0, {0, bound::width.max});
      if (value != 0) config_.text.refuse(key, std::to_string(value), "0");
    }
    if (config_.text.boolean_or("use_double_wide_mlp", false)) {
      config_.text.refuse("use_double_wide_mlp", "true", "false");
    }
  }

  void read_attention() {
    constexpr std::int64_t usual_head_dim = 256;
    local_ = config_.attention_part(usual_head_dim);
    local_.query_bias = local_.output_bias = config_.text.boolean_or("attention_bias", false);
    local_.query_key_norm = QueryKeyNorm::per_head;
    local_.value_norm = true;
    global_ = local_;
    const std::int64_t head_dim = config_.optional_integer({"global_head_dim"}, bound::head_dim);
    if (head_dim != 0) global_.head_dim = head_dim;
    global_.values_from_keys = config_.text.boolean_or("attention_k_eq_v", false);
    if (global_.values_from_keys) {
      global_.kv_heads = config_.integer_or({"num_global_key_value_heads"}, local_.kv_heads,
                                            {1, std::max<std::int64_t>(local_.heads, 1)});
    }
  }

  void read_feed_forward() {
    dense_ = {.hidden = local_.hidden, .width = config_.feed_forward_width()};
    has_experts_ = config_.text.boolean_or("enable_moe_block", false);
    if (!has_experts_) return;
    experts_.hidden = local_.hidden;
    experts_.experts = config_.integer({"num_experts"}, bound::experts);
    experts_.per_token = config_.integer({"top_k_experts"}, {1, std::max<std::int64_t>(experts_.experts, 1)});
    experts_.width = config_.integer({"moe_intermediate_size", "expert_intermediate_size"}, bound::width);
  }

  Block layer(std::int64_t window) const {
    const std::int64_t hidden = local_.hidden;
    AttentionPart part = window != 0 ? local_ : global_;
    part.window = window;
    Block block{.name = fmt::format("decoder layer ({} attention{})", window != 0 ? "sliding" : "full",
                                    has_experts_ ? ", experts" : "")};
    block.modules.push_back(norm("input_layernorm", hidden));
    append(block.modules, attention(part));
    append(block.modules,
           {norm("post_attention_layernorm", hidden), residual(hidden), norm("pre_feedforward_layernorm", hidden)});
    append(block.modules, feed_forward(dense_));
    if (has_experts_) append(block.modules, experts_beside(hidden));
    append(block.modules, {norm("post_feedforward_layernorm", hidden), residual(hidden)});
    return block;
  }

  Modules experts_beside(std::int64_t hidden) const {
    Modules modules{norm("post_feedforward_layernorm_1", hidden),
                    norm("pre_feedforward_layernorm_2", hidden),
                    {"router.scale", Parameters{.count = hidden + experts_.experts}}};
    append(modules, mixture_of_experts(experts_));
    append(modules, {norm("post_feedforward_layernorm_2", hidden), residual(hidden)});
    return modules;
  }

  DecoderConfig config_;
  AttentionPart local_;
  AttentionPart global_;
  FeedForwardPart dense_;
  ExpertsPart experts_;
  bool has_experts_ = false;
  std::vector<std::int64_t> windows_;
};

Result<Model> read_gemma4(const Json& json, const std::string& file) { return Gemma4(json, file).read(); }

}  // namespace

std::vector<ArchitectureReader> gemma4_decoder_readers() {
  return {{"gemma4", read_gemma4}, {"gemma4_text", read_gemma4}};
}

}  // namespace hakaru
