// The parsers behind parse_toml, parse_json and read_file: the only place that includes toml++.
#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <sstream>

#include "hakaru/core/fields.h"

namespace hakaru {
namespace {

Json to_json(const toml::node& node);

template <typename Value>
std::string printed(const Value& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

Json to_json(const toml::table& table) {
  Json object = Json::object();
  for (const auto& [key, child] : table) object[std::string(key.str())] = to_json(child);
  return object;
}

Json to_json(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return to_json(*node.as_table());
    case toml::node_type::array: {
      Json array = Json::array();
      for (const toml::node& child : *node.as_array()) array.push_back(to_json(child));
      return array;
    }
    case toml::node_type::string:
      return node.as_string()->get();
    case toml::node_type::integer:
      return node.as_integer()->get();
    case toml::node_type::floating_point:
      return node.as_floating_point()->get();
    case toml::node_type::boolean:
      return node.as_boolean()->get();
    case toml::node_type::date:
      return printed(node.as_date()->get());
    case toml::node_type::time:
      return printed(node.as_time()->get());
    case toml::node_type::date_time:
      return printed(node.as_date_time()->get());
    case toml::node_type::none:
      break;
  }
  return nullptr;
}

bool starts_at(std::string_view text, std::size_t at, std::string_view word) {
  return text.substr(at, word.size()) == word;
}

/// The text with Python's bare Infinity and NaN, outside strings, replaced by what JSON can say.
std::string without_python_numbers(std::string_view text) {
  constexpr std::string_view largest = "1.7976931348623157e308";
  std::string result;
  result.reserve(text.size());
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char letter = text[at];
    if (in_string && letter == '\\' && at + 1 < text.size()) {
      result += text.substr(at++, 2);
    } else if (!in_string && starts_at(text, at, "Infinity")) {
      result += largest;
      at += std::string_view("Infinity").size() - 1;
    } else if (!in_string && starts_at(text, at, "NaN")) {
      result += "null";
      at += std::string_view("NaN").size() - 1;
    } else {
      if (letter == '"') in_string = !in_string;
      result += letter;
    }
  }
  return result;
}

/// nlohmann's handler that builds the tree and keeps where parsing failed, without exceptions.
class TreeBuilder : public nlohmann::detail::json_sax_dom_parser<Json> {
 public:
  explicit TreeBuilder(Json& tree) : json_sax_dom_parser(tree, false) {}
  template <typename Exception>
  bool parse_error(std::size_t position, const std::string&, const Exception&) {
    failed_at = position;
    return false;
  }
  bool start_object(std::size_t size) { return ++depth <= deepest && json_sax_dom_parser::start_object(size); }
  bool start_array(std::size_t size) { return ++depth <= deepest && json_sax_dom_parser::start_array(size); }
  bool end_object() { return --depth, json_sax_dom_parser::end_object(); }
  bool end_array() { return --depth, json_sax_dom_parser::end_array(); }

  static constexpr int deepest = 200;  // far beyond any model description; bounds recursion in what follows
  int depth = 0;
  std::size_t failed_at = 0;
};

}  // namespace

Result<Json> parse_toml(std::string_view text, std::string_view name) {
  const toml::parse_result parsed = toml::parse(text, name);
  if (!parsed) {
    const toml::parse_error& error = parsed.error();
    return bad_input("{}: line {}: not TOML: {}", name, error.source().begin.line, error.description());
  }
  return to_json(parsed.table());
}

Result<Json> parse_json(std::string_view text, std::string_view name) {
  Json tree;
  TreeBuilder builder(tree);
  if (Json::sax_parse(text, &builder)) return tree;
  tree = Json();
  const std::string plain = without_python_numbers(text);
  TreeBuilder second(tree);
  if (Json::sax_parse(plain, &second)) return tree;
  if (second.depth > TreeBuilder::deepest) {
    return bad_input("{}: not a model description: nested more than {} levels deep", name, TreeBuilder::deepest);
  }
  const auto lines =
      1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min(builder.failed_at, text.size())),
                     '\n');
  return bad_input("{}: line {}: not JSON", name, lines);
}

Result<std::string> read_file(const std::string& path, std::uint64_t max_bytes) {
  std::error_code ignored;
  if (path != "-" && std::filesystem::is_directory(path, ignored))
    return bad_input("{}: is a folder; a file is needed", path);
  std::ifstream file;
  if (path != "-") {
    file.open(path, std::ios::binary);
    if (!file)
      return bad_input("{}: cannot be read: {}", path,
                       std::filesystem::exists(path, ignored) ? "no permission" : "no such file");
  }
  std::istream& in = path == "-" ? std::cin : file;
  std::string text;
  constexpr std::size_t piece_bytes = 1 << 16;
  std::string piece(piece_bytes, '\0');
  while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())), in.gcount() > 0) {
    text.append(piece, 0, static_cast<std::size_t>(in.gcount()));
    if (text.size() > max_bytes) return bad_input("{}: is larger than {} bytes", path, max_bytes);
  }
  return text;
}

}  // namespace hakaru
