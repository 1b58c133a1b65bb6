#include "progress_line.h"

#include <unistd.h>

#include <cstdio>

#include "hakaru/output/table.h"
#include "session.h"

namespace hakaru::cli {

ProgressLine::ProgressLine(Clock::duration quiet) : on_terminal_(isatty(STDERR_FILENO) == 1), next_(started_ + quiet) {}

ProgressLine::~ProgressLine() {
  if (is_shown_) std::fputs("\r\033[K", stderr);
}

void ProgressLine::show(const std::function<std::string()>& line) {
  constexpr auto between = std::chrono::milliseconds(200);
  const Clock::time_point now = Clock::now();
  if (!on_terminal_ || now < next_) return;
  next_ = now + between;
  is_shown_ = true;
  std::fputs(("\r\033[K" + shortened(line(), terminal_columns() - 1)).c_str(), stderr);
}

}  // namespace hakaru::cli
