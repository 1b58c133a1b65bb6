#include "hakaru/job/key_reader.h"

#include <charconv>
#include <type_traits>

#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

/// More are not shown at once.
constexpr std::size_t most_errors_shown = 20;

/// "--algorithm grpo"
std::string with_value(std::string key, std::string_view value) {
  return value.empty() ? key : fmt::format("{} {}", key, value);
}

bool is_empty(const Json& value) { return value.is_string() && value.get_ref<const std::string&>().empty(); }

}  // namespace

ShownKey KeyReader::shown(std::string_view key) const {
  const ShownKey own = named(key);
  return name_.empty() ? own : ShownKey(fmt::format("{}: {}", name_, own), key);
}

ShownKey KeyReader::named(std::string_view key) const {
  if (!name_.empty()) return {fmt::format("'{}'", key), key};
  std::string flag = "--" + std::string(key);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return {flag, key};
}

void KeyReader::add(Error error) {
  // One for each key, and each once: what follows from a mistake is none of its own.
  const bool is_told = ranges::any_of(
      errors_, [&](const Error& told) { return told == error || (!error.key.empty() && told.key == error.key); });
  if (is_told) return;
  if (has_many_errors())
    has_more_errors_ = true;
  else
    errors_.push_back(std::move(error));
}

std::string KeyReader::given(std::string_view key) const {
  if (!has(key)) return "";
  const std::string text = as_text(keys_.at(std::string(key)));
  return text == "false" || text == "no" || text == "[]" ? "" : text;
}

void KeyReader::refuse_both(std::string_view key, std::string_view other, std::string_view value) {
  refuse(bad_input("{} and {} exclude each other; accepted: one of them", shown(key), with_value(named(other), value)));
}

void KeyReader::refuse_without(std::string_view key, const std::vector<std::string>& others, std::string_view accepted,
                               std::string_view found) {
  std::vector<std::string> names;
  for (const std::string& other : others) names.push_back(named(other));
  const std::string needed = with_value(join(names), accepted);
  refuse(found.empty() ? bad_input("{} needs {}", shown(key), needed)
                       : bad_input("{} needs {}; found {}", shown(key), needed, found));
}

bool KeyReader::has_many_errors() const { return errors_.size() >= most_errors_shown; }

bool KeyReader::refuses_count(std::string_view key, std::size_t found, std::size_t most) {
  if (found > most) refuse(bad_input("{} has {} values; accepted: up to {}", shown(key), found, most));
  return found > most;
}

std::optional<Error> KeyReader::error() const {
  std::vector<Error> all = errors_;
  if (!missing_.empty())
    all.insert(all.begin(), missing_.size() == 1
                                ? bad_input("{} is missing; it is needed for this job", missing_.front()).value()
                                : bad_input("{} are missing; they are needed for this job", join(missing_)).value());
  if (all.empty()) return std::nullopt;
  for (std::size_t other = 1; other < all.size(); ++other) all.front().also.push_back(all[other].message);
  if (has_more_errors_) all.front().also.push_back(message("and more is wrong"));
  return all.front();
}

std::optional<std::string> KeyReader::text(std::string_view key) {
  if (!has(key)) return std::nullopt;
  const Json& value = keys_.at(std::string(key));
  if (is_empty(value)) {
    refuse(bad_input("{} is empty; accepted: a value, or leave it out", shown(key)));
    return std::nullopt;
  }
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number() || value.is_boolean()) return value.dump();
  refuse(bad_input("{} must be one value", shown(key)));
  return std::nullopt;
}

std::vector<std::string> KeyReader::texts(std::string_view key, std::size_t most) {
  if (!has(key)) return {};
  const Json& value = keys_.at(std::string(key));
  if (value.is_string()) {
    const std::optional<std::string> one = text(key);
    return one ? std::vector{*one} : std::vector<std::string>{};
  }
  if (value.is_array() && refuses_count(key, value.size(), most)) return {};
  std::vector<std::string> result;
  for (const Json& item : value.is_array() ? value : Json::array()) {
    if (is_empty(item)) {
      refuse(bad_input("{} is empty; accepted: a value, or leave it out", shown(key)));
      return {};
    }
    if (item.is_string()) result.push_back(item.get<std::string>());
    if (item.is_number()) result.push_back(item.dump());
  }
  if (!value.is_array() || result.size() != value.size())
    refuse(bad_input("{} must be a name or a list of names", shown(key)));
  return result;
}

std::vector<std::string> KeyReader::list(std::string_view key) {
  const std::vector<std::string> all = texts(key);
  std::size_t count = all.size();
  for (const std::string& text : all) count += static_cast<std::size_t>(ranges::count(text, ','));
  if (refuses_count(key, count, most_values_of_a_key)) return {};
  std::vector<std::string> names;
  for (std::string text : all) {
    for (std::size_t comma = text.find(','); comma != std::string::npos; comma = text.find(',')) {
      names.push_back(text.substr(0, comma));
      text.erase(0, comma + 1);
    }
    names.push_back(text);
  }
  for (const std::string& name : names) {
    if (std::count(names.begin(), names.end(), name) == 1) continue;
    refuse(bad_input("{} names {} more than once", shown(key), name));
    return {};
  }
  return names;
}

// Seen whole before the address of a function that gives it is taken: clang 14 would declare that function as one that
// gives nothing, and WebAssembly calls no function by another type.
static_assert(std::is_move_constructible_v<Result<std::int64_t>>);

std::optional<std::int64_t> KeyReader::count(std::string_view key, std::int64_t min, std::int64_t max) {
  constexpr std::int64_t most_in_digits = 1'000'000;  // more is written with a unit, as parse_count shows
  if (const std::optional<std::string> written = max <= most_in_digits ? text(key) : std::nullopt;
      written && !parse_count(*written, "")) {
    refuse(bad_input("{} is '{}'; accepted: {} … {}", shown(key), *written, min, max));
    return std::nullopt;
  }
  const std::optional<std::int64_t> value = parsed<std::int64_t>(key, parse_count);
  if (value && (*value < min || *value > max)) {
    refuse(bad_input("{} is {}; accepted: {} … {}", shown(key), *value, min, max));
    return std::nullopt;
  }
  return value;
}

std::optional<std::int64_t> KeyReader::length(std::string_view key) {
  const std::optional<std::int64_t> value = parsed<std::int64_t>(key, parse_length);
  constexpr std::int64_t longest = std::int64_t{1} << 30;
  if (value && *value > longest) {
    refuse(bad_input("{} is {}; accepted: {} … {}", shown(key), *value, 1, longest));
    return std::nullopt;
  }
  return value;
}

std::optional<double> KeyReader::number(std::string_view key, double min, double max) {
  const std::optional<double> value = parsed<double>(key, parse_number);
  if (value && (*value < min || *value > max)) {
    refuse(bad_input("{} is {}; accepted: {} … {}", shown(key), *value, min, max));
    return std::nullopt;
  }
  return value;
}

std::optional<std::uint64_t> KeyReader::seed(std::string_view key) {
  const std::optional<std::string> stated = text(key);
  if (!stated) return std::nullopt;
  std::uint64_t seed = 0;
  const auto [stop, error] = std::from_chars(stated->data(), stated->data() + stated->size(), seed);
  if (error == std::errc() && stop == stated->data() + stated->size()) return seed;
  refuse(bad_input("{} is '{}'; accepted: {}", shown(key), *stated, "0, 1, 2, …"));
  return std::nullopt;
}

std::optional<std::string> KeyReader::one_of(std::string_view key, const std::vector<std::string>& accepted) {
  std::optional<std::string> value = text(key);
  if (!value || std::find(accepted.begin(), accepted.end(), *value) != accepted.end()) return value;
  refuse(bad_input("{} is '{}'; accepted: {}", shown(key), *value, join(accepted)));
  return std::nullopt;
}

std::optional<bool> KeyReader::boolean(std::string_view key) {
  const std::optional<std::string> found = text(key);
  if (!found) return std::nullopt;
  if (*found == "true" || *found == "1" || *found == "yes") return true;
  if (*found == "false" || *found == "0" || *found == "no") return false;
  refuse(bad_input("{} is '{}'; accepted: true, false", shown(key), *found));
  return std::nullopt;
}

}  // namespace hakaru
