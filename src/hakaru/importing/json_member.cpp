#include "hakaru/importing/json_member.h"

#include <simdjson.h>

namespace hakaru {
namespace {

namespace ondemand = simdjson::ondemand;

constexpr int deepest_tree = 24;

/// Puts what `value` holds into `tree`; false where it is no JSON, or too deep.
bool read_tree(ondemand::value value, Json& tree, int depth);

bool read_list(ondemand::array list, Json& tree, int depth) {
  tree = Json::array();
  for (auto each : list) {
    ondemand::value member;
    Json read;
    if (each.get(member) != simdjson::SUCCESS || !read_tree(member, read, depth + 1)) return false;
    tree.push_back(std::move(read));
  }
  return true;
}

bool read_object(ondemand::object object, Json& tree, int depth) {
  tree = Json::object();
  for (auto each : object) {
    ondemand::field field;
    if (std::move(each).get(field) != simdjson::SUCCESS) return false;
    std::string_view key;
    if (field.unescaped_key().get(key) != simdjson::SUCCESS) return false;
    const std::string name(key);
    if (!read_tree(field.value(), tree[name], depth + 1)) return false;
  }
  return true;
}

bool read_number(ondemand::value value, Json& tree) {
  ondemand::number number;
  if (value.get_number().get(number) != simdjson::SUCCESS) return false;
  switch (number.get_number_type()) {
    case ondemand::number_type::signed_integer:
      tree = number.get_int64();
      return true;
    case ondemand::number_type::unsigned_integer:
      tree = number.get_uint64();
      return true;
    case ondemand::number_type::floating_point_number:
      tree = number.get_double();
      return true;
  }
  return false;
}

bool read_tree(ondemand::value value, Json& tree, int depth) {
  ondemand::json_type type{};
  if (depth > deepest_tree || value.type().get(type) != simdjson::SUCCESS) return false;
  switch (type) {
    case ondemand::json_type::array: {
      ondemand::array list;
      return value.get_array().get(list) == simdjson::SUCCESS && read_list(list, tree, depth);
    }
    case ondemand::json_type::object: {
      ondemand::object object;
      return value.get_object().get(object) == simdjson::SUCCESS && read_object(object, tree, depth);
    }
    case ondemand::json_type::string: {
      std::string_view text;
      if (value.get_string().get(text) != simdjson::SUCCESS) return false;
      tree = std::string(text);
      return true;
    }
    case ondemand::json_type::boolean: {
      bool truth = false;
      if (value.get_bool().get(truth) != simdjson::SUCCESS) return false;
      tree = truth;
      return true;
    }
    case ondemand::json_type::number:
      return read_number(value, tree);
    case ondemand::json_type::null: {
      bool none = false;
      tree = nullptr;
      return value.is_null().get(none) == simdjson::SUCCESS && none;  // "nul" begins as null does
    }
  }
  return false;
}

}  // namespace

struct MemberReader::Parser {
  ondemand::parser parser;
  ondemand::document document;

  bool open(const JsonText& member) {
    return parser.iterate(member.text.data(), member.text.size(), member.text.size() + Window::padding).get(document) ==
           simdjson::SUCCESS;
  }
};

MemberReader::MemberReader(std::string file) : parser_(std::make_unique<Parser>()), file_(std::move(file)) {}
MemberReader::~MemberReader() = default;

std::string_view MemberReader::text_at(const JsonText& member, std::string_view outer, std::string_view inner) {
  std::string_view text;
  if (!parser_->open(member)) return text;
  ondemand::object object;
  if (parser_->document.get_object().get(object) != simdjson::SUCCESS) return text;
  if (!outer.empty()) {
    ondemand::object within;
    if (object.find_field_unordered(outer).get_object().get(within) != simdjson::SUCCESS) return text;
    object = within;
  }
  if (object.find_field_unordered(inner).get_string().get(text) != simdjson::SUCCESS) return {};
  return text;
}

Result<Json> MemberReader::tree(const JsonText& member, const JsonPath& path) {
  static_assert(Window::padding >= simdjson::SIMDJSON_PADDING);
  Json tree;
  const auto read = [&] {
    if (!parser_->open(member)) return false;
    ondemand::json_type type{};
    if (parser_->document.type().get(type) != simdjson::SUCCESS) return false;
    if (type == ondemand::json_type::object || type == ondemand::json_type::array) {
      ondemand::value value;
      return parser_->document.get_value().get(value) == simdjson::SUCCESS && read_tree(value, tree, 0);
    }
    std::string_view text;
    if (type != ondemand::json_type::string)
      return type == ondemand::json_type::number || type == ondemand::json_type::null ||
             type == ondemand::json_type::boolean;
    if (parser_->document.get_string().get(text) != simdjson::SUCCESS) return false;
    tree = std::string(text);
    return true;
  };
  if (read()) return tree;
  return bad_input("{}: byte {}: {} is not JSON; accepted: an object of at most {} brackets within each other", file_,
                   member.offset, shown_path(path), deepest_tree);
}

}  // namespace hakaru
