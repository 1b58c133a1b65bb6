// Decoders whose layers differ: Nemotron-NAS (block_configs), MiMo-V2-Flash (two shapes of attention), MiniMax-M3
// (dense layers first, then sparse attention with experts).
#include "hakaru/model/decoder_config.h"
#include "hakaru/model/decoder_families.h"

namespace hakaru {
namespace {

/// One entry of Nemotron-NAS's block_configs: attention and feed-forward part, either of which may be left out.
struct SearchedLayer {
  AttentionPart attention;       ///< heads 0: none
  FeedForwardPart feed_forward;  ///< width 0: none
};

/// The feed-forward width for a multiple of the hidden width: two thirds of it, rounded up to 256 (as Llama's code
/// does).
std::int64_t searched_width(double multiple, std::int64_t hidden) {
  constexpr std::int64_t rounding = 256;
  const auto exact = static_cast<std::int64_t>(2 * multiple * static_cast<double>(hidden) / 3);
  return (exact + rounding - 1) / rounding * rounding;
}

/// Refuses what a searched layer may also be, a linear layer in place of a part; true where the part is left out.
bool is_left_out(Fields& part) {
  if (part.boolean_or("replace_with_linear", false)) part.refuse("replace_with_linear", "true", "false");
  return part.boolean_or("no_op", false);
}

Result<SearchedLayer> read_searched_layer(const Json& entry, const AttentionPart& usual, const std::string& file) {
  Fields fields(entry, file, "block_configs");
  Fields attention_fields(fields.value("attention"), file, "block_configs.attention");
  Fields width_fields(fields.value("ffn"), file, "block_configs.ffn");
  SearchedLayer layer{.attention = usual, .feed_forward = {.hidden = usual.hidden}};
  if (is_left_out(attention_fields)) {
    layer.attention.heads = 0;
  } else {
    const std::int64_t group = attention_fields.integer("n_heads_in_group", {1, usual.heads});
    layer.attention.kv_heads = usual.heads / group;
    layer.attention.window = attention_fields.integer_or("window_length", 0, bound::positions);
  }
  if (!is_left_out(width_fields)) {
    layer.feed_forward.width = searched_width(width_fields.number("ffn_mult", {.min = 0.001, .max = 64}), usual.hidden);
  }
  for (const Fields* part : {&fields, &attention_fields, &width_fields}) {
    if (part->error()) return tl::unexpected(*part->error());
  }
  return layer;
}

Block block_of(const SearchedLayer& layer) {
  Block block{.name = fmt::format("decoder layer ({} key-value heads, feed-forward {})",
                                  layer.attention.heads != 0 ? layer.attention.kv_heads : 0, layer.feed_forward.width)};
  if (layer.attention.heads != 0) {
    block.modules.push_back(norm("input_layernorm", layer.attention.hidden));
    append(block.modules, attention(layer.attention));
    block.modules.push_back(residual(layer.attention.hidden));
  }
  if (layer.feed_forward.width != 0) {
    block.modules.push_back(norm("post_attention_layernorm", layer.feed_forward.hidden));
    append(block.modules, feed_forward(layer.feed_forward));
    block.modules.push_back(residual(layer.feed_forward.hidden));
  }
  return block;
}

Result<Model> read_nemotron_nas(const Json& json, const std::string& file) {
  DecoderConfig config(json, file);
  const std::int64_t layers = config.layers();
  const AttentionPart usual = config.attention_part();
  const Json& entries = config.text.value("block_configs");
  if (!entries.is_array() || entries.size() != static_cast<std::size_t>(layers)) {
    config.text.refuse("block_configs", entries.is_array() ? fmt::format("a list of {}", entries.size()) : "no list",
                       fmt::format("a list of {} tables, one per layer", layers));
  }
  if (const auto error = config.error()) return tl::unexpected(*error);
  std::vector<SearchedLayer> searched;
  for (const Json& entry : entries) {
    const Result<SearchedLayer> layer = read_searched_layer(entry, usual, file);
    if (!layer) return fail(layer);
    searched.push_back(*layer);
  }
  return build_decoder(config, {.tied = config.tied(false)}, layers,
                       [&](std::int64_t i) { return block_of(searched[static_cast<std::size_t>(i)]); });
}

/// A layer of norm, attention, norm, and experts or a feed-forward part.
Block layer_of(const AttentionPart& part, std::string_view kind, bool has_experts, const ExpertsPart& experts,
               const FeedForwardPart& dense) {
  Block block{.name = fmt::format("decoder layer ({} attention, {})", kind, has_experts ? "experts" : "dense")};
  block.modules.push_back(norm("input_layernorm", part.hidden));
  append(block.modules, attention(part));
  block.modules.push_back(residual(part.hidden));
  block.modules.push_back(norm("post_attention_layernorm", part.hidden));
  append(block.modules, has_experts ? mixture_of_experts(experts) : feed_forward(dense));
  block.modules.push_back(residual(part.hidden));
  return block;
}

/// MiMo-V2-Flash: layers of pattern 1 slide, with more key-value heads and a learnt sink per head.
Result<Model> read_mimo_v2_flash(const Json& json, const std::string& file) {
  DecoderConfig config(json, file);
  const std::int64_t layers = config.layers();
  AttentionPart full = config.attention_part();
  full.value_dim = config.integer({"v_head_dim"}, bound::head_dim);
  full.sinks = config.text.boolean_or("add_full_attention_sink_bias", false);
  full.query_bias = config.text.boolean_or("attention_bias", false);
  AttentionPart sliding = full;
  sliding.heads = config.integer({"swa_num_attention_heads"}, bound::heads);
  sliding.kv_heads = config.integer({"swa_num_key_value_heads"}, {1, sliding.heads});
  sliding.head_dim = config.integer({"swa_head_dim"}, bound::head_dim);
  sliding.value_dim = config.integer({"swa_v_head_dim"}, bound::head_dim);
  sliding.window = config.integer({"sliding_window", "sliding_window_size"}, bound::positions);
  sliding.sinks = config.text.boolean_or("add_swa_attention_sink_bias", false);

  const std::vector<std::int64_t> pattern = config.text.integers("hybrid_layer_pattern", {0, 1});
  if (pattern.size() != static_cast<std::size_t>(layers)) {
    config.text.refuse("hybrid_layer_pattern", fmt::format("of {} entries", pattern.size()), fmt::format("{}", layers));
  }
  const std::vector<bool> sparse = config.expert_layers();
  ExpertsPart experts = config.experts_part();
  experts.correction_bias = config.text.text_or("topk_method", "") == "noaux_tc";
  const FeedForwardPart dense{.hidden = full.hidden, .width = config.feed_forward_width()};
  const DecoderEnds ends{.tied = config.tied(false)};
  if (const auto error = config.error()) return tl::unexpected(*error);

  const auto layer = [&](std::int64_t i) {
    const auto index = static_cast<std::size_t>(i);
    const bool slides = pattern[index] == 1;
    return layer_of(slides ? sliding : full, slides ? "sliding" : "full", sparse[index], experts, dense);
  };
  return build_decoder(config, ends, layers, layer);
}

/// MiniMax-M3: norms on each head of queries and keys; from some layer on, an indexer with one key head chooses the
/// blocks to attend to. Source: the class MiniMaxM3SparseAttention of vLLM.
struct SparseAttention {
  AttentionPart attention;
  std::vector<std::int64_t> layers;  ///< 1 where a layer's attention is sparse
};

Result<SparseAttention> read_sparse_attention(const AttentionPart& dense, Fields& text) {
  Fields fields(text.value("sparse_attention_config"), text.file(), "sparse_attention_config");
  SparseAttention sparse{.attention = dense, .layers = fields.integers("sparse_attention_freq", {0, 1})};
  sparse.attention.indexer.heads = fields.integer("sparse_num_index_heads", bound::heads);
  sparse.attention.indexer.head_dim = fields.integer("sparse_index_dim", bound::head_dim);
  sparse.attention.indexer.selected =
      fields.integer("sparse_topk_blocks", bound::heads) * fields.integer("sparse_block_size", bound::heads);
  if (fields.integers("sparse_disable_index_value", {0, 1}) != sparse.layers) {
    fields.refuse("sparse_disable_index_value", "unlike sparse_attention_freq", "the same list");
  }
  if (fields.error()) return tl::unexpected(*fields.error());
  return sparse;
}

Result<Model> read_minimax_m3(const Json& json, const std::string& file) {
  DecoderConfig config(json, file);
  const std::int64_t layers = config.layers();
  AttentionPart full = config.attention_part();
  full.query_key_norm = QueryKeyNorm::per_head;
  const Result<SparseAttention> chosen = read_sparse_attention(full, config.text);
  if (!chosen) return fail(chosen);
  if (chosen->layers.size() != static_cast<std::size_t>(layers)) {
    config.text.refuse("sparse_attention_config", fmt::format("for {} layers", chosen->layers.size()),
                       fmt::format("one for the {} layers", layers));
  }
  const std::vector<bool> sparse = config.expert_layers();
  ExpertsPart experts = config.experts_part();
  experts.correction_bias = config.text.boolean_or("use_routing_bias", false);
  const FeedForwardPart dense{.hidden = full.hidden,
                              .width = config.integer({"dense_intermediate_size"}, bound::width)};
  const DecoderEnds ends{.tied = config.tied(false)};
  if (const auto error = config.error()) return tl::unexpected(*error);
  const auto layer = [&](std::int64_t i) {
    const auto index = static_cast<std::size_t>(i);
    const bool chooses = chosen->layers[index] == 1;
    return layer_of(chooses ? chosen->attention : full, chooses ? "sparse" : "full", sparse[index], experts, dense);
  };
  return build_decoder(config, ends, layers, layer);
}

}  // namespace

std::vector<ArchitectureReader> varied_decoder_readers() {
  return {{"nemotron-nas", read_nemotron_nas},
          {"mimo_v2_flash", read_mimo_v2_flash},
          {"minimax_m3", read_minimax_m3},
          {"minimax_m3_vl", read_minimax_m3}};
}

}  // namespace hakaru
