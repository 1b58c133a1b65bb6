#include "hakaru/timing/network_flow.h"

#include <gtest/gtest.h>

#include <random>

#include "machines.h"

namespace hakaru {
namespace {

using testing::dgx_a100;

NetworkConstants constants() { return {{{"8x HDR200 InfiniBand", 25e9}}, 1600e9, 64, 15e-6, 20e9}; }

/// Four ports of 12.5 GB/s and 10 µs, as in the header.
Instance four_ports() {
  Instance instance = dgx_a100();
  instance.between = {"four", Topology::switched, 50e9, 10e-6, false};
  return instance;
}

FlowAnswer answer(const NetworkQuestion& question, const Instance& instance = dgx_a100(), double efficiency = 1) {
  NetworkConstants known = constants();
  known.port_bytes_per_s["four"] = 12.5e9;
  const Result<FlowAnswer> found = simulate_network(question, instance, known, efficiency);
  EXPECT_TRUE(found) << in_english(found.error().message);
  return found.value_or(FlowAnswer{});
}

TEST(NetworkFlow, ARingOfFourInstances) {
  const FlowAnswer ring = answer({Operation::all_reduce, 1e9, 4}, four_ports());
  EXPECT_EQ(ring.connections, 16);
  EXPECT_NEAR(ring.last_s, 30e-3 + 60e-6, 1e-9);
  EXPECT_NEAR(ring.closed.transfer_s, 30e-3, 1e-12);
  EXPECT_NEAR(ring.closed.latency_s, 60e-6, 1e-12);
}

TEST(NetworkFlow, TwoConnectionsOnOneUplinkTakeTwiceAsLong) {
  // The fullest uplink of a ring of two carries an integral number of connections, and the last one waits for them.
  int collisions = 0;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    NetworkQuestion question{Operation::all_reduce, 1e9, 2, Paths::one};
    question.seed = seed;
    const FlowAnswer pair = answer(question, four_ports());
    ASSERT_NEAR(pair.last_s, pair.fullest_uplink * 20e-3 + 20e-6, 1e-9) << seed;
    collisions += pair.fullest_uplink > 1.5 ? 1 : 0;
  }
  // 4 connections each way over 64 uplinks: none meet with probability (63·62·61/64³)² = 0.83.
  EXPECT_NEAR(collisions / 500.0, 0.17, 0.05);
}

TEST(NetworkFlow, NonBlockingAndSprayedIsTheClosedForm) {
  for (const Operation operation : {Operation::all_reduce, Operation::all_to_all}) {
    for (const std::int64_t instances : {2, 3, 8, 16, 33, 64}) {
      const FlowAnswer sprayed = answer({operation, 1e9, instances}, dgx_a100(), 0.8);
      EXPECT_NEAR(sprayed.last_s / sprayed.closed.total_s(), 1, 1e-6) << instances;
      EXPECT_NEAR(sprayed.mean_s / sprayed.closed.total_s(), 1, 1e-6) << instances;
    }
  }
}

TEST(NetworkFlow, SprayingHasNoLongerTailThanOnePath) {
  std::mt19937 draw(5);
  int shorter = 0;
  for (int drawn = 0; drawn < 150; ++drawn) {
    NetworkQuestion question{draw() % 2 == 0 ? Operation::all_reduce : Operation::all_to_all, 1e8,
                             2 + static_cast<std::int64_t>(draw() % 14)};
    question.oversubscription = 1 + draw() % 4;
    question.seed = draw();
    const FlowAnswer sprayed = answer(question);
    question.paths = Paths::one;
    const FlowAnswer one = answer(question);
    ASSERT_LE(sprayed.last_s, one.last_s * (1 + 1e-9)) << drawn;
    ASSERT_LE(sprayed.p99_s, one.p99_s * (1 + 1e-9)) << drawn;
    shorter += sprayed.last_s < 0.9 * one.last_s ? 1 : 0;
  }
  EXPECT_GT(shorter, 75);
}

TEST(NetworkFlow, InOrderWaitsForTheSlowestPath) {
  NetworkQuestion question{Operation::all_reduce, 1e9, 32};
  const FlowAnswer free = answer(question);
  question.delivery = Delivery::in_order;
  const FlowAnswer ordered = answer(question);
  // The fullest uplink takes what is dealt to it at its own bandwidth, and is the last.
  EXPECT_GT(ordered.fullest_uplink, 1);
  EXPECT_GT(ordered.last_s, 1.05 * free.last_s);
  EXPECT_LE(ordered.last_s, ordered.fullest_uplink * free.last_s * (1 + 1e-9));
}

TEST(NetworkFlow, AnOversubscribedTreeIsThatMuchSlower) {
  NetworkQuestion question{Operation::all_reduce, 1e9, 16};
  const double full_s = answer(question).last_s - 30 * 5e-6;
  question.oversubscription = 4;
  // 16 instances of 8 ports under four leaves of 32 ports, all of them in use: a quarter of the uplinks, four times as
  // long.
  const FlowAnswer narrow = answer(question);
  EXPECT_EQ(narrow.leaves, 4);
  EXPECT_EQ(narrow.uplinks, 8);
  EXPECT_NEAR((narrow.last_s - 30 * 5e-6) / full_s, 4, 1e-6);
}

TEST(NetworkFlow, TheKernelCostsEachMessageAndBoundsAConnection) {
  NetworkQuestion question{Operation::all_reduce, 1e9, 16};
  const FlowAnswer past = answer(question);
  question.stack = Stack::kernel;
  const FlowAnswer through = answer(question);
  EXPECT_TRUE(through.slowed_by_stack);
  // 30 messages of 15 µs more; 20 GB/s of 25.
  EXPECT_NEAR(through.last_s, (past.last_s - 30 * 5e-6) * 25 / 20 + 30 * 20e-6, 1e-9);
}

TEST(NetworkFlow, TheSameSeedGivesTheSameAnswer) {
  NetworkQuestion question{Operation::all_to_all, 1e9, 12, Paths::one};
  question.seed = 42;
  EXPECT_EQ(answer(question).mean_s, answer(question).mean_s);
  const double first_s = answer(question).mean_s;
  question.seed = 43;
  EXPECT_NE(answer(question).mean_s, first_s);
}

TEST(NetworkFlow, FewerPortsAreSimulatedWhereConnectionsAreMany) {
  const FlowAnswer many = answer({Operation::all_to_all, 1e9, 64});
  EXPECT_EQ(many.ports, 8);
  EXPECT_EQ(many.simulated_ports, 4);
  EXPECT_EQ(many.connections, 4 * 64 * 63);
}

TEST(NetworkFlow, RefusesWhatItCannotDo) {
  EXPECT_FALSE(simulate_network({Operation::all_to_all, 1e9, 65}, dgx_a100(), constants(), 1));
  EXPECT_FALSE(simulate_network({Operation::all_reduce, 1e9, 1}, dgx_a100(), constants(), 1));
  Instance alone = dgx_a100();
  alone.between.bytes_per_s = 0;
  EXPECT_FALSE(simulate_network({Operation::all_reduce, 1e9, 2}, alone, constants(), 1));
}

}  // namespace
}  // namespace hakaru
