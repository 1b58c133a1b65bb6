#include "hakaru/planning/money/api_comparison.h"

#include "hakaru/core/quantities.h"

namespace hakaru {

std::optional<ApiComparison> compare_with_api(const Scenario& scenario, const std::vector<Plan>& plans) {
  const auto* const job = std::get_if<ServingJob>(&scenario.job);
  if (job == nullptr || !scenario.api_price || plans.empty()) return std::nullopt;
  constexpr double seconds_per_month = hours_per_month * seconds_per_hour;
  const auto output = static_cast<double>(job->output_length);
  ApiComparison comparison;
  comparison.request_usd = (static_cast<double>(job->input_length) * scenario.api_price->usd_per_million_input +
                            output * scenario.api_price->usd_per_million_output) /
                           mega;
  if (comparison.request_usd <= 0) return std::nullopt;
  const bool live = scenario.demand.has_value();
  // Requests come at a rate, or as fast as the fleet answers its users.
  const double rate_per_s = job->rate_per_s.value_or(plans.front().serving()->requests_per_s);
  if (live) comparison.usd_per_month = rate_per_s * comparison.request_usd * seconds_per_month;
  if (!live && output > 0) comparison.million_output_tokens_usd = comparison.request_usd / output * mega;
  for (const Plan& plan : plans) {
    const std::optional<double> usd = live ? plan.costs.usd_per_month() : plan.serving()->cost_per_million_tokens_usd;
    if (!usd) continue;
    ApiComparison::Beside beside{plan.rank,    *usd,        std::nullopt, plan.serving()->held_per_s(),
                                 std::nullopt, std::nullopt};
    if (const auto& scaling = plan.serving()->scaling; live && scaling && scaling->usd_per_h) {
      beside.following_usd = *scaling->usd_per_h * hours_per_month;
      beside.bought = scaling->bought;
    }
    if (live) beside.even_per_s = *usd / (comparison.request_usd * seconds_per_month);
    comparison.plans.push_back(beside);
  }
  return comparison;
}

}  // namespace hakaru
