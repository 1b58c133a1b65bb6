// A fleet of one's own against a service that sells tokens:
//
//   a request costs there   c = (input · USD per million input + output · USD per million output) / 10⁶
//   a month of a live load  rate · c · 2,628,000 s;
//                           even with the fleet at rate = USD of the fleet per month / (c · 2,628,000)
//   offline                 of a million output tokens: c / output · 10⁶, against the plan's own
//
// Worked example: prompts of 1,000, answers of 200 tokens at $0.60 and $1.80 a million: c = $0.00096; at 5 requests/s
// $12,614 a month; a fleet of $4,000 a month is even at 1.59 requests/s.
//
// Limits: what the service takes for cached prompts, batches or a minimum is not in it; the fleet is paid for all
// month, as large as the load asked about needs, and beside that as it follows a trace (follow_load.h), which is taken
// to come again and again.
#pragma once

#include "hakaru/core/quantities.h"
#include "hakaru/planning/plan/plan.h"

namespace hakaru {

struct ApiComparison {
  double request_usd = 0;                           ///< of a request of mean lengths
  std::optional<double> usd_per_month;              ///< of the load; a live service
  std::optional<double> million_output_tokens_usd;  ///< offline
  struct Beside {
    int rank = 0;
    double usd = 0;                       ///< the plan's, of the same
    std::optional<double> even_per_s;     ///< requests at which a live fleet costs as much
    std::optional<double> held_per_s;     ///< requests that it bears
    std::optional<double> following_usd;  ///< a month's, of a fleet that follows its load, at the plan's own price
    std::optional<BaseAndPeak> bought;    ///< how that one is bought for less

    std::optional<double> bought_ahead_usd() const {
      return bought ? std::optional(bought->usd_per_h * hours_per_month) : std::nullopt;
    }
  };
  std::vector<Beside> plans;  ///< those whose cost is known
};

template <>
inline constexpr auto record<ApiComparison::Beside> = described(
    "api_beside", "a plan beside a service that sells tokens",
    field("rank", &ApiComparison::Beside::rank, "of the plan"),
    field("usd", &ApiComparison::Beside::usd, "what the plan costs for the same: a month, or a million output tokens"),
    field("even_requests_per_s", &ApiComparison::Beside::even_per_s, "requests at which both cost as much"),
    field("bears_requests_per_s", &ApiComparison::Beside::held_per_s,
          "requests that the fleet bears within its limits"),
    field("following_usd", &ApiComparison::Beside::following_usd,
          "a month's, of a fleet that follows its load, at the plan's own price"),
    field("bought_ahead_usd", &ApiComparison::Beside::bought_ahead_usd,
          "the same where machines are paid for ahead (scaling.bought); null: no cheaper, or no price is known")
        .or_null());

template <>
inline constexpr auto record<ApiComparison> =
    described("api_comparison", "plans beside a service that sells tokens",
              field("usd_per_request", &ApiComparison::request_usd, "what a request of mean lengths costs there"),
              field("usd_per_month", &ApiComparison::usd_per_month, "what a month of the load costs there"),
              field("cost_per_million_output_tokens_usd", &ApiComparison::million_output_tokens_usd,
                    "with what they read; offline"),
              field("plans", &ApiComparison::plans, "those whose cost is known"));

/// Empty: the scenario names no such price, or is of another kind.
std::optional<ApiComparison> compare_with_api(const Scenario& scenario, const std::vector<Plan>& plans);

}  // namespace hakaru
