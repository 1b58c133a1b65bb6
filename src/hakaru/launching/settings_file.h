// A program's file of settings, JSON, TOML or YAML: written of words "path.to.key=value", and read back into such.
//
//   const Json tree = settings_tree({{"zero_optimization.stage=3"}, {"bf16.enabled=true"}});
//   settings_text(tree, LaunchForm::json);   // {"zero_optimization": {"stage": 3}, "bf16": {"enabled": true}}
//   flat_settings(tree);                     // "zero_optimization.stage" → "3", "bf16.enabled" → "true"
// A step of a path that is a number is a place in a list. A value that reads as a JSON number, truth, null, list or
// table is that, everything else a text; a variable whose value is not known is the text FILL_IN_NAME.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "hakaru/core/fields.h"
#include "hakaru/launching/launch_programs.h"

namespace hakaru {

using SettingsTree = nlohmann::ordered_json;

SettingsTree settings_tree(const Command& settings);
std::string settings_text(const SettingsTree& tree, LaunchForm form);

/// Writes `file` into `command` wherever the file of `settings` stands, by its usual name or as a variable for it.
void name_settings(const LaunchProgram& settings, const std::string& file, Command& command);

/// Reads `text` in that form; `name` is the file's name for messages.
Result<Json> read_settings(std::string_view text, LaunchForm form, const std::string& name);
/// Every value by its path, as the word has it.
std::map<std::string, std::string, std::less<>> flat_settings(const Json& tree);

}  // namespace hakaru
