#include "hakaru/tracing/digest.h"

#include <fmt/format.h>

#include <bit>
#include <utility>

#include "hakaru/core/bit_cast.h"

namespace hakaru::tracing {
namespace {

constexpr std::uint64_t c1 = 0x87C37B91114253D5ULL, c2 = 0x4CF5AD432745937FULL, c3 = 0x9E3779B97F4A7C15ULL;

std::uint64_t mixed(std::uint64_t word) {
  word = (word ^ (word >> 33U)) * 0xFF51AFD7ED558CCDULL;
  word = (word ^ (word >> 33U)) * 0xC4CEB9FE1A85EC53ULL;
  return word ^ (word >> 33U);
}

}  // namespace

void Digest::add(std::uint64_t word) {
  first_ = std::rotl(first_ ^ (word * c1), 27) * c2 + c3;
  second_ = std::rotl(second_ ^ (word * c3), 31) * c1 + c2;
  ++words_;
}

void Digest::add(double number) { add(bit_cast<std::uint64_t>(number)); }

void Digest::add(std::string_view text) {
  add(static_cast<std::uint64_t>(text.size()));
  std::uint64_t word = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    word = (word << 8U) | static_cast<unsigned char>(text[at]);
    if (at % 8 == 7) add(std::exchange(word, 0));
  }
  add(word);
}

std::uint64_t Digest::word() const { return mixed(first_ ^ mixed(second_ + words_)); }

std::string Digest::text() const {
  return fmt::format("{:016x}{:016x}", word(), mixed(second_ ^ mixed(first_ + words_)));
}

}  // namespace hakaru::tracing
