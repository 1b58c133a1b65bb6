#include "hakaru/timing/collective_timer.h"

#include <gtest/gtest.h>

#include "machines.h"
#include "measured.h"

namespace hakaru {
namespace {

using testing::dgx_a100;
using testing::ideal;

constexpr double millisecond = 1e-3;
constexpr double message = 600e6;

Group within(std::int64_t ranks) { return {ranks, ranks, 1}; }

TEST(CollectiveTimer, RingAllReduceInClosedForm) {
  const CollectiveTimer timer(dgx_a100(), ideal());
  EXPECT_NEAR(timer.time_s(Operation::all_reduce, message, within(8)) / millisecond, 3.514, 1e-9);
}

TEST(CollectiveTimer, AllReduceIsReduceScatterThenAllGather) {
  const CollectiveTimer timer(dgx_a100(), ideal());
  for (const std::int64_t ranks : {2, 4, 8}) {
    EXPECT_NEAR(timer.time_s(Operation::all_reduce, message, within(ranks)),
                timer.time_s(Operation::reduce_scatter, message, within(ranks)) +
                    timer.time_s(Operation::all_gather, message, within(ranks)),
                1e-12);
  }
}

TEST(CollectiveTimer, SwitchesThatReduceHalveTheWay) {
  Instance instance = dgx_a100();
  instance.within.in_switch_reduction = true;
  const CollectiveTimer timer(instance, ideal());
  EXPECT_NEAR(timer.time_s(Operation::all_reduce, message, within(8)) / millisecond, 0.002 + 1.125 * 2, 1e-9);
  // Between two ranks a ring sends less: S against 1.5 S.
  EXPECT_NEAR(timer.time_s(Operation::all_reduce, message, within(2)) / millisecond, 0.002 + 2, 1e-9);
}

TEST(CollectiveTimer, SmallMessagesGoDownATree) {
  const CollectiveTimer timer(dgx_a100(), ideal());
  EXPECT_NEAR(timer.time_s(Operation::all_reduce, 8, within(8)), 6e-6, 1e-9);
}

TEST(CollectiveTimer, AGroupThatSpansInstancesIsBoundByTheSlowerLevel) {
  const CollectiveTimer timer(dgx_a100(), ideal());
  // 4 instances of 8: within 14 µs and 3.5 ms; between, each rank S/8 over 25 GB/s: 6 · 5 µs and 1.5 · 3 ms
  EXPECT_NEAR(timer.time_s(Operation::all_reduce, message, {32, 8, 1}) / millisecond, 0.014 + 0.030 + 4.5, 1e-9);
}

TEST(CollectiveTimer, GroupsOfOneInstanceShareItsNetwork) {
  const CollectiveTimer timer(dgx_a100(), ideal());
  // 32 instances, one rank in each, eight such groups: 25 GB/s each; ring 62 · 5 µs and 2 · 31/32 · S/B, beaten on
  // latency but not on bandwidth by the trees: 10 · 5 µs and 2 · S/B.
  EXPECT_NEAR(timer.time_s(Operation::all_reduce, message, {32, 1, 8}) / millisecond, 0.310 + 46.5, 1e-9);
  EXPECT_NEAR(timer.time_s(Operation::all_gather, message, {32, 1, 8}) / millisecond, 0.155 + 23.25, 1e-9);
}

TEST(CollectiveTimer, SendsWithinAndBetweenInstances) {
  const CollectiveTimer timer(dgx_a100(), ideal());
  EXPECT_NEAR(timer.time_s(Operation::send, message, {2, 2, 4}) / millisecond, 0.001 + 2, 1e-9);
  EXPECT_NEAR(timer.time_s(Operation::send, message, {4, 1, 8}) / millisecond, 0.005 + 24, 1e-9);
}

TEST(CollectiveTimer, AllToAllCrossesSeveralLinksOfATorus) {
  Instance instance = dgx_a100();
  instance.within.topology = Topology::torus_2d;
  instance.accelerators = 64;
  const CollectiveTimer timer(instance, ideal());
  EXPECT_NEAR(timer.time_s(Operation::all_to_all, message, within(64)) / millisecond, 0.063 + 2 * 63.0 / 64 * 4, 1e-9);
}

TEST(CollectiveTimer, AllToAllKeepsWithinAnInstanceOnlyWhatIsForItsRanks) {
  Instance instance = dgx_a100();
  instance.between.bytes_per_s = 1e15;  // what stays within is then the slower part
  const CollectiveTimer timer(instance, ideal());
  // 4 instances of 8: 7/32 of the message goes to ranks of the same instance; log₂ 8 · 1 µs and 3 · 5
  // µs
  EXPECT_NEAR(timer.time_s(Operation::all_to_all, message, {32, 8, 1}) / millisecond, 0.003 + 0.015 + 2 * 7.0 / 32,
              1e-9);
}

TEST(CollectiveTimer, OneRankHasNothingToSend) {
  EXPECT_EQ(CollectiveTimer(dgx_a100(), ideal()).time_s(Operation::all_reduce, message, {1, 1, 1}), 0);
}

TEST(CollectiveTimer, LargerMessagesAndGroupsNeverTakeLess) {
  Instance instance = dgx_a100();
  for (const bool reduces : {false, true}) {
    instance.within.in_switch_reduction = reduces;
    const CollectiveTimer timer(instance, ideal());
    for (const Operation operation : {Operation::all_reduce, Operation::all_gather, Operation::all_to_all}) {
      for (double bytes = 1; bytes < 1e10; bytes *= 3) {
        const double seconds = timer.time_s(operation, bytes, within(8));
        EXPECT_GE(timer.time_s(operation, 2 * bytes, within(8)), seconds);
        EXPECT_GE(timer.time_s(operation, bytes, {16, 8, 1}), seconds);
        EXPECT_GE(seconds, 7.0 / 8 * bytes / 300e9);
      }
    }
  }
}

TEST(CollectiveTimer, MoreBytesBetweenInstancesNeverTakeLessNorBeatTheNetwork) {
  const Catalog catalog = *Catalog::read(DataFiles());
  for (const testing::Measured& measured : testing::measured_accelerators()) {
    const Instance machine = *catalog.usual_instance_of(measured.accelerator.name);
    const CollectiveTimer timer(machine, measured.calibration);
    testing::Draw draw;
    testing::Least more, over_network;
    for (int at = 0; at < 5000; ++at) {
      const Operation operation =
          draw.one_of(std::array{Operation::all_reduce, Operation::all_gather, Operation::reduce_scatter,
                                 Operation::all_to_all, Operation::broadcast, Operation::send});
      const double bytes = draw.size(1, 1e10), factor = 1 + draw.share();
      const std::int64_t instances = std::llround(draw.size(2, 64));
      const Group group{instances * machine.accelerators, machine.accelerators, 1};
      const double seconds = timer.time_s(operation, bytes, group);
      more.see(timer.time_s(operation, factor * bytes, group) / seconds, name_of(operation), bytes, factor, instances);
      const double leaving = bytes * static_cast<double>(instances - 1) / static_cast<double>(instances);
      over_network.see(seconds * machine.between.bytes_per_s / leaving, name_of(operation), bytes, instances);
    }
    // Within an instance the way is chosen as if nothing between them hid its transfer: where it changes, 0.02 %.
    testing::expect_at_least(more, 0.999, machine.name);
    testing::expect_at_least(over_network, 1, machine.name);
  }
}

}  // namespace
}  // namespace hakaru
