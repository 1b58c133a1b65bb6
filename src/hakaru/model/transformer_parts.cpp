#include "hakaru/model/transformer_parts.h"

#include <algorithm>
#include <utility>

#include "hakaru/model/heads.h"

namespace hakaru {
namespace {

Split second(Split first) { return first == Split::none ? Split::none : Split::row; }

Module attention_itself(const AttentionWidths& widths, bool cross, std::int64_t fixed_tokens) {
  Attention attention;
  attention.heads = attention.kv_heads = widths.heads;
  attention.key_dim = attention.value_dim = widths.head_dim;
  attention.causal = widths.causal;
  attention.cache = widths.cache;
  attention.cross = cross;
  attention.fixed_kv_tokens = fixed_tokens;
  return {cross ? "cross_attention" : "self_attention", attention};
}

Module sharing_input(Module module) {
  std::get<Linear>(module.kind).shares_input = true;
  return module;
}

void add_head_norms(Modules& modules, const AttentionWidths& widths, const std::string& prefix) {
  if (widths.head_norm == HeadNorm::none) return;
  const bool bias = widths.head_norm == HeadNorm::layer;
  modules.push_back(head_norm(prefix + "q_norm", widths.heads, widths.head_dim, bias));
  modules.push_back(head_norm(prefix + "k_norm", widths.heads, widths.head_dim, bias));
}

std::int64_t inner_width(const AttentionWidths& widths) { return widths.heads * widths.head_dim; }

Module projection(const AttentionWidths& widths, std::string name, std::int64_t in, bool bias) {
  return of_heads(linear(std::move(name), in, inner_width(widths), bias, widths.first), widths.heads);
}

Module output_projection(const AttentionWidths& widths, std::string name) {
  return of_heads(linear(std::move(name), inner_width(widths), widths.hidden, widths.output_bias, second(widths.first)),
                  widths.heads);
}

}  // namespace

void append(Modules& modules, Modules more) {
  modules.insert(modules.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

Stream fixed_stream(std::int64_t tokens) { return {.kind = Stream::Kind::fixed, .tokens = tokens}; }

Module linear(std::string name, std::int64_t in, std::int64_t out, bool bias, Split split) {
  Linear layer;
  layer.in = in;
  layer.out = out;
  layer.bias = bias;
  layer.split = split;
  return {std::move(name), layer};
}

Module item_linear(std::string name, std::int64_t in, std::int64_t out, bool bias) {
  Module module = linear(std::move(name), in, out, bias);
  std::get<Linear>(module.kind).once_per_item = true;
  return module;
}

Module layer_norm(std::string name, std::int64_t width) {
  return {std::move(name), Norm{.width = width, .weight = true, .bias = true}};
}

Module rms_norm(std::string name, std::int64_t width) {
  return {std::move(name), Norm{.width = width, .weight = true, .bias = false}};
}

Module plain_norm(std::string name, std::int64_t width) {
  return {std::move(name), Norm{.width = width, .weight = false, .bias = false, .centred = true}};
}

Module head_norm(std::string name, std::int64_t heads, std::int64_t head_dim, bool bias) {
  return {std::move(name),
          Norm{.width = heads * head_dim, .weight = true, .bias = bias, .parameter_width = head_dim, .divided = true}};
}

Module activation(std::string name, std::int64_t width) {
  return {std::move(name),
          Elementwise{
              .width_in = width, .width_out = width, .kept = width, .divided = true, .work = MemoryWork::activation}};
}

Module gated_activation(std::string name, std::int64_t width) {
  return {std::move(name), Elementwise{.width_in = 2 * width,
                                       .width_out = width,
                                       .kept = 2 * width,
                                       .divided = true,
                                       .work = MemoryWork::gated_activation}};
}

Module residual(std::int64_t width) {
  return {"residual", Elementwise{.width_in = 2 * width, .width_out = width, .work = MemoryWork::residual}};
}

Module elementwise(std::string name, std::int64_t in, std::int64_t out) {
  return {std::move(name), Elementwise{.width_in = in, .width_out = out}};
}

Module own_parameters(std::string name, std::int64_t count) { return {std::move(name), Parameters{.count = count}}; }

void add_self_attention(Modules& modules, const AttentionWidths& widths) {
  modules.push_back(projection(widths, "q_proj", widths.hidden, widths.bias));
  modules.push_back(sharing_input(projection(widths, "k_proj", widths.hidden, widths.bias && widths.key_bias)));
  modules.push_back(sharing_input(projection(widths, "v_proj", widths.hidden, widths.bias)));
  add_head_norms(modules, widths, "");
  modules.push_back(attention_itself(widths, false, 0));
  modules.push_back(output_projection(widths, "o_proj"));
}

void add_cross_attention(Modules& modules, const AttentionWidths& widths, std::int64_t fixed_tokens) {
  modules.push_back(projection(widths, "cross_q_proj", widths.hidden, widths.bias));
  add_head_norms(modules, widths, "cross_");
  modules.push_back(attention_itself(widths, true, fixed_tokens));
  modules.push_back(output_projection(widths, "cross_o_proj"));
}

void add_cross_keys_and_values(Modules& modules, const AttentionWidths& widths, std::int64_t source) {
  modules.push_back(projection(widths, "cross_k_proj", source, widths.bias && widths.key_bias));
  modules.push_back(sharing_input(projection(widths, "cross_v_proj", source, widths.bias)));
}

void add_feed_forward(Modules& modules, std::int64_t hidden, std::int64_t inner, bool bias, FeedForward kind,
                      Split first) {
  if (kind == FeedForward::gated) {
    modules.push_back(linear("gate_proj", hidden, inner, bias, first));
    modules.push_back(sharing_input(linear("up_proj", hidden, inner, bias, first)));
    modules.push_back(gated_activation("activation", inner));
    modules.push_back(linear("down_proj", inner, hidden, bias, second(first)));
    return;
  }
  modules.push_back(linear("fc1", hidden, inner, bias, first));
  modules.push_back(activation("activation", inner));
  modules.push_back(linear("fc2", inner, hidden, bias, second(first)));
}

Modules encoder_layer(const AttentionWidths& widths, std::int64_t inner) {
  Modules modules{layer_norm("attention_norm", widths.hidden)};
  add_self_attention(modules, widths);
  modules.push_back(residual(widths.hidden));
  modules.push_back(layer_norm("feed_forward_norm", widths.hidden));
  add_feed_forward(modules, widths.hidden, inner);
  modules.push_back(residual(widths.hidden));
  return modules;
}

std::int64_t width_in(Fields& config, std::string_view key) { return config.integer(key, {.min = 1, .max = widest}); }

std::int64_t layers_in(Fields& config, std::string_view key) { return config.integer(key, {.min = 1, .max = deepest}); }

std::int64_t divided_by_heads(Fields& config, std::string_view key, std::int64_t hidden, std::int64_t heads) {
  if (heads < 1 || hidden % heads != 0) {
    config.refuse(key, std::to_string(heads), "a divisor of " + std::to_string(hidden));
    return 1;
  }
  return hidden / heads;
}

DataType stored_type_in(Fields& config) {
  for (const char* key : {"dtype", "torch_dtype"}) {
    if (!config.has(key)) continue;
    const std::string text = config.text(key);
    if (const Result<DataType> type = parse_data_type(text)) return *type;
    config.refuse(key, text, "float32, float16, bfloat16");
  }
  return DataType::fp32;
}

bool names_architecture(Fields& config, std::string_view architecture) {
  const std::vector<std::string> names = config.texts("architectures");
  return std::find(names.begin(), names.end(), architecture) != names.end();
}

std::int64_t classes_in(Fields& config) {
  constexpr std::int64_t unsaid = 2;
  const Json& names = config.value("id2label");
  if (!names.is_null() && !names.is_object()) config.refuse("id2label", "no table", "a table of numbers and names");
  const std::int64_t named = static_cast<std::int64_t>(names.size());
  return config.integer_or("num_labels", named > 0 ? named : unsaid, {.min = 1, .max = widest});
}

Result<Model> finished(Model model, const Fields& config) {
  if (config.error()) return tl::unexpected(*config.error());
  return model;
}

void add_layers(Model& model, Block layer, std::int64_t count) {
  model.layer_kinds.push_back(std::move(layer));
  model.layers.insert(model.layers.end(), static_cast<std::size_t>(count),
                      static_cast<int>(model.layer_kinds.size()) - 1);
}

}  // namespace hakaru
