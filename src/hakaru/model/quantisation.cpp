#include "hakaru/model/quantisation.h"

#include <algorithm>
#include <map>

#include "hakaru/core/files.h"
#include "hakaru/core/real.h"
#include "hakaru/model/quantisation_scheme.h"

namespace hakaru {
namespace {

std::string published_type(Fields& fields) { return fields.text_or("torch_dtype", fields.text_or("dtype", "")); }

/// Null where there is none.
const Json& quantisation_in(const Json& config) {
  static const Json none;
  for (const char* part : {"", "text_config", "llm_config", "language_config"}) {
    const Json* holder = &config;
    if (*part != '\0') {
      const auto found = config.find(part);
      if (found == config.end() || !found->is_object()) continue;
      holder = &*found;
    }
    const auto found = holder->find("quantization_config");
    if (found != holder->end() && found->is_object() && !found->empty()) return *found;
  }
  return none;
}

/// The same with the type of its experts, which DeepSeek-V4 says beside it, where they have no table of their own.
Json with_expert_type(Json quantisation, const Json& expert_type) {
  const bool has_own = quantisation.contains("quantized_layers") || quantisation.contains("config_groups");
  if (expert_type.is_string() && !has_own) quantisation["expert_dtype"] = expert_type;
  return quantisation;
}

DataType wide_type(DataType published) { return bytes_per_value(published) == 2 ? published : DataType::bf16; }

/// Values of linear layers in each type: outside experts, and of experts.
struct ValuesByType {
  std::map<DataType, double> dense, experts;

  void count(const Block& block) {
    for (const Module& module : block.modules) {
      const auto* linear = std::get_if<Linear>(&module.kind);
      if (linear == nullptr || linear->vocabulary) continue;
      (linear->experts != 0 ? experts : dense)[linear->stored_as.type] += real(parameters_of(module));
    }
  }
};

DataType most_of(const std::map<DataType, double>& values) {
  return std::max_element(values.begin(), values.end(),
                          [](const auto& one, const auto& other) { return one.second < other.second; })
      ->first;
}

Block stored_block(Block block, const QuantisationScheme& scheme, std::int64_t layer) {
  for (Module& module : block.modules) {
    if (auto* linear = std::get_if<Linear>(&module.kind)) linear->stored_as = scheme.of(module.name, layer);
  }
  return block;
}

/// Towers that read pictures are published as they were trained.
Block left_wide(Block block, StoredAs wide) {
  for (Module& module : block.modules) {
    if (auto* linear = std::get_if<Linear>(&module.kind)) linear->stored_as = wide;
  }
  return block;
}

bool same_types(const Block& one, const Block& other) {
  return std::equal(one.modules.begin(), one.modules.end(), other.modules.begin(), other.modules.end(),
                    [](const Module& left, const Module& right) {
                      const auto* a = std::get_if<Linear>(&left.kind);
                      const auto* b = std::get_if<Linear>(&right.kind);
                      return a == nullptr || b == nullptr || a->stored_as == b->stored_as;
                    });
}

void store_by(const QuantisationScheme& scheme, Model& model) {
  const std::vector<Block> kinds = std::exchange(model.layer_kinds, {});
  std::vector<int> kind_of;  // before, of each kind now
  for (std::size_t at = 0; at < model.layers.size(); ++at) {
    const int kind = model.layers[at];
    const auto known = std::find(kind_of.begin(), kind_of.end(), kind);
    if (!scheme.by_layer() && known != kind_of.end()) {
      model.layers[at] = static_cast<int>(known - kind_of.begin());
      continue;
    }
    Block block = stored_block(kinds[static_cast<std::size_t>(kind)], scheme, static_cast<std::int64_t>(at));
    std::size_t same = 0;
    while (same < kind_of.size() && (kind_of[same] != kind || !same_types(model.layer_kinds[same], block))) ++same;
    if (same == kind_of.size()) {
      model.layer_kinds.push_back(std::move(block));
      kind_of.push_back(kind);
    }
    model.layers[at] = static_cast<int>(same);
  }
  for (Block& block : model.before) block = left_wide(std::move(block), scheme.wide());
  for (Block& block : model.after) {
    for (Module& module : block.modules) {
      auto* linear = std::get_if<Linear>(&module.kind);
      if (linear != nullptr && linear->vocabulary && !linear->tied) linear->stored_as = scheme.of_head();
    }
  }
}

}  // namespace

std::optional<Error> read_stored_types(Fields& whole, Fields& text, Model& model) {
  std::string name = published_type(whole);
  if (name.empty()) name = published_type(text);
  if (!name.empty() && name != "auto") {
    const Result<DataType> type = parse_data_type(name);
    if (!type) whole.refuse("torch_dtype", "'" + name + "'", "float32, float16, bfloat16, auto");
    model.stored_type = type.value_or(model.stored_type);
  }
  for (const Fields* fields : {&whole, &text}) {
    if (fields->error()) return fields->error();
  }
  const Json& said =
      whole.has("quantization_config") ? whole.value("quantization_config") : text.value("quantization_config");
  if (!said.is_object() || said.empty()) return std::nullopt;
  const Json quantisation = with_expert_type(said, text.value("expert_dtype"));
  Fields fields(quantisation, whole.file(), "quantization_config");
  const Result<QuantisationScheme> scheme = QuantisationScheme::read(fields, wide_type(model.stored_type));
  if (!scheme) return scheme.error();
  model.stored_cache_type = scheme->cache;
  Model stored = model;
  store_by(*scheme, stored);
  ValuesByType values;
  for (const int kind : stored.layers) values.count(stored.layer_kinds[static_cast<std::size_t>(kind)]);
  if (!values.dense.empty()) model.stored_type = most_of(values.dense);
  if (!values.experts.empty()) model.stored_expert_type = most_of(values.experts);
  return std::nullopt;
}

Model as_stored(Model model) {
  const Json config = Json::parse(model.config, nullptr, false);
  if (!config.is_object()) return model;
  const Json& said = quantisation_in(config);
  if (said.is_null()) return model;
  Fields whole(config, model.source);
  const Json quantisation = with_expert_type(said, whole.value("expert_dtype"));
  Fields fields(quantisation, model.source, "quantization_config");
  const Result<DataType> published = parse_data_type(published_type(whole));
  const Result<QuantisationScheme> scheme =
      QuantisationScheme::read(fields, wide_type(published.value_or(DataType::bf16)));
  if (scheme) store_by(*scheme, model);
  return model;
}

double narrowest_stored_bytes(const Model& model, double otherwise) {
  double narrowest = otherwise;
  for_each_block(model, [&](const Block& block, std::int64_t) {
    for (const Module& module : block.modules) {
      const auto* linear = std::get_if<Linear>(&module.kind);
      if (linear != nullptr && linear->stored_as.bytes_per_value > 0)
        narrowest = std::min(narrowest, linear->stored_as.bytes_per_value);
    }
  });
  return narrowest;
}

bool is_as_stored(const Model& model) {
  constexpr double none = 1e9;
  return narrowest_stored_bytes(model, none) < none;
}

Result<Json> with_quantisation_beside(Json config, const std::filesystem::path& config_file) {
  constexpr std::uint64_t largest_bytes = 16 << 20;
  const std::filesystem::path beside = config_file.parent_path() / "hf_quant_config.json";
  std::error_code error;
  if (config.contains("quantization_config") || !std::filesystem::exists(beside, error)) return config;
  const Result<std::string> text = read_file(beside.string(), largest_bytes);
  if (!text) return fail(text);
  const Result<Json> said = parse_json(*text, beside.string());
  if (!said) return fail(said);
  Fields fields(*said, beside.string());
  if (!fields.has("quantization")) return config;
  fields.inside("quantization");
  if (fields.error()) return tl::unexpected(*fields.error());
  config["quantization_config"] = fields.value("quantization");
  config["quantization_config"]["quant_method"] = "modelopt";
  return config;
}

}  // namespace hakaru
