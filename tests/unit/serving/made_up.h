// Iterations that take what a test says.
#pragma once

#include "hakaru/serving/fleet/engine.h"

namespace hakaru::testing {

/// `fixed_s` for each iteration, `per_token_s` for each new token, `per_cached_s` for each cached token of a decoding
/// sequence.
inline IterationCost made_up_cost(double fixed_s, double per_token_s = 0, double per_cached_s = 0,
                                  const CostLimits& limits = {64, 4096, 4096}) {
  PassTimes times;
  times.body_s = [=](double tokens) { return fixed_s + per_token_s * tokens; };
  times.head_s = [](double) { return 0.0; };
  times.decode_s = [=](double sequences, double context) {
    return fixed_s + per_token_s * sequences + per_cached_s * sequences * context;
  };
  times.prompt_s = [](double, double) { return 0.0; };
  return IterationCost(times, limits);
}

/// Requests as they stand in a list.
class ListedTraffic : public Traffic {
 public:
  explicit ListedTraffic(std::vector<Request> requests) : requests_(std::move(requests)) {}
  std::optional<double> next_arrival_s() const override {
    return next_ < requests_.size() ? std::optional(requests_[next_].arrival_s) : std::nullopt;
  }
  Request take() override { return requests_[next_++]; }

 private:
  std::vector<Request> requests_;
  std::size_t next_ = 0;
};

}  // namespace hakaru::testing
