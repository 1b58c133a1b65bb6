#include "hakaru/serving/schedulers/prefix_cache.h"

#include <gtest/gtest.h>

#include "hakaru/serving/fleet/fleet.h"
#include "made_up.h"

namespace hakaru {
namespace {

using testing::ListedTraffic;
using testing::made_up_cost;

constexpr double cache_ms = 1e-3;

TEST(PrefixCache, TheSessionThatEndedFirstGoesFirstItsLastBlockFirst) {
  PrefixCache cache({}, 16);
  cache.keep(1, 4);
  cache.keep(2, 3);
  cache.hold_at_most(5);
  EXPECT_EQ(cache.find(1), 2);
  EXPECT_EQ(cache.find(2), 3);
  EXPECT_EQ(cache.take(1).shared, 0);
  cache.keep(1, 6);  // it is the latest now
  cache.hold_at_most(7);
  EXPECT_EQ(cache.find(2), 1);
  EXPECT_EQ(cache.find(1), 6);
  cache.hold_at_most(0);
  EXPECT_EQ(cache.find(1) + cache.find(2), 0);
}

TEST(PrefixCache, ASystemPromptIsThereOnce) {
  PrefixCache cache({40}, 16);  // two full blocks
  EXPECT_EQ(cache.find(1), 0);
  EXPECT_FALSE(cache.shares(1));
  EXPECT_TRUE(cache.shares(2));
  EXPECT_EQ(cache.join_shared(), 0);
  EXPECT_EQ(cache.find(2), 2);
  EXPECT_EQ(cache.take(2).shared, 2);  // the first one has them
  EXPECT_EQ(cache.leave_shared(), 2);
  cache.keep(1, 5);
  EXPECT_EQ(cache.leave_shared(), 0);
  cache.hold_at_most(4);  // two of them for the system prompt
  EXPECT_EQ(cache.find(1), 4);
}

TEST(PrefixCache, WhatHasNoRoomGoesToTheHost) {
  PrefixCache cache({0, 3, 1000}, 16);
  cache.keep(1, 4);
  cache.keep(2, 3);
  cache.hold_at_most(4);  // three of the first session's go to the host, where three have room
  EXPECT_EQ(cache.find(1), 4);
  EXPECT_EQ(cache.find(2), 3);
  cache.hold_at_most(2);  // its last one too, and one of the second's: of the five two must go, its earliest first
  EXPECT_EQ(cache.find(1) + cache.find(2), 5);
  EXPECT_EQ(cache.find(2), 3);
  EXPECT_EQ(cache.take(2).on_host, 1);
  EXPECT_EQ(cache.find(2), 0);  // in use
  EXPECT_EQ(cache.loading(2), 2000);
}

/// One replica, 1 ms a new token, blocks of 4.
struct Talked {
  ServingSimulation result;
  EngineLog log;
  double ttft_ms(std::int64_t number) const {
    const auto request = std::ranges::find(log.requests, number, &EndedRequest::number);
    return seconds(request->first_token - request->arrival) / cache_ms;
  }
};
Talked talk(std::vector<Request> requests, std::int64_t blocks, const PrefixCacheOptions& cache = {}) {
  ListedTraffic traffic(std::move(requests));
  SchedulerOptions options;
  options.prefix_cache = cache;
  Talked talked;
  talked.result = simulate_serving(traffic, made_up_cost(0, 1 * cache_ms), options, KvBlocks(blocks, 4),
                                   Advance::at_once, &talked.log);
  return talked;
}

TEST(PrefixCache, ATurnIsPrefilledFromItsLastFullBlockOn) {
  // The first computes 10 + 3 − 1 = 12 tokens: three blocks. The second prompt has 20: 8 are new.
  const Talked enough = talk({{0, 10, 3, 1}, {1, 20, 3, 1}}, 100);
  EXPECT_NEAR(enough.ttft_ms(1), 8, 1e-9);
  EXPECT_EQ(enough.result.prefixes.asked_tokens, 30);
  EXPECT_EQ(enough.result.prefixes.hit_tokens, 12);
  // Another session in between needs five of six blocks: two of the three go.
  const Talked narrow = talk({{0, 10, 3, 1}, {1, 17, 3, 2}, {2, 20, 3, 1}}, 6);
  EXPECT_NEAR(narrow.ttft_ms(1), 17, 1e-9);
  EXPECT_NEAR(narrow.ttft_ms(2), 16, 1e-9);
}

TEST(PrefixCache, ManySessionsShareOneSystemPrompt) {
  // 8 tokens of system prompt, two blocks. Both requests come at once: the second finds what the first computes.
  const Talked both = talk({{0, 11, 1, 1}, {0, 11, 1, 2}}, 100, {8});
  EXPECT_NEAR(both.ttft_ms(0), 11 + 3, 1e-9);
  EXPECT_EQ(both.result.kv_blocks_peak, 2 + 1 + 1);
  EXPECT_EQ(both.result.prefixes.hit_tokens, 8);
}

TEST(PrefixCache, WhatLiesOnTheHostIsLoadedBeforeItsRequestRuns) {
  // As above, two of three blocks go to the host: 5 ms each to load, then 8 new tokens.
  const PrefixCacheOptions host{0, 100, picoseconds(5 * cache_ms)};
  const Talked one = talk({{0, 10, 3, 1}, {1, 17, 3, 2}, {2, 20, 3, 1}}, 6, host);
  EXPECT_NEAR(one.ttft_ms(2), 2 * 5 + 8, 1e-9);
  EXPECT_EQ(one.result.prefixes.hit_tokens, 12);
  EXPECT_EQ(one.result.prefixes.loaded_tokens, 8);
  // Another request comes during the load, and is served meanwhile.
  const Talked two = talk({{0, 10, 3, 1}, {1, 17, 1, 2}, {2, 17, 3, 1}, {2.001, 2, 2, 3}}, 6, host);
  EXPECT_NEAR(two.ttft_ms(2), 2 * 5 + 5, 1e-9);
  EXPECT_NEAR(two.ttft_ms(3), 2, 1e-9);
}

TEST(PrefixCache, AtOnceIsExactAndNothingIsLost) {
  std::int64_t preemptions = 0, hits = 0, loaded = 0;
  for (std::uint64_t number = 0; number < 200; ++number) {
    TrafficPlan plan;
    plan.arrivals = number % 2 == 0 ? Arrivals::closed_loop : Arrivals::poisson;
    plan.concurrency = static_cast<std::int64_t>(1 + number % 13);
    plan.rate_per_s = static_cast<double>(1 + number % 7) * 4;
    plan.count = 150;
    plan.seed = number;
    plan.input = {60, 0.6, 200};
    plan.output = {30, 0.6, 100};
    plan.sessions = SessionPlan{1, 6, static_cast<double>(number % 3), static_cast<std::int64_t>(number % 5) * 20, 600};
    SchedulerOptions options;
    options.max_num_batched_tokens = 256;
    options.prefix_cache = PrefixCacheOptions{plan.sessions->system_tokens, number % 3 == 0 ? 0 : 60,
                                              picoseconds(static_cast<double>(number % 4) * cache_ms)};
    const KvBlocks kv(static_cast<std::int64_t>(40 + number % 60), 16);
    const auto serve = [&](Advance advance) {
      const std::unique_ptr<Traffic> traffic = make_traffic(plan, nullptr);
      return simulate_serving(*traffic, made_up_cost(1 * cache_ms, 0.1 * cache_ms, 1e-6), options, kv, advance);
    };
    const ServingSimulation fast = serve(Advance::at_once), slow = serve(Advance::one_by_one);
    ASSERT_EQ(fast.metrics.requests, 150) << number;
    ASSERT_EQ(fast.metrics.end, slow.metrics.end) << number;
    ASSERT_EQ(fast.preemptions, slow.preemptions) << number;
    ASSERT_EQ(fast.prefixes.hit_tokens, slow.prefixes.hit_tokens) << number;
    ASSERT_EQ(fast.kv_blocks_peak, slow.kv_blocks_peak) << number;
    ASSERT_LE(fast.kv_blocks_peak, kv.blocks()) << number;
    ASSERT_TRUE(fast.metrics.itl == slow.metrics.itl) << number;
    preemptions += fast.preemptions;
    hits += fast.prefixes.hit_tokens;
    loaded += fast.prefixes.loaded_tokens;
  }
  EXPECT_GT(preemptions, 100);
  EXPECT_GT(hits, 100'000);
  EXPECT_GT(loaded, 10'000);
}

TEST(PrefixCache, WhatIsLetGoIsFreeAgain) {  // blocks in use when all has ended: none, shared ones neither
  ListedTraffic traffic({{0, 11, 5, 1}, {0.001, 11, 5, 2}, {0.002, 30, 5, 3}});
  SchedulerOptions options;
  options.prefix_cache = PrefixCacheOptions{8};
  const std::unique_ptr<Scheduler> scheduler = scheduling_policy(options.policy).scheduler(options, KvBlocks(20, 4));
  ServingMetrics metrics;
  Picoseconds now = 0;
  while (traffic.next_arrival_s()) {
    const Request request = traffic.take();
    Sequence sequence;
    sequence.prompt = request.input_tokens;
    sequence.output = request.output_tokens;
    sequence.prefix = request.prefix;
    scheduler->arrive(sequence);
  }
  while (!scheduler->schedule(now).empty()) {
    scheduler->complete(1, now, now + 1, now + 1, metrics);
    ++now;
  }
  EXPECT_EQ(metrics.requests, 3);
  EXPECT_EQ(scheduler->kv().used(), 0);
}

}  // namespace
}  // namespace hakaru
