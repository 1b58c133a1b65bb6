#include "hakaru/calibrating/logs/prior_update.h"

#include <gtest/gtest.h>

#include <cmath>

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
  EXPECT_NEAR(std::log(updated_by_prior(proportional({1.1}, 0.1)).values[0]), 0.8 * std::log(1.1), 0.001);
  EXPECT_NEAR(std::log(updated_by_prior(proportional({1.02}, 0.02)).values[0]), 0.138 * std::log(1.02), 0.001);
}

TEST(PriorUpdate, WhatSaysMoreMovesNoLessAndOneRunAloneNeverMoreThanItsShare) {
  double before = 0;
  for (const double measured : {1.02, 1.1, 1.2, 1.4, 3.0}) {
    const PriorUpdate update = updated_by_prior(proportional({measured}, 0.1));
    const double moved = std::log(update.values[0]);
    EXPECT_GE(moved, before - 1e-3) << measured;
    EXPECT_LE(moved, 0.8 * std::log(measured) + 1e-3) << measured;
    EXPECT_LE(moved, 0.2 + 1e-3) << measured;
    EXPECT_EQ(update.bounded_runs, measured > 1.28 ? 1U : 0U) << measured;  // ln 1.28 = 0.2 + 0.05
    before = moved;
  }
}

TEST(PriorUpdate, TenRunsThatAgreeMoveAConstantWhereTheySay) {
  const PriorUpdate update = updated_by_prior(proportional(std::vector<double>(10, 1.4), 0.1));
  EXPECT_NEAR(std::log(update.values[0]), 0.95 * std::log(1.4), 0.002);
  EXPECT_EQ(update.bounded_runs, 0U);
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
