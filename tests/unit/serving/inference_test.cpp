#include "hakaru/serving/steady/inference.h"

#include <gtest/gtest.h>

#include "../timing/machines.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/model/read.h"

namespace hakaru {
namespace {

using testing::dgx_a100;
using testing::ideal;

/// One convolution of 3×3 over 64 channels at a quarter of the picture's side, with its norm and activation.
Model one_convolution() {
  Block block;
  block.name = "convolution";
  block.stream = {.kind = Stream::Kind::image, .downsample = 4};
  block.modules = {{"conv", Convolution{.in = 64, .out = 64, .kernel = 9}},
                   {"norm", Norm{.width = 64}},
                   {"activation", Elementwise{.width_in = 64, .width_out = 64}}};
  Model model;
  model.name = "one convolution";
  model.family = Family::vision;
  model.default_image_size = 224;
  model.before = {block};
  return model;
}

BatchInferenceJob inference_job_of(Model model) {
  BatchInferenceJob job;
  job.model = std::move(model);
  return job;
}

TEST(BatchInference, NormsAreFoldedIntoConvolutions) {
  const InferenceEstimate estimate =
      estimate_inference(inference_job_of(one_convolution()), Layout{}, {dgx_a100(), 1}, ideal(), 256);
  EXPECT_NEAR(estimate.latency_s, 256.0 * 56 * 56 * 64 * 64 * 9 * 2 / 312e12, 1e-9);
  EXPECT_NEAR(estimate.items_per_s, 256 / estimate.latency_s, 1e-6);
  EXPECT_NEAR(estimate.mfu, 1, 1e-9);
}

TEST(BatchInference, RunsPerItemMultiply) {
  BatchInferenceJob job = inference_job_of(one_convolution());
  const double once = estimate_inference(job, Layout{}, {dgx_a100(), 1}, ideal(), 4).latency_s;
  job.model.runs_per_item = 50;
  EXPECT_NEAR(estimate_inference(job, Layout{}, {dgx_a100(), 1}, ideal(), 4).latency_s, 50 * once, 1e-12);
  job.runs_per_item = 20;
  EXPECT_NEAR(estimate_inference(job, Layout{}, {dgx_a100(), 1}, ideal(), 4).latency_s, 20 * once, 1e-12);
}

TEST(BatchInference, ReplicasMultiplyItemsNotLatency) {
  Layout layout;
  const InferenceEstimate one =
      estimate_inference(inference_job_of(one_convolution()), layout, {dgx_a100(), 1}, ideal(), 4);
  layout.dp = 8;
  const InferenceEstimate eight =
      estimate_inference(inference_job_of(one_convolution()), layout, {dgx_a100(), 1}, ideal(), 4);
  EXPECT_EQ(eight.latency_s, one.latency_s);
  EXPECT_NEAR(eight.items_per_s, 8 * one.items_per_s, 1e-6);
}

TEST(BatchInference, ACastTypeCostsWhatItIsComputedAs) {
  Instance instance = dgx_a100();
  instance.accelerator.rates[DataType::fp32] = {312e12, Support::cast, DataType::bf16};
  const Cluster cluster(instance, 1);
  BatchInferenceJob job = inference_job_of(one_convolution());
  const double in_bf16 = estimate_inference(job, Layout{}, cluster, ideal(), 256).latency_s;
  job.compute = DataType::fp32;
  EXPECT_EQ(estimate_inference(job, Layout{}, cluster, ideal(), 256).latency_s, in_bf16);
}

TEST(BatchInference, TermsAddUp) {
  Calibration calibration = ideal();
  calibration.iteration_overhead_s = 1e-4;
  BatchInferenceJob job = inference_job_of(one_convolution());
  job.runs_per_item = 3;
  const InferenceEstimate estimate = explain_inference(job, Layout{}, {dgx_a100(), 1}, calibration, 16);
  double sum = 0;
  for (const Term& term : estimate.terms) {
    if (term.name.starts_with("batch:")) sum += term.value;
  }
  EXPECT_NEAR(sum, estimate.latency_s, 1e-12);
}

/// Operations one by one: a product, a norm and an activation are three kernels that the host launches for 3 µs each.
TEST(BatchInference, SmallBatchesWaitForTheHostThatLaunchesOperationsOneByOne) {
  auto runs = std::make_shared<ElementwiseRuns>();
  runs->eager = true;
  runs->kernels_of_layer_overhead = 100;
  runs->inference.results = {.forward_kernels = 1};
  runs->inference.elementwise.fill({.forward_bytes = 4, .forward_kernels = 1});
  Calibration calibration = ideal();
  calibration.elementwise = runs;
  calibration.layer_overhead_s = 3e-4;
  const BatchInferenceJob job = inference_job_of(one_convolution());
  const auto latency_s = [&](std::int64_t batch) {
    return estimate_inference(job, Layout{}, {dgx_a100(), 1}, calibration, batch).latency_s;
  };
  EXPECT_NEAR(latency_s(1), 9e-6, 1e-7);
  EXPECT_NEAR(latency_s(2), latency_s(1), 1e-7);
  const double bandwidth = dgx_a100().accelerator.memory_bandwidth_bytes_per_s;
  const double device_s = 1024.0 * 56 * 56 * 64 * (64 * 9 * 2 / 312e12 + 2 * 4 / bandwidth);
  EXPECT_NEAR(latency_s(1024), device_s, 0.001 * device_s);
}

/// The worked example of the header: 8 ms of kernels for 16 items and 2 ms of the host.
TEST(BatchInference, CallsUnderWayHideTheHost) {
  const BatchInferenceJob job = inference_job_of(one_convolution());
  const Cluster cluster(dgx_a100(), 1);
  const Layout layout;
  Calibration calibration = ideal();
  const double device_s = estimate_inference(job, layout, cluster, calibration, 16).latency_s;
  calibration.iteration_overhead_s = device_s / 4;
  const InferenceService service{{&job, 1}, layout, cluster, calibration};
  const InferenceEstimate one = service.with_calls(16, 1), two = service.with_calls(16, 2);
  EXPECT_NEAR(one.latency_s, 1.25 * device_s, 1e-12);
  EXPECT_NEAR(one.items_per_s, 16 / (1.25 * device_s), 1e-3);
  EXPECT_NEAR(two.latency_s, 2 * device_s, 1e-12);
  EXPECT_NEAR(two.items_per_s, 16 / device_s, 1e-3);
}

TEST(BatchInference, NetworksOfAnItemFollowEachOther) {
  const BatchInferenceJob job = inference_job_of(one_convolution());
  const std::vector<BatchInferenceJob> twice{job, job};
  const Cluster cluster(dgx_a100(), 1);
  const Layout layout;
  const Calibration calibration = ideal();
  const InferenceService once{{&job, 1}, layout, cluster, calibration}, both{twice, layout, cluster, calibration};
  EXPECT_NEAR(both.with_calls(4, 1).latency_s, 2 * once.with_calls(4, 1).latency_s, 1e-15);
}

TEST(BatchInference, NetworksBesideAreCounted) {
  BatchInferenceJob job = inference_job_of(one_convolution());
  const Cluster cluster{dgx_a100(), 1};
  const double alone_s = estimate_inference(job, Layout{}, cluster, ideal(), 4).latency_s;
  job.model.besides.push_back({.model = one_convolution(), .runs = 3});
  EXPECT_NEAR(estimate_inference(job, Layout{}, cluster, ideal(), 4).latency_s, 4 * alone_s, 1e-12);
  const InferenceEstimate explained = explain_inference(job, Layout{}, cluster, ideal(), 4);
  double sum_s = 0;
  for (const Term& term : explained.terms) {
    if (term.name == "latency") break;
    sum_s += term.value;
  }
  EXPECT_NEAR(sum_s, 4 * alone_s, 1e-12);
}

TEST(BatchInference, RandomArrivalsTakeTheLargestBatchWithinTheirShareOfTheLimit) {
  const BatchInferenceJob job = inference_job_of(one_convolution());
  const Cluster cluster(dgx_a100(), 1);
  const Layout layout;
  Calibration calibration = ideal();
  calibration.limit_share = 0.6;
  calibration.arrival_share = 0.8;
  const InferenceService service{{&job, 1}, layout, cluster, calibration};
  const double of_1000_s = service.with_calls(1000, 1).latency_s;
  const InferenceEstimate estimate = service.with_arrivals(of_1000_s * 1.5 / 0.6);
  EXPECT_LE(estimate.latency_s, 1.5 * of_1000_s * (1 + 1e-9));
  EXPECT_GE(estimate.latency_s, 1.5 * of_1000_s * 15 / 16);
  EXPECT_NEAR(estimate.items_per_s, 0.8 * 1000 / of_1000_s, 1e-3 * estimate.items_per_s);
  // A limit that one item does not keep still has an answer: one item at a time.
  EXPECT_NEAR(service.with_arrivals(1e-12).latency_s, 1.5 * service.with_calls(1, 1).latency_s, 1e-15);
}

TEST(BatchInference, TheBestBatchIsTheSmallestThatHardlyAnyBeats) {
  const auto saturating = [](std::int64_t batch) {
    return static_cast<double>(batch) / (100.0 + static_cast<double>(batch));
  };
  EXPECT_EQ(best_batch([](std::int64_t batch) -> std::optional<double> { return std::min<double>(batch, 32); }, 1024),
            32);
  // Up to 100 can be run: the largest is the best where more always helps.
  EXPECT_EQ(
      best_batch([&](std::int64_t batch) { return batch <= 100 ? std::optional(saturating(batch)) : std::nullopt; },
                 1024),
      100);
  EXPECT_EQ(best_batch([](std::int64_t) -> std::optional<double> { return std::nullopt; }, 1024), std::nullopt);
}

TEST(BatchInference, EveryAcceleratorOfTheCatalogThatComputesHasAnEstimate) {
  const DataFiles data;
  const Catalog catalog = Catalog::read(data).value();
  BatchInferenceJob job = inference_job_of(read_model("bert-base-uncased", data).value());
  job.sequence_length = 128;
  int estimated = 0;
  for (const Accelerator& accelerator : catalog.accelerators()) {
    if (accelerator.rate(job.compute) == nullptr) continue;
    const Result<Calibration> calibration = find_calibration(data, accelerator, "inference");
    if (!calibration) continue;
    Instance instance;
    instance.accelerator = accelerator;
    const InferenceEstimate estimate = estimate_inference(job, Layout{}, {instance, 1}, *calibration, 8);
    EXPECT_GT(estimate.latency_s, 0) << accelerator.name;
    EXPECT_LT(estimate.latency_s, 60) << accelerator.name;
    ++estimated;
  }
  EXPECT_GT(estimated, 30);
}

}  // namespace
}  // namespace hakaru
