// How far long work is: one line on a terminal, written over a few times a second and wiped at the end; in a pipe
// nothing.
#pragma once

#include <chrono>
#include <string>

namespace hakaru::cli {

class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  double elapsed_s() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }
  /// Whether a line would be seen, and the last one has been read by now.
  bool due() const;
  void tell(const std::string& line);

 private:
  using Clock = std::chrono::steady_clock;
  bool shown_;
  Clock::time_point started_ = Clock::now(), last_ = started_;
};

}  // namespace hakaru::cli
