// Runs independent tasks, under a watch: planning/ knows no threads. Natively oneTBB (cli/parallel.cpp), in a browser
// or a test one after the other. Results never depend on the executor, unless its watch ends the search.
#pragma once

#include <cstddef>
#include <functional>

#include "hakaru/planning/plan/search_watch.h"

namespace hakaru {

struct Executor {
  /// Task `task` runs on worker `worker`; no two tasks on one worker at once.
  using Task = std::function<void(std::size_t task, std::size_t worker)>;

  std::size_t workers = 1;
  std::function<void(std::size_t tasks, const Task& run)> for_each = [](std::size_t tasks, const Task& run) {
    for (std::size_t task = 0; task < tasks; ++task) run(task, 0);
  };
  SearchWatch watch;
};

}  // namespace hakaru
