// Follows the progress of a search, and may end it: a person at a terminal (cli/search_progress.h).
// By default nobody. All functions are called often, and from several threads at once.
#pragma once

#include <cstdint>
#include <functional>

namespace hakaru {

struct Plan;
struct TimedLayout;

struct SearchWatch {
  /// So many more layouts were looked at, and with them this share of the search; all of it is about 1, since what the
  /// first look finds decides what is looked at again.
  std::function<void(std::int64_t layouts, double share)> looked_at = [](std::int64_t, double) {};
  /// A plan; whether it keeps the limits is not yet known.
  std::function<void(const Plan& plan)> found = [](const Plan&) {};
  /// A layout of a cluster that the search is not yet done with.
  std::function<void(const TimedLayout& timed)> timed = [](const TimedLayout&) {};
  /// True if the search is to end with what there is.
  std::function<bool()> stopped = [] { return false; };

  /// Asks whoever watches, within something that takes long by itself.
  bool asked_to_stop() const {
    looked_at(0, 0);
    return stopped();
  }
};

}  // namespace hakaru
