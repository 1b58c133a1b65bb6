// Patience with an answer: until its time is over, or the client has gone. A search asks this from many
// threads, far more often than a connection is to be looked at.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>

namespace hakaru::api {

class Patience {
 public:
  using Clock = std::chrono::steady_clock;

  /// `gone` is asked now and then, from one thread at a time.
  Patience(std::chrono::duration<double> longest, std::function<bool()> gone)
      : until_(Clock::now() + std::chrono::duration_cast<Clock::duration>(longest)), gone_(std::move(gone)) {}

  /// Once true it stays so.
  bool over() const {
    constexpr Clock::duration between_looks = std::chrono::milliseconds(20);
    if (why_ != Why::not_over) return true;
    const Clock::time_point now = Clock::now();
    Clock::rep due = next_look_;
    if (now.time_since_epoch().count() < due) return false;
    if (!next_look_.compare_exchange_strong(due, Clock::time_point::max().time_since_epoch().count())) return false;
    if (now >= until_) {
      why_ = Why::too_long;
    } else if (gone_()) {
      why_ = Why::gone;
    }
    next_look_ = (now + between_looks).time_since_epoch().count();
    return why_ != Why::not_over;
  }
  bool took_too_long() const { return why_ == Why::too_long; }

 private:
  enum class Why { not_over, gone, too_long };

  const Clock::time_point until_;
  const std::function<bool()> gone_;
  mutable std::atomic<Why> why_ = Why::not_over;
  mutable std::atomic<Clock::rep> next_look_ = 0;
};

}  // namespace hakaru::api
