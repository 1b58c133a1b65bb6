// The parser behind parse_json: every JSON text comes through here, and none may take the stack or the memory.
#include <algorithm>
#include <array>

#include "hakaru/core/fields.h"

namespace hakaru {
namespace {

/// The text with Python's bare Infinity and NaN, outside strings, in quotes: no numbers, refused where one is read.
std::string with_quoted_python_numbers(std::string_view text) {
  constexpr std::array<std::string_view, 3> words{"-Infinity", "Infinity", "NaN"};
  std::string result;
  result.reserve(text.size());
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto* const word = std::find_if(words.begin(), words.end(), [&](std::string_view known) {
      return !in_string && text.substr(at, known.size()) == known;
    });
    if (word != words.end()) {
      result.append("\"").append(*word).append("\"");
      at += word->size() - 1;
    } else if (in_string && text[at] == '\\' && at + 1 < text.size()) {
      result += text.substr(at++, 2);
    } else {
      if (text[at] == '"') in_string = !in_string;
      result += text[at];
    }
  }
  return result;
}

/// nlohmann's handler that builds the tree, without exceptions: it keeps within bounds, hands out the members that are
/// wanted one by one and forgets them, and remembers where and why it ended early.
class TreeBuilder : public nlohmann::detail::json_sax_dom_parser<Json> {
  using Base = json_sax_dom_parser<Json>;

 public:
  TreeBuilder(Json& tree, std::string_view name, const Members& members)
      : Base(tree, false), tree_(tree), name_(name), members_(members) {}

  bool null() { return has_room() && Base::null() && ended(); }
  bool boolean(bool value) { return has_room() && Base::boolean(value) && ended(); }
  bool number_integer(std::int64_t value) { return has_room() && Base::number_integer(value) && ended(); }
  bool number_unsigned(std::uint64_t value) { return has_room() && Base::number_unsigned(value) && ended(); }
  bool number_float(double value, const std::string& text) {
    return has_room() && Base::number_float(value, text) && ended();
  }
  bool string(std::string& value) { return has_room() && Base::string(value) && ended(); }
  bool key(std::string& name) {
    if (depth_ == 1) within_ = name == members_.of;
    return Base::key(name);
  }
  bool start_object(std::size_t size) { return has_room() && goes_deeper() && Base::start_object(size); }
  bool start_array(std::size_t size) { return has_room() && goes_deeper() && Base::start_array(size); }
  bool end_object() { return --depth_, Base::end_object() && ended(); }
  bool end_array() { return --depth_, Base::end_array() && ended(); }
  template <typename Exception>
  bool parse_error(std::size_t position, const std::string&, const Exception&) {
    failed_at = position;
    return false;
  }

  std::size_t failed_at = 0;
  std::optional<Error> refused;  ///< JSON as far as it was read

 private:
  static constexpr int deepest = 200;  // far beyond any model description; bounds recursion in what follows
  static constexpr std::size_t most_values = 250'000;  // the same; each takes up to 160 bytes

  /// Depth of the container whose members are wanted.
  int container_depth() const { return members_.of.empty() ? 1 : 2; }
  bool in_container() const { return members_.take && depth_ >= container_depth() && (within_ || members_.of.empty()); }
  bool has_room() {
    std::size_t& values = in_container() ? member_values_ : values_;
    if (++values <= most_values) return true;
    refused = bad_input("{}: holds more than {} values", name_, most_values).value();
    return false;
  }
  bool goes_deeper() {
    if (++depth_ <= deepest) return true;
    refused = bad_input("{}: nested more than {} levels deep", name_, deepest).value();
    return false;
  }
  /// A value is whole: if it is a wanted member, hands it out.
  bool ended() {
    if (!in_container() || depth_ != container_depth()) return true;
    Json& container = members_.of.empty() ? tree_ : tree_[members_.of];
    for (const auto& [key, value] : container.items()) {
      refused = members_.take(key, value);
      if (refused) return false;
    }
    container.clear();
    member_values_ = 0;
    return true;
  }

  Json& tree_;
  std::string_view name_;
  const Members& members_;
  bool within_ = false;  ///< the value under the outermost key that `members_` names
  int depth_ = 0;
  std::size_t values_ = 0, member_values_ = 0;
};

}  // namespace

Result<Json> parse_json(std::string_view text, std::string_view name, const Members& members) {
  std::string quoted;
  if (text.find("NaN") != std::string_view::npos || text.find("Infinity") != std::string_view::npos)
    text = quoted = with_quoted_python_numbers(text);
  Json tree;
  TreeBuilder builder(tree, name, members);
  if (Json::sax_parse(text, &builder, Json::input_format_t::json, true, true)) return tree;
  if (builder.refused) return tl::unexpected(*builder.refused);
  const std::string_view read = text.substr(0, builder.failed_at);
  return bad_input("{}: line {}: not JSON", name, 1 + std::count(read.begin(), read.end(), '\n'));
}

Result<Json> parse_json(std::string_view text, std::string_view name) { return parse_json(text, name, Members()); }

}  // namespace hakaru
