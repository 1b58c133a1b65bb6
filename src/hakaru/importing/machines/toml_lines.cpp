#include "hakaru/importing/machines/toml_lines.h"

#include "hakaru/core/fields.h"
#include "hakaru/core/text.h"

namespace hakaru {

std::string quoted_toml(const std::string& text) {
  return Json(printable(text)).dump(-1, ' ', false, Json::error_handler_t::replace);
}

void TomlLines::add(std::string_view key, const std::string& toml, const std::string& source) {
  text_ += fmt::format("{} = {}", key, toml);
  if (!source.empty()) text_ += "  # " + printable(source);
  text_ += '\n';
}

}  // namespace hakaru
