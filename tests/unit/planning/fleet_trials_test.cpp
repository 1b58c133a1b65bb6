#include "hakaru/planning/fleet/fleet_trials.h"

#include <gtest/gtest.h>

#include "../serving/made_up.h"

namespace hakaru {
namespace {

constexpr double ms = 1e-3;

/// Prompts of 50 tokens at 1 ms, answers of 20 at 2 ms and 0.5 ms for each that runs beside.
struct MadeUp {
  SchedulerOptions options = [] {
    SchedulerOptions made;
    made.max_num_seqs = 16;
    made.max_num_batched_tokens = 256;
    return made;
  }();
  Replica replica{testing::made_up_cost(2 * ms, 0.5 * ms, 0, {64, 4096, 4096}), KvBlocks(10'000, 16), options};
  ServingJob job;
  Layout layout;
  Instance instance;
  ServingDemand demand;
  SearchWatch watch;

  MadeUp(double rate_per_s, double ttft_s, double tpot_s) {
    job.context = 4096;
    job.input_length = 50;
    job.output_length = 20;
    job.rate_per_s = rate_per_s;
    instance.accelerators = 1;
    instance.within.bytes_per_s = instance.between.bytes_per_s = 1e9;
    demand.level = {ttft_s, tpot_s, 0.95};
  }
  FleetTrials trials(bool apart) const {
    return {replica, 1, 1, job, demand, 0.1, apart ? std::optional(Apart{&layout, &instance}) : std::nullopt, 1, watch};
  }
  /// True if a division of `replicas` into prefill and decode replicas keeps the demand; tries them one by one.
  bool any_keeps(std::int64_t replicas) const {
    TrafficPlan traffic;
    traffic.rate_per_s = *job.rate_per_s;
    traffic.count = 40'000;
    traffic.input = {50, 0, 50};
    traffic.output = {20, 0, 20};
    for (std::int64_t prefilling = 1; prefilling < replicas; ++prefilling) {
      FleetPlan fleet;
      fleet.routing = Routing::join_shortest_queue;
      fleet.disaggregation = Disaggregation{prefilling, replicas - prefilling, {0, 1e9, 0}};
      if (keeps(try_level(replica, fleet, traffic, nullptr, demand.level), demand.level)) return true;
    }
    return false;
  }
};

TEST(FleetTrials, TheFewestApartAreThoseOfEveryDivision) {
  for (const double rate_per_s : {20.0, 100.0, 200.0}) {
    for (const double tpot_s : {3.5 * ms, 6 * ms}) {
      const MadeUp made(rate_per_s, 80 * ms, tpot_s);
      FleetTrials trials = made.trials(true);
      const auto fewest = trials.fewest({1, 1, 40}, 2);
      ASSERT_TRUE(fewest) << rate_per_s << "/s, " << tpot_s << " s";
      EXPECT_TRUE(made.any_keeps(fewest->instances)) << rate_per_s << "/s, " << tpot_s << " s";
      EXPECT_FALSE(made.any_keeps(fewest->instances - 1)) << rate_per_s << "/s, " << tpot_s << " s";
      EXPECT_GT(fewest->prefill_replicas, 0);
      EXPECT_LT(fewest->prefill_replicas, fewest->instances);
    }
  }
}

TEST(FleetTrials, EndEarlyWhereTheWatchSaysSo) {
  for (const bool apart : {false, true}) {
    std::optional<int> fewest;
    for (int most_looks = 0; most_looks < 60; ++most_looks) {
      MadeUp made(200, 80 * ms, 6 * ms);
      int looks = 0;
      made.watch.looked_at = [&](std::int64_t, double) { ++looks; };
      made.watch.stopped = [&] { return looks > most_looks; };
      FleetTrials trials = made.trials(apart);
      const auto found = trials.fewest({1, 1, 40}, 2);
      EXPECT_EQ(trials.ended_early(), looks > most_looks);
      EXPECT_LE(looks, most_looks + 2) << "what comes after is left out";
      EXPECT_TRUE(most_looks > 0 || !found);
      // A later end finds a fleet if an earlier one did, with no more instances.
      if (fewest) {
        ASSERT_TRUE(found);
        EXPECT_LE(found->instances, *fewest);
      }
      if (found) fewest = found->instances;
    }
    EXPECT_TRUE(fewest);
  }
}

TEST(FleetTrials, ASimulationEndsWhereItIsToldTo) {
  const MadeUp made(200, 80 * ms, 6 * ms);
  TrafficPlan traffic;
  traffic.rate_per_s = 100;
  traffic.count = 200'000;
  traffic.input = {50, 0, 50};
  traffic.output = {20, 0, 20};
  FleetPlan fleet;
  fleet.replicas = 8;
  fleet.tell = [](std::int64_t ended) { return ended < 50'000; };
  const ServingSimulation simulation = try_level(made.replica, fleet, traffic, nullptr, {});
  EXPECT_TRUE(simulation.stopped);
  EXPECT_FALSE(keeps(simulation, {}));
  EXPECT_GE(simulation.metrics.requests, 50'000);
  EXPECT_LT(simulation.metrics.requests, 150'000);
}

TEST(FleetTrials, OfLargeFleetsAPartIsSimulated) {
  const MadeUp made(200, 80 * ms, 6 * ms);
  for (const bool apart : {false, true}) {
    FleetTrials trials = made.trials(apart);
    for (const int instances : {1'000'000, 4'000'000}) {
      const auto fleet = trials.kept_with(instances);
      ASSERT_TRUE(fleet) << apart;
      EXPECT_LE(fleet->simulation.replicas, 1024);
      EXPECT_NEAR(static_cast<double>(fleet->simulation.replicas) * fleet->of_all, instances, 1);
    }
  }
}

TEST(FleetTrials, OfManyUsersThoseOfAFewReplicasAreSimulated) {
  MadeUp made(1, 80 * ms, 6 * ms);
  made.job.rate_per_s.reset();
  made.job.concurrency = 1'000'000;
  FleetTrials trials = made.trials(false);
  for (const int instances : {20'000, 200'000}) {
    const FleetTrials::Trial fleet = trials.served_with(instances);
    EXPECT_LE(fleet.simulation.metrics.requests, 50'000);
    EXPECT_NEAR(static_cast<double>(fleet.simulation.replicas) * fleet.of_all, instances, 1);
  }
}

TEST(FleetTrials, OfATraceThatManyReplicasServeEachNthRequestIsReplayed) {
  MadeUp made(1, 80 * ms, 6 * ms);
  made.demand.replays = true;
  for (int at = 0; at < 1000; ++at) made.demand.requests.push_back({0.1 * at, 50, 20, 0});
  FleetTrials trials = made.trials(false);
  EXPECT_EQ(trials.kept_with(100)->simulation.metrics.requests, 1000);
  const auto fleet = trials.kept_with(1'000'000);
  ASSERT_TRUE(fleet);
  EXPECT_LE(fleet->simulation.replicas, 10'000);
  EXPECT_EQ(fleet->simulation.metrics.requests, 10);
}

TEST(FleetTrials, WhatNoneOfTheCountsKeepsIsNotFound) {
  const MadeUp made(200, 80 * ms, 3.5 * ms);
  FleetTrials few = made.trials(true);
  EXPECT_FALSE(few.fewest({1, 1, 2}, 1));
  const MadeUp impossible(1, 1 * ms, 3.5 * ms);  // a prompt alone takes 27 ms
  FleetTrials none = impossible.trials(true);
  EXPECT_FALSE(none.fewest({1, 1, 20}, 1));
  EXPECT_EQ(none.served_with(4).simulation.metrics.requests, 40'000);
}

}  // namespace
}  // namespace hakaru
