#include "hakaru/evidence/measured_model.h"

#include <algorithm>

#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/evidence/measured_ranges.h"

namespace hakaru {
namespace {

constexpr IntegerRange dimension{.min = 1, .max = 100'000'000};

/// A column of dimensions, and what descriptions call it: the first of the keys that a description has.
struct Dimension {
  std::string_view column;
  std::vector<std::string_view> keys;
};

const std::vector<Dimension>& dimensions() {
  static const std::vector<Dimension> all{{"hidden", {"hidden_size", "n_embd", "d_model"}},
                                          {"layers", {"num_hidden_layers", "n_layer", "num_layers"}},
                                          {"heads", {"num_attention_heads", "n_head"}},
                                          {"kv_heads", {"num_key_value_heads", "n_head_kv"}},
                                          {"ffn", {"moe_intermediate_size", "intermediate_size", "n_inner", "ffn_dim"}},
                                          {"head_dim", {"head_dim"}},
                                          {"vocab", {"vocab_size"}},
                                          {"experts", {"num_experts", "num_local_experts", "n_routed_experts"}},
                                          {"topk", {"num_experts_per_tok", "experts_per_token"}}};
  return all;
}

/// The part of a description that holds the decoder.
Json& decoder_of(Json& config) { return config.contains("text_config") ? config["text_config"] : config; }

/// Dense layers in front of experts, as many as remain of them in a model cut to `layers`.
void cut_dense_layers(Json& config, std::int64_t whole, std::int64_t layers) {
  const auto dense = config.find("first_k_dense_replace");
  if (dense == config.end() || !dense->is_number_integer()) return;
  const auto before = dense->get<std::int64_t>();
  if (before > 0) *dense = std::max<std::int64_t>(1, before * layers / whole);
}

/// Puts the row's dimensions into a description.
OrReason<Description> with_dimensions(Description description, CsvFields& row) {
  Json& config = decoder_of(description.config);
  for (const auto& [column, keys] : dimensions()) {
    if (!row.has(column)) continue;
    const std::int64_t value = row.whole(column, dimension);
    const auto key =
        std::find_if(keys.begin(), keys.end(), [&](std::string_view each) { return config.contains(each); });
    if (key == keys.end()) continue;  // checked on the model itself
    const auto before = config[*key].is_number_integer() ? config[*key].get<std::int64_t>() : 0;
    if (before == value) continue;
    if (column == "layers") cut_dense_layers(config, before, value);
    config[*key] = value;
  }
  return description;
}

/// A decoder of no known name: GPT with two matrices in its feed-forward network, Llama with three.
OrReason<Description> plain_decoder(CsvFields& row) {
  const std::string kind = row.text_or("ffn_type", "");
  const std::string family = row.text_or("family", "");
  if (family != "decoder" || !row.has("hidden"))
    return tl::unexpected(message("no base_model is named, and its family is '{}'", family));
  const std::int64_t positions = row.has("seq_len") ? nearest_tokens(row, "seq_len", dimension) : 1;
  const Json gpt = {
      {"model_type", "gpt2"},    {"n_embd", 0}, {"n_layer", 0}, {"n_head", 0}, {"n_inner", 0}, {"vocab_size", 0},
      {"n_positions", positions}};
  const Json llama = {{"model_type", kind == "relu2" ? "nemotron" : "llama"},
                      {"hidden_size", 0},
                      {"num_hidden_layers", 0},
                      {"num_attention_heads", 0},
                      {"num_key_value_heads", 0},
                      {"intermediate_size", 0},
                      {"vocab_size", 0},
                      {"max_position_embeddings", positions}};
  const bool two = kind == "mlp";
  if (two && row.text_or("kv_heads", "") != row.text_or("heads", ""))
    return tl::unexpected(message("a decoder with ffn_type {} and fewer kv_heads than heads needs a base_model", kind));
  return Description{two ? gpt : llama, row.text_or("model", "a decoder"), "", "measurement"};
}

/// Known by the row's own name for it: "Mistral-7B-Instruct-v0.2", "CodeLlama-13b-hf".
OrReason<Description> by_own_name(CsvFields& row, const DataFiles& data) {
  std::string name = lower_case(row.text("model"));
  constexpr std::string_view converted = "-hf";  // Hugging Face's form of a model published otherwise
  if (name.ends_with(converted)) name.resize(name.size() - converted.size());
  Result<Description> known = describe_model(name, data);
  if (!known) return tl::unexpected(known.error().message);
  return *known;
}

/// The first of the row's dimensions that `model` contradicts; empty: it has them all.
std::optional<Message> disagreement(const Model& model, CsvFields& row) {
  const std::pair<std::string_view, std::int64_t> known[] = {{"hidden", model.hidden},
                                                             {"layers", static_cast<std::int64_t>(model.layers.size())},
                                                             {"heads", model.heads},
                                                             {"vocab", model.vocabulary},
                                                             {"experts", model.experts}};
  for (const auto& [column, has] : known) {
    if (row.has(column) && row.whole(column, dimension) != has)
      return message("{} has {} {}, the row {}", model.name, column, has, row.text(column));
  }
  return std::nullopt;
}

std::string key_of(const CsvFields& row) {
  std::string key;
  for (const std::string_view column : {"base_model", "head_dim", "family", "ffn_type", "hidden", "layers", "heads",
                                        "kv_heads", "ffn", "vocab", "experts", "topk", "seq_len"}) {
    key += row.text_or(column, "") + "|";
  }
  if (!row.has("base_model")) key += row.text_or("model", "");
  return key;
}

}  // namespace

OrReason<Description> MeasuredModels::described(CsvFields& row) const {
  if (!row.has("base_model") && !row.has("family")) return by_own_name(row, data_);
  if (!row.has("base_model")) return plain_decoder(row);
  Result<Description> base = describe_model(row.text("base_model"), data_);
  if (!base) return tl::unexpected(base.error().message);
  return *base;
}

std::string family_cell(const Model& model) {
  if (model.experts > 0) return "moe";
  return model.family == Family::decoder ? "decoder" : std::string(name_of(model.family));
}

OrReason<Model> MeasuredModels::of(CsvFields& row) {
  const std::string key = key_of(row);
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  const OrReason<Description> description =
      described(row).and_then([&](Description base) { return with_dimensions(std::move(base), row); });
  OrReason<Model> model = tl::unexpected(description ? Message() : description.error());
  if (description) {
    Result<Model> read = model_from_description(*description);
    model = read ? OrReason<Model>(std::move(*read)) : tl::unexpected(read.error().message);
    if (model) {
      if (const std::optional<Message> why = disagreement(*model, row)) model = tl::unexpected(*why);
    }
  }
  if (row.error()) return model;  // of this row alone: the next with such a cell is to be told too
  return known_.emplace(key, std::move(model)).first->second;
}

}  // namespace hakaru
