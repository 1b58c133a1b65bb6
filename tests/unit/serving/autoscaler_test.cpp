#include "hakaru/serving/fleet/autoscaler.h"

#include <gtest/gtest.h>

#include "hakaru/numerics/random_bits.h"
#include "hakaru/serving/fleet/fleet.h"
#include "made_up.h"

namespace hakaru {
namespace {

using testing::ListedTraffic;
using testing::made_up_cost;

constexpr double scaled_ms = 1e-3;

AutoscalerPlan usual(std::int64_t least, std::int64_t most, double requests_each) {
  AutoscalerPlan plan;
  plan.least = least;
  plan.most = most;
  plan.requests_each = requests_each;
  plan.tolerance = 0.1;
  plan.interval = picoseconds(15);
  plan.let_go_after = picoseconds(300);
  return plan;
}

TEST(Autoscaler, WantsWhatItsRequestsNeed) {
  Autoscaler autoscaler(usual(1, 8, 10));
  EXPECT_EQ(autoscaler.wanted(0, 2, 40), 4);
  EXPECT_EQ(autoscaler.wanted(0, 2, 22), 2);  // within the tolerance
  EXPECT_EQ(autoscaler.wanted(0, 2, 23), 3);
  EXPECT_EQ(autoscaler.wanted(0, 2, 1000), 6);  // 4 more at most, or
  EXPECT_EQ(autoscaler.wanted(0, 6, 1000), 8);  // twice as many, within the most
}

TEST(Autoscaler, LetsGoOnlyWhatNoRecentLookWanted) {
  Autoscaler autoscaler(usual(1, 8, 10));
  EXPECT_EQ(autoscaler.wanted(picoseconds(0), 6, 60), 6);
  EXPECT_EQ(autoscaler.wanted(picoseconds(100), 6, 40), 6);
  EXPECT_EQ(autoscaler.wanted(picoseconds(200), 6, 20), 6);
  EXPECT_EQ(autoscaler.wanted(picoseconds(315), 6, 20), 4);  // that of 100 s is the largest that is left
  EXPECT_EQ(autoscaler.wanted(picoseconds(450), 4, 20), 2);
  EXPECT_EQ(autoscaler.wanted(picoseconds(800), 2, 0), 1);
}

TEST(Autoscaler, GrowsByUnitsToo) {
  AutoscalerPlan plan = usual(8, 64, 1);
  plan.unit = 8;
  Autoscaler autoscaler(plan);
  EXPECT_EQ(autoscaler.wanted(0, 8, 1000), 16);  // 12 would be no multiple, and twice as many are 16
  plan.grow_by_share = 0;
  EXPECT_EQ(Autoscaler(plan).wanted(0, 16, 1000), 24);  // 20 is no multiple of 8
}

TEST(ReplicaRoster, DurationsAsLongAsTheClockDoNotOverflow) {
  AutoscalerPlan plan = usual(1, 4, 10);
  plan.warm_up = plan.let_go_after = plan.interval = picoseconds(30 * 86'400.0);
  const double late_s = 8e6;  // the clock holds 9.22e6 s
  ReplicaRoster roster(plan, picoseconds(late_s) - plan.interval);
  std::vector<ReplicaLoad> loads{{30, 0, true}};
  roster.go_to(roster.next(), loads);
  ASSERT_EQ(loads.size(), 3U);
  EXPECT_EQ(roster.next(), never_ps);
  EXPECT_NEAR(roster.record(picoseconds(late_s + 100)).warming_s, 2 * 100, 1e-6);
}

TEST(Autoscaler, ReplicasComeInUnits) {
  AutoscalerPlan plan = usual(4, 12, 10);
  plan.unit = 4;
  Autoscaler autoscaler(plan);
  EXPECT_EQ(autoscaler.wanted(0, 4, 50), 8);
  EXPECT_EQ(autoscaler.wanted(0, 8, 90), 12);
}

/// One to four replicas, ten requests each.
AutoscalerPlan letting_go_at_once(double warm_up_s) {
  AutoscalerPlan plan = usual(1, 4, 10);
  plan.warm_up = picoseconds(warm_up_s);
  plan.let_go_after = 0;
  return plan;
}

TEST(ReplicaRoster, PaysFromAskingUntilTheLastRequestIsGone) {
  // 1 replica; 30 in flight at 15 s ask for 2 more, which serve at 35 s.
  ReplicaRoster roster(letting_go_at_once(20), 0);
  std::vector<ReplicaLoad> loads{{30, 0, true}};
  EXPECT_EQ(roster.next(), picoseconds(15));
  roster.go_to(picoseconds(15), loads);
  ASSERT_EQ(loads.size(), 3U);
  EXPECT_FALSE(loads[1].serves);
  roster.go_to(picoseconds(30), loads);
  EXPECT_EQ(roster.next(), picoseconds(35));
  roster.go_to(picoseconds(35), loads);
  EXPECT_TRUE(loads[1].serves && loads[2].serves);
  loads[0].requests = 9;
  loads[1].requests = 1;
  roster.go_to(picoseconds(45), loads);  // one is enough: the idle one goes, another when its request has ended
  EXPECT_FALSE(loads[1].serves || loads[2].serves);
  roster.note_ended(picoseconds(50), 1, 0);
  const ScalingRecord record = roster.record(picoseconds(100));
  EXPECT_EQ(record.scale_ups, 1);
  EXPECT_EQ(record.started, 2);
  EXPECT_EQ(record.let_go, 2);
  EXPECT_EQ(record.held_peak, 3);
  EXPECT_NEAR(record.warming_s, 40, 1e-9);
  EXPECT_NEAR(record.held_s, 100 + 30 + 35, 1e-9);
  // Two to a machine: two machines while there are three.
  EXPECT_NEAR(record.instance_hours(1, 2) * 3600, 100 + 30, 1e-9);
  // Each on two machines.
  EXPECT_NEAR(record.instance_hours(2, 1) * 3600, 2 * 165, 1e-9);
}

TEST(ReplicaRoster, ThoseThatWarmUpGoFirst) {
  ReplicaRoster roster(letting_go_at_once(100), 0);
  std::vector<ReplicaLoad> loads{{30, 0, true}};
  roster.go_to(picoseconds(15), loads);
  loads[0].requests = 3;
  roster.go_to(picoseconds(30), loads);
  const ScalingRecord record = roster.record(picoseconds(60));
  EXPECT_TRUE(loads[0].serves);
  EXPECT_EQ(record.let_go, 2);
  EXPECT_NEAR(record.warming_s, 30, 1e-9);
  EXPECT_NEAR(record.held_s, 60 + 30, 1e-9);
}

struct Scaled {
  ServingSimulation result;
  EngineLog log;
};

Scaled serve(std::vector<Request> requests, const FleetPlan& plan, SchedulerOptions options = {}) {
  options.max_num_seqs = 16;
  ListedTraffic traffic(std::move(requests));
  Scaled scaled;
  const IterationCost cost = made_up_cost(5 * scaled_ms, 0.1 * scaled_ms, 0, {64, 64 * 1000, 4096});
  scaled.result = simulate_fleet(traffic, cost, options, KvBlocks(10'000, 16), plan, &scaled.log);
  return scaled;
}

/// Requests that come ever faster: the rate grows from nothing to `most_per_s` in `span_s`.
std::vector<Request> ramp(double most_per_s, double span_s) {
  std::vector<Request> requests;
  for (double number = 0;; ++number) {
    const double arrival_s = std::sqrt(2 * number * span_s / most_per_s);
    if (arrival_s > span_s) return requests;
    requests.push_back({arrival_s, 100 + static_cast<std::int32_t>(number) % 50, 20});
  }
}

/// Bursts that take several replicas, and calm between them.
std::vector<Request> random_requests(std::uint64_t seed) {
  const RandomBits bits(29, seed);
  std::vector<Request> requests;
  double now_s = 0;
  for (std::uint64_t number = 0; number < 2000; ++number) {
    const auto below = [&](std::uint64_t most, std::uint64_t of) {
      return static_cast<std::int32_t>(bits(number * 8 + of) % most);
    };
    now_s += below(1000, 0) * (number / 500 % 2 == 0 ? 0.02 * scaled_ms : 0.4 * scaled_ms);
    requests.push_back({now_s, 1 + below(400, 1), 1 + below(60, 2), below(7, 3)});
  }
  return requests;
}

constexpr std::array routings{Routing::round_robin, Routing::least_loaded, Routing::join_shortest_queue,
                              Routing::prefix_aware};

TEST(Autoscaling, LeastEqualToMostIsTheFixedFleet) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    FleetPlan fixed;
    fixed.replicas = 1 + static_cast<std::int64_t>(seed % 5);
    fixed.routing = routings.at(seed % routings.size());
    FleetPlan scaled = fixed;
    scaled.autoscaler = usual(fixed.replicas, fixed.replicas, 3);
    scaled.autoscaler->warm_up = picoseconds(60);
    SchedulerOptions options;
    options.prefix_hit_rate = 0.5;
    const Scaled one = serve(random_requests(seed), fixed, options),
                 other = serve(random_requests(seed), scaled, options);
    ASSERT_EQ(one.result.iterations, other.result.iterations) << seed;
    ASSERT_EQ(one.result.runs, other.result.runs) << seed;
    ASSERT_EQ(one.result.busy_s, other.result.busy_s) << seed;
    ASSERT_EQ(one.result.metrics.end, other.result.metrics.end) << seed;
    ASSERT_TRUE(one.result.metrics.ttft == other.result.metrics.ttft) << seed;
    ASSERT_TRUE(one.result.metrics.itl == other.result.metrics.itl) << seed;
    ASSERT_TRUE(one.result.metrics.e2e == other.result.metrics.e2e) << seed;
    EXPECT_EQ(other.result.scaling->scale_ups + other.result.scaling->let_go, 0);
    EXPECT_NEAR(other.result.scaling->held_s, static_cast<double>(fixed.replicas) * other.result.simulated_s(), 1e-6);
  }
}

TEST(Autoscaling, EveryRequestEndsOnceAndNoMoreReplicasThanAllowed) {
  std::int64_t started = 0, let_go = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    FleetPlan plan;
    plan.routing = routings.at(seed % routings.size());
    plan.autoscaler = usual(1 + static_cast<std::int64_t>(seed % 3), 6, 4);
    plan.autoscaler->interval = picoseconds(1 + static_cast<double>(seed % 4));
    plan.autoscaler->let_go_after = picoseconds(static_cast<double>(seed % 5) * 10);
    plan.autoscaler->warm_up = picoseconds(static_cast<double>(seed % 7) * 5);
    const std::vector<Request> requests = random_requests(seed);
    const Scaled served = serve(requests, plan);
    std::vector<int> ends(requests.size());
    std::int64_t tokens = 0;
    for (const EndedRequest& request : served.log.requests) {
      ++ends.at(static_cast<std::size_t>(request.number));
      tokens += request.output_tokens;
    }
    for (const Request& request : requests) tokens -= request.output_tokens;
    EXPECT_EQ(std::count(ends.begin(), ends.end(), 1), std::ssize(requests)) << seed;
    EXPECT_EQ(tokens, 0) << seed;
    const ScalingRecord& scaling = *served.result.scaling;
    for (const ScalingRecord::Count& count : scaling.counts) EXPECT_LE(count.replicas, plan.autoscaler->most) << seed;
    for (std::size_t at = 0; at + 1 < scaling.counts.size(); ++at)
      EXPECT_GE(scaling.counts[at].replicas, plan.autoscaler->least) << seed;
    // None ran that was not paid for.
    EXPECT_LE(served.result.busy_s, scaling.held_s - scaling.warming_s + 1e-9) << seed;
    started += scaling.started;
    let_go += scaling.let_go;
  }
  EXPECT_GT(started, 200);
  EXPECT_GT(let_go, 200);
}

TEST(Autoscaling, AdvancingAtOnceIsExact) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    FleetPlan plan;
    plan.routing = routings.at(seed % routings.size());
    plan.autoscaler = usual(1, 6, 4);
    plan.autoscaler->interval = picoseconds(3);
    plan.autoscaler->let_go_after = picoseconds(20);
    plan.autoscaler->warm_up = picoseconds(7);
    const Scaled fast = serve(random_requests(seed), plan);
    plan.advance = Advance::one_by_one;
    const Scaled slow = serve(random_requests(seed), plan);
    ASSERT_EQ(fast.result.iterations, slow.result.iterations) << seed;
    ASSERT_EQ(fast.result.busy_s, slow.result.busy_s) << seed;
    ASSERT_EQ(fast.result.scaling->held_s, slow.result.scaling->held_s) << seed;
    ASSERT_TRUE(fast.result.metrics.ttft == slow.result.metrics.ttft) << seed;
    ASSERT_TRUE(fast.result.metrics.e2e == slow.result.metrics.e2e) << seed;
  }
}

TEST(Autoscaling, MoreWarmUpNeverMakesARampBetter) {
  for (const double rate_per_s : {60.0, 120.0, 240.0}) {
    FleetPlan plan;
    plan.routing = Routing::join_shortest_queue;
    plan.autoscaler = usual(1, 8, 6);
    double last_s = 0;
    for (const double warm_up_s : {0.0, 10.0, 20.0, 40.0, 80.0, 160.0, 320.0}) {
      plan.autoscaler->warm_up = picoseconds(warm_up_s);
      const double p99_s = serve(ramp(rate_per_s, 300), plan).result.metrics.ttft.value_s(0.99);
      EXPECT_GE(p99_s * (1 + 2 * Percentiles::relative_error), last_s) << rate_per_s << "/s, " << warm_up_s << " s";
      last_s = p99_s;
    }
    EXPECT_GT(last_s, 1) << "the ramp is too much for one replica";
  }
}

}  // namespace
}  // namespace hakaru
