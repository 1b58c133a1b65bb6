#include "search_progress.h"

#include <ctime>

#include "hakaru/core/text.h"
#include "hakaru/planning/costing.h"
#include "hakaru/planning/deepening.h"
#include "hakaru/planning/fastest_layouts.h"
#include "parallel.h"

namespace hakaru::cli {
namespace {

constexpr auto quiet = std::chrono::milliseconds(500);

sigset_t interrupt() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  return signals;
}

}  // namespace

SearchProgress::SearchProgress(const Scenario& scenario, const Translator& translator)
    : scenario_(scenario), translator_(translator), line_(quiet) {
  const sigset_t signals = interrupt();
  // Waited for rather than handled: no handler, nothing global. Threads made from here on do as this one.
  if (line_.on_terminal()) pthread_sigmask(SIG_BLOCK, &signals, &signals_before_);
}

SearchProgress::~SearchProgress() {
  if (!line_.on_terminal()) return;
  const sigset_t signals = interrupt();
  const timespec at_once{};
  while (sigtimedwait(&signals, nullptr, &at_once) == SIGINT) {
  }  // what it was to end has ended: the answer is to be seen
  pthread_sigmask(SIG_SETMASK, &signals_before_, nullptr);
}

Executor SearchProgress::executor() {
  Executor executor = all_cores();
  if (!line_.on_terminal()) return executor;
  executor.watch.looked_at = [this](std::int64_t layouts, double share) { looked_at(layouts, share); };
  executor.watch.found = [this](const Plan& plan) { found(plan); };
  executor.watch.timed = [this](const TimedLayout& layout) { timed(layout); };
  executor.watch.stopped = [this] { return stopped_.load(std::memory_order_relaxed); };
  return executor;
}

void SearchProgress::looked_at(std::int64_t layouts, double share) {
  const std::lock_guard<std::mutex> lock(telling_);
  layouts_ += layouts;
  share_ += share;
  line_.show([this] {
    take_interrupt();
    return line();
  });
}

void SearchProgress::take_interrupt() {
  const sigset_t signals = interrupt();
  const timespec at_once{};
  if (sigtimedwait(&signals, nullptr, &at_once) != SIGINT) return;
  stopped_ = true;
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);  // whoever is still here may go the hard way
}

void SearchProgress::found(const Plan& plan) {
  const std::optional<double> figure = objective_value(plan, scenario_.objective);
  if (!figure || !within_limits(plan, scenario_)) return;
  const std::lock_guard<std::mutex> lock(telling_);
  if (best_ && *best_ <= *figure) return;
  best_ = figure;
  best_told_ = fmt::format("{} x {}", plan.cluster.instances, plan.cluster.instance().name);
  if (const auto duration_s = plan.duration_s()) best_told_ += ", " + translator_.time(*duration_s);
  if (const auto cost_usd = cost_in_all_usd(plan)) best_told_ += ", " + in_usd(*cost_usd) + (plan.ends() ? "" : "/h");
}

void SearchProgress::timed(const TimedLayout& layout) {
  if (scenario_.deadline_s || scenario_.budget_usd) return;  // a plan alone says whether it keeps them
  const std::lock_guard<std::mutex> lock(telling_);
  if (best_ || (best_step_s_ && *best_step_s_ <= layout.step_time_s)) return;
  best_step_s_ = layout.step_time_s;
  best_told_ = in_short(layout.layout) + ", " + translator_.time(layout.step_time_s);
}

std::string SearchProgress::line() const {
  constexpr double most = 99;  // what is left after the last part is not nothing
  const std::string done = fmt::format("{:.0f}", std::min(most, 100 * share_));
  if (best_told_.empty())
    return translator_.say("{} % searched, {} looked at, no plan yet; Ctrl-C ends it", done, with_separators(layouts_));
  return translator_.say("{} % searched, {} looked at; best so far {}; Ctrl-C ends with that", done,
                         with_separators(layouts_), best_told_);
}

}  // namespace hakaru::cli
