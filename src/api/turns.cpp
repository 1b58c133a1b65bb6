#include "turns.h"

#include <algorithm>

namespace hakaru::api {

Turn::~Turn() {
  {
    const std::lock_guard<std::mutex> lock(of_.taking_);
    ++of_.free_;
  }
  of_.freed_.notify_one();
}

std::unique_ptr<const Turn> Turns::take(std::chrono::milliseconds longest, const std::function<bool()>& stopped) {
  constexpr std::chrono::milliseconds between_looks(50);
  const auto until = std::chrono::steady_clock::now() + longest;
  std::unique_lock<std::mutex> lock(taking_);
  while (free_ == 0) {
    const auto now = std::chrono::steady_clock::now();
    if (now >= until || stopped()) return nullptr;
    freed_.wait_until(lock, std::min(until, now + between_looks));
  }
  --free_;
  return std::make_unique<const Turn>(*this);
}

}  // namespace hakaru::api
