#include "hakaru/launching/megatron_shape.h"

#include <fmt/format.h>

#include "hakaru/core/ranges.h"
#include "hakaru/launching/model_config.h"

namespace hakaru {
namespace {

/// The table of the rotation in a config.json: rope_parameters of Transformers 5, else rope_scaling; null: neither.
const Json& rotation_in(const Json& config) {
  static const Json none;
  for (const char* const key : {"rope_parameters", "rope_scaling"}) {
    const auto found = config.find(key);
    if (found != config.end() && found->is_object()) return *found;
  }
  return none;
}

/// The value of `key` in a config.json, or in its table of the rotation; null: neither has it.
const Json& value_in(const Json& config, const std::string& key) {
  static const Json none;
  const Json& rotation = rotation_in(config);
  if (config.contains(key)) return config.at(key);
  return rotation.is_object() && rotation.contains(key) ? rotation.at(key) : none;
}

/// The scaling of the rotation for longer contexts: "llama3", "yarn"; empty: there is none.
std::string scaled_by(const Json& config) {
  const Json& rotation = rotation_in(config);
  if (!rotation.is_object()) return "";
  for (const char* const key : {"rope_type", "type"}) {
    const auto kind = rotation.find(key);
    if (kind != rotation.end() && kind->is_string()) return *kind == "default" ? "" : kind->get<std::string>();
  }
  return "";
}

/// Null: a kind of model that no table knows.
const ModelShape* shape_of(const Json& config, const LaunchPrograms& programs) {
  return config.is_object() ? programs.shape_of(kind_in(config)) : nullptr;
}

std::string number_text(const Json& number) { return fmt::format("{:.15g}", number.get<double>()); }

/// The number beside how it is scaled that `words` need and its description lacks; empty: none.
std::string number_lacking(const std::vector<std::string>& words, const Json& rotation) {
  for (const std::string& word : words) {
    std::string name = word_of(word).variable;
    if (!name.empty() && !value_in(rotation, name).is_number()) return name;
  }
  return "";
}

}  // namespace

Command megatron_shape(const Model& model, const LaunchPrograms& programs) {
  const Json config = config_of(model);
  const ModelShape* const shape = shape_of(config, programs);
  if (shape == nullptr) return {variable("MODEL_ARGS[@]")};
  Command words;
  for (const auto& [key, flag] : shape->keys) {
    const auto like = shape->missing_like.find(key);
    const bool is_like = like != shape->missing_like.end() && !config.contains(key);
    const Json& value = value_in(config, is_like ? like->second : key);
    if (!value.is_number()) continue;
    words.push_back({flag});
    words.push_back({number_text(value)});
    if (const auto beside = shape->unread_without.find(key); beside != shape->unread_without.end())
      words.push_back({beside->second});
  }
  for (const std::string& word : shape->always) words.push_back({word});
  for (const auto& [key, said] : shape->unless_true) {
    if (config.contains(key) && config.at(key) == true) continue;
    for (const std::string& word : said) {
      const auto is_it = [&](const Word& each) { return each.text == word; };
      if (ranges::none_of(words, is_it)) words.push_back({word});
    }
  }
  const auto scaled = shape->scaled_rotation.find(scaled_by(config));
  const Json& rotation = rotation_in(config);
  if (scaled == shape->scaled_rotation.end() || !number_lacking(scaled->second, rotation).empty()) return words;
  for (const std::string& word : scaled->second) {
    const Word made = word_of(word);
    words.push_back(made.variable.empty() ? made : Word{number_text(value_in(rotation, made.variable))});
  }
  return words;
}

std::vector<Message> untold_of_shape(const Model& model, const LaunchPrograms& programs) {
  const Json config = config_of(model);
  const ModelShape* const shape = shape_of(config, programs);
  if (shape == nullptr) return {};
  std::vector<Message> untold;
  const std::string scaled = scaled_by(config);
  for (const auto& [key, flag] : shape->keys) {
    if (!value_in(config, key).is_null()) continue;
    if (key == "rope_theta")
      untold.push_back(message("{} rotates by a base of 10,000 unasked: add {} as the model's config.json has it",
                               "pretrain_gpt.py", flag + (scaled.empty() ? ", --use-rope-scaling" : "")));
    if (key == "rms_norm_eps")
      untold.push_back(message("{} norms with an epsilon of 1e-5 unasked: add {} as the model's config.json has it",
                               "pretrain_gpt.py", flag));
  }
  const auto words = shape->scaled_rotation.find(scaled);
  const bool is_known = words != shape->scaled_rotation.end();
  if (!scaled.empty() && !is_known)
    untold.push_back(message("{} has no words for {} {} here: the model is trained without", "pretrain_gpt.py",
                             "rope_scaling", scaled));
  if (const std::string number = is_known ? number_lacking(words->second, rotation_in(config)) : ""; !number.empty())
    untold.push_back(message("{} {} of the model has no {}: {} is not told of it, and trains without", "rope_scaling",
                             scaled, number, "pretrain_gpt.py"));
  return untold;
}

}  // namespace hakaru
