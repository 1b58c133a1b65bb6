#include "hakaru/serving/fleet/fleet.h"

#include <gtest/gtest.h>

#include "hakaru/numerics/random_bits.h"
#include "hakaru/serving/replica/replica.h"
#include "made_up.h"

namespace hakaru {
namespace {

using testing::ListedTraffic;
using testing::made_up_cost;

constexpr double fleet_ms = 1e-3;
constexpr std::array every_routing{Routing::round_robin, Routing::least_loaded, Routing::join_shortest_queue,
                                   Routing::prefix_aware};

struct FleetServed {
  ServingSimulation result;
  EngineLog log;
  double ttft_ms(std::int64_t number) const {
    const auto request = std::ranges::find(log.requests, number, &EndedRequest::number);
    return seconds(request->first_token - request->arrival) / fleet_ms;
  }
  double e2e_ms(std::int64_t number) const {
    const auto request = std::ranges::find(log.requests, number, &EndedRequest::number);
    return seconds(request->last_token - request->arrival) / fleet_ms;
  }
};

FleetServed serve(std::vector<Request> requests, const IterationCost& cost, const FleetPlan& plan,
                  const SchedulerOptions& options = {}) {
  ListedTraffic traffic(std::move(requests));
  FleetServed served;
  served.result = simulate_fleet(traffic, cost, options, KvBlocks(10'000, 16), plan, &served.log);
  return served;
}

TEST(Fleet, AReplicaLiesTogetherHoweverManyThereAre) {
  Layout layout;
  layout.tp = layout.pp = 2;
  layout.dp = 7;
  Instance instance;
  instance.accelerators = 4;
  EXPECT_EQ(replica_layout(layout, instance).dp, 1);
  instance.accelerators = 8;
  EXPECT_EQ(replica_layout(layout, instance).dp, 2);
  layout.ep = 6;
  layout.dp = 60;
  EXPECT_EQ(replica_layout(layout, instance).dp, 6);  // 24 ranks fill 3 instances
  layout.dp = 1;                                      // the experts lie on the ranks of the tensor group
  EXPECT_EQ(replica_layout(layout, instance).dp, 1);
}

TEST(Fleet, ShortQueuesAreJoinedAndTurnsTaken) {
  // 1 fleet_ms a token. Two replicas; the first prompt keeps one busy for 100 fleet_ms, the others come one after
  // another.
  const std::vector<Request> requests{{0, 100, 1}, {0.001, 10, 1}, {0.050, 10, 1}};
  FleetPlan plan;
  plan.replicas = 2;
  plan.routing = Routing::join_shortest_queue;
  EXPECT_NEAR(serve(requests, made_up_cost(0, 1 * fleet_ms), plan).ttft_ms(2), 10, 1e-9);
  plan.routing = Routing::round_robin;  // behind the long one
  EXPECT_NEAR(serve(requests, made_up_cost(0, 1 * fleet_ms), plan).ttft_ms(2), 60, 1e-9);
}

TEST(Fleet, LeastLoadedCountsPromptTokens) {
  // The first replica has a prompt of 100 tokens, the second one of 10: to shortest queues they are alike.
  const std::vector<Request> requests{{0, 100, 1}, {0, 10, 30}, {0.0005, 10, 1}};
  FleetPlan plan;
  plan.replicas = 2;
  plan.routing = Routing::least_loaded;
  EXPECT_LT(serve(requests, made_up_cost(0, 1 * fleet_ms), plan).ttft_ms(2), 50);
  plan.routing = Routing::join_shortest_queue;  // the other's turn
  EXPECT_GT(serve(requests, made_up_cost(0, 1 * fleet_ms), plan).ttft_ms(2), 90);
}

TEST(Fleet, PrefixesAreFoundWhereTheyWere) {
  SchedulerOptions options;
  options.prefix_hit_rate = 0.5;
  const std::vector<Request> requests{{0, 96, 1, 7}, {1, 96, 1, 7}, {2, 96, 1, 8}};
  FleetPlan plan;
  plan.replicas = 2;
  plan.routing = Routing::prefix_aware;
  const FleetServed aware = serve(requests, made_up_cost(0, 1 * fleet_ms), plan, options);
  EXPECT_NEAR(aware.ttft_ms(0), 96, 1e-9);
  EXPECT_NEAR(aware.ttft_ms(1), 48, 1e-9);
  EXPECT_NEAR(aware.ttft_ms(2), 96, 1e-9);
  plan.routing = Routing::round_robin;
  EXPECT_NEAR(serve(requests, made_up_cost(0, 1 * fleet_ms), plan, options).ttft_ms(1), 96, 1e-9);
}

TEST(Fleet, PromptsLikeNoOtherFindNothingCached) {
  SchedulerOptions options;
  options.prefix_hit_rate = 0.5;
  const std::vector<Request> requests{{0, 96, 1, like_no_other}, {1, 96, 1, like_no_other}, {2, 96, 1, 0}};
  const FleetServed served = serve(requests, made_up_cost(0, 1 * fleet_ms), {}, options);
  EXPECT_NEAR(served.ttft_ms(0), 96, 1e-9);
  EXPECT_NEAR(served.ttft_ms(1), 96, 1e-9);
  EXPECT_NEAR(served.ttft_ms(2), 48, 1e-9);  // nothing is said of it: its share
}

/// 4,000 prompts of 10 tokens.
std::vector<Request> evenly(double rate_per_s, std::int32_t output) {
  std::vector<Request> requests;
  for (int number = 0; number < 4000; ++number) requests.push_back({number / rate_per_s, 10, output});
  return requests;
}

TEST(Fleet, AFleetThatFallsBehindDoesNotSettle) {
  // A request takes 10 fleet_ms of one replica: 100/s. At 90/s its queue settles, at 120/s it grows by a fifth.
  const auto growth_at = [](double rate_per_s) {
    const std::vector<Request> requests = evenly(rate_per_s, 1);
    FleetPlan plan;
    plan.requests = std::ssize(requests);
    SchedulerOptions one_by_one;
    one_by_one.max_num_seqs = 1;
    return serve(requests, made_up_cost(0, 1 * fleet_ms), plan, one_by_one).result.metrics.queue;
  };
  EXPECT_TRUE(growth_at(90).settles());
  EXPECT_FALSE(growth_at(120).settles());
  EXPECT_NEAR(growth_at(120).growth(), 0.2, 1e-3);
}

TEST(Fleet, DisaggregatedTheCacheIsSent) {
  // 1 fleet_ms a new token. 100 tokens of 1 kB at 1 MB/s take 100 fleet_ms, and 5 fleet_ms more: prefill 100 fleet_ms,
  // first token; then the cache, until 205 fleet_ms; then two tokens of 1 fleet_ms. Two prompts that end together are
  // sent one after the other.
  FleetPlan plan;
  plan.disaggregation = Disaggregation{1, 1, {1000, 1e6, 5 * fleet_ms}};
  const FleetServed one = serve({{0, 100, 3}}, made_up_cost(0, 1 * fleet_ms), plan);
  EXPECT_NEAR(one.ttft_ms(0), 100, 1e-9);
  EXPECT_NEAR(one.e2e_ms(0), 207, 1e-9);
  EXPECT_EQ(one.result.kv_transfers, 1);
  const FleetServed two = serve({{0, 100, 2}, {0, 100, 2}, {0, 100, 1}}, made_up_cost(0, 1 * fleet_ms), plan);
  EXPECT_NEAR(two.e2e_ms(0), 300 + 105 + 1, 1e-9);
  EXPECT_NEAR(two.e2e_ms(1), 300 + 205 + 1, 1e-9);
  EXPECT_NEAR(two.e2e_ms(2), 300, 1e-9);  // one token only: it ends where it was prefilled
  EXPECT_EQ(two.result.kv_transfers, 2);
}

TEST(Fleet, CompiledShapesArePaidFor) {
  SchedulerOptions options;
  options.policy = Policy::buckets;
  options.max_num_seqs = 4;
  options.context = 512;
  // Prompts of 100 and 130 tokens take those of 128 and 256; a decode step takes four places whoever is there.
  const FleetServed served = serve({{0, 100, 2}, {0, 130, 3}}, made_up_cost(0, 1 * fleet_ms), {}, options);
  EXPECT_NEAR(served.ttft_ms(0), 128, 1e-9);
  EXPECT_NEAR(served.ttft_ms(1), 128 + 256, 1e-9);
  EXPECT_NEAR(served.e2e_ms(0), 384 + 4, 1e-9);
  EXPECT_NEAR(served.e2e_ms(1), 384 + 8, 1e-9);
  EXPECT_EQ(served.result.kv_blocks_peak, 2 * 512 / 16);
}

TEST(Fleet, TheSmallestCompiledBatchThatHoldsThemRuns) {
  SchedulerOptions options;
  options.policy = Policy::buckets;
  options.max_num_seqs = 4;
  options.batch_buckets = {1, 4};
  options.sequence_buckets = {200};
  options.prefill_batch = 2;
  options.context = 512;
  // Both prompts are prefilled together as two of 200 tokens; both decode as four, what is left as one: 1 fleet_ms
  // each.
  const FleetServed both = serve({{0, 100, 2}, {0, 130, 3}}, made_up_cost(0, 1 * fleet_ms), {}, options);
  EXPECT_NEAR(both.ttft_ms(0), 400, 1e-9);
  EXPECT_NEAR(both.ttft_ms(1), 400, 1e-9);
  EXPECT_NEAR(both.e2e_ms(0), 400 + 4, 1e-9);
  EXPECT_NEAR(both.e2e_ms(1), 400 + 4 + 1, 1e-9);
  // One alone pays for two places; a prompt of more than 200 tokens takes the context.
  EXPECT_NEAR(serve({{0, 100, 1}}, made_up_cost(0, 1 * fleet_ms), {}, options).ttft_ms(0), 400, 1e-9);
  EXPECT_NEAR(serve({{0, 201, 1}}, made_up_cost(0, 1 * fleet_ms), {}, options).ttft_ms(0), 1024, 1e-9);
}

TEST(Fleet, CompiledShapesDecodeWhatAnotherReplicaPrefilled) {
  FleetPlan plan;
  plan.disaggregation = Disaggregation{1, 1, {1000, 1e6, 5 * fleet_ms}};  // 1 fleet_ms a token, 5 fleet_ms later
  SchedulerOptions options;
  options.policy = Policy::buckets;
  options.max_num_seqs = 4;
  options.context = 512;
  // Prompts of 100 and 130 tokens are prefilled as 128 and 256 and sent in 100 and 130 fleet_ms. The first decodes
  // alone, its other two tokens as four places each, long before the second comes.
  const FleetServed served = serve({{0, 100, 3}, {0, 130, 2}}, made_up_cost(0, 1 * fleet_ms), plan, options);
  EXPECT_NEAR(served.ttft_ms(0), 128, 1e-9);
  EXPECT_NEAR(served.ttft_ms(1), 128 + 256, 1e-9);
  EXPECT_NEAR(served.e2e_ms(0), 128 + 105 + 8, 1e-9);
  EXPECT_NEAR(served.e2e_ms(1), 384 + 135 + 4, 1e-9);
  EXPECT_EQ(served.result.kv_transfers, 2);
  EXPECT_EQ(served.result.kv_blocks_peak, 512 / 16);
}

TEST(Fleet, ADecodingPoolThatFallsBehindDoesNotSettle) {
  // 20 tokens of 10 fleet_ms, one sequence at a time: 5/s. At 4/s they are answered as they come, at 8/s ever later,
  // though first tokens come at once.
  const auto settles_at = [](double rate_per_s) {
    const std::vector<Request> requests = evenly(rate_per_s, 20);
    FleetPlan plan;
    plan.requests = std::ssize(requests);
    plan.disaggregation = Disaggregation{1, 1, {1, 1e9, 0}};
    SchedulerOptions one_by_one;
    one_by_one.max_num_seqs = 1;
    const ServingMetrics metrics = serve(requests, made_up_cost(10 * fleet_ms), plan, one_by_one).result.metrics;
    EXPECT_TRUE(metrics.queue.settles());
    return metrics.settles();
  };
  EXPECT_TRUE(settles_at(4));
  EXPECT_FALSE(settles_at(8));
}

TEST(Fleet, GoodRequestsKeptBothLimits) {
  FleetPlan plan;
  plan.limits = {picoseconds(50 * fleet_ms), picoseconds(2 * fleet_ms)};
  // TTFT 20, 30 and 60 fleet_ms; the first decodes beside the others' prompts.
  const FleetServed served = serve({{0, 20, 2}, {0.020, 30, 1}, {0.021, 60, 1}}, made_up_cost(0, 1 * fleet_ms), plan);
  EXPECT_EQ(served.result.metrics.missed_ttft, 1);
  EXPECT_EQ(served.result.metrics.missed_tpot, 1);
  EXPECT_EQ(served.result.metrics.good, 1);
  plan.stop_after_missed = 0;
  EXPECT_TRUE(serve({{0, 60, 1}, {1, 1, 1}}, made_up_cost(0, 1 * fleet_ms), plan).result.stopped);
}

/// Random traffic, engine and fleet.
struct FleetCase {
  TrafficPlan traffic;
  SchedulerOptions options;
  FleetPlan fleet;
  std::int64_t blocks = 0;
  double fixed_s = 0, per_token_s = 0, per_cached_s = 0;
};

FleetCase random_fleet_case(std::uint64_t number) {
  const RandomBits bits(11, number);
  std::uint64_t next = 0;
  const auto pick = [&](std::int64_t least, std::int64_t most) {
    return least + static_cast<std::int64_t>(bits(next++) % static_cast<std::uint64_t>(most - least + 1));
  };
  FleetCase one;
  one.traffic.arrivals = pick(0, 3) == 0 ? Arrivals::closed_loop : Arrivals::poisson;
  one.traffic.rate_per_s = std::exp2(static_cast<double>(pick(0, 8)));
  one.traffic.concurrency = pick(1, 60);
  one.traffic.count = pick(20, 200);
  one.traffic.seed = number;
  one.traffic.input = {static_cast<double>(pick(1, 600)), static_cast<double>(pick(0, 10)) / 10, 1000};
  one.traffic.output = {static_cast<double>(pick(1, 200)), static_cast<double>(pick(0, 10)) / 10, 1000};
  one.traffic.prefix_groups = pick(0, 1) * pick(1, 20);
  constexpr std::array policies{Policy::continuous, Policy::continuous, Policy::fixed_batch, Policy::buckets};
  one.options.policy = policies.at(static_cast<std::size_t>(pick(0, 3)));
  one.options.context = 2048;
  one.options.max_num_seqs = pick(1, 64);
  one.options.max_num_batched_tokens = pick(16, 2048);
  one.options.prefix_hit_rate = static_cast<double>(pick(0, 3)) / 4;
  if (pick(0, 1) == 0) {  // compiled shapes of their own
    one.options.prefill_batch = pick(1, 4);
    one.options.sequence_buckets = {pick(50, 300), pick(301, 3000)};
    one.options.batch_buckets = {std::max<std::int64_t>(1, one.options.max_num_seqs / 3), one.options.max_num_seqs};
  }
  one.fleet.replicas = pick(1, 6);
  one.fleet.routing = every_routing.at(static_cast<std::size_t>(pick(0, 3)));
  if (one.options.policy != Policy::fixed_batch && pick(0, 2) == 0) {
    const double bytes_per_s = std::exp2(static_cast<double>(pick(0, 20)));
    one.fleet.disaggregation = Disaggregation{pick(1, 3), pick(1, 3), {1, bytes_per_s, 1 * fleet_ms}};
  }
  one.blocks = (2048 + pick(0, 20'000)) / 16 + 1;
  one.fixed_s = static_cast<double>(pick(1, 20)) * fleet_ms;
  one.per_token_s = static_cast<double>(pick(0, 50)) * 1e-6;
  one.per_cached_s = static_cast<double>(pick(0, 300)) * 1e-9;
  return one;
}

FleetServed serve(const FleetCase& one, Advance advance = Advance::at_once) {
  const IterationCost cost = made_up_cost(one.fixed_s, one.per_token_s, one.per_cached_s, {64, 64 * 1000, 2048});
  const std::unique_ptr<Traffic> traffic = make_traffic(one.traffic, nullptr);
  FleetPlan plan = one.fleet;
  plan.advance = advance;
  FleetServed served;
  served.result = simulate_fleet(*traffic, cost, one.options, KvBlocks(one.blocks, 16), plan, &served.log);
  return served;
}

TEST(Fleet, EveryRequestEndsOnceWithAllItsTokens) {
  for (std::uint64_t number = 0; number < 400; ++number) {
    const FleetCase one = random_fleet_case(number);
    const FleetServed served = serve(one);
    std::vector<int> ends(static_cast<std::size_t>(one.traffic.count));
    std::int64_t input = 0, output = 0;
    for (const EndedRequest& request : served.log.requests) {
      ++ends.at(static_cast<std::size_t>(request.number));
      input += request.input_tokens;
      output += request.output_tokens;
      EXPECT_GT(request.first_token, request.arrival);
      EXPECT_GE(request.last_token, request.first_token);
    }
    EXPECT_EQ(std::count(ends.begin(), ends.end(), 1), one.traffic.count) << number;
    // Subtracts the tokens of the same traffic, drawn again without the fleet: nothing is left.
    const std::unique_ptr<Traffic> again = make_traffic(one.traffic, nullptr);
    for (std::int64_t at = 0; at < one.traffic.count; ++at) {
      if (!again->next_arrival_s()) again->ended(0, 0);
      const Request request = again->take();
      input -= request.input_tokens;
      output -= request.output_tokens;
    }
    EXPECT_EQ(input, 0) << number;
    EXPECT_EQ(output, 0) << number;
    EXPECT_EQ(served.result.metrics.itl.count() + served.result.metrics.ttft.count(),
              served.result.metrics.output_tokens);
    EXPECT_LE(served.result.kv_blocks_peak, one.blocks);
    for (const EngineRun& run : served.log.runs) EXPECT_LE(run.kv_blocks, one.blocks) << number;
  }
}

TEST(Fleet, AdvancingAtOnceIsExact) {
  for (std::uint64_t number = 0; number < 400; ++number) {
    const FleetCase one = random_fleet_case(number);
    const FleetServed fast = serve(one, Advance::at_once), slow = serve(one, Advance::one_by_one);
    ASSERT_EQ(fast.result.iterations, slow.result.iterations) << number;
    ASSERT_EQ(fast.result.busy_s, slow.result.busy_s) << number;
    ASSERT_EQ(fast.result.metrics.end, slow.result.metrics.end) << number;
    ASSERT_TRUE(fast.result.metrics.itl == slow.result.metrics.itl) << number;
    ASSERT_TRUE(fast.result.metrics.ttft == slow.result.metrics.ttft) << number;
    ASSERT_TRUE(fast.result.metrics.e2e == slow.result.metrics.e2e) << number;
  }
}

TEST(Fleet, TwiceTheReplicasNeverServeWorse) {
  for (std::uint64_t number = 0; number < 100; ++number) {
    FleetCase one = random_fleet_case(number);
    one.traffic.count = 5000;
    one.options.policy = Policy::continuous;
    one.traffic.arrivals = Arrivals::poisson;
    one.traffic.prefix_groups = 0;
    one.fleet.disaggregation.reset();
    one.fleet.routing = Routing::join_shortest_queue;
    const FleetServed few = serve(one);
    one.fleet.replicas *= 2;
    const FleetServed twice = serve(one);
    const double error = 1 + 2 * Percentiles::relative_error;
    EXPECT_LE(twice.result.metrics.ttft.value_s(0.99), few.result.metrics.ttft.value_s(0.99) * error) << number;
    EXPECT_LE(twice.result.metrics.e2e.value_s(0.99), few.result.metrics.e2e.value_s(0.99) * error) << number;
  }
}

}  // namespace
}  // namespace hakaru
