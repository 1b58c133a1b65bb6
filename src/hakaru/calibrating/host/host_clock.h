// Two clocks of this machine, in seconds from any moment on.
//
// The work of one thread is timed by its processor time: programs that run beside it take turns with it on a core,
// which on a busy machine doubles what a wall clock shows. On a quiet machine the two agree.
#pragma once

#include <algorithm>
#include <ctime>
#include <vector>

namespace hakaru {

inline double clock_s(clockid_t clock) {
  constexpr double nano = 1e-9;
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + nano * static_cast<double>(now.tv_nsec);
}

/// Processor time of this thread.
inline double thread_s() { return clock_s(CLOCK_THREAD_CPUTIME_ID); }
inline double wall_s() { return clock_s(CLOCK_MONOTONIC); }

/// The median of at least one value; of an even number the lower one in the middle.
inline double median_of(std::vector<double> values) {
  const auto middle = values.begin() + (static_cast<std::ptrdiff_t>(values.size()) - 1) / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace hakaru
