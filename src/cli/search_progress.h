// A search seen from a terminal: after half a second how far it is and what is the best so far; Ctrl-C ends it with
// that, a second one ends the program. Where standard error is no terminal nothing is shown and Ctrl-C ends the
// program.
#pragma once

#include <atomic>
#include <csignal>
#include <mutex>

#include "hakaru/output/search_told.h"
#include "hakaru/planning/plan/executor.h"
#include "progress_line.h"

namespace hakaru::cli {

class SearchProgress {
 public:
  /// Both must outlive this. Made before the threads that search: they are to leave Ctrl-C to this.
  SearchProgress(const Scenario& scenario, const Translator& translator);
  ~SearchProgress();
  SearchProgress(const SearchProgress&) = delete;

  /// All cores, watched; good as long as this is.
  Executor executor();

 private:
  void looked_at(std::int64_t layouts, double share);
  /// Takes a Ctrl-C that is waiting.
  void take_interrupt();

  ProgressLine line_;
  sigset_t signals_before_{};
  std::atomic<bool> stopped_ = false;
  std::mutex telling_;
  SearchTold told_;
};

}  // namespace hakaru::cli
