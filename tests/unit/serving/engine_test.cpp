#include "hakaru/serving/fleet/engine.h"

#include <gtest/gtest.h>

#include "hakaru/core/quantities.h"
#include "hakaru/numerics/random_bits.h"
#include "made_up.h"

namespace hakaru {
namespace {

using testing::ListedTraffic;
using testing::made_up_cost;

constexpr double ms = 1e-3;
const KvBlocks roomy(10'000, 16);

struct Served {
  ServingSimulation result;
  EngineLog log;
  const EndedRequest& request(std::int64_t number) const {
    return *std::ranges::find(log.requests, number, &EndedRequest::number);
  }
  double ttft_ms(std::int64_t number) const {
    return seconds(request(number).first_token - request(number).arrival) / ms;
  }
  double e2e_ms(std::int64_t number) const {
    return seconds(request(number).last_token - request(number).arrival) / ms;
  }
};

Served serve(std::vector<Request> requests, const IterationCost& cost, const SchedulerOptions& options = {},
             const KvBlocks& kv = roomy) {
  ListedTraffic traffic(std::move(requests));
  Served served;
  served.result = simulate_serving(traffic, cost, options, kv, Advance::at_once, &served.log);
  return served;
}

TEST(Engine, TwoRequestsByHand) {  // the example of engine.h
  const Served served = serve({{0, 100, 3}, {0.015, 100, 2}}, made_up_cost(10 * ms));
  EXPECT_DOUBLE_EQ(served.ttft_ms(0), 10);
  EXPECT_DOUBLE_EQ(served.e2e_ms(0), 30);
  EXPECT_DOUBLE_EQ(served.ttft_ms(1), 15);
  EXPECT_DOUBLE_EQ(served.e2e_ms(1), 25);
  EXPECT_EQ(served.result.iterations, 4);
  EXPECT_NEAR(served.result.metrics.tpot.value_s(1), 10 * ms, 10 * ms * Percentiles::relative_error);
  EXPECT_EQ(served.result.metrics.itl.count(), 3);
}

TEST(Engine, CachedTokensSlowDecodingDown) {
  // 1 ms + 10 µs a cached token of decoding sequences: 1 ms, 1 ms + 100 × 10 µs, 1 ms + 101 × 10 µs, …
  const Served served = serve({{0, 100, 4}}, made_up_cost(1 * ms, 0, 0.01 * ms));
  EXPECT_NEAR(served.e2e_ms(0), 1 + 3 * 1 + (100 + 101 + 102) * 0.01, 1e-9);
}

TEST(Engine, LongPromptsArePrefilledInChunksBesideDecoding) {
  SchedulerOptions options;
  options.max_num_batched_tokens = 100;
  // 1 ms a token. The first: 10 ms. Then it decodes while the other's 250 tokens come in chunks of 99, 99 and 52.
  const Served served = serve({{0, 10, 5}, {0.001, 250, 1}}, made_up_cost(0, 1 * ms), options);
  EXPECT_NEAR(served.ttft_ms(0), 10, 1e-9);
  EXPECT_NEAR(served.ttft_ms(1), 10 + 100 + 100 + 53 - 1, 1e-9);
  EXPECT_NEAR(served.e2e_ms(0), 10 + 100 + 100 + 53 + 1, 1e-9);
}

TEST(Engine, AHitInThePrefixCacheSkipsFullBlocks) {
  SchedulerOptions options;
  options.prefix_hit_rate = 0.5;
  const Served served = serve({{0, 100, 1}}, made_up_cost(0, 1 * ms), options);
  EXPECT_NEAR(served.ttft_ms(0), 100 - 48, 1e-9);  // of 50 tokens three blocks of 16
  options.prefix_hit_rate = 1;
  EXPECT_NEAR(serve({{0, 96, 1}}, made_up_cost(0, 1 * ms), options).ttft_ms(0), 96 - 80, 1e-9);  // never all of it
}

TEST(Engine, WithoutBlocksTheLastAdmittedIsComputedAgain) {
  // Three blocks of 4 tokens. Both prompts take one; each needs a second for its first token's keys: one is left.
  const Served served = serve({{0, 4, 6}, {0, 4, 2}}, made_up_cost(1 * ms), {}, KvBlocks(3, 4));
  EXPECT_EQ(served.result.preemptions, 1);
  EXPECT_EQ(served.result.kv_blocks_peak, 3);
  // 1 ms both first tokens; 2 ms the first takes its second block, the other goes; then its 5 tokens need two blocks,
  // which are there when the first has ended at 6 ms.
  EXPECT_EQ(served.log.requests.at(0).number, 0);
  EXPECT_NEAR(served.e2e_ms(0), 6, 1e-9);
  EXPECT_NEAR(served.ttft_ms(1), 1, 1e-9);
  EXPECT_NEAR(served.e2e_ms(1), 7, 1e-9);
}

TEST(Engine, AWatermarkKeepsBlocksFree) {
  SchedulerOptions options;
  const std::vector<Request> two{{0, 4, 3}, {0, 8, 1}};  // one block; two blocks, of four
  EXPECT_NEAR(serve(two, made_up_cost(1 * ms), options, KvBlocks(4, 4)).ttft_ms(0), 1, 1e-9);
  options.watermark = 0.5;  // two stay free: the second waits until the first has ended
  const Served served = serve(two, made_up_cost(1 * ms), options, KvBlocks(4, 4));
  EXPECT_NEAR(served.ttft_ms(1), 4, 1e-9);
}

TEST(Engine, AStaticBatchBeginsAndEndsTogether) {
  SchedulerOptions options;
  options.policy = Policy::fixed_batch;
  options.max_num_seqs = 2;
  // Prompts padded to 20 tokens: 40 ms. Then two places a token each: 2 ms, until the longer has its five tokens.
  const Served served = serve({{0, 10, 2}, {0, 20, 5}, {0, 5, 1}}, made_up_cost(0, 1 * ms), options);
  EXPECT_NEAR(served.ttft_ms(0), 40, 1e-9);
  EXPECT_NEAR(served.e2e_ms(0), 42, 1e-9);
  EXPECT_NEAR(served.e2e_ms(1), 48, 1e-9);
  EXPECT_NEAR(served.e2e_ms(2), 53, 1e-9);
}

TEST(Engine, AClosedLoopKeepsItsNumberInFlight) {
  TrafficPlan plan;
  plan.arrivals = Arrivals::closed_loop;
  plan.concurrency = 3;
  plan.count = 20;
  plan.input = {8, 0, 100};
  plan.output = {4, 0, 100};
  const std::unique_ptr<Traffic> traffic = make_traffic(plan, nullptr);
  const ServingSimulation result = simulate_serving(*traffic, made_up_cost(1 * ms), {}, roomy);
  EXPECT_EQ(result.metrics.requests, 20);
  EXPECT_EQ(result.running_peak, 3);
  EXPECT_NEAR(result.simulated_s(), 7 * 4 * ms, 1e-9);  // seven rounds of three, the last of two
}

TEST(Engine, AClosedLoopOfManyHoursLosesNoIteration) {  // beyond 2^52 ps, seconds do not hold every picosecond
  TrafficPlan plan;
  plan.arrivals = Arrivals::closed_loop;
  plan.concurrency = 3;
  plan.count = 300;
  plan.input = {8, 0, 100};
  plan.output = {4, 0, 100};
  const std::unique_ptr<Traffic> traffic = make_traffic(plan, nullptr);
  const double iteration_s = 333.333333333333;
  const ServingSimulation result = simulate_serving(*traffic, made_up_cost(iteration_s), {}, roomy);
  EXPECT_NEAR(result.simulated_s(), 100 * 4 * iteration_s, 1e-6);
}

/// Random traffic and a random engine.
struct Case {
  TrafficPlan traffic;
  SchedulerOptions options;
  std::int64_t blocks = 0, block_tokens = 16;
  double fixed_s = 0, per_token_s = 0, per_cached_s = 0;
};

Case random_case(std::uint64_t number) {
  const RandomBits bits(7, number);
  std::uint64_t next = 0;
  const auto pick = [&](std::int64_t least, std::int64_t most) {
    return least + static_cast<std::int64_t>(bits(next++) % static_cast<std::uint64_t>(most - least + 1));
  };
  Case one;
  constexpr std::array kinds{Arrivals::poisson, Arrivals::gamma, Arrivals::constant, Arrivals::closed_loop};
  one.traffic.arrivals = kinds.at(static_cast<std::size_t>(pick(0, 3)));
  one.traffic.rate_per_s = std::exp2(static_cast<double>(pick(-2, 8)));
  one.traffic.burstiness = static_cast<double>(pick(1, 30)) / 10;
  one.traffic.concurrency = pick(1, 60);
  one.traffic.count = pick(20, 150);
  one.traffic.seed = number;
  one.traffic.input = {static_cast<double>(pick(1, 600)), static_cast<double>(pick(0, 10)) / 10, 1000};
  one.traffic.output = {static_cast<double>(pick(1, 200)), static_cast<double>(pick(0, 10)) / 10, 1000};
  one.options.policy = pick(0, 4) == 0 ? Policy::fixed_batch : Policy::continuous;
  one.options.max_num_seqs = pick(1, 64);
  one.options.max_num_batched_tokens = pick(16, 2048);
  one.options.watermark = static_cast<double>(pick(0, 5)) / 100;
  one.options.prefix_hit_rate = static_cast<double>(pick(0, 3)) / 4;
  one.block_tokens = std::int64_t{1} << pick(0, 5);
  one.blocks = (2000 + pick(0, 20'000)) / one.block_tokens + 1;
  one.fixed_s = static_cast<double>(pick(1, 20)) * ms;
  one.per_token_s = static_cast<double>(pick(0, 50)) * 1e-6;
  one.per_cached_s = static_cast<double>(pick(0, 300)) * 1e-9;
  return one;
}

Served serve(const Case& one, Advance advance) {
  const IterationCost cost = made_up_cost(one.fixed_s, one.per_token_s, one.per_cached_s, {64, 64 * 1000, 2000});
  const std::unique_ptr<Traffic> traffic = make_traffic(one.traffic, nullptr);
  Served served;
  served.result =
      simulate_serving(*traffic, cost, one.options, KvBlocks(one.blocks, one.block_tokens), advance, &served.log);
  return served;
}

bool same(const EndedRequest& left, const EndedRequest& right) {
  return left.number == right.number && left.first_token == right.first_token && left.last_token == right.last_token;
}

TEST(Engine, AdvancingAtOnceIsExact) {
  std::int64_t preemptions = 0, iterations = 0, runs = 0;
  for (std::uint64_t number = 0; number < 400; ++number) {
    const Case one = random_case(number);
    const Served fast = serve(one, Advance::at_once), slow = serve(one, Advance::one_by_one);
    ASSERT_EQ(fast.result.iterations, slow.result.iterations) << number;
    ASSERT_EQ(fast.result.metrics.end, slow.result.metrics.end) << number;
    ASSERT_EQ(fast.result.busy_s, slow.result.busy_s) << number;
    ASSERT_EQ(fast.result.preemptions, slow.result.preemptions) << number;
    ASSERT_EQ(fast.result.kv_blocks_peak, slow.result.kv_blocks_peak) << number;
    ASSERT_EQ(fast.result.queue_peak, slow.result.queue_peak) << number;
    ASSERT_EQ(fast.result.running_peak, slow.result.running_peak) << number;
    ASSERT_TRUE(fast.result.metrics.itl == slow.result.metrics.itl) << number;
    ASSERT_TRUE(fast.result.metrics.ttft == slow.result.metrics.ttft) << number;
    ASSERT_EQ(fast.log.requests.size(), slow.log.requests.size()) << number;
    for (std::size_t at = 0; at < fast.log.requests.size(); ++at)
      ASSERT_TRUE(same(fast.log.requests[at], slow.log.requests[at])) << number;
    preemptions += fast.result.preemptions;
    iterations += fast.result.iterations;
    runs += fast.result.runs;
  }
  EXPECT_GT(preemptions, 1000);         // the hard part was there
  EXPECT_LT(runs, iterations * 2 / 3);  // and so was the fast one
}

TEST(Engine, EveryRequestEndsOnceWithAllItsTokens) {
  for (std::uint64_t number = 0; number < 200; ++number) {
    const Case one = random_case(number);
    const Served served = serve(one, Advance::at_once);
    const std::int64_t count = one.traffic.count;
    std::vector<int> ends(static_cast<std::size_t>(count));
    std::int64_t output = 0;
    for (const EndedRequest& request : served.log.requests) {
      ++ends.at(static_cast<std::size_t>(request.number));
      output += request.output_tokens;
      EXPECT_GT(request.first_token, request.arrival);
      EXPECT_GE(request.last_token, request.first_token);
    }
    EXPECT_EQ(std::count(ends.begin(), ends.end(), 1), count) << number;
    EXPECT_EQ(served.result.metrics.output_tokens, output);
    EXPECT_EQ(served.result.metrics.itl.count() + served.result.metrics.ttft.count(), output) << number;
    EXPECT_LE(served.result.kv_blocks_peak, one.blocks);
    for (const EngineRun& run : served.log.runs) {
      EXPECT_LE(run.running, one.options.max_num_seqs);
      if (one.options.policy == Policy::continuous) {
        EXPECT_LE(run.decodes + run.prefill_tokens, one.options.max_num_batched_tokens);
      }
    }
    const std::int64_t left = served.log.runs.back().kv_blocks;
    EXPECT_GE(left, 0);
  }
}

TEST(Engine, FirstTokensComeInOrderOfArrival) {
  for (std::uint64_t number = 0; number < 200; ++number) {
    Served served = serve(random_case(number), Advance::at_once);
    std::ranges::sort(served.log.requests, {}, &EndedRequest::number);
    for (std::size_t at = 1; at < served.log.requests.size(); ++at)
      EXPECT_LE(served.log.requests[at - 1].first_token, served.log.requests[at].first_token) << number;
  }
}

}  // namespace
}  // namespace hakaru
