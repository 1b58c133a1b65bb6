#include "progress.h"

#include <unistd.h>

#include <cstdio>

namespace hakaru::cli {

ProgressLine::ProgressLine() : shown_(isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

bool ProgressLine::due() const {
  constexpr auto between = std::chrono::milliseconds(200);
  return shown_ && Clock::now() - last_ >= between;
}

void ProgressLine::tell(const std::string& line) {
  if (!shown_) return;
  last_ = Clock::now();
  std::fputs(("\r\033[K" + line).c_str(), stderr);
}

}  // namespace hakaru::cli
