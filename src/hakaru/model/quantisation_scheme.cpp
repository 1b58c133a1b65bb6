#include "hakaru/model/quantisation_scheme.h"

#include <algorithm>

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr IntegerRange bits_range{1, 64}, values_in_group{-1, 1 << 20};  // -1: a whole column
constexpr double bits_of_byte = 8;
constexpr double bytes_of_16_bits = 2;
constexpr std::int64_t usual_group = 128;  // GPTQ and AWQ
constexpr std::int64_t mxfp4_block = 32;   // OCP MX v1.0 §5.2
constexpr std::int64_t nvfp4_block = 16;
constexpr std::int64_t narrowest_left = 16;  // as many bits are no quantisation

struct Format {
  std::int64_t bits = 0;
  bool floating = false;
  std::int64_t group = 0;  ///< values that share a scale; 0, -1: a whole column
  bool zero_points = false;
  double scale_bytes = bytes_of_16_bits;
};

/// Empty: as it was.
std::optional<StoredAs> stored_in(Format format) {
  if (format.bits >= narrowest_left) return std::nullopt;
  if (format.floating && format.bits == 4) {
    if (format.group <= 0) format.group = nvfp4_block;
    const DataType type = format.group == mxfp4_block ? DataType::mxfp4 : DataType::nvfp4;
    return StoredAs{type, 0.5 + 1 / static_cast<double>(format.group)};
  }
  const double width = static_cast<double>(format.bits) / bits_of_byte;
  const double each_group = format.scale_bytes + (format.zero_points ? width : 0);
  const double bytes = width + (format.group > 0 ? each_group / static_cast<double>(format.group) : 0);
  if (format.floating) return StoredAs{DataType::fp8, bytes};
  return StoredAs{format.bits <= 4 ? DataType::int4 : DataType::int8, bytes};
}

StoredAs stored_in(DataType type) { return {type, bytes_per_value(type)}; }

/// Names that tools give a format, in lower case: "nvfp4_awq", "w4a16", "int4weightonlyconfig", "fp8_e4m3".
std::optional<StoredAs> stored_as_called(const std::string& words, std::int64_t group) {
  const std::string name = lower_case(words);
  const auto has = [&](std::string_view part) { return name.find(part) != std::string::npos; };
  const auto any = [&](std::initializer_list<std::string_view> parts) {
    return std::any_of(parts.begin(), parts.end(), has);
  };
  if (any({"nvfp4", "nv_fp4", "nvfp"})) return stored_in(DataType::nvfp4);
  if (any({"mxfp8", "mx_fp8", "mxfp6"})) return stored_in(DataType::mxfp8);
  if (any({"mxfp4", "mx_fp4", "mxfp", "fp4"})) return stored_in(DataType::mxfp4);
  if (any({"int4weight", "int4_weight", "w4a", "int4", "uint4", "intx"}))
    return stored_in(Format{.bits = 4, .group = group > 0 ? group : usual_group, .zero_points = has("uint4")});
  if (any({"int8weight", "int8_weight", "w8a16", "w8a8", "int8"})) return stored_in(DataType::int8);
  if (any({"fp8", "float8"})) return stored_in(DataType::fp8);
  return std::nullopt;
}

/// "FP8" of a key-value cache, or its number of bits.
std::optional<DataType> cache_type(Fields& fields, const char* key) {
  if (!fields.has(key)) return std::nullopt;
  const Json& value = fields.value(key);
  if (value.is_string()) {
    const std::optional<StoredAs> stored = stored_as_called(value.get<std::string>(), 0);
    return stored ? std::optional(stored->type) : std::nullopt;
  }
  if (!value.is_object()) return std::nullopt;
  Fields scheme = fields.inside(key);
  const bool in_8_bits = scheme.integer_or("num_bits", 0, bits_range) == 8;
  if (!in_8_bits) return std::nullopt;
  return scheme.text_or("type", "float") == "float" ? DataType::fp8 : DataType::int8;
}

}  // namespace

std::optional<Error> QuantisationScheme::add_rule(const std::vector<std::string>& names, std::optional<StoredAs> kept,
                                                  const std::string& where) {
  auto rule = std::find_if(rules_.begin(), rules_.end(), [&](const Rule& each) { return each.kept == kept; });
  if (rule == rules_.end()) rule = rules_.insert(rule, {{}, kept});
  for (const std::string& name : names) {
    if (std::optional<Error> error = rule->names.add(name, where)) return error;
  }
  return std::nullopt;
}

/// Groups of compressed-tensors and ModelOpt: targets are names, regular expressions or the class "Linear".
void QuantisationScheme::read_groups(Fields& fields) {
  Fields groups = fields.inside("config_groups");
  for (const auto& [name, group] : fields.value("config_groups").items()) {
    Fields parts = groups.inside(name);
    understood_ = heads_too_ = true;
    if (!parts.has("weights") || !parts.value("weights").is_object()) continue;
    Fields weights = parts.inside("weights");
    const bool floating = weights.text_or("type", "int") == "float";
    Format format{.bits = weights.integer_or("num_bits", 8, bits_range),
                  .floating = floating,
                  .group = weights.integer_or("group_size", 0, values_in_group),
                  .zero_points = !floating && !weights.boolean_or("symmetric", true)};
    const std::string scale = weights.text_or("scale_dtype", "");
    if (scale.find("uint8") != std::string::npos || scale.find("float8") != std::string::npos) format.scale_bytes = 1;
    const std::vector<std::string> targets = parts.texts("targets");
    parts.keep(weights);
    groups.keep(parts);
    if (groups.error()) break;
    const std::optional<StoredAs> kept = stored_in(format);
    std::vector<std::string> names = targets;
    names.erase(std::remove(names.begin(), names.end(), "Linear"), names.end());
    if (targets.empty() || names.size() != targets.size()) usual_ = kept;
    error_ = add_rule(names, kept, fields.file());
    if (error_) return;
  }
  fields.keep(groups);
}

/// Layers that are named one by one: {"model.layers.0.mlp": {"quant_algo": "FP8"}} of ModelOpt,
/// {"lm_head": {"bits": 16}} of AutoRound.
void QuantisationScheme::read_layers(Fields& fields, const char* key) {
  if (!fields.has(key)) return;
  Fields layers = fields.inside(key);
  for (const auto& [name, unused] : fields.value(key).items()) {
    Fields layer = layers.inside(name);
    std::optional<StoredAs> kept;
    const std::int64_t group = layer.integer_or("group_size", usual_group, values_in_group);
    if (layer.has("quant_algo")) {
      kept = stored_as_called(layer.text("quant_algo"), group);
    } else {
      kept = stored_in(Format{.bits = layer.integer_or("bits", 4, bits_range),
                              .floating = layer.text_or("data_type", "int").find("fp") != std::string::npos,
                              .group = group,
                              .zero_points = !layer.boolean_or("sym", true)});
    }
    layers.keep(layer);
    error_ = add_rule({name}, kept, fields.file());
    if (error_) return;
    understood_ = true;
  }
  fields.keep(layers);
}

/// GPTQModel's {"-:.*attn.*": {}, "+:.*down.*": {"bits": 8}}.
void QuantisationScheme::read_expressions_of_gptq(Fields& fields) {
  if (!fields.has("dynamic") || !fields.value("dynamic").is_object()) return;
  Fields rules = fields.inside("dynamic");
  for (const auto& [name, unused] : fields.value("dynamic").items()) {
    Fields rule = rules.inside(name);
    const bool left = name.rfind("-:", 0) == 0, marked = left || name.rfind("+:", 0) == 0;
    const std::int64_t bits = left ? narrowest_left : rule.integer_or("bits", 4, bits_range);
    const std::int64_t group = rule.integer_or("group_size", usual_group, values_in_group);
    rules.keep(rule);
    error_ = add_rule({"re:" + (marked ? name.substr(2) : name)},
                      stored_in(Format{.bits = bits, .group = group, .zero_points = true}), fields.file());
    if (error_) return;
  }
  fields.keep(rules);
}

/// "int4_weight_only" with quant_type_kwargs, or {"default": {"_type": "Int4WeightOnlyConfig", "_data": …}}.
void QuantisationScheme::read_torchao(Fields& fields) {
  const Json& said = fields.value("quant_type");
  if (said.is_string()) {
    std::int64_t group = usual_group;
    if (fields.has("quant_type_kwargs"))
      group = fields.inside("quant_type_kwargs").integer_or("group_size", group, values_in_group);
    usual_ = stored_as_called(said.get<std::string>(), group);
  } else if (said.is_object()) {
    Fields types = fields.inside("quant_type");
    for (const auto& [name, unused] : said.items()) {
      Fields type = types.inside(name);
      std::int64_t group = usual_group;
      if (type.has("_data") && type.value("_data").is_object())
        group = type.inside("_data").integer_or("group_size", group, values_in_group);
      const std::optional<StoredAs> kept = stored_as_called(type.text_or("_type", ""), group);
      if (name == "default") {
        usual_ = kept;
      } else {
        error_ = add_rule({name}, kept, fields.file());
      }
      types.keep(type);
      if (error_) return;
    }
    fields.keep(types);
  }
  understood_ = usual_ || !rules_.empty();
}

void QuantisationScheme::read_quark(Fields& fields) {
  const auto weights_of = [&](Fields& config) -> std::optional<StoredAs> {
    if (!config.has("weight") || !config.value("weight").is_object()) return std::nullopt;
    Fields weight = config.inside("weight");
    const std::int64_t group = weight.integer_or("group_size", 0, values_in_group);
    const std::string type = weight.text_or("dtype", "");
    config.keep(weight);
    if (type == "fp4") return stored_in(Format{.bits = 4, .floating = true, .group = group});
    return stored_as_called(type, group);
  };
  if (!fields.has("global_quant_config")) return;
  Fields all = fields.inside("global_quant_config");
  usual_ = weights_of(all);
  fields.keep(all);
  understood_ = usual_.has_value();
  heads_too_ = true;
  if (!fields.has("layer_quant_config")) return;
  Fields layers = fields.inside("layer_quant_config");
  for (const auto& [name, unused] : fields.value("layer_quant_config").items()) {
    Fields layer = layers.inside(name);
    const std::optional<StoredAs> kept = weights_of(layer);
    layers.keep(layer);
    error_ = add_rule({name}, kept, fields.file());
    if (error_) return;
  }
  fields.keep(layers);
}

/// Methods that say one format for all linear layers.
void QuantisationScheme::read_method(Fields& fields, const std::string& method) {
  const std::int64_t bits = fields.integer_or(fields.has("w_bit") ? "w_bit" : "bits", 4, bits_range);
  const std::int64_t group =
      fields.integer_or(fields.has("q_group_size") ? "q_group_size" : "group_size", usual_group, values_in_group);
  understood_ = true;
  if (method == "fp8" || method == "fbgemm_fp8") {
    usual_ = stored_in(DataType::fp8);
    const std::vector<std::int64_t> block = fields.integers("weight_block_size", {1, 1 << 20});
    constexpr double scale_bytes = 4;
    if (block.size() == 2) usual_->bytes_per_value += scale_bytes / static_cast<double>(block[0] * block[1]);
    if (fields.text_or("expert_dtype", "") == "fp4")
      error_ = add_rule({"experts"}, stored_in(DataType::mxfp4), fields.file());
  } else if (method == "mxfp4") {
    usual_ = stored_in(DataType::mxfp4);
  } else if (method == "mxfp8") {
    usual_ = stored_in(DataType::mxfp8);
  } else if (method == "gptq" || method == "awq" || method == "auto-round" || method == "intel/auto-round") {
    if (bits < 2 || bits > 8) fields.refuse("bits", std::to_string(bits), "2 to 8");
    const bool floating = fields.text_or("data_type", "int").find("fp") != std::string::npos;
    // Symmetric or not, both formats have room for zero points.
    usual_ = stored_in(Format{.bits = bits, .floating = floating, .group = group, .zero_points = true});
    heads_too_ = fields.boolean_or("lm_head", false);
    read_expressions_of_gptq(fields);
    read_layers(fields, "extra_config");
  } else if (method == "bitsandbytes" && fields.boolean_or("load_in_8bit", false)) {
    usual_ = stored_in(DataType::int8);
  } else if (method == "bitsandbytes" && fields.boolean_or("load_in_4bit", false)) {
    usual_ = stored_in(DataType::nf4);
    constexpr double scales_alone = 0.5 + 4.0 / 64;  // one 32-bit scale for 64 values
    if (!fields.boolean_or("bnb_4bit_use_double_quant", true)) usual_->bytes_per_value = scales_alone;
  } else if (method == "eetq" || method == "experts_int8") {
    usual_ = stored_in(DataType::int8);
  } else if (method == "hqq" && fields.has("quant_config")) {
    Fields config = fields.inside("quant_config");
    Fields weights = config.has("weight_quant_params") ? config.inside("weight_quant_params") : config;
    usual_ = stored_in(Format{.bits = weights.integer_or("nbits", 4, bits_range),
                              .group = weights.integer_or("group_size", usual_group, values_in_group),
                              .zero_points = true});
    fields.keep(weights);
  } else {
    understood_ = false;
  }
}

void QuantisationScheme::read_ignored(Fields& fields) {
  for (const char* key : {"ignore", "modules_to_not_convert", "ignored_layers", "exclude_modules", "exclude",
                          "llm_int8_skip_modules", "skip_modules"}) {
    for (const std::string& pattern : fields.texts(key)) {
      error_ = ignored_.add(pattern, fields.file() + ": quantization_config." + key);
      if (error_) return;
    }
  }
}

void QuantisationScheme::read_cache(Fields& fields) {
  for (const char* key : {"kv_cache_scheme", "kv_cache_quant_algo"}) {
    if (!cache) cache = cache_type(fields, key);
  }
  if (cache || !fields.has("kv_cache_quant_config") || !fields.value("kv_cache_quant_config").is_object()) return;
  Fields each = fields.inside("kv_cache_quant_config");
  for (const auto& [name, unused] : fields.value("kv_cache_quant_config").items()) {
    Fields projection = each.inside(name);
    if (!projection.has("output_tensors")) continue;
    cache = cache_type(projection, "output_tensors");
    const Json& tensors = projection.value("output_tensors");
    if (!cache && tensors.is_object()) {
      Fields said = projection.inside("output_tensors");
      cache = cache_type(said, "dtype");
    }
  }
}

Result<QuantisationScheme> QuantisationScheme::read(Fields& fields, DataType wide) {
  QuantisationScheme scheme;
  scheme.wide_ = {wide, bytes_per_value(wide)};
  const std::string method = fields.text_or("quant_method", "");
  const std::string algorithm = fields.text_or("quant_algo", "");
  scheme.read_layers(fields, "quantized_layers");
  if (!scheme.error_ && fields.has("config_groups")) {
    scheme.read_groups(fields);
  } else if (!scheme.error_ && method == "torchao") {
    scheme.read_torchao(fields);
  } else if (!scheme.error_ && method == "quark") {
    scheme.read_quark(fields);
  } else if (!scheme.error_ && fields.has("quant_algo")) {
    scheme.usual_ = stored_as_called(algorithm, fields.integer_or("group_size", usual_group, values_in_group));
    scheme.understood_ |= scheme.usual_.has_value();
    scheme.heads_too_ = true;
  } else if (!scheme.error_ && !scheme.understood_) {
    scheme.read_method(fields, method);
  }
  if (!scheme.error_) scheme.read_ignored(fields);
  if (!scheme.error_) scheme.read_cache(fields);
  scheme.understood_ |= scheme.cache.has_value();
  if (scheme.error_ || fields.error()) return tl::unexpected(scheme.error_ ? *scheme.error_ : *fields.error());
  if (!scheme.understood_) {
    return bad_input(
        "{}: 'quantization_config' is of an unknown kind; accepted: fp8, mxfp4, gptq, awq, auto-round, bitsandbytes, "
        "torchao, quark, hqq, modelopt, or config_groups with the bits of their weights",
        fields.file());
  }
  return scheme;
}

std::optional<StoredAs> QuantisationScheme::kept_as(const std::vector<std::string>& names, std::int64_t layer) const {
  if (ignored_.match(names, layer)) return std::nullopt;
  for (const Rule& rule : rules_) {
    if (rule.names.match(names, layer)) return rule.kept;
  }
  return usual_;
}

StoredAs QuantisationScheme::of(const std::string& name, std::int64_t layer) const {
  for (const char* wide : {"router", "shared_expert_gate", "attn_hc.fn", "ffn_hc.fn"}) {
    if (name == wide) return wide_;
  }
  return kept_as(checkpoint_names(name, layer), layer).value_or(wide_);
}

StoredAs QuantisationScheme::of_head() const {
  const std::vector<std::string> names = checkpoint_head_names();
  const bool named =
      std::any_of(rules_.begin(), rules_.end(), [&](const Rule& rule) { return rule.names.match(names, -1); });
  return heads_too_ || named ? kept_as(names, -1).value_or(wide_) : wide_;
}

bool QuantisationScheme::by_layer() const {
  return ignored_.by_layer() ||
         std::any_of(rules_.begin(), rules_.end(), [](const Rule& rule) { return rule.names.by_layer(); });
}

}  // namespace hakaru
