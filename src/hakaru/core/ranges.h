// Algorithms of whole ranges, with projections, named and used as in std::ranges, which the browser's library lacks
// (libc++ 13).
//
//   const auto found = ranges::find(kinds, "train", &Kind::name);
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace hakaru::ranges {

template <typename Holds, typename Projection>
constexpr auto projected(const Holds& holds, const Projection& projection) {
  return [&](const auto& each) -> bool { return std::invoke(holds, std::invoke(projection, each)); };
}

template <typename Less, typename Projection>
constexpr auto projected_order(const Less& less, const Projection& projection) {
  return [&](const auto& left, const auto& right) -> bool {
    return std::invoke(less, std::invoke(projection, left), std::invoke(projection, right));
  };
}

template <typename Range, typename Holds, typename Projection = std::identity>
constexpr bool all_of(const Range& range, Holds holds, Projection projection = {}) {
  return std::all_of(std::begin(range), std::end(range), projected(holds, projection));
}

template <typename Range, typename Holds, typename Projection = std::identity>
constexpr bool any_of(const Range& range, Holds holds, Projection projection = {}) {
  return std::any_of(std::begin(range), std::end(range), projected(holds, projection));
}

template <typename Range, typename Holds, typename Projection = std::identity>
constexpr bool none_of(const Range& range, Holds holds, Projection projection = {}) {
  return std::none_of(std::begin(range), std::end(range), projected(holds, projection));
}

// Functions that give an iterator take no range that is about to end.

template <typename Range, typename Holds, typename Projection = std::identity>
constexpr auto find_if(Range& range, Holds holds, Projection projection = {}) {
  return std::find_if(std::begin(range), std::end(range), projected(holds, projection));
}

template <typename Range, typename Value, typename Projection = std::identity>
constexpr auto find(Range& range, const Value& value, Projection projection = {}) {
  return find_if(
      range, [&](const auto& each) { return each == value; }, projection);
}

template <typename Range, typename Less = std::less<>, typename Projection = std::identity>
constexpr auto min_element(Range& range, Less less = {}, Projection projection = {}) {
  return std::min_element(std::begin(range), std::end(range), projected_order(less, projection));
}

template <typename Range, typename Less = std::less<>, typename Projection = std::identity>
constexpr auto max_element(Range& range, Less less = {}, Projection projection = {}) {
  return std::max_element(std::begin(range), std::end(range), projected_order(less, projection));
}

template <typename Range, typename Less = std::less<>, typename Projection = std::identity>
constexpr auto minmax_element(Range& range, Less less = {}, Projection projection = {}) {
  return std::minmax_element(std::begin(range), std::end(range), projected_order(less, projection));
}

template <typename Range, typename Holds, typename Projection = std::identity>
constexpr auto count_if(const Range& range, Holds holds, Projection projection = {}) {
  return std::count_if(std::begin(range), std::end(range), projected(holds, projection));
}

template <typename Range, typename Value, typename Projection = std::identity>
constexpr auto count(const Range& range, const Value& value, Projection projection = {}) {
  return count_if(
      range, [&](const auto& each) { return each == value; }, projection);
}

template <typename Left, typename Right, typename Equal>
constexpr bool equal(const Left& left, const Right& right, Equal are_equal) {
  return std::equal(std::begin(left), std::end(left), std::begin(right), std::end(right), are_equal);
}

template <typename Range, typename Less = std::less<>, typename Projection = std::identity>
void sort(Range& range, Less less = {}, Projection projection = {}) {
  std::sort(std::begin(range), std::end(range), projected_order(less, projection));
}

template <typename Range, typename Less = std::less<>, typename Projection = std::identity>
void stable_sort(Range& range, Less less = {}, Projection projection = {}) {
  std::stable_sort(std::begin(range), std::end(range), projected_order(less, projection));
}

template <typename Range, typename Output, typename Holds>
void copy_if(const Range& range, Output output, Holds holds) {
  std::copy_if(std::begin(range), std::end(range), output, holds);
}

template <typename Range, typename Output>
void move(Range&& range, Output output) {
  std::move(std::begin(range), std::end(range), output);
}

template <typename Left, typename Right, typename Output>
void set_intersection(const Left& left, const Right& right, Output output) {
  std::set_intersection(std::begin(left), std::end(left), std::begin(right), std::end(right), output);
}

}  // namespace hakaru::ranges
