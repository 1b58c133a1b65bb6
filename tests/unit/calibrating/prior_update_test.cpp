#include "hakaru/calibrating/logs/prior_update.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

/// Runs that each took `measured`, where all of a run's time is one constant that stands at 1.
PriorProblem proportional(const std::vector<double>& measured, double spread) {
  PriorProblem problem;
  problem.constants = {{"slowdown", "", "", 1, spread, 0.1, 10}};
  for (const double each : measured) problem.runs.push_back({"a model", {{each, 1, 0.05}}});
  problem.predict = [](std::size_t, std::span<const double> values) { return std::vector<double>{values[0]}; };
  return problem;
}

TEST(PriorUpdate, OneRunMovesAConstantAsFarAsItsSpreadLetsIt) {
  EXPECT_NEAR(updated_by_prior(proportional({1.1}, 0.1)).values[0], 1.092, 0.003);
  EXPECT_NEAR(updated_by_prior(proportional({1.1}, 0.02)).values[0], 1.0105, 0.003);
}

TEST(PriorUpdate, ARunHeldBackIsPredictedByWhatTheOthersSay) {
  const PriorUpdate update = updated_by_prior(proportional({1.1, 1.1, 1.1}, 0.1));
  ASSERT_EQ(update.held_back.size(), 3U);
  EXPECT_NEAR(update.held_back[0][0], 1.09, 0.01);
  EXPECT_DOUBLE_EQ(update.before[0][0], 1);
  EXPECT_NEAR(update.after[0][0], update.values[0], 1e-12);
}

TEST(PriorUpdate, NoneOfOneRunIsHeldBack) { EXPECT_TRUE(updated_by_prior(proportional({1.1}, 0.1)).held_back.empty()); }

TEST(PriorUpdate, RunsThatAgreeWithWhatStandsMoveNothing) {
  EXPECT_EQ(updated_by_prior(proportional({1, 1}, 0.1)).values[0], 1);
}

}  // namespace
}  // namespace hakaru
