// The requests that come to a server, one after another.
//
//   open loop    they come whatever the server does: a trace, or arrivals at a rate λ
//     constant   every 1/λ seconds
//     poisson    gaps exponential, mean 1/λ
//     gamma      gaps gamma of shape B, mean 1/λ: bursts for B < 1, Poisson for B = 1, nearly even for large B
//                (B is vLLM's --burstiness: vllm bench serve)
//   closed loop  C clients, each sends its next request when its last has ended; all send their first at once
//
//   lengths      fixed; lognormal with a given mean m and spread σ, exp(ln m − σ²/2 + σ z); or those of a request of a
//                trace, drawn evenly
//   prefixes     requests of one group begin alike (a system prompt, a conversation): drawn evenly, or a trace's column
// The same seed gives the same traffic, request by request, and its first half is that of half as many. Generated
// traffic takes no memory; a trace takes 24 bytes a request.
//
//   const TrafficPlan plan{.arrivals = Arrivals::poisson, .rate_per_s = 5, .count = 1000};
//   std::unique_ptr<Traffic> traffic = make_traffic(plan, nullptr);
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "hakaru/core/result.h"
#include "hakaru/traffic/request.h"

namespace hakaru {

class Traffic {
 public:
  virtual ~Traffic() = default;

  /// When the next request comes; empty: none does, until one ends (closed loop), or none at all.
  virtual std::optional<double> next_arrival_s() const = 0;
  /// The next request; only where there is one.
  virtual Request take() = 0;
  /// A request has ended.
  virtual void ended(double /*time_s*/) {}
};

enum class Arrivals { trace, poisson, gamma, constant, closed_loop };
Result<Arrivals> parse_arrivals(std::string_view text, std::string_view name);  ///< poisson, gamma, constant

/// How long prompts or answers are.
struct Lengths {
  double mean = 1;
  double spread = 0;      ///< σ of the logarithm; 0: all alike
  std::int64_t most = 1;  ///< none is longer
};

struct TrafficPlan {
  Arrivals arrivals = Arrivals::poisson;
  double rate_per_s = 1;  ///< open loop; of a trace: 0 as it is, else its arrivals are stretched to this mean rate
  double burstiness = 1;  ///< gamma only
  std::int64_t concurrency = 1;  ///< closed loop
  std::int64_t count = 1000;     ///< requests in all; of a trace: at most
  Lengths input, output;         ///< where no trace gives lengths
  std::uint64_t seed = 0;
  std::int64_t prefix_groups = 0;  ///< requests belong to one of so many, drawn evenly; 0: to none, or the trace's
  std::int64_t share_of = 1;       ///< only each such request, round robin over replicas
};

/// `trace` must outlive the traffic; null: lengths come from the plan. Arrivals::trace needs one.
std::unique_ptr<Traffic> make_traffic(const TrafficPlan& plan, const std::vector<Request>* trace);

/// Requests per second of a trace: gaps over the time between its first and its last.
double rate_of(const std::vector<Request>& trace);

}  // namespace hakaru
