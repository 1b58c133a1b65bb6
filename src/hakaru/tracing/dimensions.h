// The dimensions of a tensor, the last one contiguous, and the rules by which two of them are made equal.
//
//   elements      the product of all; a scalar has none and one element
//   broadcast     aligned at the last dimension, a missing dimension or one of 1 is repeated: 8×1×64 with 16×64 is
//                 8×16×64, as in NumPy
//   strides       how far apart neighbours are: of 2×3×4 they are 12, 4, 1
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hakaru::tracing {

using Dimensions = std::vector<std::int64_t>;

std::int64_t elements_of(const Dimensions& shape);
/// "8×128"; "scalar"
std::string text_of(const Dimensions& shape);
/// The shape that both broadcast to; empty: they do not fit.
std::optional<Dimensions> broadcast_of(const Dimensions& first, const Dimensions& second);
Dimensions strides_of(const Dimensions& shape);
/// −1 is the last of `rank` dimensions; empty when there is no such one.
std::optional<std::size_t> axis_of(std::int64_t axis, std::size_t rank);

/// Dimensions before an axis, the axis, and those after it, each as one.
struct AroundAxis {
  std::int64_t before = 1, along = 1, after = 1;
};
AroundAxis around(const Dimensions& shape, std::size_t axis);

}  // namespace hakaru::tracing
