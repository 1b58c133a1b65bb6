// The requests that come to a server, one after another.
//
//   open loop    they come whatever the server does: a trace, or arrivals at a rate λ
//     constant   every 1/λ seconds
//     poisson    gaps exponential, mean 1/λ
//     gamma      gaps gamma of shape B, mean 1/λ: bursts for B < 1, Poisson for B = 1, nearly even for large B
//                (B is vLLM's --burstiness: vllm bench serve)
//   closed loop  C clients, each sends its next request when its last has ended; all send their first at once
//
//   lengths      fixed; lognormal with a given mean m and spread σ, exp(ln m − σ²/2 + σ z); those of one of several
//                kinds of requests, drawn by their shares; or those of a request of a trace, drawn evenly
//   prefixes     requests of one group begin alike (a system prompt, a conversation): drawn evenly, or a trace's column
//   sessions     conversations of several turns: session_traffic.h
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

/// Conversations that began, and those of them that ended early: one turn more would not have fit in the context.
struct SessionCounts {
  std::int64_t begun = 0, cut_short = 0;
};

class Traffic {
 public:
  virtual ~Traffic() = default;

  /// When the next request comes; empty: none does, until one ends (closed loop), or none at all.
  virtual std::optional<double> next_arrival_s() const = 0;
  /// The next request; only where there is one.
  virtual Request take() = 0;
  /// A request that began with `prefix` has ended. Gives whether another one than before may now be the next.
  virtual bool ended(double /*time_s*/, std::int32_t /*prefix*/) { return false; }
  virtual SessionCounts sessions() const { return {}; }
};

enum class Arrivals { trace, poisson, gamma, constant, closed_loop };
Result<Arrivals> parse_arrivals(std::string_view text, std::string_view name);  ///< poisson, gamma, constant

/// Lengths of prompts or answers, in tokens.
struct Lengths {
  double mean = 1;
  double spread = 0;          ///< σ of the logarithm; 0: all alike
  std::int64_t most = 1;      ///< none is longer
  std::int64_t pictures = 0;  ///< of these tokens those of pictures, which all have alike
};

/// Conversations (session_traffic.h).
struct SessionPlan {
  std::int64_t fewest_turns = 1, most_turns = 1;  ///< of a session, drawn evenly
  double think_s = 0;                             ///< from the end of an answer to the next turn
  std::int64_t system_tokens = 0;                 ///< that all sessions begin with
  std::int64_t context = 0;                       ///< tokens that no conversation passes

  double mean_turns() const { return static_cast<double>(fewest_turns + most_turns) / 2; }
};

/// One of several kinds of requests, and its share.
struct LengthShare {
  double share = 1;
  Lengths input, output;
};

struct TrafficPlan {
  Arrivals arrivals = Arrivals::poisson;
  /// Open loop: requests, the turns of sessions too; of a trace: 0 as it is, else stretched to this mean rate.
  double rate_per_s = 1;
  double burstiness = 1;             ///< gamma only
  std::int64_t concurrency = 1;      ///< closed loop: requests, or sessions, at once
  std::int64_t count = 1000;         ///< requests in all; of a trace: at most
  Lengths input, output;             ///< where no trace gives lengths
  std::vector<LengthShare> mixture;  ///< instead of these; shares sum to 1
  std::uint64_t seed = 0;
  std::int64_t prefix_groups = 0;  ///< requests belong to one of so many, drawn evenly; 0: to none, or the trace's
  std::int64_t share_of = 1;       ///< only each such request, round robin over replicas; sessions are not shared out
  std::optional<SessionPlan> sessions;
};

/// `trace` must outlive the traffic; null: lengths come from the plan. Arrivals::trace needs one.
std::unique_ptr<Traffic> make_traffic(const TrafficPlan& plan, const std::vector<Request>* trace);

/// Requests per second of a trace: gaps over the time between its first and its last.
double rate_of(const std::vector<Request>& trace);

}  // namespace hakaru
