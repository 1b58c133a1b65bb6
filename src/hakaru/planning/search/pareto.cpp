#include "hakaru/planning/search/pareto.h"

#include <algorithm>
#include <array>
#include <limits>

namespace hakaru {
namespace {

using Figures = std::array<double, 3>;

Figures figures_of(const Plan& plan) {
  constexpr double unknown = std::numeric_limits<double>::infinity();
  const double time_s = plan.serving() != nullptr ? plan.serving()->request_s : plan.duration_s().value_or(0);
  return {time_s, plan.costs.in_all_usd().value_or(unknown), plan.energy_kwh().value_or(unknown)};
}

bool no_worse(const Figures& left, const Figures& right) {
  return std::equal(left.begin(), left.end(), right.begin(), std::less_equal<>());
}

}  // namespace

bool dominates(const Plan& plan, const Plan& other) {
  const Figures left = figures_of(plan), right = figures_of(other);
  return left != right && no_worse(left, right);
}

std::vector<Plan> pareto_front(std::vector<Plan> plans) {
  // In this order a plan can be dominated only by one before it.
  std::stable_sort(plans.begin(), plans.end(),
                   [](const Plan& left, const Plan& right) { return figures_of(left) < figures_of(right); });
  std::vector<Plan> front;
  for (Plan& plan : plans) {
    const Figures figures = figures_of(plan);
    if (std::none_of(front.begin(), front.end(), [&](const Plan& each) { return no_worse(figures_of(each), figures); }))
      front.push_back(std::move(plan));
  }
  for (std::size_t at = 0; at < front.size(); ++at) front[at].rank = static_cast<int>(at) + 1;
  return front;
}

}  // namespace hakaru
