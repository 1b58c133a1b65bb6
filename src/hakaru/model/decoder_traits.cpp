#include "hakaru/model/decoder_traits.h"

namespace hakaru {
namespace {

using Bias = DecoderTraits::Bias;
using Norms = DecoderTraits::Norms;
using Window = DecoderTraits::Window;
constexpr auto routed = DecoderTraits::Experts::routed;
constexpr auto per_head = QueryKeyNorm::per_head;

constexpr std::int64_t qwen3_head_dim = 128;
constexpr std::int64_t gemma_head_dim = 256;
constexpr std::int64_t glm_head_dim = 128;

DecoderTraits named(DecoderTraits traits, std::string_view name) {
  traits.architecture = name;
  return traits;
}

std::vector<DecoderTraits> llama_family() {
  const DecoderTraits llama{.architecture = "llama", .attention_bias = Bias::by_key, .feed_forward_bias = true};
  const DecoderTraits mistral{.architecture = "mistral", .window = Window::always};
  const DecoderTraits olmo2{.architecture = "olmo2",
                            .attention_bias = Bias::by_key,
                            .query_key_norm = QueryKeyNorm::all_heads,
                            .norms = Norms::after};
  DecoderTraits olmo3 = named(olmo2, "olmo3");
  olmo3.window = Window::periodic;
  olmo3.full_every = 4;
  DecoderTraits smollm3 = named(llama, "smollm3");
  smollm3.tied = true;
  DecoderTraits seed_oss = named(llama, "seed_oss");
  seed_oss.attention_bias = Bias::by_key_not_output;
  seed_oss.attention_bias_usual = true;
  seed_oss.feed_forward_bias = false;
  DecoderTraits ernie = named(llama, "ernie4_5");
  ernie.bias_key = "use_bias";
  ernie.tied = true;
  const DecoderTraits cohere{.architecture = "cohere",
                             .attention_bias = Bias::by_key,
                             .query_key_norm = QueryKeyNorm::all_heads,
                             .query_key_norm_key = "use_qk_norm",
                             .norms = Norms::one_for_both,
                             .norm = NormKind::layer_without_bias,
                             .tied = true};
  DecoderTraits cohere2 = named(cohere, "cohere2");
  cohere2.query_key_norm = QueryKeyNorm::none;
  cohere2.query_key_norm_key = {};
  cohere2.window = Window::periodic;
  cohere2.full_every = 4;
  return {llama,
          mistral,
          named(mistral, "ministral"),
          named(mistral, "ministral3"),
          named(mistral, "mistral3"),
          named(llama, "granite"),
          named(llama, "exaone"),
          olmo2,
          olmo3,
          smollm3,
          seed_oss,
          ernie,
          cohere,
          cohere2,
          {.architecture = "internlm", .attention_bias = Bias::by_key, .bias_key = "bias"},
          {.architecture = "internlm2", .attention_bias = Bias::by_key, .bias_key = "bias"},
          {.architecture = "baichuan"},
          {.architecture = "stablelm",
           .attention_bias = Bias::by_key_not_output,
           .bias_key = "use_qkv_bias",
           .norm = NormKind::layer},
          {.architecture = "apertus",
           .attention_bias = Bias::by_key,
           .feed_forward_bias = true,
           .query_key_norm = per_head,
           .gated = false,
           .activation_parameters = 2},  // xIELU
          {.architecture = "stablelm_alpha",
           .norms = Norms::one_for_both,
           .norm = NormKind::layer,
           .eight_thirds_wide = true},
          {.architecture = "plamo", .norms = Norms::one_for_both, .heads_per_key_head = "n_shared_head"},
          {.architecture = "plamo3",
           .query_key_norm = per_head,
           .norms = Norms::around,
           .tied = true,
           .window = Window::periodic,
           .full_every = 8},
          {.architecture = "glm", .attention_bias = Bias::by_key_not_output, .head_dim = glm_head_dim},
          {.architecture = "glm4",
           .attention_bias = Bias::by_key_not_output,
           .norms = Norms::around,
           .head_dim = glm_head_dim},
          {.architecture = "phi3", .window = Window::always},
          {.architecture = "exaone4", .query_key_norm = per_head, .norms = Norms::after, .window = Window::periodic},
          {.architecture = "mimo",
           .attention_bias = Bias::by_key_not_output,
           .attention_bias_usual = true,
           .window = Window::when_used},
          {.architecture = "starcoder2",
           .attention_bias = Bias::by_key,
           .attention_bias_usual = true,
           .bias_key = "use_bias",
           .feed_forward_bias = true,
           .norm = NormKind::layer,
           .gated = false,
           .tied = true,
           .window = Window::always},
          {.architecture = "nemotron",
           .attention_bias = Bias::by_key,
           .feed_forward_bias = true,
           .norm = NormKind::layer,
           .gated = false}};
}

std::vector<DecoderTraits> qwen_family() {
  const DecoderTraits qwen2{.architecture = "qwen2", .attention_bias = Bias::qkv, .window = Window::when_used};
  const DecoderTraits qwen3{.architecture = "qwen3",
                            .attention_bias = Bias::by_key,
                            .query_key_norm = per_head,
                            .head_dim = qwen3_head_dim,
                            .window = Window::when_used};
  DecoderTraits qwen2_moe = named(qwen2, "qwen2_moe");
  qwen2_moe.experts = routed;
  qwen2_moe.shared_expert_gate = true;
  DecoderTraits qwen3_moe = named(qwen3, "qwen3_moe");
  qwen3_moe.experts = routed;
  return {qwen2,
          named(qwen2, "qwen2_vl"),
          named(qwen2, "qwen2_5_vl"),
          named(qwen2, "qwen2_5_omni"),
          named(qwen2, "qwen2_5_omni_thinker"),
          qwen2_moe,
          qwen3,
          named(qwen3, "qwen3_vl"),
          named(qwen3, "qwen3_vl_text"),
          qwen3_moe,
          named(qwen3_moe, "qwen3_vl_moe"),
          named(qwen3_moe, "qwen3_omni_moe"),
          named(qwen3_moe, "qwen3_omni_moe_thinker"),
          named(qwen3_moe, "qwen3_vl_moe_text")};
}

std::vector<DecoderTraits> gemma_family() {
  const DecoderTraits gemma{
      .architecture = "gemma", .attention_bias = Bias::by_key, .tied = true, .head_dim = gemma_head_dim};
  DecoderTraits gemma2 = named(gemma, "gemma2");
  gemma2.norms = Norms::around;
  gemma2.window = Window::periodic;
  gemma2.full_every = 2;
  DecoderTraits gemma3 = named(gemma2, "gemma3");
  gemma3.query_key_norm = per_head;
  gemma3.full_every = 6;
  return {gemma, gemma2, gemma3, named(gemma3, "gemma3_text")};
}

std::vector<DecoderTraits> expert_family() {
  const DecoderTraits llama4{.architecture = "llama4",
                             .attention_bias = Bias::by_key,
                             .query_key_norm = QueryKeyNorm::no_weight,
                             .query_key_norm_key = "use_qk_norm",
                             .window = Window::periodic,
                             .full_every = 4,
                             .window_key = "attention_chunk_size",
                             .experts = routed,
                             .dense_width_key = "intermediate_size_mlp",
                             .shared_experts = 1};
  const DecoderTraits mixtral{.architecture = "mixtral", .window = Window::always, .experts = routed};
  return {mixtral,
          named(mixtral, "Tanuki"),
          {.architecture = "hunyuan_v1_moe",
           .attention_bias = Bias::by_key,
           .query_key_norm = per_head,
           .query_key_norm_key = "use_qk_norm",
           .tied = true,
           .experts = routed},
          {.architecture = "olmoe",
           .attention_bias = Bias::by_key,
           .query_key_norm = QueryKeyNorm::all_heads,
           .experts = routed},
          {.architecture = "granitemoe", .attention_bias = Bias::by_key, .experts = routed},
          {.architecture = "ernie4_5_moe",
           .attention_bias = Bias::by_key,
           .bias_key = "use_bias",
           .tied = true,
           .experts = routed,
           .correction_bias = true,
           .correction_bias_key = "moe_use_aux_free"},
          {.architecture = "glm4_moe",
           .attention_bias = Bias::by_key_not_output,
           .query_key_norm = per_head,
           .query_key_norm_key = "use_qk_norm",
           .experts = routed,
           .correction_bias = true,
           .correction_bias_key = "use_routing_bias"},
          {.architecture = "exaone_moe",
           .query_key_norm = per_head,
           .window = Window::periodic,
           .experts = routed,
           .correction_bias = true},
          {.architecture = "phimoe",
           .attention_bias = Bias::by_key,
           .norm = NormKind::layer,
           .head_bias_by_key = true,
           .window = Window::always,
           .experts = routed},
          {.architecture = "deepseek", .attention_bias = Bias::by_key, .experts = routed},
          {.architecture = "grok-1", .norms = Norms::around, .tied = true, .experts = routed},
          {.architecture = "gpt_oss",
           .attention_bias = Bias::by_key,
           .attention_bias_usual = true,
           .experts = routed,
           .expert_bias = true,
           .sinks = true},
          {.architecture = "minimax_m2",
           .query_key_norm = QueryKeyNorm::all_heads,
           .query_key_norm_key = "use_qk_norm",
           .experts = routed,
           .correction_bias = true,
           .correction_bias_key = "use_routing_bias"},
          llama4,
          named(llama4, "llama4_text")};
}

}  // namespace

const std::vector<DecoderTraits>& decoder_traits() {
  static const std::vector<DecoderTraits> traits = [] {
    std::vector<DecoderTraits> all;
    for (auto* family : {llama_family, qwen_family, gemma_family, expert_family}) {
      const std::vector<DecoderTraits> rows = family();
      all.insert(all.end(), rows.begin(), rows.end());
    }
    return all;
  }();
  return traits;
}

}  // namespace hakaru
