#include "hakaru/timing/max_min.h"

#include <gtest/gtest.h>

#include <random>

namespace hakaru {
namespace {

constexpr double near = 1e-9;

std::vector<double> all_rates(MaxMin& fair, std::size_t flows) { return fair.rates(std::vector<bool>(flows, true)); }

TEST(MaxMin, ThreeFlowsOverTwoLinksHaveAHalfEach) {
  MaxMin fair({1, 1}, {{{0, 1}, {1, 1}}, {{0, 1}}, {{1, 1}}});
  EXPECT_EQ(all_rates(fair, 3), (std::vector<double>{0.5, 0.5, 0.5}));
}

TEST(MaxMin, WhatOneFlowCannotUseGoesToTheOther) {
  MaxMin fair({1, 2}, {{{0, 1}, {1, 1}}, {{0, 1}}, {{1, 1}}});
  EXPECT_EQ(all_rates(fair, 3), (std::vector<double>{0.5, 0.5, 1.5}));
}

TEST(MaxMin, AFlowThatPutsHalfOnALinkGoesTwiceAsFast) {
  MaxMin fair({1, 1}, {{{0, 0.5}, {1, 0.5}}});
  EXPECT_EQ(all_rates(fair, 1), (std::vector<double>{2}));
}

TEST(MaxMin, FlowsThatAreNotActiveTakeNothing) {
  MaxMin fair({1}, {{{0, 1}}, {{0, 1}}});
  EXPECT_EQ(fair.rates({true, false}), (std::vector<double>{1, 0}));
}

/// Links, flows and shares drawn at random.
struct RandomNetwork {
  std::vector<double> capacities;
  std::vector<Route> routes;

  explicit RandomNetwork(std::mt19937& draw) {
    std::uniform_real_distribution<double> capacity(0.5, 10), share(0.1, 1);
    capacities.resize(2 + draw() % 12);
    for (double& each : capacities) each = capacity(draw);
    routes.resize(1 + draw() % 30);
    for (Route& route : routes) {
      for (std::size_t link = 0; link < capacities.size(); ++link) {
        if (draw() % 3 == 0) route.push_back({link, draw() % 2 == 0 ? 1 : share(draw)});
      }
      if (route.empty()) route.push_back({draw() % capacities.size(), 1});
    }
  }
};

TEST(MaxMin, NoLinkIsOverItsCapacity) {
  std::mt19937 draw(1);
  for (int network = 0; network < 2000; ++network) {
    const RandomNetwork drawn(draw);
    MaxMin fair(drawn.capacities, drawn.routes);
    for (const double use : fair.link_use(all_rates(fair, drawn.routes.size()))) ASSERT_LE(use, 1 + near);
  }
}

TEST(MaxMin, EveryFlowHasAFullLinkOnWhichNoneIsFaster) {
  std::mt19937 draw(2);
  for (int network = 0; network < 2000; ++network) {
    const RandomNetwork drawn(draw);
    MaxMin fair(drawn.capacities, drawn.routes);
    const std::vector<double> rates = all_rates(fair, drawn.routes.size());
    const std::vector<double> use = fair.link_use(rates);
    std::vector<double> fastest(drawn.capacities.size(), 0);
    for (std::size_t flow = 0; flow < rates.size(); ++flow) {
      for (const LinkUse& link : drawn.routes[flow]) fastest[link.link] = std::max(fastest[link.link], rates[flow]);
    }
    for (std::size_t flow = 0; flow < rates.size(); ++flow) {
      const bool has_bottleneck =
          std::any_of(drawn.routes[flow].begin(), drawn.routes[flow].end(), [&](const LinkUse& link) {
            return use[link.link] > 1 - near && rates[flow] >= fastest[link.link] * (1 - near);
          });
      ASSERT_TRUE(has_bottleneck) << "network " << network << ", flow " << flow;
    }
  }
}

}  // namespace
}  // namespace hakaru
