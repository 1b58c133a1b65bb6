#include "hakaru/planning/search/fastest_layouts.h"

#include <algorithm>
#include <tuple>

#include "hakaru/job/layout_fields.h"

namespace hakaru {
namespace {

bool split_alike(const Layout& left, const Layout& right) {
  return every_layout_field(
      [&](const auto& field) { return !field.splits || left.*field.value == right.*field.value; });
}

bool better(const TimedLayout& left, const TimedLayout& right) {
  const auto key = [](const TimedLayout& timed) {
    Layout layout = timed.layout;
    layout.sequence_parallel = !layout.sequence_parallel;  // of equals the one that has it comes first
    return std::tuple(timed.counted_s, timed.memory_bytes, layout);
  };
  return key(left) < key(right);
}

}  // namespace

void FastestLayouts::add(const TimedLayout& met) {
  if (met.counted_s > limit_s()) return;
  const auto alike = std::find_if(layouts_.begin(), layouts_.end(),
                                  [&](const TimedLayout& kept) { return split_alike(kept.layout, met.layout); });
  if (alike != layouts_.end()) {
    if (!better(met, *alike)) return;
    layouts_.erase(alike);
  }
  layouts_.insert(std::upper_bound(layouts_.begin(), layouts_.end(), met, better), met);
  if (layouts_.size() > most_) layouts_.pop_back();
}

void FastestLayouts::add(const FastestLayouts& others) {
  for (const TimedLayout& other : others.layouts_) add(other);
}

double FastestLayouts::limit_s() const {
  return layouts_.size() < most_ ? std::numeric_limits<double>::infinity() : layouts_.back().counted_s;
}

double FastestLayouts::limit_s(const Layout& layout) const {
  for (const TimedLayout& kept : layouts_) {
    if (split_alike(kept.layout, layout)) return kept.counted_s;
  }
  return limit_s();
}

}  // namespace hakaru
