// 128 bits that stand for a graph or for the bytes of a file. Not against malice: against chance and damage.
//
// Two lanes, each h ← rotate(h ⊕ w · c₁) · c₂ for every 64-bit word w, with constants of their own, and a last mixing
// (after Appleby's MurmurHash3, public domain).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hakaru::tracing {

class Digest {
 public:
  void add(std::uint64_t word);
  void add(std::int64_t word) { add(static_cast<std::uint64_t>(word)); }
  void add(double number);
  void add(std::string_view text);
  /// 32 letters.
  std::string text() const;
  std::uint64_t word() const;

 private:
  std::uint64_t first_ = 0x243F6A8885A308D3ULL;
  std::uint64_t second_ = 0x13198A2E03707344ULL;
  std::uint64_t words_ = 0;
};

}  // namespace hakaru::tracing
