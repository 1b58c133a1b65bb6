#include "hakaru/launching/model_config.h"

namespace hakaru {

Json config_of(const Model& model) {
  const Result<Json> config = parse_json(model.config, model.name);
  return config && config->is_object() ? *config : Json();
}

std::string kind_in(const Json& config) {
  const auto kind = config.find("model_type");
  return kind != config.end() && kind->is_string() ? kind->get<std::string>() : "";
}

void say_kind(CommandMaker& maker, const Model& model, const LaunchPrograms& programs) {
  const std::string kind = kind_in(config_of(model));
  if (kind.empty()) return;
  maker.chooses("kind_of_model", kind);
  if (programs.brings_code(kind)) maker.chooses("own_code", "true");
}

std::int64_t count_in(const Json& config, const std::string& key) {
  const auto count = config.find(key);
  return count != config.end() && count->is_number_integer() ? count->get<std::int64_t>() : 0;
}

}  // namespace hakaru
