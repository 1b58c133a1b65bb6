// A figure that is not known is null in JSON: an empty optional, an empty text, a quantity of zero.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace hakaru {

template <typename Value>
nlohmann::ordered_json or_null(const std::optional<Value>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
}

template <typename Number>
nlohmann::ordered_json positive_or_null(Number value) {
  return value > 0 ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
}

inline nlohmann::ordered_json text_or_null(const std::string& text) {
  return text.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(text);
}

}  // namespace hakaru
