// Against hand-worked figures, with made-up passes that take what the engine's constants say and nothing else.
#include "hakaru/serving/steady/closed_loop.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hakaru {
namespace {

PassKernels taking(double seconds) {
  PassKernels pass;
  BlockKernels stage;
  stage.products_s = seconds;
  pass.stages.push_back(stage);
  return pass;
}

/// 10 ms whatever the sequences; 50 ms for each prompt.
ReplicaPasses simple_passes() {
  return {[](double) { return taking(0.010); }, [](double prompts) { return taking(0.050 * prompts); }};
}

SteadyLoad load_of(double concurrency) {
  SteadyLoad load;
  load.concurrency = concurrency;
  load.input = 1000;
  load.output = 100;
  load.room = 1000;
  return load;
}

TEST(ClosedLoop, OneRequestTakesItsPrefillAndItsDecodeSteps) {
  ReplicaPasses passes = simple_passes();
  const ReplicaEstimate estimate = closed_loop(passes, load_of(1), Calibration{});
  EXPECT_NEAR(estimate.ttft_s, 0.050, 1e-12);
  EXPECT_NEAR(estimate.tpot_s, 0.010, 1e-12);
  EXPECT_NEAR(estimate.output_tokens_per_s, 100 / (0.050 + 99 * 0.010), 1e-9);
}

TEST(ClosedLoop, RequestsInFlightKeepLittlesLaw) {
  ReplicaPasses passes = simple_passes();
  Calibration calibration;
  calibration.burst_share = 0.1;
  const ReplicaEstimate estimate = closed_loop(passes, load_of(11), calibration);
  EXPECT_NEAR(estimate.tpot_s, 0.010 + (estimate.running - 1) / 100 * 0.050, 1e-6);
  const double answer_s = 100 * estimate.tpot_s;
  EXPECT_NEAR(estimate.running, 11 * answer_s / (answer_s + estimate.ttft_s), 1e-3);
}

TEST(ClosedLoop, SettlesWhereTheHeadersExampleDoes) {
  ReplicaPasses passes = simple_passes();
  Calibration calibration;
  calibration.burst_share = 0.1;
  const ReplicaEstimate estimate = closed_loop(passes, load_of(11), calibration);
  EXPECT_NEAR(estimate.running, 10.288, 1e-3);
  EXPECT_NEAR(estimate.tpot_s, 14.644e-3, 1e-6);
  EXPECT_NEAR(estimate.ttft_s, 101.371e-3, 1e-6);
}

/// Weights take 8 ms to be read, a token's products 10 µs beyond 800 of them, attention 2 ms: a prompt of 1,000 tokens
/// beside 10 that decode is an iteration of 1,010 tokens, and adds what that takes more.
TEST(ClosedLoop, APromptGoesThroughTheProductsWithThoseThatDecode) {
  const auto body = [](double tokens) { return taking(std::max(0.008, 10e-6 * tokens)); };
  ReplicaPasses passes{[](double) {
                         PassKernels pass = taking(0.008);
                         pass.stages[0].attention_s = 0.002;
                         return pass;
                       },
                       [=](double prompts) { return body(1000 * prompts); }, 1000};
  EXPECT_NEAR(passes.added_s(1, 10, Calibration{}), 0.0101 + 0.002 - 0.010, 1e-9);
  EXPECT_NEAR(passes.added_s(2, 10, Calibration{}), 0.0201 + 0.002 - 0.010, 1e-9);
}

/// 1 ms for each sequence that decodes: with 4 beams an answer takes four times that.
TEST(ClosedLoop, EveryBeamIsASequenceThatDecodes) {
  ReplicaPasses passes{[](double sequences) { return taking(0.001 * sequences); },
                       [](double prompts) { return taking(0.050 * prompts); }};
  SteadyLoad load = load_of(1);
  load.beams = 4;
  EXPECT_NEAR(closed_loop(passes, load, Calibration{}).tpot_s, 0.004, 1e-9);
}

TEST(OpenLoop, TakesWhatTheHeadersExampleDoes) {
  ReplicaPasses passes = simple_passes();
  const ReplicaEstimate estimate = open_loop(passes, load_of(100), 4, Calibration{});
  EXPECT_NEAR(estimate.running, 5, 1e-4);
  EXPECT_NEAR(estimate.tpot_s, 12.5e-3, 1e-7);
  EXPECT_NEAR(estimate.ttft_s,
              (12.5 + 50 * 0.2 / 0.96) / 2 * 1e-3 + 50e-3 * (1 + 0.05 * (12.5 + 50 * 0.2 / 0.96) / 12.5), 1e-8);
  EXPECT_NEAR(estimate.output_tokens_per_s, 400, 1e-6);
}

/// The header's example, where the prompt waits for half an iteration of 12.5 ms and for no other prompt.
TEST(OpenLoop, RequestsAtEqualIntervalsDoNotWait) {
  ReplicaPasses passes = simple_passes();
  SteadyLoad load = load_of(100);
  load.evenly = true;
  EXPECT_NEAR(open_loop(passes, load, 4, Calibration{}).ttft_s, 56.25e-3, 1e-9);
}

TEST(OpenLoop, PromptsThatComeFasterThanTheyAreComputedFillTheLimit) {
  ReplicaPasses passes = simple_passes();
  SteadyLoad load = load_of(100);
  load.evenly = true;
  const ReplicaEstimate closed = closed_loop(passes, load, Calibration{});
  const ReplicaEstimate open = open_loop(passes, load, 20, Calibration{});  // 50 ms each
  EXPECT_EQ(open.ttft_s, closed.ttft_s);
  EXPECT_EQ(open.output_tokens_per_s, closed.output_tokens_per_s);
  EXPECT_NEAR(open_loop(passes, load, 4, Calibration{}).output_tokens_per_s, 4 * load.output, 1e-9);
}

TEST(ClosedLoop, SamplingOnTheHostComesToEachIteration) {
  ReplicaPasses passes = simple_passes();
  SteadyLoad load = load_of(1);
  load.sampling = {.one_s = 0.004, .further_s = 0.001};
  EXPECT_NEAR(closed_loop(passes, load, Calibration{}).tpot_s, 0.014, 1e-12);
  load.concurrency = 11;
  EXPECT_NEAR(static_batch(passes, load, Calibration{}).tpot_s, 0.024, 1e-12);
}

TEST(OpenLoop, ARareRequestIsAlone) {
  ReplicaPasses passes = simple_passes();
  SteadyLoad load = load_of(100);
  load.sampling.further_s = 0.5;
  const ReplicaEstimate estimate = open_loop(passes, load, 1e-6, Calibration{});
  EXPECT_NEAR(estimate.tpot_s, 10e-3, 1e-6);
  EXPECT_NEAR(estimate.ttft_s, 55e-3, 1e-6);
}

TEST(ClosedLoop, RequestsBeyondTheCacheWaitForIt) {
  ReplicaPasses passes = simple_passes();
  SteadyLoad load = load_of(20);
  load.room = 10;
  const ReplicaEstimate estimate = closed_loop(passes, load, Calibration{});
  EXPECT_LE(estimate.running, 10);
  EXPECT_GT(estimate.ttft_s, 100 * estimate.tpot_s);
}

TEST(StaticBatch, PromptsComeOneAfterAnother) {
  ReplicaPasses passes = simple_passes();
  const ReplicaEstimate estimate = static_batch(passes, load_of(8), Calibration{});
  EXPECT_NEAR(estimate.ttft_s, 8 * 0.050, 1e-12);
  EXPECT_NEAR(estimate.tpot_s, 0.010, 1e-12);
}

TEST(Offline, PromptsAndDecodeStepsShareTheDevice) {
  ReplicaPasses passes = simple_passes();
  SteadyLoad load = load_of(1);
  load.room = 64;
  const ReplicaEstimate estimate = offline(passes, load, Calibration{});
  EXPECT_NEAR(estimate.output_tokens_per_s, 64 * 100 / (100 * 0.010 + 64 * 0.050), 1e-6);
}

TEST(TimeOfPass, EnginesConstantsComeOnTopOfKernels) {
  PassKernels pass = taking(0.006);
  pass.stages[0].layers = 32;
  pass.sequences = 64;
  Calibration calibration;
  calibration.iteration_overhead_s = 0.5e-3;
  calibration.layer_overhead_s = 10e-6;
  calibration.sequence_overhead_s = 5e-6;
  EXPECT_NEAR(time_of(pass, calibration, Rhythm::repeated).total_s(), 7.14e-3, 1e-9);
}

TEST(TimeOfPass, AnEnginesOwnAllReduceIsTakenWhereItIsQuicker) {
  PassKernels pass = taking(0);
  pass.stages[0].tensor_s = 2 * 12e-6;
  pass.stages[0].sums = 2;
  pass.stages[0].direct_s = 2 * 1e-6;
  Calibration calibration;
  EXPECT_NEAR(time_of(pass, calibration, Rhythm::repeated).tensor_s, 24e-6, 1e-12);
  calibration.direct_sum_s = 5e-6;
  EXPECT_NEAR(time_of(pass, calibration, Rhythm::repeated).tensor_s, 12e-6, 1e-12);
}

/// Without a direct link between its ranks there is no all-reduce of the engine's own: `sums` is 0.
TEST(TimeOfPass, ASlowAllReduceStaysSlowWhereTheEngineHasNoneOfItsOwn) {
  PassKernels pass = taking(0);
  pass.stages[0].tensor_s = 24e-6;
  Calibration calibration;
  calibration.tensor_exposed = 1.5;
  calibration.direct_sum_s = 5e-6;
  EXPECT_NEAR(time_of(pass, calibration, Rhythm::repeated).tensor_s, 36e-6, 1e-12);
}

}  // namespace
}  // namespace hakaru
