#include "hakaru/launching/megatron_shape.h"

#include <fmt/format.h>

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

/// How its rotation is made, as config.json files have it: of Transformers 5 in one table, before in two places.
const Json& rotation_in(const Json& config) {
  static const Json none;
  for (const char* const key : {"rope_parameters", "rope_scaling"}) {
    const auto found = config.find(key);
    if (found != config.end() && found->is_object()) return *found;
  }
  return none;
}

/// What a config.json has by that name; null: nothing.
const Json& value_in(const Json& config, const std::string& key) {
  static const Json none;
  const Json& rotation = rotation_in(config);
  if (config.contains(key)) return config.at(key);
  return rotation.is_object() && rotation.contains(key) ? rotation.at(key) : none;
}

/// How it is scaled for longer contexts: "llama3", "yarn"; empty: it is not.
std::string scaled_by(const Json& config) {
  const Json& rotation = rotation_in(config);
  if (!rotation.is_object()) return "";
  const Json kind = rotation.value("rope_type", rotation.value("type", Json("default")));
  const std::string name = kind.is_string() ? kind.get<std::string>() : kind.dump();
  return name == "default" ? "" : name;
}

/// Null: a kind of model that no table knows.
const ModelShape* shape_of(const Json& config, const LaunchPrograms& programs) {
  return config.is_object() ? programs.shape_of(config.value("model_type", std::string())) : nullptr;
}

std::string number_text(const Json& number) { return fmt::format("{:.15g}", number.get<double>()); }

Json config_of(const Model& model) {
  const Result<Json> config = parse_json(model.config, model.name);
  return config ? *config : Json();
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
  }
  for (const std::string& word : shape->always) words.push_back({word});
  for (const auto& [key, said] : shape->unless_true) {
    if (config.contains(key) && config.at(key) == true) continue;
    for (const std::string& word : said) words.push_back({word});
  }
  const auto scaled = shape->scaled_rotation.find(scaled_by(config));
  if (scaled == shape->scaled_rotation.end()) return words;
  for (const std::string& word : scaled->second) {
    const Word made = word_of(word);
    const Json& value = value_in(rotation_in(config), made.variable);
    words.push_back(value.is_number() ? Word{number_text(value)} : made);
  }
  return words;
}

std::vector<Message> untold_of_shape(const Model& model, const LaunchPrograms& programs) {
  const Json config = config_of(model);
  const ModelShape* const shape = shape_of(config, programs);
  if (shape == nullptr) return {};
  std::vector<Message> untold;
  std::vector<std::string> missing;
  for (const auto& [key, flag] : shape->keys) {
    const bool is_otherwise_unasked = key == "rope_theta" || key == "rms_norm_eps";
    if (is_otherwise_unasked && value_in(config, key).is_null()) missing.push_back(flag);
  }
  const std::string scaled = scaled_by(config);
  if (value_in(config, "rope_theta").is_null() && !missing.empty() && scaled.empty())
    missing.emplace_back("--use-rope-scaling");
  if (!missing.empty())
    untold.push_back(
        message("{} rotates by a base of 10,000 and norms with an epsilon of 1e-5 unasked: add {} as the model's "
                "config.json has them",
                "pretrain_gpt.py", join(missing)));
  if (!scaled.empty() && !shape->scaled_rotation.contains(scaled))
    untold.push_back(message("{} has no words for {} {} here: the model is trained without", "pretrain_gpt.py",
                             "rope_scaling", scaled));
  return untold;
}

}  // namespace hakaru
