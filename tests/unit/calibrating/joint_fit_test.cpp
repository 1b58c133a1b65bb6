#include "hakaru/calibrating/joint_fit.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hakaru {
namespace {

/// Runs whose one figure is the product of their constants.
JointProblem products(std::vector<JointConstant> constants, std::vector<JointRun> runs) {
  JointProblem problem;
  problem.constants = std::move(constants);
  problem.runs = std::move(runs);
  problem.predict = [](std::size_t, std::span<const double> values) {
    double product = 1;
    for (const double value : values) product *= value;
    return std::vector<double>{product};
  };
  return problem;
}

JointRun measured(const std::vector<std::size_t>& constants, double figure) {
  return {each_of(constants), {{figure, 1, 0.1}}};
}

constexpr JointConstant near_one{1, 0.1, 0.1, 10};

/// The minimum of 9 ln(1 + ((x − ln 1.2) / 0.1)²) + (x / 0.1)², x = ln c, found by trying all x.
TEST(JointFit, AConstantGoesWhereItsRowsSayAsTheHeadersExample) {
  const JointProblem problem = products({near_one}, std::vector<JointRun>(9, measured({0}, 1.2)));
  double best = 0, least = INFINITY;
  for (double x = 0; x < 0.3; x += 1e-6) {
    const double far = (x - std::log(1.2)) / 0.1, moved = x / 0.1;
    const double cost = 9 * std::log1p(far * far) + moved * moved;
    if (cost < least) best = x;
    least = std::min(least, cost);
  }
  const double found = joint_fit(problem, std::vector<bool>(9, true)).front();
  EXPECT_NEAR(found, std::exp(best), 1e-3);
  EXPECT_NEAR(found, 1.18, 0.005);
}

/// From the centre the three that are there hold it: r / (1 + r²) of five figures 6.9 widths off pulls less.
TEST(JointFit, TheMostAreFoundThoughFewAreWhereItBegins) {
  std::vector<JointRun> runs(5, measured({0}, 2));
  runs.insert(runs.end(), 3, measured({0}, 1));
  JointProblem problem = products({{1, 3, 0.1, 10}}, runs);
  EXPECT_LT(joint_fit(problem, std::vector<bool>(8, true)).front(), 1.1);
  problem.loss_scales = {4, 2, 1};
  EXPECT_NEAR(joint_fit(problem, std::vector<bool>(8, true)).front(), 2, 0.05);
}

TEST(JointFit, WhatNoRowDependsOnStaysAtItsCentre) {
  const JointProblem problem = products({near_one, {0.25, 1, 0.01, 2}}, {measured({0}, 1.1)});
  EXPECT_NEAR(joint_fit(problem, {true})[1], 0.25, 1e-9);
}

TEST(JointFit, AConstantStandsNearItsRelatives) {
  const JointConstant wide{1, 0.5, 0.1, 10}, beside{1, 0.5, 0.1, 10, 0};
  const JointProblem problem =
      products({wide, beside, near_one}, {measured({0}, 1.5), measured({0}, 1.5), measured({1}, 2), measured({2}, 1)});
  const std::vector<double> seen = joint_fit(problem, {true, true, true, true});
  EXPECT_GT(seen[0], 1.4);
  EXPECT_GT(seen[1], 1.8);
  const std::vector<double> hidden = joint_fit(problem, {true, true, false, true});
  EXPECT_EQ(hidden[1], hidden[0]);
}

TEST(JointFit, WhatNoFigureAsksToBeElsewhereIsAtItsCentre) {
  const JointProblem problem = products({near_one}, {measured({0}, 1.005)});
  EXPECT_EQ(joint_fit(problem, {true}).front(), 1);
}

/// A residual that two engines share on an accelerator goes to its constant, not to each pair's: its prior is wider.
TEST(JointFit, TheCauseThatMayMoveTakesWhatItsRowsShare) {
  const JointConstant wide{1, 0.5, 0.1, 10};
  const JointProblem problem =
      products({wide, near_one, near_one}, {measured({0, 1}, 1.5), measured({0, 1}, 1.5), measured({0, 2}, 1.5)});
  const std::vector<double> found = joint_fit(problem, {true, true, true});
  EXPECT_GT(found[0], 1.4);
  EXPECT_LT(found[1], 1.1);
  EXPECT_LT(found[2], 1.1);
}

TEST(JointFit, AHiddenRunHasNoSay) {
  JointProblem problem = products({near_one}, {measured({0}, 1.2), measured({0}, 1.2), measured({0}, 5)});
  const std::vector<double> hidden = joint_fit(problem, {true, true, false});
  problem.runs.pop_back();
  EXPECT_EQ(hidden, joint_fit(problem, {true, true}));
}

/// A value of 0.5 · c² that is measured at 2 has c at 2; one that cannot be more than 1 pulls no further.
TEST(JointFit, ConstantsMakeUpAValueByTheirPowers) {
  JointProblem problem = products({{1, 1, 0.01, 100}}, {});
  problem.runs.assign(30, {{{{{0, 2}}, 0.5}}, {{2, 1, 0.01}}});
  EXPECT_NEAR(joint_fit(problem, std::vector<bool>(30, true)).front(), 2, 0.01);
  problem.runs.front().values.front().max = 1;
  EXPECT_EQ(predicted_figures(problem, 0, std::vector<double>{2.0}).front(), 1);
  EXPECT_EQ(predicted_figures(problem, 1, std::vector<double>{2.0}).front(), 2);
}

/// Rows left out of a fit have no effect, whether it begins at the centres or at the constants of all rows with their
/// derivatives.
TEST(JointFit, FitsWithoutSomeRowsEndInTheSamePlaceFromWhereAllEnded) {
  const JointConstant wide{1, 0.5, 0.1, 10}, beside{1, 0.2, 0.1, 10, 0};
  const JointProblem problem = products({wide, beside}, {measured({0}, 1.5), measured({0}, 1.4), measured({0, 1}, 3)});
  JointFitter fitter(problem);
  fitter.fit([](std::size_t, std::size_t) { return true; });
  fitter.keep();
  const JointSeen without_last = [](std::size_t run, std::size_t) { return run < 2; };
  const std::vector<double> near = fitter.fit(without_last), far = JointFitter(problem).fit(without_last);
  ASSERT_EQ(near.size(), far.size());
  for (std::size_t at = 0; at < far.size(); ++at) EXPECT_NEAR(near[at], far[at], 0.005);
}

TEST(JointFit, StaysWithinBounds) {
  const JointProblem problem = products({{1, 1, 0.9, 1.1}}, std::vector<JointRun>(20, measured({0}, 3)));
  EXPECT_NEAR(joint_fit(problem, std::vector<bool>(20, true)).front(), 1.1, 1e-9);
}

}  // namespace
}  // namespace hakaru
