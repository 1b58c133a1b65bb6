// Takes typed values out of a scenario's keys, which may be numbers (TOML) or texts (flags). Keeps what is wrong, all
// of it, and what is missing, so that it can be told at once.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/fields.h"
#include "hakaru/core/quantities.h"

namespace hakaru {

/// A list holds no more: every one is looked up, and may be planned for.
constexpr std::size_t most_values_of_a_key = 1000;

class KeyReader {
 public:
  /// `name` is the file's name, or "" for the command line, where keys are told as flags.
  KeyReader(const Json& keys, std::string name) : keys_(keys), name_(std::move(name)) {}

  bool has(std::string_view key) const { return keys_.contains(key) && !keys_.at(std::string(key)).is_null(); }
  /// The value as a text; "": the key is not there, is a switch that is off or an empty list.
  std::string given(std::string_view key) const;

  std::optional<std::string> text(std::string_view key);
  /// One text or a list, of `most` at most.
  std::vector<std::string> texts(std::string_view key, std::size_t most = most_values_of_a_key);
  /// Several names, as a list or with commas between them, none twice.
  std::vector<std::string> list(std::string_view key);
  std::optional<std::int64_t> count(std::string_view key, std::int64_t min, std::int64_t max);
  std::optional<std::int64_t> length(std::string_view key);
  std::optional<bool> boolean(std::string_view key);
  /// A number without a unit.
  std::optional<double> number(std::string_view key, double min, double max);
  /// Seed of random numbers: 0, 1, 2, …
  std::optional<std::uint64_t> seed(std::string_view key);
  /// One of `accepted`.
  std::optional<std::string> one_of(std::string_view key, const std::vector<std::string>& accepted);

  template <IsChoice Choice>
  std::optional<Choice> choice(std::string_view key) {
    const std::optional<std::string> name = one_of(key, {choice_names<Choice>.begin(), choice_names<Choice>.end()});
    return name ? choice_named<Choice>(*name) : std::nullopt;
  }

  /// Any of text.h's parse_…: `reader.parsed<double>("deadline", parse_duration_s)`.
  template <typename Value>
  std::optional<Value> parsed(std::string_view key, Result<Value> (*parse)(std::string_view, std::string_view)) {
    const std::optional<std::string> found = text(key);
    if (!found) return std::nullopt;
    return keep(parse(*found, shown(key)), key);
  }

  /// The value of `result`, or its error kept, which is about `key` where it does not say itself.
  template <typename Value>
  std::optional<Value> keep(Result<Value> result, std::string_view key = {}) {
    if (result) return std::move(*result);
    Error error = result.error();
    if (error.key.empty()) error.key = key;
    add(std::move(error));
    return std::nullopt;
  }

  /// "--global-batch" on the command line, "file: 'global_batch'" in a file.
  ShownKey shown(std::string_view key) const;
  /// The same without the file's name: "--global-batch", "'global_batch'".
  ShownKey named(std::string_view key) const;
  void refuse(const tl::unexpected<Error>& error) { add(error.value()); }
  /// Refuses two keys of which there may be one, `other` with the value that is the reason; "": whichever it has.
  void refuse_both(std::string_view key, std::string_view other, std::string_view value = {});
  /// Refuses `key` where none of `others` is there, or none with one of `accepted`; `found`: the value that is.
  void refuse_without(std::string_view key, const std::vector<std::string>& others, std::string_view accepted = {},
                      std::string_view found = {});
  /// A key that must be there is not.
  void refuse_missing(std::string_view key) { missing_.push_back(shown(key)); }
  std::optional<Error> error() const;
  /// Tells whether as many mistakes were found as are shown, so that no more need be looked for.
  bool has_many_errors() const;

 private:
  void add(Error error);
  /// Refuses a list of more than `most` values; tells whether it did.
  bool refuses_count(std::string_view key, std::size_t found, std::size_t most);

  const Json& keys_;
  std::string name_;
  std::vector<std::string> missing_;
  std::vector<Error> errors_;
  bool has_more_errors_ = false;  ///< than those
};

}  // namespace hakaru
