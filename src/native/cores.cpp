#include "cores.h"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <memory>

namespace hakaru::native {
namespace {

void run_all(std::size_t tasks, const Executor::Task& run) {
  oneapi::tbb::parallel_for(std::size_t{0}, tasks, [&](std::size_t task) {
    run(task, static_cast<std::size_t>(oneapi::tbb::this_task_arena::current_thread_index()));
  });
}

}  // namespace

Executor all_cores() {
  Executor executor;
  executor.workers = static_cast<std::size_t>(oneapi::tbb::this_task_arena::max_concurrency());
  executor.for_each = run_all;
  return executor;
}

Executor cores(int most) {
  const int there = oneapi::tbb::this_task_arena::max_concurrency();
  const auto arena = std::make_shared<oneapi::tbb::task_arena>(std::clamp(most, 1, there));
  Executor executor;
  executor.workers = static_cast<std::size_t>(arena->max_concurrency());
  executor.for_each = [arena](std::size_t tasks, const Executor::Task& run) {
    arena->execute([&] { run_all(tasks, run); });
  };
  return executor;
}

}  // namespace hakaru::native
