#include "hakaru/calibrating/fit.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

constexpr double launch_s = 4e-6, rate = 7e11;

/// t = launch + work / rate, measured without noise at `rows` sizes between 10⁵ and 10¹⁰.
FitProblem line(std::size_t rows) {
  FitProblem problem;
  problem.name = "line";
  problem.constants = {{"launch_s", "s", "", 1e-5, 1e-7, 1e-4}, {"rate", "1/s", "", 1e12, 1e10, 1e14}};
  std::vector<double> work;
  for (std::size_t row = 0; row < rows; ++row) {
    work.push_back(std::pow(10.0, 5 + 5 * static_cast<double>(row) / static_cast<double>(rows)));
    problem.measured_s.push_back(launch_s + work.back() / rate);
    problem.strata.push_back(row % 3 == 0 ? "a" : "b");
  }
  problem.predict_s = [work](std::span<const double> constants, std::size_t row) {
    return constants[0] + work[row] / constants[1];
  };
  return problem;
}

std::string complaint(const Result<Fit>& fit) { return fit ? "" : in_english(fit.error().message); }

TEST(Fit, FindsTheConstantsThatMadeTheTimes) {
  const Result<Fit> found = fit(line(100), HoldBack::a_fifth);
  ASSERT_TRUE(found) << complaint(found);
  EXPECT_NEAR(found->constants[0] / launch_s, 1, 1e-6);
  EXPECT_NEAR(found->constants[1] / rate, 1, 1e-6);
  EXPECT_EQ(found->determined, (std::vector<bool>{true, true}));
}

TEST(Fit, HoldsBackAFifthOfEachStratumAtAllSizes) {
  const FitProblem problem = line(150);
  const Result<Fit> found = fit(problem, HoldBack::a_fifth);
  ASSERT_TRUE(found);
  int a = 0, b = 0, in_the_smaller_half = 0;
  for (std::size_t row = 0; row < 150; ++row) {
    if (!found->unseen_s[row]) continue;
    ++(problem.strata[row] == "a" ? a : b);
    if (row < 75) ++in_the_smaller_half;
    EXPECT_NEAR(*found->unseen_s[row] / problem.measured_s[row], 1, 1e-6);
  }
  EXPECT_EQ(a, 10);
  EXPECT_EQ(b, 20);
  EXPECT_NEAR(in_the_smaller_half, 15, 2);
}

TEST(Fit, HoldsBackEveryRowOnceInFiveFolds) {
  const Result<Fit> found = fit(line(101), HoldBack::each_fifth_in_turn);
  ASSERT_TRUE(found);
  for (const std::optional<double>& unseen : found->unseen_s) EXPECT_TRUE(unseen);
  EXPECT_NEAR(found->constants[1] / rate, 1, 1e-6);
}

TEST(Fit, IsTheSameEveryTime) {
  FitProblem noisy = line(60);
  for (std::size_t row = 0; row < 60; ++row) noisy.measured_s[row] *= 1 + 0.1 * std::sin(static_cast<double>(row));
  const Result<Fit> first = fit(noisy, HoldBack::a_fifth), second = fit(noisy, HoldBack::a_fifth);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->constants, second->constants);
  EXPECT_EQ(first->unseen_s, second->unseen_s);
}

TEST(Fit, IsNotPulledByAFewRowsThatNothingExplains) {
  FitProblem problem = line(100);
  for (std::size_t row = 3; row < 100; row += 17) problem.measured_s[row] *= 20;
  const Result<Fit> found = fit(problem, HoldBack::a_fifth);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->constants[0] / launch_s, 1, 0.02);
  EXPECT_NEAR(found->constants[1] / rate, 1, 0.02);
}

TEST(Fit, StaysWithinBoundsAndSaysWhatNoRowDependsOn) {
  FitProblem problem = line(100);
  problem.constants[0].lower = problem.constants[0].start = 9e-6;  // more than it was
  problem.constants.push_back({"idle", "", "", 0.5, 0, 1});
  const Result<Fit> found = fit(problem, HoldBack::a_fifth);
  ASSERT_TRUE(found) << complaint(found);
  EXPECT_DOUBLE_EQ(found->constants[0], 9e-6);
  EXPECT_EQ(found->determined, (std::vector<bool>{true, true, false}));
  EXPECT_DOUBLE_EQ(found->constants[2], 0.5);
}

TEST(Fit, RowsThatWeighMoreAreFittedBetter) {
  FitProblem problem = line(60);
  for (std::size_t row = 0; row < 60; row += 2) problem.measured_s[row] *= 1.2;  // half of them a fifth slower
  problem.weights.assign(60, 1);
  for (std::size_t row = 0; row < 60; row += 2) problem.weights[row] = 0.01;
  const Result<Fit> found = fit(problem, HoldBack::a_fifth);
  ASSERT_TRUE(found) << complaint(found);
  EXPECT_NEAR(found->constants[1] / rate, 1, 0.02);
}

TEST(Fit, PulledConstantsStayWhereRowsSayNothing) {
  FitProblem problem = line(60);
  problem.constants.push_back({"idle", "", "", 0.3, 0, 1});
  problem.pull = 0.01;
  const Result<Fit> found = fit(problem, HoldBack::a_fifth);
  ASSERT_TRUE(found) << complaint(found);
  EXPECT_NEAR(found->constants[2], 0.3, 1e-6);
  EXPECT_NEAR(found->constants[1] / rate, 1, 0.01);
}

TEST(Fit, HoldsBackWholePartsWhereTheyAreNamed) {
  FitProblem problem = line(60);
  for (std::size_t row = 0; row < 60; ++row) problem.parts.push_back(row < 50 ? 0 : 1);
  const Result<Fit> found = fit(problem, HoldBack::a_fifth);
  ASSERT_TRUE(found) << complaint(found);
  for (std::size_t row = 0; row < 60; ++row) EXPECT_TRUE(found->unseen_s[row]) << row;
}

TEST(Fit, WhatItSetsOutFromIsForgottenWithThePart) {
  FitProblem problem = line(60);
  for (std::size_t row = 0; row < 60; ++row) problem.parts.push_back(row % 2);
  problem.without = [problem](std::size_t part) {
    FitProblem slower = problem;
    slower.predict_s = [problem, part](std::span<const double> constants, std::size_t row) {
      const double times = part == 0 ? 1 : 2;
      return problem.predict_s(std::vector{constants[0], constants[1] / times}, row);
    };
    return slower;
  };
  const Result<Fit> found = fit(problem, HoldBack::a_fifth);
  ASSERT_TRUE(found) << complaint(found);
  EXPECT_NEAR(found->constants[1] / rate, 1, 1e-6);
  EXPECT_NEAR(found->without.at(0)[1] / rate, 1, 1e-6);
  EXPECT_NEAR(found->without.at(1)[1] / rate, 2, 1e-6);
  EXPECT_NEAR(*found->unseen_s[1] / problem.measured_s[1], 1, 1e-6);
}

TEST(Fit, RefusesTooFewRowsAndRowsThatCannotBePredicted) {
  EXPECT_EQ(complaint(fit(line(19), HoldBack::a_fifth)), "line: 19 rows; needed for 2 constants: at least 20");
  EXPECT_TRUE(fit(line(20), HoldBack::a_fifth));
  FitProblem problem = line(20);
  problem.predict_s = [](std::span<const double>, std::size_t row) { return row == 6 ? 0 : 1.0; };
  EXPECT_EQ(complaint(fit(problem, HoldBack::a_fifth)),
            "line: row 7 cannot be predicted, so nothing can be fitted to it");
}

}  // namespace
}  // namespace hakaru
