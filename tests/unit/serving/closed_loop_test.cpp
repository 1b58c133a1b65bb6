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
  const ReplicaEstimate estimate = closed_loop(simple_passes(), load_of(1), Calibration{});
  EXPECT_NEAR(estimate.ttft_s, 0.050, 1e-12);
  EXPECT_NEAR(estimate.tpot_s, 0.010, 1e-12);
  EXPECT_NEAR(estimate.output_tokens_per_s, 100 / (0.050 + 99 * 0.010), 1e-9);
}

TEST(ClosedLoop, RequestsInFlightKeepLittlesLaw) {
  Calibration calibration;
  calibration.burst_share = 0.1;
  const ReplicaEstimate estimate = closed_loop(simple_passes(), load_of(11), calibration);
  EXPECT_NEAR(estimate.ttft_s, 0.050 + 0.005 + 0.1 * 5 * 0.050, 1e-9);
  EXPECT_NEAR(estimate.tpot_s, 0.010 + 0.95 * (estimate.running - 1) / 100 * 0.050, 1e-6);
  const double answer_s = 100 * estimate.tpot_s;
  EXPECT_NEAR(estimate.running, 11 * answer_s / (answer_s + estimate.ttft_s), 1e-3);
}

/// n(952.5 + 47.5 n + 80) = 11 (952.5 + 47.5 n) in ms: n = (−510 + √(510² + 4 · 47.5 · 10477.5)) / 95.
TEST(ClosedLoop, SettlesWhereTheHeadersExampleDoes) {
  Calibration calibration;
  calibration.burst_share = 0.1;
  const ReplicaEstimate estimate = closed_loop(simple_passes(), load_of(11), calibration);
  EXPECT_NEAR(estimate.running, 10.424, 1e-3);
  EXPECT_NEAR(estimate.tpot_s, 14.476e-3, 1e-6);
  EXPECT_NEAR(estimate.ttft_s, 80e-3, 1e-9);
}

/// 1 ms for each sequence that decodes: with 4 beams an answer takes four times that.
TEST(ClosedLoop, EveryBeamIsASequenceThatDecodes) {
  const ReplicaPasses passes{[](double sequences) { return taking(0.001 * sequences); },
                             [](double prompts) { return taking(0.050 * prompts); }};
  SteadyLoad load = load_of(1);
  load.beams = 4;
  EXPECT_NEAR(closed_loop(passes, load, Calibration{}).tpot_s, 0.004, 1e-9);
}

TEST(OpenLoop, TakesWhatTheHeadersExampleDoes) {
  const ReplicaEstimate estimate = open_loop(simple_passes(), load_of(100), 4, Calibration{});
  EXPECT_NEAR(estimate.running, 5, 1e-4);
  EXPECT_NEAR(estimate.tpot_s, 12.5e-3, 1e-7);
  EXPECT_NEAR(estimate.ttft_s, 61.25e-3, 1e-9);
  EXPECT_NEAR(estimate.output_tokens_per_s, 400, 1e-6);
}

/// The header's example without the wait: 50 + 5 ms.
TEST(OpenLoop, RequestsAtEqualIntervalsDoNotWait) {
  SteadyLoad load = load_of(100);
  load.evenly = true;
  EXPECT_NEAR(open_loop(simple_passes(), load, 4, Calibration{}).ttft_s, 55e-3, 1e-9);
}

TEST(OpenLoop, PromptsThatComeFasterThanTheyAreComputedFillTheLimit) {
  SteadyLoad load = load_of(100);
  load.evenly = true;
  const ReplicaEstimate closed = closed_loop(simple_passes(), load, Calibration{});
  const ReplicaEstimate open = open_loop(simple_passes(), load, 20, Calibration{});  // 50 ms each
  EXPECT_EQ(open.ttft_s, closed.ttft_s);
  EXPECT_EQ(open.output_tokens_per_s, closed.output_tokens_per_s);
  EXPECT_NEAR(open_loop(simple_passes(), load, 4, Calibration{}).output_tokens_per_s, 4 * load.output, 1e-9);
}

TEST(ClosedLoop, SamplingOnTheHostComesToEachIteration) {
  SteadyLoad load = load_of(1);
  load.sampling = {.one_s = 0.004, .further_s = 0.001};
  EXPECT_NEAR(closed_loop(simple_passes(), load, Calibration{}).tpot_s, 0.014, 1e-12);
  load.concurrency = 11;
  EXPECT_NEAR(static_batch(simple_passes(), load, Calibration{}).tpot_s, 0.024, 1e-12);
}

TEST(OpenLoop, ARareRequestIsAlone) {
  SteadyLoad load = load_of(100);
  load.sampling.further_s = 0.5;
  const ReplicaEstimate estimate = open_loop(simple_passes(), load, 1e-6, Calibration{});
  EXPECT_NEAR(estimate.tpot_s, 10e-3, 1e-6);
  EXPECT_NEAR(estimate.ttft_s, 55e-3, 1e-6);
}

TEST(ClosedLoop, RequestsBeyondTheCacheWaitForIt) {
  SteadyLoad load = load_of(20);
  load.room = 10;
  const ReplicaEstimate estimate = closed_loop(simple_passes(), load, Calibration{});
  EXPECT_LE(estimate.running, 10);
  EXPECT_GT(estimate.ttft_s, 100 * estimate.tpot_s);
}

TEST(StaticBatch, PromptsComeOneAfterAnother) {
  const ReplicaEstimate estimate = static_batch(simple_passes(), load_of(8), Calibration{});
  EXPECT_NEAR(estimate.ttft_s, 8 * 0.050, 1e-12);
  EXPECT_NEAR(estimate.tpot_s, 0.010, 1e-12);
}

TEST(Offline, PromptsAndDecodeStepsShareTheDevice) {
  SteadyLoad load = load_of(1);
  load.room = 64;
  const ReplicaEstimate estimate = offline(simple_passes(), load, Calibration{});
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
