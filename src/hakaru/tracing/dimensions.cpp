#include "hakaru/tracing/dimensions.h"

#include <fmt/format.h>

#include <algorithm>

namespace hakaru::tracing {

std::int64_t elements_of(const Dimensions& shape) {
  std::int64_t elements = 1;
  for (const std::int64_t size : shape) elements *= size;
  return elements;
}

std::string text_of(const Dimensions& shape) {
  return shape.empty() ? "scalar" : fmt::format("{}", fmt::join(shape, "×"));
}

std::optional<Dimensions> broadcast_of(const Dimensions& first, const Dimensions& second) {
  Dimensions both(std::max(first.size(), second.size()));
  for (std::size_t back = 1; back <= both.size(); ++back) {
    const std::int64_t one = back <= first.size() ? first[first.size() - back] : 1;
    const std::int64_t other = back <= second.size() ? second[second.size() - back] : 1;
    if (one != other && one != 1 && other != 1) return std::nullopt;
    both[both.size() - back] = one == 1 ? other : one;
  }
  return both;
}

Dimensions strides_of(const Dimensions& shape) {
  Dimensions strides(shape.size());
  std::int64_t stride = 1;
  for (std::size_t at = shape.size(); at-- > 0;) {
    strides[at] = stride;
    stride *= shape[at];
  }
  return strides;
}

std::optional<std::size_t> axis_of(std::int64_t axis, std::size_t rank) {
  const auto size = static_cast<std::int64_t>(rank);
  if (axis < -size || axis >= size) return std::nullopt;
  return static_cast<std::size_t>(axis < 0 ? axis + size : axis);
}

AroundAxis around(const Dimensions& shape, std::size_t axis) {
  AroundAxis sizes;
  for (std::size_t at = 0; at < shape.size(); ++at)
    (at < axis ? sizes.before : at == axis ? sizes.along : sizes.after) *= shape[at];
  return sizes;
}

}  // namespace hakaru::tracing
