// Progress of a search and its best plan so far, in one line (planning/plan/search_watch.h). One thread at a
// time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hakaru/core/translate.h"
#include "hakaru/job/scenario.h"

namespace hakaru {

struct Plan;
struct TimedLayout;

class SearchTold {
 public:
  /// Both must outlive this.
  SearchTold(const Scenario& scenario, const Translator& translator) : scenario_(scenario), translator_(translator) {}

  void looked_at(std::int64_t layouts, double share);
  void found(const Plan& plan);
  void timed(const TimedLayout& layout);
  std::string line() const;

 private:
  const Scenario& scenario_;
  const Translator& translator_;
  std::int64_t layouts_ = 0;
  double share_ = 0;
  std::optional<double> best_, best_step_s_;  ///< figure of the objective, of a plan; time of a step, of a layout
  std::string best_told_;
};

}  // namespace hakaru
