#include "hakaru/job/key_reader.h"

#include <charconv>

namespace hakaru {

std::string KeyReader::shown(std::string_view key) const {
  return name_.empty() ? named(key) : fmt::format("{}: {}", name_, named(key));
}

std::string KeyReader::named(std::string_view key) const {
  if (!name_.empty()) return fmt::format("'{}'", key);
  std::string flag = "--" + std::string(key);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

void KeyReader::add(const Error& error) {
  if (!error_) {
    error_ = error;
    return;
  }
  // One for each key, which is the first that a message names: what follows from a mistake is none of its own.
  std::vector<Message>& also = error_->also;
  const auto is_alike = [&](const Message& told) {
    return told == error.message || (!told.arguments.empty() && !error.message.arguments.empty() &&
                                     told.arguments.front() == error.message.arguments.front());
  };
  if (!is_alike(error_->message) && std::ranges::none_of(also, is_alike)) also.push_back(error.message);
}

std::optional<Error> KeyReader::error() const {
  if (missing_.empty()) return error_;
  Error error = missing_.size() == 1
                    ? bad_input("{} is missing; it is needed for this job", missing_.front()).value()
                    : bad_input("{} are missing; they are needed for this job", join(missing_)).value();
  if (error_) {
    error.also = error_->also;
    error.also.insert(error.also.begin(), error_->message);
  }
  return error;
}

std::optional<std::string> KeyReader::text(std::string_view key) {
  if (!has(key)) return std::nullopt;
  const Json& value = keys_.at(std::string(key));
  if (value == "") {
    refuse(bad_input("{} is empty; accepted: a value, or leave it out", shown(key)));
    return std::nullopt;
  }
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number() || value.is_boolean()) return value.dump();
  refuse(bad_input("{} must be one value", shown(key)));
  return std::nullopt;
}

std::vector<std::string> KeyReader::texts(std::string_view key) {
  if (!has(key)) return {};
  const Json& value = keys_.at(std::string(key));
  if (value.is_string()) {
    const std::optional<std::string> one = text(key);
    return one ? std::vector{*one} : std::vector<std::string>{};
  }
  std::vector<std::string> result;
  for (const Json& item : value.is_array() ? value : Json::array()) {
    if (item == "") {
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
  std::vector<std::string> names;
  for (std::string text : texts(key)) {
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

std::optional<std::int64_t> KeyReader::count(std::string_view key, std::int64_t min, std::int64_t max) {
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
