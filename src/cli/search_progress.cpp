#include "search_progress.h"

#include <ctime>

#include "../native/cores.h"

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
    : line_(quiet), told_(scenario, translator) {
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
  Executor executor = native::all_cores();
  if (!line_.on_terminal()) return executor;
  executor.watch.looked_at = [this](std::int64_t layouts, double share) { looked_at(layouts, share); };
  executor.watch.found = [this](const Plan& plan) {
    const std::lock_guard<std::mutex> lock(telling_);
    told_.found(plan);
  };
  executor.watch.timed = [this](const TimedLayout& layout) {
    const std::lock_guard<std::mutex> lock(telling_);
    told_.timed(layout);
  };
  executor.watch.stopped = [this] { return stopped_.load(std::memory_order_relaxed); };
  return executor;
}

void SearchProgress::looked_at(std::int64_t layouts, double share) {
  const std::lock_guard<std::mutex> lock(telling_);
  told_.looked_at(layouts, share);
  line_.show([this] {
    take_interrupt();
    return told_.line();
  });
}

void SearchProgress::take_interrupt() {
  const sigset_t signals = interrupt();
  const timespec at_once{};
  if (sigtimedwait(&signals, nullptr, &at_once) != SIGINT) return;
  stopped_ = true;
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);  // whoever is still here may go the hard way
}

}  // namespace hakaru::cli
