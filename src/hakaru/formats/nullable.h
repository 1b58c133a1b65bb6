// Figures in JSON. One that is not known is null: an empty optional, an empty text, a quantity of zero.
#pragma once

#include <cmath>
#include <cstdint>
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

/// Bytes: a whole number where it is one, so that 15231233024 does not become 15231233024.0.
inline nlohmann::ordered_json in_bytes(double bytes) {
  constexpr double largest = 9e15;  // whole numbers stay exact in a double
  if (bytes == std::floor(bytes) && std::abs(bytes) < largest) return static_cast<std::int64_t>(bytes);
  return bytes;
}

}  // namespace hakaru
