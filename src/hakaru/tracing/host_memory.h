// Floats of this machine that begin on a cache line, as the vector units like them: the same alignment everywhere makes
// the same results everywhere.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace hakaru::tracing {

inline constexpr std::size_t floats_per_line = 16;

class HostMemory {
 public:
  HostMemory() = default;
  explicit HostMemory(std::size_t size) { resize(size); }

  void resize(std::size_t size) {
    lines_.resize((size + floats_per_line - 1) / floats_per_line);
    size_ = size;
  }
  void clear() {
    lines_ = {};
    size_ = 0;
  }
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  float* data() { return lines_.empty() ? nullptr : lines_.front().values.data(); }
  const float* data() const { return lines_.empty() ? nullptr : lines_.front().values.data(); }
  std::span<float> values() { return {data(), size_}; }
  std::span<const float> values() const { return {data(), size_}; }

 private:
  struct alignas(64) Line {
    std::array<float, floats_per_line> values{};
  };
  std::vector<Line> lines_;
  std::size_t size_ = 0;
};

}  // namespace hakaru::tracing
