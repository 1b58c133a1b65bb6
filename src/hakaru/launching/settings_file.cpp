#include "hakaru/launching/settings_file.h"

#include <algorithm>
#include <cctype>

#include "hakaru/core/text.h"
#include "hakaru/core/yaml.h"

namespace hakaru {
namespace {

constexpr std::size_t longest_list = 10'000;

bool is_place(std::string_view step) {
  constexpr std::size_t most_digits = 4;
  return !step.empty() && step.size() <= most_digits &&
         std::all_of(step.begin(), step.end(), [](unsigned char each) { return std::isdigit(each) != 0; });
}

/// The value that `path` names, made where it is not there yet; of a place in a list it is the place's.
SettingsTree& value_at(SettingsTree& tree, std::string_view path) {
  SettingsTree* at = &tree;
  while (!path.empty()) {
    const std::string step(path.substr(0, path.find('.')));
    path.remove_prefix(std::min(step.size() + 1, path.size()));
    if (is_place(step) && !at->is_object()) {
      if (!at->is_array()) *at = SettingsTree::array();
      const std::size_t place = std::stoul(step);
      while (at->size() <= place && at->size() < longest_list) at->push_back(nullptr);
      at = &(*at)[std::min(place, at->size() - 1)];
    } else {
      if (!at->is_object()) *at = SettingsTree::object();
      at = &(*at)[step];
    }
  }
  return *at;
}

SettingsTree value_of(const std::string& text) {
  const Result<Json> read = parse_json(text, "");  // of bounded depth
  return !read || read->is_string() ? SettingsTree(text) : SettingsTree(*read);
}

/// A value as JSON; bytes that are no UTF-8, which texts of TOML may have, are replaced.
std::string as_json(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// Flags are shorter, and lists of lists less deep: each list is kept whole and place by place.
constexpr std::size_t longest_path = 512;
constexpr int deepest_list = 8;

void flatten(const Json& tree, const std::string& path, int lists,
             std::map<std::string, std::string, std::less<>>& flat) {
  if (path.size() > longest_path || lists > deepest_list) return;
  const std::string start = path.empty() ? "" : path + ".";
  if (tree.is_object()) {
    for (const auto& [key, value] : tree.items()) flatten(value, start + key, lists, flat);
  } else if (tree.is_array()) {
    flat[path] = as_json(tree);
    for (std::size_t place = 0; place < tree.size(); ++place)
      flatten(tree[place], start + std::to_string(place), lists + 1, flat);
  } else {
    flat[path] = tree.is_string() ? tree.get<std::string>() : as_json(tree);
  }
}

}  // namespace

SettingsTree settings_tree(const Command& settings) {
  SettingsTree tree = SettingsTree::object();
  for (const Word& word : settings) {
    const std::string& said = word.variable.empty() ? word.text : word.before;
    const std::size_t equals = said.find('=');
    if (equals == std::string::npos) continue;
    SettingsTree& value = value_at(tree, std::string_view(said).substr(0, equals));
    if (word.variable.empty())
      value = value_of(said.substr(equals + 1));
    else
      value = word.text.empty() ? said.substr(equals + 1) + "FILL_IN_" + word.variable + word.behind : word.text;
  }
  return tree;
}

std::string settings_text(const SettingsTree& tree, LaunchForm form) {
  constexpr int indent = 2;
  if (form == LaunchForm::toml) return with_escaped_characters(toml_text(Json(tree)));
  if (form == LaunchForm::yaml) return yaml_text(tree);
  return with_escaped_characters(tree.dump(indent, ' ', false, SettingsTree::error_handler_t::replace)) + "\n";
}

void name_settings(const LaunchProgram& settings, const std::string& file, Command& command) {
  for (Word& word : command) {
    if (word.variable.ends_with("_CONFIG") || word.text == settings.file) word = {file};
  }
}

Result<Json> read_settings(std::string_view text, LaunchForm form, const std::string& name) {
  if (form == LaunchForm::toml) return parse_toml(text, name);
  if (form == LaunchForm::yaml) return parse_yaml(text, name);
  return parse_json(text, name);
}

std::map<std::string, std::string, std::less<>> flat_settings(const Json& tree) {
  std::map<std::string, std::string, std::less<>> flat;
  flatten(tree, "", 0, flat);
  return flat;
}

}  // namespace hakaru
