#include "parallel.h"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

namespace hakaru::cli {

Executor all_cores() {
  Executor executor;
  executor.workers = static_cast<std::size_t>(oneapi::tbb::this_task_arena::max_concurrency());
  executor.for_each = [](std::size_t tasks, const Executor::Task& run) {
    oneapi::tbb::parallel_for(std::size_t{0}, tasks, [&](std::size_t task) {
      run(task, static_cast<std::size_t>(oneapi::tbb::this_task_arena::current_thread_index()));
    });
  };
  return executor;
}

}  // namespace hakaru::cli
