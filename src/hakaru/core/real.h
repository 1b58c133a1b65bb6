// Counts, where arithmetic goes on with fractions: real(tokens) * bytes_per_token.
#pragma once

#include <cstdint>
#include <limits>

namespace hakaru {

constexpr double real(std::int64_t count) { return static_cast<double>(count); }

/// Time in s to do `amount` at `rate_per_s`: 0 for nothing, infinite without a rate.
constexpr double time_at(double amount, double rate_per_s) {
  if (amount <= 0) return 0;
  return rate_per_s > 0 ? amount / rate_per_s : std::numeric_limits<double>::infinity();
}

}  // namespace hakaru
