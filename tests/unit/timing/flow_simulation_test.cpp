#include "hakaru/timing/flow_simulation.h"

#include <gtest/gtest.h>

#include <random>

namespace hakaru {
namespace {

TEST(FlowSimulation, TheLongerTransferHasTheLinkAloneAtLast) {
  const FlowTimes times = simulate_flows({1}, {{0, 1, {{0, 1}}}, {0, 3, {{0, 1}}}});
  EXPECT_NEAR(times.end_s[0], 2, 1e-12);
  EXPECT_NEAR(times.end_s[1], 4, 1e-12);
  EXPECT_EQ(times.events, 2);
}

TEST(FlowSimulation, OneThatStartsLaterSlowsTheOthersFromThenOn) {
  // Alone for 1 s, then half of 2 bytes/s each: 2 + 1·t = 5 at t = 3, so at 4 s; the other has 1 of 4 bytes left.
  const FlowTimes times = simulate_flows({2}, {{0, 5, {{0, 1}}}, {1, 4, {{0, 1}}}});
  EXPECT_NEAR(times.end_s[0], 4, 1e-12);
  EXPECT_NEAR(times.end_s[1], 4.5, 1e-12);
  EXPECT_EQ(times.events, 3);
}

TEST(FlowSimulation, NothingStartsBeforeItsTime) {
  const FlowTimes times = simulate_flows({1}, {{7, 1, {{0, 1}}}});
  EXPECT_NEAR(times.end_s[0], 8, 1e-12);
}

TEST(FlowSimulation, WhatIsSentIsWhatLinksCarried) {
  // One link: it is never idle while anything is left, so the last ends when all bytes are through.
  std::mt19937 draw(3);
  for (int drawn = 0; drawn < 200; ++drawn) {
    std::vector<Transfer> transfers(1 + draw() % 20);
    double bytes = 0;
    for (Transfer& transfer : transfers) {
      transfer = {0, 1.0 + draw() % 100, {{0, 1}}};
      bytes += transfer.bytes;
    }
    const FlowTimes times = simulate_flows({8}, transfers);
    ASSERT_NEAR(*std::max_element(times.end_s.begin(), times.end_s.end()), bytes / 8, 1e-9 * bytes);
    ASSERT_NEAR(times.peak_use[0], 1, 1e-12);
  }
}

}  // namespace
}  // namespace hakaru
