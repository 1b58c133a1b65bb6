#include "hakaru/timing/collective_model.h"

#include <gtest/gtest.h>

#include "measured.h"

namespace hakaru::testing {
namespace {

constexpr std::array operations{Operation::all_reduce, Operation::all_gather, Operation::reduce_scatter,
                                Operation::all_to_all, Operation::broadcast,  Operation::send};

TEST(CollectiveModel, TakesWhatTheHeadersExampleSays) {
  CollectiveConstants constants = measured_links();
  constants.launch_s = 4.788e-6;
  constants.hop_s = 0.805e-6;
  constants.protocol_cost = 0.1724;
  constants.ring_efficiency = 0.811;
  constants.own_copy = 0.4533;
  constants.fill_s = 17.82e-6;
  constants.fill_bytes = 3.703e6;
  const CollectiveModel model(Topology::switched, 450e9, true, constants);
  const CollectiveModel::Time time = model.time(Operation::all_gather, 64 * 1048576.0, 8);
  EXPECT_NEAR(1e6 * time.transfer_s, 171.3, 0.05);
  EXPECT_NEAR(1e6 * time.latency_s, 12.2 + 17.6, 0.05);
  EXPECT_NEAR(1e6 * time.total_s(), 201.1, 0.05);
}

class EveryCollective : public ::testing::Test {
 protected:
  struct Case {
    std::string name;
    Interconnect within;
    CollectiveModel model;
  };
  template <typename Check>
  static void of_each(const Check& check) {
    const Catalog catalog = *Catalog::read(DataFiles());
    int seen = 0;
    for (const Measured& measured : measured_accelerators()) {
      const Result<Instance> machine = catalog.usual_instance_of(measured.accelerator.name);
      ASSERT_TRUE(machine && measured.calibration.kernels->collectives) << measured.accelerator.name;
      const Interconnect& within = machine->within;
      check(Case{measured.accelerator.name, within,
                 CollectiveModel(within.topology, within.bytes_per_s, within.in_switch_reduction,
                                 *measured.calibration.kernels->collectives)});
      ++seen;
    }
    EXPECT_GE(seen, 6);
  }
  static std::int64_t ranks(Draw& draw) { return std::llround(draw.size(2, 16)); }
};

/// Least share of the message that passes one rank's link; all_reduce: the ring's, or 1 where the switches reduce.
double least_volume(Operation operation, double n, bool switches_reduce) {
  switch (operation) {
    case Operation::all_reduce:
      return switches_reduce ? 1 : 2 * (n - 1) / n;
    case Operation::broadcast:
    case Operation::send:
      return 1;
    default:
      return (n - 1) / n;
  }
}

TEST_F(EveryCollective, IsNeverFasterThanTheLink) {
  of_each([](const Case& each) {
    Draw draw;
    Least over_link;
    for (int at = 0; at < 5000; ++at) {
      const Operation operation = draw.one_of(operations);
      const double bytes = draw.size(1, 1e10);
      const std::int64_t n = ranks(draw);
      const double least_s = least_volume(operation, static_cast<double>(n), each.within.in_switch_reduction) * bytes /
                             each.within.bytes_per_s;
      over_link.see(each.model.time(operation, bytes, n).total_s() / least_s, name_of(operation), bytes, n);
    }
    expect_at_least(over_link, 1, each.name);
  });
}

TEST_F(EveryCollective, TakesNoLessForMoreBytes) {
  of_each([](const Case& each) {
    Draw draw;
    Least more;
    for (int at = 0; at < 5000; ++at) {
      const Operation operation = draw.one_of(operations);
      const double bytes = draw.size(1, 1e10), factor = 1 + draw.share();
      const std::int64_t n = ranks(draw);
      more.see(each.model.time(operation, factor * bytes, n).total_s() / each.model.time(operation, bytes, n).total_s(),
               name_of(operation), bytes, factor, n);
    }
    expect_at_least(more, not_below, each.name);
  });
}

TEST_F(EveryCollective, TakesNoLessForMoreRanks) {
  of_each([](const Case& each) {
    Draw draw;
    Least more, reduced, exchanged;
    for (int at = 0; at < 5000; ++at) {
      const Operation operation = draw.one_of(operations);
      const double bytes = draw.size(1, 1e10);
      const std::int64_t n = ranks(draw);
      const double ratio =
          each.model.time(operation, bytes, n + 1).total_s() / each.model.time(operation, bytes, n).total_s();
      const double real_n = static_cast<double>(n);
      const double of_volumes = (real_n + 2) / (real_n + 1) / ((real_n + 1) / real_n);
      if (operation == Operation::all_to_all)
        exchanged.see(ratio, bytes, n);
      else if (operation == Operation::all_reduce && each.within.in_switch_reduction)
        reduced.see(ratio / of_volumes, bytes, n);
      else
        more.see(ratio, name_of(operation), bytes, n);
    }
    expect_at_least(more, not_below, each.name);
    expect_at_least(reduced, not_below, each.name + ": a switch reduces (n + 1)/n of the message");
    expect_at_least(exchanged, 0.96, each.name + ": what goes to one partner is less, and fills less");
  });
}

TEST_F(EveryCollective, TakesNoLessInTwoHalves) {
  of_each([](const Case& each) {
    Draw draw;
    Least halves;
    for (int at = 0; at < 5000; ++at) {
      const Operation operation = draw.one_of(operations);
      const double bytes = draw.size(1, 1e10);
      const std::int64_t n = ranks(draw);
      halves.see(
          2 * each.model.time(operation, bytes, n).total_s() / each.model.time(operation, 2 * bytes, n).total_s(),
          name_of(operation), bytes, n);
    }
    expect_at_least(halves, testing::no_less, each.name);
  });
}

}  // namespace
}  // namespace hakaru::testing
