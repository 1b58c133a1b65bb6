// Kimi K3: delta attention with a gate for each channel (arXiv 2510.26692) in most layers, latent attention without
// positions in the others; experts in a narrower width; each part reads a mix of what earlier blocks of layers gave.
// Source: the class KimiLinearModel of vLLM (vllm/models/kimi_k3). 2.78 T parameters are published; its files have
// 1,560,936,091,448 bytes, those counted here with 98 MB of headers and of values in fp32.
#include <algorithm>

#include "hakaru/model/decoder_config.h"
#include "hakaru/model/decoder_families.h"
#include "hakaru/model/heads.h"

namespace hakaru {
namespace {

struct DeltaAttention {
  std::int64_t hidden = 0;
  std::int64_t heads = 0;
  std::int64_t head_dim = 0;
  std::int64_t kernel = 0;
};

/// Its decay has a value for each channel, from a product in the width of one head; its gate is as wide as all of them.
Modules delta_attention(const DeltaAttention& part) {
  const std::int64_t width = part.heads * part.head_dim;
  const auto of_all_heads = [&](Module module) { return of_heads(std::move(module), part.heads); };
  return {of_all_heads(column("q_proj", part.hidden, width)),
          of_all_heads(shared_input(column("k_proj", part.hidden, width))),
          of_all_heads(shared_input(column("v_proj", part.hidden, width))),
          of_all_heads(shared_input(column("g_proj", part.hidden, width))),
          shared_input(whole("f_a_proj", part.hidden, part.head_dim)),
          of_all_heads(column("f_b_proj", part.head_dim, width)),
          of_all_heads(shared_input(column("b_proj", part.hidden, part.heads))),
          {"delta_attention", Recurrence{.heads = part.heads,
                                         .key_dim = part.head_dim,
                                         .value_dim = part.head_dim,
                                         .convolution_channels = 3 * width,
                                         .convolution_kernel = part.kernel,
                                         .parameters = 3 * width * part.kernel + part.heads + width}},
          {"o_norm", Norm{.width = width, .parameter_width = part.head_dim, .divided = true}},
          {"gate", Elementwise{.width_in = 2 * width, .width_out = width, .kept = 2 * width, .divided = true}},
          of_all_heads(row("o_proj", width, part.hidden))};
}

class KimiDecoder {
 public:
  KimiDecoder(const Json& json, const std::string& file) : config_(json, file) {}

  Result<Model> read() {
    const std::int64_t layers = config_.layers();
    hidden_ = config_.hidden();
    read_latent_attention();
    read_delta_attention(layers);
    sparse_ = config_.expert_layers();
    read_experts();
    dense_ = {.hidden = hidden_, .width = config_.feed_forward_width()};
    reads_earlier_ = config_.text.has("attn_res_block_size");
    DecoderEnds ends{.tied = config_.tied(false)};
    if (reads_earlier_) read_earlier_blocks(ends.before_final_norm, "output_attn_res");
    if (const auto error = config_.error()) return tl::unexpected(*error);
    return build_decoder(config_, ends, layers, [&](std::int64_t i) { return layer(static_cast<std::size_t>(i)); });
  }

 private:
  void read_latent_attention() {
    latent_ = {.hidden = hidden_,
               .heads = config_.integer({"num_attention_heads"}, bound::heads),
               .query_rank = config_.optional_integer({"q_lora_rank"}, bound::width),
               .kv_rank = config_.integer({"kv_lora_rank"}, bound::width),
               .nope_dim = config_.integer({"qk_nope_head_dim"}, bound::head_dim),
               .rope_dim = config_.integer({"qk_rope_head_dim"}, bound::head_dim),
               .value_dim = config_.integer({"v_head_dim"}, bound::head_dim),
               .rotary = !config_.text.boolean_or("mla_use_nope", false),
               .output_gate = config_.text.boolean_or("mla_use_output_gate", false)};
  }

  void read_delta_attention(std::int64_t layers) {
    Fields fields(config_.text.value("linear_attn_config"), config_.text.file(), "linear_attn_config");
    delta_ = {.hidden = hidden_,
              .heads = fields.integer("num_heads", bound::heads),
              .head_dim = fields.integer("head_dim", bound::head_dim),
              .kernel = fields.integer("short_conv_kernel_size", {1, 64})};
    if (!fields.boolean_or("use_full_rank_gate", false))
      fields.refuse("use_full_rank_gate", "false", "true: gates of a lower rank (Kimi-Linear) are not read yet");
    recurs_.assign(static_cast<std::size_t>(layers), false);
    for (const std::int64_t layer : fields.integers("kda_layers", {1, layers}))
      recurs_[static_cast<std::size_t>(layer - 1)] = true;
    config_.text.keep(fields);
  }

  void read_experts() {
    experts_ = config_.experts_part();
    experts_.correction_bias = true;
    experts_.latent = config_.optional_integer({"routed_expert_hidden_size"}, bound::width);
    experts_.latent_norm = experts_.latent != 0 && config_.text.boolean_or("latent_moe_use_norm", false);
  }

  /// Weights for what each earlier block of layers gave, from its norm.
  void read_earlier_blocks(Modules& modules, const std::string& name) const {
    append(modules, {norm(name + "_norm", hidden_), whole(name + "_proj", hidden_, 1), residual(hidden_)});
  }

  Block layer(std::size_t i) const {
    Block block{.name = fmt::format("decoder layer ({}, {})", recurs_[i] ? "delta attention" : "latent attention",
                                    sparse_[i] ? "experts" : "dense")};
    if (reads_earlier_) read_earlier_blocks(block.modules, "self_attention_res");
    block.modules.push_back(norm("input_layernorm", hidden_));
    append(block.modules, recurs_[i] ? delta_attention(delta_) : latent_attention(latent_));
    if (!reads_earlier_) block.modules.push_back(residual(hidden_));
    if (reads_earlier_) read_earlier_blocks(block.modules, "mlp_res");
    block.modules.push_back(norm("post_attention_layernorm", hidden_));
    append(block.modules, sparse_[i] ? mixture_of_experts(experts_) : feed_forward(dense_));
    block.modules.push_back(residual(hidden_));
    return block;
  }

  DecoderConfig config_;
  std::int64_t hidden_ = 0;
  LatentAttentionPart latent_;
  DeltaAttention delta_;
  ExpertsPart experts_;
  FeedForwardPart dense_;
  std::vector<bool> recurs_;
  std::vector<bool> sparse_;
  bool reads_earlier_ = false;
};

Result<Model> read_kimi(const Json& json, const std::string& file) { return KimiDecoder(json, file).read(); }

}  // namespace

std::vector<ArchitectureReader> kimi_decoder_readers() { return {{"kimi_k3", read_kimi}, {"kimi_linear", read_kimi}}; }

}  // namespace hakaru
