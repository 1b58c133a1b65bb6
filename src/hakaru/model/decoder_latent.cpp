// Decoders with multi-head latent attention: DeepSeek-V2 and its kin, with a sparse indexer from V3.2 on.
#include "hakaru/model/decoder_config.h"
#include "hakaru/model/decoder_families.h"

namespace hakaru {
namespace {

LatentAttentionPart read_attention(DecoderConfig& config) {
  LatentAttentionPart part;
  part.hidden = config.hidden();
  part.heads = config.integer({"num_attention_heads"}, bound::heads);
  part.query_rank = config.optional_integer({"q_lora_rank"}, bound::width);
  part.kv_rank = config.integer({"kv_lora_rank"}, bound::width);
  part.nope_dim = config.integer({"qk_nope_head_dim"}, bound::head_dim);
  part.rope_dim = config.integer({"qk_rope_head_dim"}, bound::head_dim);
  part.value_dim = config.integer({"v_head_dim"}, bound::head_dim);
  part.bias = config.text.boolean_or("attention_bias", false);
  return part;
}

ExpertsPart read_experts(DecoderConfig& config) {
  ExpertsPart part = config.experts_part();
  part.correction_bias = config.text.text_or("topk_method", "") == "noaux_tc";
  part.groups = config.optional_integer({"n_group"}, bound::experts);
  part.groups_per_token = config.optional_integer({"topk_group"}, bound::experts);
  return part;
}

/// Per layer, whether it has an indexer of its own; the others use the choice of the last one that has.
std::vector<bool> layers_with_indexer(DecoderConfig& config, std::int64_t layers) {
  const std::vector<std::string> types = config.text.texts("indexer_types");
  std::vector<bool> own;
  for (std::int64_t i = 0; i < layers; ++i) {
    const auto index = static_cast<std::size_t>(i);
    own.push_back(index >= types.size() || types[index] == "full");
  }
  return own;
}

Result<Model> read_latent(const Json& json, const std::string& file) {
  DecoderConfig config(json, file);
  const std::int64_t layers = config.layers();
  LatentAttentionPart attention_part = read_attention(config);
  const bool indexed = config.text.has("index_n_heads");
  const IndexerPart indexer{.heads = config.optional_integer({"index_n_heads"}, bound::heads),
                            .head_dim = config.optional_integer({"index_head_dim"}, bound::head_dim),
                            .selected = config.optional_integer({"index_topk"}, bound::positions)};
  const std::vector<bool> own_indexer = layers_with_indexer(config, layers);
  const std::vector<bool> sparse = config.expert_layers();
  const ExpertsPart experts = read_experts(config);
  const FeedForwardPart dense{.hidden = attention_part.hidden, .width = config.feed_forward_width()};
  const DecoderEnds ends{.tied = config.tied(false)};
  if (const auto error = config.error()) return tl::unexpected(*error);

  const auto layer = [&](std::int64_t i) {
    const auto index = static_cast<std::size_t>(i);
    const bool own = indexed && own_indexer[index];
    attention_part.indexer = indexer;
    if (!own) attention_part.indexer.heads = 0;
    Block block{.name = fmt::format("decoder layer (latent attention{}, {})", own ? " with indexer" : "",
                                    sparse[index] ? "experts" : "dense")};
    block.modules.push_back(norm("input_layernorm", attention_part.hidden));
    append(block.modules, latent_attention(attention_part));
    block.modules.push_back(residual(attention_part.hidden));
    block.modules.push_back(norm("post_attention_layernorm", attention_part.hidden));
    append(block.modules, sparse[index] ? mixture_of_experts(experts) : feed_forward(dense));
    block.modules.push_back(residual(attention_part.hidden));
    return block;
  };
  return build_decoder(config, ends, layers, layer);
}

}  // namespace

std::vector<ArchitectureReader> latent_decoder_readers() {
  std::vector<ArchitectureReader> readers;
  for (const char* name :
       {"deepseek_v2", "deepseek_v3", "deepseek_v32", "kimi_k2", "kimi_k25", "glm_moe_dsa", "glm4_moe_lite"}) {
    readers.push_back({name, read_latent});
  }
  return readers;
}

}  // namespace hakaru
