#include "hakaru/serving/fleet/warm_up.h"

#include <gtest/gtest.h>

#include "hakaru/core/quantities.h"

namespace hakaru {
namespace {

Storage storage_of(double bytes_per_s, bool over_network) {
  Storage storage;
  storage.name = "drive";
  storage.bytes_per_s = bytes_per_s;
  storage.over_network = over_network;
  return storage;
}

Instance machine_of(int accelerators, double network_bytes_per_s) {
  Instance machine;
  machine.accelerators = accelerators;
  machine.between.bytes_per_s = network_bytes_per_s;
  return machine;
}

AutoscalingDefaults usual_defaults() {
  AutoscalingDefaults defaults;
  defaults.instance_start_s = 180;
  defaults.engine_start_s = 64;
  return defaults;
}

TEST(WarmUp, IsTheSumOfItsParts) {
  // 16 GB: at 2 GB/s 8 s; over a network of 0.5 GB/s 32 s.
  const double bytes = 16 * giga;
  const auto with = [&](const Storage& storage, const WarmUpRequest& request) {
    return warm_up_s(warm_up_terms(bytes, Layout{}, machine_of(1, 0.5 * giga), storage, request, usual_defaults()));
  };
  EXPECT_NEAR(with(storage_of(2 * giga, false), {}), 180 + 8 + 64, 1e-9);
  EXPECT_NEAR(with(storage_of(2 * giga, true), {}), 180 + 32 + 64, 1e-9);
  WarmUpRequest request;
  request.instance_start_s = 0;
  request.compile_s = 600;
  EXPECT_NEAR(with(storage_of(2 * giga, false), request), 8 + 600 + 64, 1e-9);
  request.whole_s = 5;
  EXPECT_NEAR(with(storage_of(2 * giga, false), request), 5, 1e-9);
}

TEST(WarmUp, EachMachineOfAReplicaReadsItsOwnRanks) {
  // 8 GB a rank. Four ranks of one machine read 32 GB; 16 ranks over two machines of eight read 64 GB each.
  Layout layout;
  layout.tp = 4;
  const auto weights_s = [&] {
    const Terms terms = warm_up_terms(8 * giga, layout, machine_of(8, 0), storage_of(2 * giga, true), {}, {});
    return warm_up_s(terms);
  };
  EXPECT_NEAR(weights_s(), 16, 1e-9);
  layout.tp = 8;
  layout.pp = 2;
  EXPECT_NEAR(weights_s(), 32, 1e-9);
}

}  // namespace
}  // namespace hakaru
