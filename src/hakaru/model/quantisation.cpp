#include "hakaru/model/quantisation.h"
namespace hakaru {
namespace {

/// The weights' format of the first group that has one (compressed-tensors, ModelOpt).
std::optional<DataType> grouped_type(const Json& quantisation) {
  const auto groups = quantisation.find("config_groups");
  if (groups == quantisation.end() || !groups->is_object()) return std::nullopt;
  for (const auto& [unused, group] : groups->items()) {
    if (!group.is_object() || !group.contains("weights") || !group["weights"].is_object()) continue;
    const Json& weights = group["weights"];
    const Json bits = weights.value("num_bits", Json(0));
    const bool floating = weights.value("type", Json("")) == "float";
    if (bits == 8) return floating ? DataType::fp8 : DataType::int8;
    if (bits != 4) continue;
    if (!floating) return DataType::int4;
    constexpr int mxfp4_block = 32;  // OCP MX v1.0 §5.2; nvfp4 has 16
    return weights.value("group_size", Json(0)) == mxfp4_block ? DataType::mxfp4 : DataType::nvfp4;
  }
  return std::nullopt;
}

std::optional<DataType> quantised_type(const Json& quantisation) {
  if (const auto type = grouped_type(quantisation)) return type;
  const Json method = quantisation.value("quant_method", Json(""));
  const Json bits = quantisation.value("bits", Json(0));
  if (method == "fp8" || method == "fbgemm_fp8") return DataType::fp8;
  if (method == "mxfp4") return DataType::mxfp4;
  if (method == "gptq" || method == "awq") return bits == 8 ? DataType::int8 : DataType::int4;
  if (method == "bitsandbytes") {
    if (quantisation.value("load_in_8bit", Json(false)) == true) return DataType::int8;
    if (quantisation.value("load_in_4bit", Json(false)) == true) return DataType::nf4;
  }
  return std::nullopt;
}

/// Whether a pattern of modules left as they are means attention as a whole: "model.layers.*.self_attn",
/// "re:.*self_attn.*".
bool means_attention(std::string pattern) {
  while (!pattern.empty() && (pattern.back() == '*' || pattern.back() == '.')) pattern.pop_back();
  return pattern.ends_with("self_attn") || pattern.ends_with("self_attn.q_proj");
}

bool leaves_attention_out(const Json& quantisation) {
  for (const char* key : {"ignore", "modules_to_not_convert"}) {
    const auto list = quantisation.find(key);
    if (list == quantisation.end() || !list->is_array()) continue;
    for (const Json& item : *list) {
      if (item.is_string() && means_attention(item.get<std::string>())) return true;
    }
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
  if (!quantisation.is_object() || quantisation.empty()) return std::nullopt;
  const auto type = quantised_type(quantisation);
  if (!type) {
    return bad_input(
               "{}: 'quantization_config' is of an unknown kind; accepted: fp8, mxfp4, gptq, awq, bitsandbytes, or "
               "config_groups with the bits of their weights",
               whole.file())
        .value();
  }
  if (model.experts != 0) model.stored_expert_type = *type;
  if (model.experts == 0 || !leaves_attention_out(quantisation)) model.stored_type = *type;
  return std::nullopt;
}

}  // namespace hakaru
