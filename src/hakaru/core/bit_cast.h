// std::bit_cast, which the browser's library lacks (libc++ 13), as both compilers have it.
#pragma once

namespace hakaru {

template <typename To, typename From>
constexpr To bit_cast(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, from);
}

}  // namespace hakaru
