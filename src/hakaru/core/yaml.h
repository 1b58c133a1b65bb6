// YAML as trees of JSON: what launch files are written in. Written in blocks, texts quoted as JSON has them wherever a
// bare word could be taken for something else. Read with yaml-cpp, where the program was built with it (a page is not).
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "hakaru/core/fields.h"

namespace hakaru {

std::string yaml_text(const nlohmann::ordered_json& tree);
/// `text` as a word of YAML: bare where it can only be a text, else in double quotes.
std::string yaml_word(std::string_view text);

/// Every document of a file: one is itself, several are a list. Anchors are followed; what they grow to, depth and size
/// are bounded. `name` is the file's name for messages.
Result<Json> parse_yaml(std::string_view text, std::string_view name);

}  // namespace hakaru
