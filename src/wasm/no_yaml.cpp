// A page reads no YAML: Emscripten has no yaml-cpp.
#include "hakaru/core/yaml.h"

namespace hakaru {

Result<Json> parse_yaml(std::string_view, std::string_view name) {
  return bad_input("{}: YAML is not read here; accepted: commands, JSON, TOML", name);
}

}  // namespace hakaru
