#include "hakaru/core/yaml.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

using Tree = nlohmann::ordered_json;

/// YAML 1.1 reads 1e-05 as a text.
std::string number_text(const Tree& number) {
  std::string text = number.dump();
  const std::size_t exponent = text.find('e');
  if (exponent != std::string::npos && text.find('.') == std::string::npos) text.insert(exponent, ".0");
  return text;
}

std::string scalar_text(const Tree& value) {
  if (value.is_string()) return yaml_word(value.get_ref<const std::string&>());
  if (value.is_number()) return number_text(value);
  return value.dump(-1, ' ', false, Tree::error_handler_t::replace);
}

void write_block(const Tree& tree, const std::string& indent, std::string& text);

/// Writes the value that follows "key:" or "-": on its line, or below it.
void write_value(const Tree& value, const std::string& indent, std::string& text) {
  if (value.is_structured() && !value.empty()) {
    text += '\n';
    write_block(value, indent, text);
  } else {
    text += ' ' + scalar_text(value) + '\n';
  }
}

void write_block(const Tree& tree, const std::string& indent, std::string& text) {
  if (tree.is_object()) {
    for (const auto& [key, value] : tree.items()) {
      text += indent + yaml_word(key) + ':';
      write_value(value, indent + "  ", text);
    }
    return;
  }
  for (const Tree& value : tree) {
    text += indent + '-';
    write_value(value, indent + "  ", text);
  }
}

}  // namespace

std::string yaml_text(const Tree& tree) {
  if (!tree.is_structured() || tree.empty()) return scalar_text(tree) + "\n";
  std::string text;
  write_block(tree, "", text);
  return text;
}

std::string yaml_word(std::string_view text) {
  constexpr std::array others{"true", "false", "null", "yes", "no", "on", "off", "y", "n"};
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char each) { return std::tolower(each); });
  const bool is_plain = !text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) != 0 &&
                        std::all_of(text.begin(), text.end(), [](unsigned char each) {
                          return std::isalnum(each) != 0 || std::string_view("_-./").find(char(each)) < 4;
                        });
  if (is_plain && std::find(others.begin(), others.end(), lower) == others.end()) return std::string(text);
  return with_escaped_characters(Tree(std::string(text)).dump(-1, ' ', false, Tree::error_handler_t::replace));
}

}  // namespace hakaru
