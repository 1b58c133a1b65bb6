#include "hakaru/core/fields.h"

#include <algorithm>
#include <cctype>
#include <limits>

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

const Json null_value;

std::string shown_json(const Json& value) {
  constexpr std::size_t longest = 40;
  return abridged(value.dump(-1, ' ', false, Json::error_handler_t::replace), longest);
}

std::string accepted_range(double min, double max) { return fmt::format("{:g} … {:g}", min, max); }

}  // namespace

bool is_name(std::string_view text) {
  constexpr std::size_t longest_name = 64;
  const auto is_digit = [](char each) { return std::isdigit(static_cast<unsigned char>(each)) != 0; };
  const auto is_fit = [](char each) {
    return std::isalnum(static_cast<unsigned char>(each)) != 0 || each == '-' || each == '_' || each == '.';
  };
  const auto stands_at_an_end = [](char each) { return std::isalnum(static_cast<unsigned char>(each)) != 0; };
  return !text.empty() && text.size() <= longest_name && stands_at_an_end(text.front()) &&
         stands_at_an_end(text.back()) && std::all_of(text.begin(), text.end(), is_fit) &&
         !std::all_of(text.begin(), text.end(), is_digit);
}

Fields::Fields(const Json& object, std::string file, std::string where)
    : object_(object), file_(std::move(file)), where_(std::move(where)) {
  if (!object.is_object()) {
    error_ = bad_input("{}: {} must be a table of keys; found {}", file_, where_.empty() ? "the file" : where_,
                       shown_json(object))
                 .value();
  }
}

std::string Fields::path(std::string_view key) const {
  return where_.empty() ? std::string(key) : fmt::format("{}.{}", where_, key);
}

bool Fields::has(std::string_view key) {
  known_.emplace(key);
  const auto found = object_.find(key);
  return found != object_.end() && !found->is_null();
}

const Json& Fields::value(std::string_view key) { return has(key) ? *object_.find(key) : null_value; }

void Fields::refuse(std::string_view key, std::string_view found, std::string_view accepted) {
  if (!error_) error_ = bad_input("{}: '{}' is {}; accepted: {}", file_, path(key), found, accepted).value();
}

std::int64_t Fields::integer(std::string_view key, IntegerRange range) {
  const Json& found = value(key);
  const std::string accepted = fmt::format("{} … {}", range.min, range.max);
  if (found.is_null()) {
    refuse(key, "missing", accepted);
    return range.min;
  }
  double number = 0;
  if (found.is_number_integer()) {
    if (found.is_number_unsigned() && found.get<std::uint64_t>() > static_cast<std::uint64_t>(range.max)) {
      refuse(key, shown_json(found), accepted);
      return range.min;
    }
    const auto whole = found.get<std::int64_t>();
    if (whole >= range.min && whole <= range.max) return whole;
  } else if (found.is_number_float() && std::modf(found.get<double>(), &number) == 0 &&
             number >= static_cast<double>(range.min) && number <= static_cast<double>(range.max) &&
             std::abs(number) < 9e15) {
    return static_cast<std::int64_t>(number);
  }
  refuse(key, shown_json(found), accepted);
  return range.min;
}

std::int64_t Fields::integer_or(std::string_view key, std::int64_t otherwise, IntegerRange range) {
  return has(key) ? integer(key, range) : otherwise;
}

double Fields::number(std::string_view key, NumberRange range) {
  const Json& found = value(key);
  if (found.is_number()) {
    const double number = found.get<double>();
    if (number >= range.min && number <= range.max) return number;
  }
  refuse(key, found.is_null() ? "missing" : shown_json(found), accepted_range(range.min, range.max));
  return range.min;
}

double Fields::number_or(std::string_view key, double otherwise, NumberRange range) {
  return has(key) ? number(key, range) : otherwise;
}

std::optional<double> Fields::optional_number(std::string_view key, NumberRange range) {
  return has(key) ? std::optional(number(key, range)) : std::nullopt;
}

Fields Fields::inside(std::string_view key) {
  const Json& found = value(key);
  if (!found.is_object()) refuse(key, found.is_null() ? "missing" : shown_json(found), "a table");
  return {found, file_, path(key)};
}

bool Fields::stands(std::string_view key) {
  if (!object_.is_object() || !object_.contains(key)) refuse(key, "missing", "a value, or null");
  return !error_ && has(key);
}

std::optional<std::int64_t> Fields::nullable_integer(std::string_view key, IntegerRange range) {
  return stands(key) ? std::optional(integer(key, range)) : std::nullopt;
}

std::optional<double> Fields::nullable_number(std::string_view key, NumberRange range) {
  return stands(key) ? std::optional(number(key, range)) : std::nullopt;
}

std::string Fields::nullable_text(std::string_view key) { return stands(key) ? text(key) : ""; }

bool Fields::boolean(std::string_view key) {
  const Json& found = value(key);
  if (found.is_boolean()) return found.get<bool>();
  refuse(key, found.is_null() ? "missing" : shown_json(found), "true, false");
  return false;
}

bool Fields::boolean_or(std::string_view key, bool otherwise) { return has(key) ? boolean(key) : otherwise; }

std::string Fields::text(std::string_view key) {
  const Json& found = value(key);
  if (found.is_string()) return found.get<std::string>();
  refuse(key, found.is_null() ? "missing" : shown_json(found), "text");
  return "";
}

std::string Fields::text_or(std::string_view key, std::string_view otherwise) {
  return has(key) ? text(key) : std::string(otherwise);
}

std::string Fields::name_if_any(std::string_view key, std::string found) {
  if (error_ || found.empty() || is_name(found)) return found;
  refuse(key, shown_json(found), letters_of_names);
  return "";
}

std::string Fields::name(std::string_view key) {
  std::string found = text(key);
  if (found.empty()) refuse(key, shown_json(found), letters_of_names);
  return name_if_any(key, std::move(found));
}

std::vector<std::string> Fields::texts(std::string_view key) {
  std::vector<std::string> result;
  if (!has(key)) return result;
  const Json& found = value(key);
  if (!found.is_array()) refuse(key, shown_json(found), "a list of texts");
  for (const Json& item : found) {
    if (item.is_string()) {
      result.push_back(item.get<std::string>());
    } else {
      refuse(key, shown_json(item), "a list of texts");
    }
  }
  return result;
}

std::vector<std::int64_t> Fields::integers(std::string_view key, IntegerRange range) {
  std::vector<std::int64_t> result;
  if (!has(key)) return result;
  const Json& found = value(key);
  const std::string accepted = fmt::format("a list of whole numbers, {} … {}", range.min, range.max);
  if (!found.is_array()) refuse(key, shown_json(found), accepted);
  for (const Json& item : found) {
    const bool fits =
        item.is_number_integer() &&
        !(item.is_number_unsigned() && item.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX)) &&
        item.get<std::int64_t>() >= range.min && item.get<std::int64_t>() <= range.max;
    if (fits) {
      result.push_back(item.get<std::int64_t>());
    } else {
      refuse(key, shown_json(item), accepted);
    }
  }
  return result;
}

std::vector<std::string> Fields::keys() const {
  std::vector<std::string> result;
  if (!object_.is_object()) return result;
  for (const auto& [key, unused] : object_.items()) result.push_back(key);
  return result;
}

void Fields::refuse_unknown() {
  if (error_ || !object_.is_object()) return;
  for (const auto& [key, unused] : object_.items()) {
    if (known_.contains(key)) continue;
    const std::vector<std::string> near = nearest_names(key, {known_.begin(), known_.end()});
    error_ = bad_input("{}: '{}' is not a known key; accepted: {}", file_, path(key), join(near)).value();
    return;
  }
}

}  // namespace hakaru
