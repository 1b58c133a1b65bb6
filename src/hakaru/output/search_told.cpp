#include "hakaru/output/search_told.h"

#include <algorithm>

#include "hakaru/core/quantities.h"
#include "hakaru/planning/money/costing.h"
#include "hakaru/planning/search/deepening.h"
#include "hakaru/planning/search/fastest_layouts.h"

namespace hakaru {

void SearchTold::looked_at(std::int64_t layouts, double share) {
  layouts_ += layouts;
  share_ += share;
}

void SearchTold::found(const Plan& plan) {
  const std::optional<double> figure = objective_value(plan, scenario_.objective);
  if (!figure || !within_limits(plan, scenario_)) return;
  if (best_ && *best_ <= *figure) return;
  best_ = figure;
  best_told_ = fmt::format("{} × {}", plan.cluster.instances, plan.cluster.instance().name);
  if (const auto duration_s = plan.duration_s()) best_told_ += ", " + translator_.time(*duration_s);
  if (const auto cost_usd = plan.costs.in_all_usd())
    best_told_ += ", " + translator_.money(*cost_usd) + (plan.ends() ? "" : "/h");
}

void SearchTold::timed(const TimedLayout& layout) {
  if (scenario_.deadline_s || scenario_.budget_usd) return;  // a plan alone says whether it keeps them
  if (best_ || (best_step_s_ && *best_step_s_ <= layout.step_time_s)) return;
  best_step_s_ = layout.step_time_s;
  best_told_ = in_short(layout.layout) + ", " + translator_.time(layout.step_time_s);
}

std::string SearchTold::line() const {
  constexpr double most = 99;  // what is left after the last part is not nothing
  const std::string done = fmt::format("{:.0f}", std::min(most, 100 * share_));
  if (best_told_.empty())
    return translator_.say("{} % searched, {} looked at, no plan yet; Ctrl-C ends it", done, with_separators(layouts_));
  return translator_.say("{} % searched, {} looked at; best so far {}; Ctrl-C ends with that", done,
                         with_separators(layouts_), best_told_);
}

}  // namespace hakaru
