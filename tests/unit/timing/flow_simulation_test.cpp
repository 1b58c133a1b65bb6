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

TEST(FlowSimulation, NoLinkIsEverOverItsCapacityAndNoneIsFasterThanItsLinks) {
  std::mt19937 draw(4);
  for (int drawn = 0; drawn < 200; ++drawn) {
    std::vector<double> capacities(2 + draw() % 6);
    for (double& capacity : capacities) capacity = 1.0 + draw() % 9;
    std::vector<Transfer> transfers(1 + draw() % 15);
    for (Transfer& transfer : transfers) {
      const std::size_t first = draw() % capacities.size();
      transfer = {static_cast<double>(draw() % 10), 1.0 + draw() % 50, {{first, 1}}};
      if (const std::size_t second = draw() % capacities.size(); second != first) transfer.route.push_back({second, 1});
    }
    const FlowTimes times = simulate_flows(capacities, transfers);
    for (const double use : times.peak_use) ASSERT_LE(use, 1 + 1e-9);
    for (std::size_t at = 0; at < transfers.size(); ++at) {
      for (const LinkUse& use : transfers[at].route) {
        ASSERT_GE(times.end_s[at] - transfers[at].start_s, transfers[at].bytes / capacities[use.link] * (1 - 1e-9));
      }
    }
  }
}

}  // namespace
}  // namespace hakaru
