// The best plans of a sweep's scenarios, on all workers of an executor. What scenarios share is read once by each
// worker.
//
//   SweepPlanners planners(sweep, data, catalog, executor);
//   planners.each<std::string>(0, sweep.scenarios(), row_of, [&](std::string row) { rows += row; });
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "hakaru/job/scenario_sweep.h"
#include "hakaru/planning/plan/plan.h"

namespace hakaru {

class SweepPlanners {
 public:
  /// All must outlive this.
  SweepPlanners(const ScenarioSweep& sweep, const DataFiles& data, const Catalog& catalog, Executor executor);
  ~SweepPlanners();

  /// The best plan of one scenario, or why there is none.
  Result<Plan> plan(std::int64_t index) { return planned(sweep_.keys(index), 0); }

  /// Gives `make` each scenario's index, keys and plan, on any worker; `take` gets the results in the scenarios' order,
  /// as soon as each and those before it are made, from one thread at a time. Once the executor's watch ends the
  /// search, nothing more is made.
  template <typename Made>
  void each(std::int64_t first, std::int64_t end,
            const std::function<Made(std::int64_t index, const Json& keys, Result<Plan> plan)>& make,
            const std::function<void(Made)>& take) {
    std::vector<std::optional<Made>> made(static_cast<std::size_t>(end - first));
    std::size_t taken = 0;
    std::atomic<std::size_t> next = 0;
    std::mutex taking;
    executor_.for_each(made.size(), [&](std::size_t, std::size_t worker) {
      if (executor_.watch.stopped()) return;
      const std::size_t at = next++;  // in order, whatever the order of tasks: few wait for those before them
      const std::int64_t index = first + static_cast<std::int64_t>(at);
      const Json keys = sweep_.keys(index);
      Made one = make(index, keys, planned(keys, worker));
      const std::lock_guard<std::mutex> lock(taking);
      made[at].emplace(std::move(one));
      for (; taken < made.size() && made[taken]; ++taken) {
        take(std::move(*made[taken]));
        made[taken].reset();
      }
    });
  }

 private:
  class Worker;
  Result<Plan> planned(const Json& keys, std::size_t worker);

  const ScenarioSweep& sweep_;
  Executor executor_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace hakaru
