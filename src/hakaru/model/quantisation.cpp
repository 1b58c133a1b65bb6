#include "hakaru/model/quantisation.h"

#include <algorithm>

namespace hakaru {
namespace {

constexpr IntegerRange bits_range{1, 64}, values_in_group{-1, 1 << 20};  // -1: a whole column

/// The weights' format of the first group that has one (compressed-tensors, ModelOpt). `error`: of what it reads.
std::optional<DataType> grouped_type(const Json& groups, const std::string& file, std::optional<Error>& error) {
  for (const auto& [name, group] : groups.items()) {
    const std::string where = "quantization_config.config_groups." + name;
    Fields parts(group, file, where);
    const bool has_weights = parts.has("weights");
    error = parts.error();
    if (error) return std::nullopt;
    if (!has_weights) continue;
    Fields weights(parts.value("weights"), file, where + ".weights");
    const std::int64_t bits = weights.integer_or("num_bits", 0, bits_range);
    const bool floating = weights.text_or("type", "") == "float";
    const std::int64_t together = weights.integer_or("group_size", 0, values_in_group);
    error = weights.error();
    if (error) return std::nullopt;
    if (bits == 8) return floating ? DataType::fp8 : DataType::int8;
    if (bits != 4) continue;
    if (!floating) return DataType::int4;
    constexpr int mxfp4_block = 32;  // OCP MX v1.0 §5.2; nvfp4 has 16
    return together == mxfp4_block ? DataType::mxfp4 : DataType::nvfp4;
  }
  return std::nullopt;
}

std::optional<DataType> quantised_type(Fields& quantisation, std::optional<Error>& error) {
  if (quantisation.has("config_groups")) {
    const auto type = grouped_type(quantisation.value("config_groups"), quantisation.file(), error);
    if (type || error) return type;
  }
  const std::string method = quantisation.text_or("quant_method", "");
  const std::int64_t bits = quantisation.integer_or("bits", 4, bits_range);
  quantisation.integer_or("group_size", 0, values_in_group);
  const bool in_8_bits = quantisation.boolean_or("load_in_8bit", false);
  const bool in_4_bits = quantisation.boolean_or("load_in_4bit", false);
  if (method == "fp8" || method == "fbgemm_fp8") return DataType::fp8;
  if (method == "mxfp4") return DataType::mxfp4;
  if (method == "gptq" || method == "awq") {
    if (bits != 4 && bits != 8) quantisation.refuse("bits", std::to_string(bits), "4, 8");
    return bits == 8 ? DataType::int8 : DataType::int4;
  }
  if (method == "bitsandbytes" && in_8_bits) return DataType::int8;
  if (method == "bitsandbytes" && in_4_bits) return DataType::nf4;
  return std::nullopt;
}

/// Whether a pattern of modules left as they are means attention as a whole: "model.layers.*.self_attn",
/// "re:.*self_attn.*".
bool means_attention(std::string pattern) {
  while (!pattern.empty() && (pattern.back() == '*' || pattern.back() == '.')) pattern.pop_back();
  return pattern.ends_with("self_attn") || pattern.ends_with("self_attn.q_proj");
}

bool leaves_attention_out(Fields& quantisation) {
  for (const char* key : {"ignore", "modules_to_not_convert"}) {
    const std::vector<std::string> patterns = quantisation.texts(key);
    if (std::any_of(patterns.begin(), patterns.end(), means_attention)) return true;
  }
  return false;
}

std::string published_type(Fields& fields) { return fields.text_or("torch_dtype", fields.text_or("dtype", "")); }

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
  const Json& quantisation =
      whole.has("quantization_config") ? whole.value("quantization_config") : text.value("quantization_config");
  if (quantisation.is_null() || quantisation == Json::object()) return std::nullopt;
  Fields fields(quantisation, whole.file(), "quantization_config");
  std::optional<Error> error;
  const auto type = quantised_type(fields, error);
  const bool without_attention = leaves_attention_out(fields);
  if (error || fields.error()) return error ? error : fields.error();
  if (!type) {
    return bad_input(
               "{}: 'quantization_config' is of an unknown kind; accepted: fp8, mxfp4, gptq, awq, bitsandbytes, or "
               "config_groups with the bits of their weights",
               whole.file())
        .value();
  }
  if (model.experts != 0) model.stored_expert_type = *type;
  if (model.experts == 0 || !without_attention) model.stored_type = *type;
  return std::nullopt;
}

}  // namespace hakaru
