#include "hakaru/training/step.h"

#include <gtest/gtest.h>

#include "hakaru/hardware/catalog.h"
#include "hakaru/model/read.h"
#include "two_matrices.h"

namespace hakaru {
namespace {

using testing::dgx_a100;
using testing::ideal;
using testing::instances;
using testing::job_of;
using testing::two_matrices;

Model with_attention(std::int64_t layers) {
  Model model = two_matrices(layers);
  Attention attention;
  attention.heads = attention.kv_heads = 32;
  attention.key_dim = attention.value_dim = 128;
  model.layer_kinds[0].modules.push_back({"attention", attention});
  return model;
}

Model with_experts(std::int64_t layers) {
  Model model = two_matrices(layers);
  for (Module& module : model.layer_kinds[0].modules) {
    auto& linear = std::get<Linear>(module.kind);
    linear.expert_split = linear.split;
    linear.split = Split::expert;
    linear.experts = 8;
    linear.experts_per_token = 2;
  }
  model.experts = 8;
  return model;
}

/// 2048 tokens through one layer, forward: 2 · 2 · 2048 · 4096 · 16384 FLOPs at 312 TFLOP/s.
constexpr double layer_s = 2.0 * 2 * 2048 * 4096 * 16384 / 312e12;
/// Adding a layer's 2-byte gradients to their copy: read and written.
constexpr double accumulate_s = 2.0 * 2 * 2 * 4096 * 16384 / 2039e9;

double sum_of_terms(const StepEstimate& estimate) {
  double sum = 0;
  for (const Term& term : estimate.terms) {
    if (term.name == "step") break;
    sum += term.value;
  }
  return sum;
}

TEST(DataParallel, SomeSoftwareGathersWeightsInFp8WhereProductsAre) {
  TrainingJob job = job_of(two_matrices(4));
  job.lora.emplace();
  Calibration calibration = ideal();
  Layout layout;
  layout.dp = 16;
  layout.zero = 1;
  const Held held{.linear = 8e8, .other = 2e8, .adapters = 1e8};
  const auto gather_s = [&](DataType compute, bool narrow, bool adapters) {
    TrainingJob asked = job;
    asked.recipe.compute = compute;
    if (!adapters) asked.lora.reset();
    auto dispatch = std::make_shared<SoftwareDispatch>();
    dispatch->gathers_fp8 = narrow;
    calibration.dispatch = dispatch;
    return DataParallel(asked, dgx_a100(), calibration).gather_s(held, layout, 1);
  };
  const double wide_s = gather_s(DataType::fp8, false, false);
  EXPECT_NEAR(gather_s(DataType::fp8, true, false), 0.6 * wide_s, 1e-3 * wide_s) << "but for tables and norms";
  EXPECT_EQ(gather_s(DataType::bf16, true, false), wide_s);
  EXPECT_EQ(gather_s(DataType::mxfp8, true, false), wide_s);
  EXPECT_EQ(gather_s(DataType::fp8, true, true), gather_s(DataType::fp8, false, true)) << "adapters are in bf16";
}

TEST(Step, SelectiveRecomputeThatKeepsProductsRunsTheOthersAgain) {
  TrainingJob job = job_of(with_attention(8), 4);
  const auto compute_s = [&](Recompute recompute, bool keeps_products) {
    Layout layout;
    layout.recompute = recompute;
    job.selective_keeps_products = keeps_products;
    return estimate_step(job, layout, {dgx_a100(), 1}, ideal()).compute_s;
  };
  const double kept_s = compute_s(Recompute::none, true);
  // The second of two equal matrices; attention's result is kept.
  EXPECT_NEAR(compute_s(Recompute::selective, true) - kept_s, 4 * 8 * layer_s / 2, 1e-9);
  job.sequence_length /= 2;
  job.global_batch *= 2;  // as many tokens, half the attention
  const double shorter_s = compute_s(Recompute::none, true);
  EXPECT_NEAR(compute_s(Recompute::selective, true) - shorter_s, 4 * 8 * layer_s / 2, 1e-9);
  EXPECT_LT(compute_s(Recompute::selective, false) - shorter_s, 4 * 8 * layer_s / 2);
  EXPECT_EQ(compute_s(Recompute::full, true), compute_s(Recompute::full, false));
}

TEST(Step, OneRankIsForwardAndTwiceThatBackward) {
  const TrainingJob job = job_of(two_matrices(8), 4);
  const StepEstimate step = estimate_step(job, Layout{}, {dgx_a100(), 1}, ideal());
  EXPECT_NEAR(step.compute_s, 4 * 8 * (3 * layer_s + accumulate_s), 1e-9);
  // AdamW over fp32 states: 2 + 2·4 + 2 + 2·2·4 bytes of 8 · 2 · 4096 · 16384 parameters
  EXPECT_NEAR(step.optimizer_s, 28.0 * 8 * 2 * 4096 * 16384 / 2039e9, 1e-9);
  EXPECT_NEAR(step.step_time_s, step.compute_s + step.optimizer_s, 1e-12);
  EXPECT_NEAR(step.model_flops, 6.0 * 8 * 2 * 4096 * 16384 * 4 * 2048, 1);
  EXPECT_NEAR(step.mfu, step.model_flops / step.step_time_s / 312e12, 1e-12);
}

TEST(Step, PipelineFillsAndDrains) {
  const TrainingJob job = job_of(two_matrices(8));
  Layout layout;
  layout.pp = 4;
  const double stage_s = 2 * (3 * layer_s + accumulate_s);
  const StepEstimate step = estimate_step(job, layout, instances(1), ideal());
  EXPECT_NEAR(step.compute_s, 16 * stage_s, 1e-9);
  EXPECT_NEAR(step.bubble_s, 3 * stage_s, 1e-9);
  // Sends of 2048 · 4096 · 2 bytes at 300 GB/s, 1 µs: 3 each way to fill and drain; the other 15 micro-batches go by
  // loops of up to 4, each turning once without one: 15 - 4 each way.
  EXPECT_NEAR(step.exposed.pipeline_s, (3 + 15 - 4) * 2 * (1e-6 + 2048.0 * 4096 * 2 / 300e9), 1e-9);
  layout.vpp = 2;
  layout.schedule = Schedule::interleaved;
  EXPECT_NEAR(estimate_step(job, layout, instances(1), ideal()).bubble_s, 3 * stage_s / 2, 1e-9);
}

TEST(Step, TheSlowestStageSetsThePace) {
  const TrainingJob job = job_of(two_matrices(9));
  Layout layout;
  layout.pp = 2;
  const StepEstimate step = estimate_step(job, layout, instances(1), ideal());
  EXPECT_NEAR(step.compute_s, 16 * 5 * (3 * layer_s + accumulate_s), 1e-9);
  // Twice stage 0 waits while stage 1 runs a micro-batch of 4 layers: for its first and for its last backward pass.
  // Each time it has a pass of its own to run meanwhile: forward and backward of 5. In all 4 + 4 - 5.
  EXPECT_NEAR(step.bubble_s, 3 * (3 * layer_s + accumulate_s), 1e-9);
}

TEST(Step, RecomputeRunsForwardAgain) {
  const TrainingJob job = job_of(with_attention(8));
  Layout layout;
  EXPECT_EQ(estimate_step(job, layout, instances(1), ideal()).recompute_s, 0);
  layout.recompute = Recompute::selective;
  const double attention_s = 4.0 * 2048 * 2049 / 2 * 4096 / 312e12;
  EXPECT_NEAR(estimate_step(job, layout, instances(1), ideal()).recompute_s, 16 * 8 * attention_s, 1e-9);
  layout.recompute = Recompute::full;
  EXPECT_NEAR(estimate_step(job, layout, instances(1), ideal()).recompute_s, 16 * 8 * (layer_s + attention_s), 1e-9);
}

TEST(Step, ChunksOfTensorCollectivesRunBesideProducts) {
  const TrainingJob job = job_of(two_matrices(8));
  Layout layout;
  layout.tp = 8;
  const auto waited_s = [&](std::int64_t chunks) {
    layout.tensor_chunks = chunks;
    return estimate_step(job, layout, instances(1), ideal()).exposed.tensor_s / (16 * 8);
  };
  // One collective a layer and pass: 14 µs a chunk and 1.75 S/B; products of G forward, 2 G backward.
  const double g = layer_s / 8;
  const auto c = [](double chunks) { return chunks * 14e-6 + 1.75 * 2048 * 4096 * 2 / 300e9; };
  const auto exposed_s = [](double traffic_s, double products_s, double chunks) {
    return std::max(traffic_s - products_s, 0.0) + std::min(traffic_s, products_s) / chunks;
  };
  EXPECT_NEAR(waited_s(1), 2 * c(1), 1e-12);
  // A quarter of the message may take a way of less latency than the ring, never of more bandwidth.
  EXPECT_LE(waited_s(4), exposed_s(c(4), g, 4) + exposed_s(c(4), 2 * g, 4));
  EXPECT_GE(waited_s(4), exposed_s(c(0), g, 4) + exposed_s(c(0), 2 * g, 4));
  EXPECT_LT(waited_s(8), waited_s(2));
  EXPECT_EQ(waited_s(0), waited_s(1)) << "an ideal calibration hides nothing";
}

TEST(Step, ContextByAllToAllDoesTheSameWorkAndWaitsForItsExchanges) {
  const TrainingJob job = job_of(with_attention(8));
  Layout layout;
  layout.cp = 8;
  layout.dp = 1;
  const StepEstimate ring = estimate_step(job, layout, instances(1), ideal());
  layout.context_parallel = ContextParallel::all_to_all;
  const StepEstimate heads = estimate_step(job, layout, instances(1), ideal());
  EXPECT_NEAR(heads.compute_s, ring.compute_s, 0.01 * ring.compute_s);
  // Queries, keys, values and results of 2048/8 tokens of 4096 values, forward and backward: 3 µs and 7/8 S/B each.
  const double each_s = 3e-6 + 7.0 / 8 * 256 * 4096 * 2 / 300e9;
  EXPECT_NEAR(heads.exposed.context_s, 16 * 8 * 2 * 4 * each_s, 1e-9);
}

TEST(Step, TensorParallelismDividesWorkAndTalks) {
  const TrainingJob job = job_of(two_matrices(8));
  Layout layout;
  layout.tp = 8;
  const StepEstimate step = estimate_step(job, layout, instances(1), ideal());
  EXPECT_NEAR(step.compute_s, 16 * 8 * (3 * layer_s + accumulate_s) / 8, 1e-9);
  // two all-reduces a layer and micro-batch of 2048 · 4096 · 2 bytes: 14 µs and 1.75 S/B
  EXPECT_NEAR(step.exposed.tensor_s, 16 * 8 * 2 * (14e-6 + 1.75 * 2048 * 4096 * 2 / 300e9), 1e-9);
  layout.sequence_parallel = true;
  EXPECT_NEAR(estimate_step(job, layout, instances(1), ideal()).exposed.tensor_s, step.exposed.tensor_s, 1e-9);
  Calibration overlapping = ideal();
  overlapping.tensor_exposed = 0.75;
  EXPECT_NEAR(estimate_step(job, layout, instances(1), overlapping).exposed.tensor_s, 0.75 * step.exposed.tensor_s,
              1e-9);
}

TEST(Step, GradientsHideBehindCompute) {
  const TrainingJob job = job_of(two_matrices(8));
  Layout layout;
  layout.dp = 8;
  const double parameters = 8.0 * 2 * 4096 * 16384;
  // 8 buckets, one for each layer: all but the last hide.
  EXPECT_NEAR(estimate_step(job, layout, instances(1), ideal()).exposed.data_s,
              14e-6 + 1.75 * parameters * 2 / 300e9 / 8, 1e-9);
  Calibration blocking = ideal();
  blocking.compute_overlap = 0;
  EXPECT_NEAR(estimate_step(job, layout, instances(1), blocking).exposed.data_s,
              8 * 14e-6 + 1.75 * parameters * 2 / 300e9, 1e-9);
  layout.zero = 1;
  EXPECT_NEAR(estimate_step(job, layout, instances(1), blocking).exposed.data_s,
              8 * 14e-6 + 1.75 * parameters * 2 / 300e9, 1e-9);
  layout.zero = 2;  // 2 micro-batches: gradients twice, weights once
  EXPECT_NEAR(estimate_step(job, layout, instances(1), blocking).exposed.data_s,
              3 * (8 * 7e-6 + 7.0 / 8 * parameters * 2 / 300e9), 1e-9);
  layout.zero = 3;  // twice: 2 micro-batches; three collectives of each layer in each
  EXPECT_NEAR(estimate_step(job, layout, instances(1), blocking).exposed.data_s,
              2 * 3 * (8 * 7e-6 + 7.0 / 8 * parameters * 2 / 300e9), 1e-9);
}

TEST(Step, ShardedGradientsAreReducedAfterEveryMicroBatch) {
  Calibration blocking = ideal();
  blocking.compute_overlap = 0;
  const auto data_s = [&](std::int64_t batch, int zero) {
    Layout layout;
    layout.dp = 8;
    layout.zero = zero;
    return estimate_step(job_of(two_matrices(8), batch), layout, instances(1), blocking).exposed.data_s;
  };
  EXPECT_NEAR(data_s(8, 2), data_s(8, 1), 1e-12);
  EXPECT_GT(data_s(16, 2), data_s(16, 1));
  EXPECT_NEAR(data_s(64, 1), data_s(8, 1), 1e-12);
}

TEST(Step, ShardingDividesTheOptimizer) {
  const TrainingJob job = job_of(two_matrices(8));
  Layout layout;
  layout.dp = 8;
  const double whole = estimate_step(job, layout, instances(1), ideal()).optimizer_s;
  layout.zero = 1;
  EXPECT_NEAR(estimate_step(job, layout, instances(1), ideal()).optimizer_s, whole / 8, 1e-12);
}

TEST(Step, ExpertsAreDispatchedAndCombined) {
  const TrainingJob job = job_of(with_experts(8));
  Layout layout;
  layout.dp = 8;
  EXPECT_EQ(estimate_step(job, layout, instances(1), ideal()).exposed.expert_s, 0);
  layout.ep = 8;
  // 2 micro-batches, 8 layers, 4 all-to-alls of 2048 · 2 rows of 4096 · 2 bytes
  EXPECT_NEAR(estimate_step(job, layout, instances(1), ideal()).exposed.expert_s,
              2 * 8 * 4 * (3e-6 + 7.0 / 8 * 2048 * 2 * 4096 * 2 / 300e9), 1e-9);
}

TEST(Step, ContextParallelismHidesItsRingBehindAttention) {
  const TrainingJob job = job_of(with_attention(8));
  Layout layout;
  layout.cp = 8;
  const double within = estimate_step(job, layout, instances(1), ideal()).exposed.context_s;
  Instance alone = instances(1).instance();
  alone.accelerators = 1;
  const double between = estimate_step(job, layout, {alone, 8}, ideal()).exposed.context_s;
  EXPECT_GT(between, within);
}

TEST(Step, AdaptersCostNoWeightGradients) {
  TrainingJob job = job_of(two_matrices(8));
  Layout layout;
  layout.dp = 8;
  const StepEstimate full = estimate_step(job, layout, instances(1), ideal());
  job.lora = Lora{};
  const StepEstimate lora = estimate_step(job, layout, instances(1), ideal());
  EXPECT_NEAR(lora.model_flops, full.model_flops * 2 / 3, 1);
  EXPECT_GT(lora.compute_s, full.compute_s * 2 / 3 * 0.95);
  EXPECT_LT(lora.compute_s, full.compute_s * 0.8);
  EXPECT_LT(lora.optimizer_s, full.optimizer_s / 50);
}

TEST(Step, WhatAdaptersGiveIsScaledAndAdded) {
  TrainingJob job = job_of(two_matrices(8));
  job.lora = Lora{};
  const StepEstimate every = estimate_step(job, Layout{}, instances(1), ideal());
  Calibration fused = ideal();
  ElementwiseRuns compiled;
  compiled.fuses = true;
  fused.elementwise = std::make_shared<ElementwiseRuns>(compiled);
  const StepEstimate one_kernel = estimate_step(job, Layout{}, instances(1), fused);
  // 16 sequences of 2,048 tokens, eight layers: 2 values of each output more, forward and backward
  const double outputs = 16.0 * 2048 * 8 * (16384 + 4096);
  EXPECT_NEAR(every.compute_s - one_kernel.compute_s, 2 * 2 * 2 * outputs / 2039e9, 1e-9);
  job.lora->adapted = Adapted::attention;  // two matrices without attention: no adapters
  const StepEstimate none = estimate_step(job, Layout{}, instances(1), ideal());
  EXPECT_LT(none.compute_s, one_kernel.compute_s);
  EXPECT_LT(none.optimizer_s, every.optimizer_s);
}

TEST(Step, ElementwiseOperationsBehindABatchNormalisationRunInItsKernel) {
  const double values = 100;
  const Operator norm{"bn", MemoryOperator{values, values, MemoryWork::batch_norm}};
  const Operator sum{"residual", MemoryOperator{2 * values, values}},
      activation{"relu", MemoryOperator{values, values}};
  const std::vector<Operator> kernels = fused_behind_batch_norms({norm, sum, activation, norm});
  ASSERT_EQ(kernels.size(), 2);
  const auto& first = std::get<MemoryOperator>(kernels.front().kind);
  EXPECT_DOUBLE_EQ(first.values_read + first.values_written, 3 * values);
  EXPECT_EQ(fused_behind_batch_norms({activation, sum}).size(), 2) << "behind no normalisation each is its own";
}

TEST(Step, APackedBaseIsUnpackedBeforeEachPass) {
  TrainingJob job = job_of(two_matrices(8));
  job.lora = Lora{};
  const StepEstimate lora = estimate_step(job, Layout{}, instances(1), ideal());
  job.lora->base = DataType::nf4;
  const StepEstimate packed = estimate_step(job, Layout{}, instances(1), ideal());
  // 16 micro-batches, two passes, eight layers: 2 · 4096 · 16384 values read packed and written in two bytes
  const double values = 16.0 * 2 * 8 * 2 * 4096 * 16384;
  EXPECT_NEAR(packed.compute_s - lora.compute_s, values * (bytes_per_value(DataType::nf4) + 2) / 2039e9, 1e-9);
  job.lora->unpacking = {.bytes = 22, .again_backward = false};
  const StepEstimate kept = estimate_step(job, Layout{}, instances(1), ideal());
  EXPECT_NEAR(kept.compute_s - lora.compute_s, values / 2 * 22 / 2039e9, 1e-9);
}

TEST(Step, APackedBaseIsGatheredPacked) {
  TrainingJob job = job_of(two_matrices(8));
  job.lora = Lora{};
  const DataParallel whole(job, dgx_a100(), ideal());
  TrainingJob packing = job;
  packing.lora->base = DataType::nf4;
  const DataParallel packed(packing, dgx_a100(), ideal());
  Layout layout;
  layout.dp = 8;
  layout.zero = 3;
  const Held held{.linear = 1e9, .adapters = 1e7};
  EXPECT_NEAR(packed.gather_s(held, layout, 1) / whole.gather_s(held, layout, 1), bytes_per_value(DataType::nf4) / 2,
              1e-3);
  layout.zero = 2;  // what is frozen stays whole on each rank: adapters alone travel, in their type
  EXPECT_EQ(packed.gather_s(held, layout, 1), whole.gather_s(held, layout, 1));
}

TEST(Step, AnOffloadedOptimizerGoesOverTheLinkAndThroughTheHost) {
  TrainingJob job = job_of(two_matrices(8));
  job.host_update = {.parameters_per_s = 2e9, .memory_share = 0.9, .source = ""};
  Cluster cluster = instances(1);
  Instance instance = cluster.instance();
  instance.accelerator.host_link_bytes_per_s = 25e9;
  Layout layout;
  layout.dp = 8;
  layout.zero = 2;
  layout.offload_optimizer = true;
  const StepEstimate step = explain_step(job, layout, {instance, 1}, ideal());
  const double parameters = 8.0 * 2 * 4096 * 16384;  // of the model, each rank an eighth
  EXPECT_NEAR(step.optimizer_s, parameters / 8 * (2 + 2) / 25e9 + parameters / 2e9, 1e-9);
  EXPECT_NEAR(sum_of_terms(step), step.step_time_s, 1e-9);
}

TEST(Step, AHostThatIsBusierThanTheDeviceSetsTheTime) {
  const TrainingJob job = job_of(two_matrices(8));
  Calibration calibration = ideal();
  const double before = estimate_step(job, Layout{}, instances(1), calibration).compute_s;
  calibration.layer_overhead_s = 1e-6;
  EXPECT_NEAR(estimate_step(job, Layout{}, instances(1), calibration).compute_s, before, 1e-6);
  calibration.layer_overhead_s = 1;
  EXPECT_NEAR(estimate_step(job, Layout{}, instances(1), calibration).compute_s, 16 * 8 * 2, 1e-3);
}

TEST(Step, ACapturedStepLeavesAShareOfTheHostsTime) {
  const TrainingJob job = job_of(with_experts(8));
  Calibration calibration = ideal();
  calibration.layer_overhead_s = 1;
  calibration.expert_overhead_s = 0.5;
  calibration.captured_step = 0.1;
  Layout layout;
  const StepEstimate launched = estimate_step(job, layout, instances(1), calibration);
  layout.captured_step = true;
  const StepEstimate captured = estimate_step(job, layout, instances(1), calibration);
  const double passes = 16 * 8 * 2;
  EXPECT_NEAR(launched.exposed.expert_s, passes * 0.5, 1e-9);
  EXPECT_NEAR(captured.exposed.expert_s, passes * 0.05, 1e-9);
  EXPECT_LT(captured.compute_s, 0.25 * launched.compute_s);
}

TEST(Step, ASlowDataSetStarvesTheAccelerators) {
  TrainingJob job = job_of(two_matrices(8));
  const StepEstimate fed = estimate_step(job, Layout{}, instances(1), ideal());
  EXPECT_EQ(fed.loading_s, 0);
  job.data_set.bytes = 100e9;  // 100 steps: 1 GB each
  job.data_set.bytes_per_s = 10e6;
  const StepEstimate starved = estimate_step(job, Layout{}, instances(1), ideal());
  EXPECT_NEAR(starved.step_time_s, 100, 1e-9);
  EXPECT_NEAR(starved.loading_s, 100 - fed.step_time_s, 1e-9);
  EXPECT_NEAR(estimate_step(job, Layout{}, instances(4), ideal()).step_time_s, 25, 1e-9);
}

TEST(Step, TermsAddUp) {
  const TrainingJob job = job_of(with_experts(8), 64);
  Calibration calibration = ideal();
  calibration.compute_overlap = 0.5;
  calibration.layer_overhead_s = 1e-4;
  calibration.iteration_overhead_s = 1e-3;
  for (const std::int64_t tp : {1, 4}) {
    for (const std::int64_t pp : {1, 2}) {
      for (const int zero : {0, 1, 2, 3}) {
        for (const Recompute recompute : {Recompute::none, Recompute::selective, Recompute::full}) {
          Layout layout;
          layout.tp = tp;
          layout.pp = pp;
          layout.dp = 16 / (tp * pp);
          layout.ep = 2;
          layout.zero = zero;
          layout.recompute = recompute;
          const StepEstimate step = explain_step(job, layout, instances(2), calibration);
          EXPECT_NEAR(sum_of_terms(step), step.step_time_s, 1e-9 * step.step_time_s);
          EXPECT_NEAR(step.compute_s + step.exposed.total_s() + step.bubble_s + step.optimizer_s + step.loading_s,
                      step.step_time_s, 1e-9 * step.step_time_s);
          EXPECT_EQ(estimate_step(job, layout, instances(2), calibration).step_time_s, step.step_time_s);
        }
      }
    }
  }
}

TEST(Step, AnEstimatorRemembersWithoutMixingLayoutsUp) {
  const TrainingJob job = job_of(with_attention(8), 64);
  const Cluster cluster = instances(1);
  StepEstimator estimator(job, cluster, ideal());
  for (int round = 0; round < 2; ++round) {
    for (const std::int64_t tp : {1, 2, 8}) {
      for (const std::int64_t micro_batch : {1, 2}) {
        for (const Recompute recompute : {Recompute::none, Recompute::full}) {
          Layout layout;
          layout.tp = tp;
          layout.dp = 8 / tp;
          layout.micro_batch = micro_batch;
          layout.recompute = recompute;
          EXPECT_EQ(estimator(layout).step_time_s, estimate_step(job, layout, cluster, ideal()).step_time_s);
        }
      }
    }
  }
}

/// Narayanan et al. 2021 (arXiv 2104.04473), §5.1: 300 billion tokens through GPT-3 175B on 1024 A100 in 34 days.
TEST(Step, Gpt3OnAThousandA100TakesAboutThePublished34Days) {
  const DataFiles data;
  const Catalog catalog = Catalog::read(data).value();
  TrainingJob job;
  job.model = read_model("gpt3-175b", data).value();
  job.tokens = 300'000'000'000;
  job.sequence_length = 2048;
  job.global_batch = 1536;
  job.recipe = find_recipe(data, "fp16").value();
  job.optimizer = find_optimizer(data, "adamw").value();
  job.flash_attention = false;
  Layout layout;
  layout.tp = 8;
  layout.pp = 16;
  layout.dp = 8;
  layout.recompute = Recompute::full;
  const Instance instance = catalog.instance("dgx-a100-80gb").value();
  const Calibration calibration = find_calibration(data, instance.accelerator, "training").value();
  const StepEstimate step = estimate_step(job, layout, {instance, 128}, calibration);
  const double days = step.step_time_s * static_cast<double>(job.steps()) / 86400;
  EXPECT_NEAR(days, 34, 0.1 * 34);
}

}  // namespace
}  // namespace hakaru
