// Reading TOML and JSON that people write: one tree (nlohmann::json) for both, and one way to take values out of it.
//
// Every failure says which file, which key, what was found and what is accepted. A reader takes the fields that it
// knows and then calls `refuse_unknown()`, so that a misspelt key is an error and not a silent default.
//
//   Fields fields(table, "data/instances/aws.toml", "p4d.24xlarge");
//   const double memory_gib = fields.number("memory_gib", {.min = 0});
//   if (auto error = fields.error()) return tl::unexpected(*error);
//
// A `Fields` keeps the first error it met and returns harmless values after it, so that a reader needs one check at its
// end.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/choice.h"
#include "hakaru/core/record.h"
#include "hakaru/core/result.h"

namespace hakaru {

using Json = nlohmann::json;

/// A text as it stands, any other value as JSON writes it. `value`: Json, or OrderedJson.
template <typename Value>
std::string as_text(const Value& value) {
  return value.is_string() ? value.template get<std::string>()
                           : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Parses TOML text; dates become strings. `name` is the file's name for messages.
Result<Json> parse_toml(std::string_view text, std::string_view name);

/// The same table as TOML text; what is null is left out.
std::string toml_text(const Json& table);
/// A name as a key of TOML: bare where that may be, else quoted.
std::string toml_key(const std::string& name);

/// Parses JSON text of bounded depth and size. Bare Infinity, -Infinity and NaN, which Python writes, become texts:
/// they may stand where nothing is read, and are refused as a number.
Result<Json> parse_json(std::string_view text, std::string_view name);

/// The members of a list or table that may be long, handed out one by one as they are read, and not kept.
struct Members {
  std::string of;  ///< under this key of the outermost table; empty: of that table itself
  /// `key`: of a table's member. What it returns ends the reading.
  std::function<std::optional<Error>(const std::string& key, const Json& value)> take;
};
/// The same, without `members`.
Result<Json> parse_json(std::string_view text, std::string_view name, const Members& members);

/// The whole of a file, at most `max_bytes` long; `-` is standard input.
Result<std::string> read_file(const std::string& path, std::uint64_t max_bytes);
/// The same of a file of ours, which may be written anew.
Result<std::string> read_own_file(const std::string& path, std::uint64_t max_bytes);
/// Contents of the file that `text` names, or `text` itself where it has lines.
Result<std::string> file_or_text(const std::string& text, std::uint64_t max_bytes);
/// As messages name it.
std::string name_of_file(const std::string& text);

/// Tells whether `text` may name a machine, an accelerator, a cloud or a region: such a name needs no quotes in a
/// shell, in YAML or in CSV, and stays on its line.
bool is_name(std::string_view text);
/// Letters of such names, as a refusal describes them.
inline constexpr std::string_view letters_of_names =
    "letters, digits and - _ . among them, 64 at most, not digits alone";

class Fields {
 public:
  /// `file` and `where` (a table's name, may be empty) are for messages. `object` must outlive this.
  Fields(const Json& object, std::string file, std::string where = "");

  bool has(std::string_view key);  ///< present and not null; marks it as known

  std::int64_t integer(std::string_view key, IntegerRange range);
  std::int64_t integer_or(std::string_view key, std::int64_t otherwise, IntegerRange range);
  double number(std::string_view key, NumberRange range);
  double number_or(std::string_view key, double otherwise, NumberRange range);
  std::optional<double> optional_number(std::string_view key, NumberRange range);
  bool boolean(std::string_view key);
  bool boolean_or(std::string_view key, bool otherwise);
  std::string text(std::string_view key);
  template <IsChoice Choice>
  Choice choice(std::string_view key) {
    const std::string found = text(key);
    const std::optional<Choice> named = choice_named<Choice>(found);
    if (!named) refuse(key, "'" + found + "'", accepted_names<Choice>());
    return named.value_or(Choice{});
  }
  template <IsChoice Choice>
  Choice choice_or(std::string_view key, Choice otherwise) {
    return has(key) ? choice<Choice>(key) : otherwise;
  }
  std::string text_or(std::string_view key, std::string_view otherwise);
  std::string name(std::string_view key);  ///< a text that is_name() takes
  /// `found` under `key`, a text that is_name() takes, or nothing.
  std::string name_if_any(std::string_view key, std::string found);
  /// Values of a key that must be there, but may be null (empty).
  std::optional<std::int64_t> nullable_integer(std::string_view key, IntegerRange range);
  std::optional<double> nullable_number(std::string_view key, NumberRange range);
  std::string nullable_text(std::string_view key);                               ///< null: empty
  std::vector<std::string> texts(std::string_view key);                          ///< absent: empty
  std::vector<std::int64_t> integers(std::string_view key, IntegerRange range);  ///< absent: empty

  /// The value under `key`, or null; marks it as known.
  const Json& value(std::string_view key);
  /// The table under `key`, which must be one: its failures name it by its path. `keep` takes the first of them over.
  Fields inside(std::string_view key);
  void keep(const Fields& inner) {
    if (!error_) error_ = inner.error_;
  }
  /// The keys in the order of the file's tree, known or not.
  std::vector<std::string> keys() const;
  /// Fails on the first key that was never asked for, naming the nearest known one.
  void refuse_unknown();

  /// Records a failure found by the caller about `key`: found against accepted.
  void refuse(std::string_view key, std::string_view found, std::string_view accepted);
  const std::optional<Error>& error() const { return error_; }
  const std::string& file() const { return file_; }

 private:
  std::string path(std::string_view key) const;
  /// True if the key is there, be it null; its absence is a failure.
  bool stands(std::string_view key);

  const Json& object_;
  std::string file_;
  std::string where_;
  std::set<std::string, std::less<>> known_;
  std::optional<Error> error_;
};

}  // namespace hakaru
