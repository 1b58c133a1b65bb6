#include "hakaru/model/decoder_config.h"

#include <algorithm>

#include "hakaru/model/quantisation.h"
#include "hakaru/model/registry.h"

namespace hakaru {
namespace {

const Json& text_part(const Json& config) {
  for (const char* key : {"text_config", "llm_config", "language_config"}) {
    const auto found = config.find(key);
    if (found != config.end() && found->is_object()) return *found;
  }
  return config;
}

/// The part of a model that thinks, where another speaks; else all of it.
const Json& thinker(const Json& config) {
  const auto found = config.find("thinker_config");
  return found != config.end() && found->is_object() ? *found : config;
}

std::string text_where(const Json& config) { return &text_part(config) == &config ? "" : "text_config"; }

}  // namespace

DecoderConfig::DecoderConfig(const Json& whole_config, const std::string& file)
    : text(text_part(thinker(whole_config)), file, text_where(thinker(whole_config))),
      whole(whole_config, file),
      config(thinker(whole_config)) {}

std::string_view DecoderConfig::first_of(std::initializer_list<std::string_view> keys) {
  const auto* found = std::find_if(keys.begin(), keys.end(), [&](std::string_view key) { return text.has(key); });
  return found == keys.end() ? *keys.begin() : *found;
}

std::int64_t DecoderConfig::integer(std::initializer_list<std::string_view> keys, IntegerRange range) {
  const std::string_view key = first_of(keys);
  if (!text.value(key).is_array()) return text.integer(key, range);
  const std::vector<std::int64_t> values = text.integers(key, range);
  const auto other = std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>());
  if (values.empty() || other != values.end())
    text.refuse(key, values.empty() ? "an empty list" : "different values for different layers", "one for all layers");
  return values.empty() ? range.min : values.front();
}

std::int64_t DecoderConfig::integer_or(std::initializer_list<std::string_view> keys, std::int64_t otherwise,
                                       IntegerRange range) {
  const std::string_view key = first_of(keys);
  return text.value(key).is_array() ? integer(keys, range) : text.integer_or(key, otherwise, range);
}

std::int64_t DecoderConfig::optional_integer(std::initializer_list<std::string_view> keys, IntegerRange range) {
  return integer_or(keys, 0, range);
}

std::int64_t DecoderConfig::hidden() { return integer({"hidden_size", "n_embd", "d_model", "n_embed"}, bound::width); }

std::int64_t DecoderConfig::layers() {
  return integer({"num_hidden_layers", "n_layer", "n_layers", "num_layers"}, bound::layers);
}

std::int64_t DecoderConfig::feed_forward_width(std::int64_t otherwise) {
  const auto keys = {std::string_view("intermediate_size"), std::string_view("ffn_dim"), std::string_view("n_inner"),
                     std::string_view("ffn_hidden_size")};
  return otherwise == 0 ? integer(keys, bound::width) : integer_or(keys, otherwise, bound::width);
}

AttentionPart DecoderConfig::attention_part(std::int64_t usual_head_dim) {
  AttentionPart part;
  part.hidden = hidden();
  part.heads = integer({"num_attention_heads", "n_head", "n_heads", "num_heads"}, bound::heads);
  part.kv_heads = integer_or({"num_key_value_heads", "num_kv_heads", "n_head_kv"}, part.heads, bound::heads);
  part.head_dim = optional_integer({"head_dim", "attention_head_dim"}, bound::head_dim);
  if (part.head_dim == 0) part.head_dim = usual_head_dim;
  if (part.head_dim == 0) {
    part.head_dim = part.hidden / part.heads;
    if (part.hidden % part.heads != 0) {
      text.refuse(first_of({"num_attention_heads", "n_head", "n_heads", "num_heads"}), std::to_string(part.heads),
                  fmt::format("a divisor of the hidden size {}, or a head_dim", part.hidden));
    }
  }
  if (part.heads % part.kv_heads != 0) {
    text.refuse(first_of({"num_key_value_heads", "num_kv_heads", "n_head_kv"}), std::to_string(part.kv_heads),
                fmt::format("a divisor of the {} attention heads", part.heads));
  }
  return part;
}

bool DecoderConfig::tied(bool otherwise) {
  return whole.boolean_or("tie_word_embeddings", text.boolean_or("tie_word_embeddings", otherwise));
}

std::vector<std::int64_t> DecoderConfig::windows_by_type() {
  std::vector<std::int64_t> windows;
  for (const std::string& type : text.texts("layer_types")) {
    std::int64_t window = 0;
    if (type == "sliding_attention") window = text.integer("sliding_window", bound::positions);
    if (type == "chunked_attention") window = text.integer("attention_chunk_size", bound::positions);
    windows.push_back(window);
  }
  return windows;
}

std::vector<bool> DecoderConfig::expert_layers() {
  const std::int64_t count = layers();
  const std::vector<std::int64_t> dense = text.integers("mlp_only_layers", {0, bound::layers.max});
  const std::vector<std::string> types = text.texts("mlp_layer_types");
  const std::int64_t first = integer_or({"first_k_dense_replace", "moe_layer_start_index"}, 0, {0, bound::layers.max});
  const std::int64_t step = integer_or({"decoder_sparse_step", "interleave_moe_layer_step"}, 1, bound::layers);
  const auto entry_for_each_layer = [&](const char* key, std::size_t entries) {
    if (entries != static_cast<std::size_t>(count))
      text.refuse(key, fmt::format("of {} entries", entries), fmt::format("{}", count));
  };
  if (text.has("mlp_layer_types")) entry_for_each_layer("mlp_layer_types", types.size());
  const bool by_list = text.value("moe_layer_freq").is_array();
  const std::vector<std::int64_t> list =
      by_list ? text.integers("moe_layer_freq", {0, 1}) : std::vector<std::int64_t>{};
  if (by_list) entry_for_each_layer("moe_layer_freq", list.size());
  const std::int64_t every = by_list ? 1 : integer_or({"moe_layer_freq"}, 1, bound::layers);

  std::vector<bool> sparse;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto index = static_cast<std::size_t>(i);
    const bool named_dense = std::find(dense.begin(), dense.end(), i) != dense.end() ||
                             (index < types.size() && types[index] == "dense") ||
                             (index < list.size() && list[index] == 0);
    sparse.push_back(!named_dense && i >= first && (i + 1) % step == 0 && i % every == 0);
  }
  return sparse;
}

ExpertsPart DecoderConfig::experts_part() {
  ExpertsPart part;
  part.hidden = hidden();
  part.experts = integer({"num_experts", "num_local_experts", "n_routed_experts", "moe_num_experts"}, bound::experts);
  part.per_token = integer({"num_experts_per_tok", "experts_per_token", "num_experts_per_token", "moe_k", "moe_topk"},
                           {1, std::max<std::int64_t>(part.experts, 1)});
  part.width = integer({"moe_intermediate_size", "intermediate_size"}, bound::width);
  const std::int64_t shared =
      integer_or({"n_shared_experts", "num_shared_experts", "moe_num_shared_experts", "num_shared_expert"}, 0, {0, 64});
  part.shared_width = optional_integer({"shared_expert_intermediate_size"}, {0, bound::width.max});
  if (part.shared_width == 0) part.shared_width = shared * part.width;
  return part;
}

namespace {

Block first_block(const DecoderEnds& ends, std::int64_t vocabulary, std::int64_t hidden) {
  const std::int64_t width = ends.embedding_width != 0 ? ends.embedding_width : hidden;
  Block block{.name = "embedding"};
  block.modules.push_back({"embed_tokens", Embedding{.rows = vocabulary, .width = width, .vocabulary = true}});
  if (ends.positions != 0)
    block.modules.push_back({"embed_positions", Embedding{.rows = ends.positions, .width = hidden}});
  if (width != hidden) block.modules.push_back(whole("project_in", width, hidden));
  if (ends.embedding_norm) block.modules.push_back(norm("embedding_norm", hidden, ends.norm));
  append(block.modules, ends.behind_embedding);
  return block;
}

Block last_block(const DecoderEnds& ends, std::int64_t vocabulary, std::int64_t hidden) {
  const std::int64_t width = ends.embedding_width != 0 ? ends.embedding_width : hidden;
  Block block{.name = "head"};
  append(block.modules, ends.before_final_norm);
  if (ends.final_norm) block.modules.push_back(norm("final_norm", hidden, ends.norm));
  if (width != hidden) block.modules.push_back(whole("project_out", hidden, width));
  block.modules.push_back({"lm_head", Linear{.in = width,
                                             .out = vocabulary,
                                             .bias = ends.head_bias,
                                             .split = Split::column,
                                             .tied = ends.tied,
                                             .vocabulary = true}});
  return block;
}

/// Sets what layouts must divide, by the layer kinds: heads of the first attention, experts of the first expert layer.
void describe(Model& model) {
  for (const Block& kind : model.layer_kinds) {
    for (const Module& module : kind.modules) {
      if (const auto* attention = std::get_if<Attention>(&module.kind); attention != nullptr && model.heads == 0) {
        model.heads = attention->heads;
        model.kv_heads = attention->cache == KvCache::compressed ? 1 : attention->kv_heads;
      }
      if (const auto* linear = std::get_if<Linear>(&module.kind); linear != nullptr && model.experts == 0) {
        model.experts = linear->experts;
      }
    }
  }
}

/// Longest sequence, in tokens, that rotary positions reach with a scaling, as engines derive it (vLLM's
/// _get_and_verify_max_len): yarn stretches what the model was made for first, other kinds what is stated, and some
/// state the stretched length already.
std::int64_t scaled_positions(Fields& text, std::int64_t positions) {
  const Json& scaling = text.value(text.has("rope_scaling") ? "rope_scaling" : "rope_parameters");
  if (!scaling.is_object()) return positions;
  const auto number = [&](const char* key, double otherwise) {
    const auto found = scaling.find(key);
    return found != scaling.end() && found->is_number() ? found->get<double>() : otherwise;
  };
  const auto found = scaling.contains("rope_type") ? scaling.find("rope_type") : scaling.find("type");
  const std::string type = found != scaling.end() && found->is_string() ? found->get<std::string>() : "default";
  double made_for = static_cast<double>(positions);
  if (type == "yarn") made_for = number("original_max_position_embeddings", made_for);
  const bool stretches = type == "yarn" || type == "linear" || type == "dynamic";
  const double reached = stretches ? made_for * number("factor", 1) : made_for;
  const bool sensible = reached >= made_for && reached <= static_cast<double>(bound::positions.max);
  return sensible ? std::max(positions, static_cast<std::int64_t>(reached)) : positions;
}

void add_layers(Model& model, std::int64_t layers, const std::function<Block(std::int64_t)>& layer) {
  for (std::int64_t i = 0; i < layers; ++i) {
    Block block = layer(i);
    auto same = std::find_if(model.layer_kinds.begin(), model.layer_kinds.end(),
                             [&](const Block& kind) { return kind.name == block.name; });
    if (same == model.layer_kinds.end()) same = model.layer_kinds.insert(same, std::move(block));
    model.layers.push_back(static_cast<int>(same - model.layer_kinds.begin()));
  }
}

}  // namespace

Result<Model> build_decoder(DecoderConfig& config, const DecoderEnds& ends, std::int64_t layers,
                            const std::function<Block(std::int64_t)>& layer) {
  Model model;
  model.family = Family::decoder;
  model.hidden = config.hidden();
  model.vocabulary = config.integer({"vocab_size", "padded_vocab_size"}, bound::vocabulary);
  model.max_positions = config.optional_integer(
      {"max_position_embeddings", "n_positions", "max_seq_len", "seq_length", "model_max_length"}, bound::positions);
  if (model.max_positions > 0) model.max_positions = scaled_positions(config.text, model.max_positions);
  model.architecture = config.whole.text_or("model_type", "");
  if (const auto error = config.error()) return tl::unexpected(*error);

  const auto nests = [&](const char* key) {
    const auto found = config.config.find(key);
    return found != config.config.end() && !found->is_null();
  };
  if (nests("vision_config")) {
    Result<VisionTower> tower = read_vision_tower(config.config, model.architecture, model.hidden, config.whole.file());
    if (!tower) return fail(tower);
    model.before = std::move(tower->blocks);
    model.default_image_size = tower->image_size;
  }
  if (nests("audio_config")) {
    const Result<std::vector<Block>> tower =
        read_audio_tower(config.config, model.architecture, model.hidden, config.whole.file());
    if (!tower) return fail(tower);
    model.before.insert(model.before.begin(), tower->begin(), tower->end());
  }
  model.before.push_back(first_block(ends, model.vocabulary, model.hidden));
  add_layers(model, layers, layer);
  model.after.push_back(last_block(ends, model.vocabulary, model.hidden));
  describe(model);
  if (const auto error = config.error()) return tl::unexpected(*error);
  if (const auto error = read_stored_types(config.whole, config.text, model)) return tl::unexpected(*error);
  return model;
}

}  // namespace hakaru
