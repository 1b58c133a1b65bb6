#include "hakaru/evidence/conformal.h"

#include <gtest/gtest.h>

#include <random>

namespace hakaru {
namespace {

TEST(Conformal, RankIsThatOfNPlusOne) {
  EXPECT_EQ(conformal_rank(9, 0.9), 9);             // ⌈10 · 0.9⌉
  EXPECT_EQ(conformal_rank(8, 0.9), std::nullopt);  // ⌈9 · 0.9⌉ = 9 of 8
  EXPECT_EQ(conformal_rank(10, 0.9), 10);           // ⌈11 · 0.9⌉
  EXPECT_EQ(conformal_rank(99, 0.9), 90);
  EXPECT_EQ(conformal_rank(100, 0.9), 91);  // ⌈101 · 0.9⌉
  EXPECT_EQ(conformal_rank(1, 0.5), 1);
  EXPECT_EQ(conformal_rank(0, 0.5), std::nullopt);
}

TEST(Conformal, RadiusIsTheScoreOfThatRank) {
  std::vector<double> scores;
  for (int at = 99; at >= 1; --at) scores.push_back(at);
  EXPECT_EQ(conformal_radius(scores, 0.9), 90);
  EXPECT_EQ(conformal_radius({5, 1}, 0.9), std::nullopt);
}

/// Exchangeable scores: the next one is within the radius with the claimed probability, and little more often.
TEST(Conformal, CoversTheNextOne) {
  std::mt19937_64 random(1);
  std::exponential_distribution<double> score(1);
  int covered = 0;
  constexpr int times = 4000;
  for (int time = 0; time < times; ++time) {
    std::vector<double> seen(39);
    for (double& each : seen) each = score(random);
    covered += score(random) <= *conformal_radius(seen, 0.9);
  }
  EXPECT_NEAR(covered, 0.9 * times, 0.02 * times);  // 36 of 40; four deviations of such a count are 76
}

}  // namespace
}  // namespace hakaru
