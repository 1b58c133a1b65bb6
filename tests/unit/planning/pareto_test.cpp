#include "hakaru/planning/search/pareto.h"

#include <gtest/gtest.h>

#include <random>

namespace hakaru {
namespace {

Plan plan_of(double duration_s, std::optional<double> cost_usd, std::optional<double> energy_kwh) {
  Plan plan;
  plan.figures = TrainingFigures{.duration_s = duration_s};
  plan.costs.usd = cost_usd;
  plan.costs.energy_kwh = energy_kwh;
  return plan;
}

TEST(Pareto, AFigureThatIsNotKnownNeverDominates) {
  const Plan known = plan_of(2, 10, 5), unpriced = plan_of(1, std::nullopt, 5), unknown = plan_of(2, std::nullopt, 6);
  EXPECT_FALSE(dominates(unpriced, known));
  EXPECT_FALSE(dominates(known, unpriced));
  EXPECT_TRUE(dominates(known, unknown));
  EXPECT_TRUE(dominates(unpriced, unknown));  // neither has a price; the rest is better
  EXPECT_FALSE(dominates(known, known));
}

// Random plans: the front has no dominated plan, and each plan left out is dominated by one of the front or equals it.
TEST(Pareto, FrontIsWhatNothingDominates) {
  std::mt19937 random(7);
  std::uniform_int_distribution<int> figure(0, 9);
  const auto maybe = [&] {
    const int value = figure(random);
    return value == 0 ? std::nullopt : std::optional<double>(value);
  };
  for (int round = 0; round < 200; ++round) {
    std::vector<Plan> plans;
    for (int count = 0; count < 20; ++count) plans.push_back(plan_of(1 + figure(random), maybe(), maybe()));
    const std::vector<Plan> front = pareto_front(plans);
    for (const Plan& kept : front) {
      EXPECT_TRUE(std::none_of(plans.begin(), plans.end(), [&](const Plan& each) { return dominates(each, kept); }));
    }
    for (const Plan& each : plans) {
      EXPECT_TRUE(std::any_of(front.begin(), front.end(), [&](const Plan& kept) {
        const bool twin = kept.duration_s() == each.duration_s() && kept.cost_usd() == each.cost_usd() &&
                          kept.energy_kwh() == each.energy_kwh();
        return twin || dominates(kept, each);
      }));
    }
  }
}

}  // namespace
}  // namespace hakaru
