// One line on standard error that says how far long work is, written over again and again; nothing where standard error
// is no terminal.
#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace hakaru::cli {

class ProgressLine {
 public:
  using Clock = std::chrono::steady_clock;

  /// Nothing is shown before `quiet` has passed.
  explicit ProgressLine(Clock::duration quiet);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;

  bool on_terminal() const { return on_terminal_; }
  double elapsed_s() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }
  /// Shows what `line` gives, five times a second at most.
  void show(const std::function<std::string()>& line);

 private:
  bool on_terminal_, is_shown_ = false;
  Clock::time_point started_ = Clock::now(), next_;
};

}  // namespace hakaru::cli
