#include "hakaru/serving/steady/serving_estimate.h"

#include <gtest/gtest.h>

#include "../timing/machines.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/model/read.h"

namespace hakaru {
namespace {

using testing::dgx_a100;
using testing::ideal;

constexpr std::int64_t hidden = 4096;
constexpr double bandwidth = 2039e9;
constexpr double peak = 312e12;

/// Four layers of attention over 8 KV heads and two matrices, no ends.
Model small_decoder() {
  Attention attention;
  attention.heads = 32;
  attention.kv_heads = 8;
  attention.key_dim = attention.value_dim = 128;
  attention.cache = KvCache::full;
  Block layer;
  layer.name = "layer";
  layer.modules = {{"attention", attention},
                   {"up", Linear{.in = hidden, .out = 4 * hidden, .split = Split::column}},
                   {"down", Linear{.in = 4 * hidden, .out = hidden, .split = Split::row}}};
  Model model;
  model.name = "small decoder";
  model.hidden = hidden;
  model.heads = 32;
  model.kv_heads = 8;
  model.layer_kinds = {layer};
  model.layers.assign(4, 0);
  return model;
}

Model with_experts() {
  Model model = small_decoder();
  for (Module& module : model.layer_kinds[0].modules) {
    if (auto* linear = std::get_if<Linear>(&module.kind)) {
      linear->expert_split = linear->split;
      linear->split = Split::expert;
      linear->experts = 64;
      linear->experts_per_token = 4;
    }
  }
  return model;
}

ServingJob job_of(Model model) {
  ServingJob job;
  job.model = std::move(model);
  job.input_length = 1024;
  job.output_length = 512;
  job.context = 1536;
  return job;
}

constexpr double weights_bytes = 4.0 * 2 * hidden * 4 * hidden * 2;

TEST(ServingEstimate, DecodingReadsWeightsAndCache) {
  const ServingJob job = job_of(small_decoder());
  const ServingEstimate estimate = estimate_serving(job, Layout{}, {dgx_a100(), 1}, ideal(), 16);
  const double rows_bytes = 4.0 * 2 * 16 * 5 * hidden * 2;
  const double cache_bytes = 4.0 * 16 * (1281 * 2048 + 32 * 256) * 2;  // 1024 + 256 cached and the new token's own
  EXPECT_NEAR(estimate.tpot_s, (weights_bytes + rows_bytes + cache_bytes) / bandwidth, 1e-9);
}

TEST(ServingEstimate, PrefillIsBoundByItsProducts) {
  const ServingJob job = job_of(small_decoder());
  const double products = 4.0 * 2 * 2 * 16 * 1024 * hidden * 4 * hidden / peak;
  const double pairs = 4.0 * 16 * 1024 * 1025 / 2 * 2 * 32 * 256 / peak;
  const ServingEstimate estimate = estimate_serving(job, Layout{}, {dgx_a100(), 1}, ideal(), 16);
  EXPECT_NEAR(estimate.ttft_s, products + pairs, 1e-9);
}

TEST(ServingEstimate, ThroughputCountsPrefillAndReplicas) {
  const ServingJob job = job_of(small_decoder());
  Layout layout;
  const ServingEstimate one = estimate_serving(job, layout, {dgx_a100(), 1}, ideal(), 16);
  EXPECT_NEAR(one.output_tokens_per_s, 16 * 512 / (one.ttft_s + 511 * one.tpot_s), 1e-6);
  EXPECT_NEAR(one.requests_per_s, one.output_tokens_per_s / 512, 1e-9);
  layout.dp = 8;
  EXPECT_NEAR(estimate_serving(job, layout, {dgx_a100(), 1}, ideal(), 16).output_tokens_per_s,
              8 * one.output_tokens_per_s, 1e-6);
}

TEST(ServingEstimate, NarrowWeightsAndCacheAreReadFaster) {
  ServingJob job = job_of(small_decoder());
  const double whole = estimate_serving(job, Layout{}, {dgx_a100(), 1}, ideal(), 1).tpot_s;
  job.weights = DataType::int8;
  const double narrow = estimate_serving(job, Layout{}, {dgx_a100(), 1}, ideal(), 1).tpot_s;
  EXPECT_NEAR(whole - narrow, weights_bytes / 2 / bandwidth, 1e-9);
  job.kv_cache = DataType::int8;
  const double cache_too = estimate_serving(job, Layout{}, {dgx_a100(), 1}, ideal(), 1).tpot_s;
  EXPECT_NEAR(narrow - cache_too, 4.0 * 1281 * 2048 / bandwidth, 1e-9);
}

TEST(ServingEstimate, TensorParallelismDividesAndPaysLatency) {
  const ServingJob job = job_of(small_decoder());
  Layout layout;
  layout.tp = 8;
  const ServingEstimate one = explain_serving(job, Layout{}, {dgx_a100(), 1}, ideal(), 1);
  const ServingEstimate eight = explain_serving(job, layout, {dgx_a100(), 1}, ideal(), 1);
  EXPECT_LT(eight.tpot_s, one.tpot_s / 4);
  double all_reduces = 0;
  for (const Term& term : eight.terms) {
    if (term.name == "decode: tensor-parallel all-reduces") all_reduces = term.value;
  }
  EXPECT_NEAR(all_reduces, 4 * (6e-6 + 2 * 4096 * 2 / 300e9), 1e-9);  // 3 levels of a tree, up and down
}

TEST(ServingEstimate, OnlyExpertsThatAreHitAreRead) {
  const ServingJob job = job_of(with_experts());
  const auto tpot_of = [&](std::int64_t batch) {
    return estimate_serving(job, Layout{}, {dgx_a100(), 1}, ideal(), batch).tpot_s;
  };
  const double expert_bytes = 4.0 * 2 * hidden * 4 * hidden * 2;
  EXPECT_NEAR(tpot_of(1), 4 * expert_bytes / bandwidth, 0.01 * tpot_of(1));
  const double hit = 64 * (1 - std::pow(1 - 4.0 / 64, 16));
  EXPECT_NEAR(tpot_of(16), hit * expert_bytes / bandwidth, 0.01 * tpot_of(16));
}

TEST(ServingEstimate, AFullPipelineDecodesAsFastAsItsStages) {
  const ServingJob job = job_of(small_decoder());
  Layout layout;
  layout.pp = 4;
  const double one_stage = estimate_serving(job, Layout{}, {dgx_a100(), 1}, ideal(), 4).tpot_s / 4;
  const double tpot = estimate_serving(job, layout, {dgx_a100(), 1}, ideal(), 16).tpot_s;
  EXPECT_GT(tpot, 4 * one_stage);
  EXPECT_LT(tpot, 4 * one_stage + 1e-4);
}

TEST(ServingEstimate, TermsAddUp) {
  Calibration calibration = ideal();
  calibration.layer_overhead_s = 1e-5;
  calibration.iteration_overhead_s = 1e-3;
  for (const std::int64_t tp : {1, 4}) {
    for (const std::int64_t pp : {1, 2}) {
      Layout layout;
      layout.tp = tp;
      layout.pp = pp;
      layout.dp = 8 / (tp * pp);
      layout.ep = layout.dp;
      const ServingEstimate estimate = explain_serving(job_of(with_experts()), layout, {dgx_a100(), 1}, calibration, 5);
      double prefill = 0, decode = 0;
      for (const Term& term : estimate.terms) {
        if (term.name.starts_with("prefill:")) prefill += term.value;
        if (term.name.starts_with("decode:")) decode += term.value;
      }
      EXPECT_NEAR(prefill, estimate.ttft_s, 1e-9 * prefill);
      EXPECT_NEAR(decode, estimate.tpot_s, 1e-9 * decode);
    }
  }
}

TEST(ServingEstimate, LargerBatchesAndContextsNeverTakeLess) {
  ServingJob job = job_of(with_experts());
  for (std::int64_t batch = 1; batch <= 256; batch *= 2) {
    const ServingEstimate estimate = estimate_serving(job, Layout{}, {dgx_a100(), 1}, ideal(), batch);
    const ServingEstimate twice = estimate_serving(job, Layout{}, {dgx_a100(), 1}, ideal(), 2 * batch);
    EXPECT_GE(twice.ttft_s, estimate.ttft_s);
    EXPECT_GE(twice.tpot_s, estimate.tpot_s);
    EXPECT_GE(twice.output_tokens_per_s, estimate.output_tokens_per_s);
  }
}

TEST(ServingEstimate, Llama8BOnOneH100DecodesInAboutSevenMilliseconds) {
  const DataFiles data;
  const Catalog catalog = Catalog::read(data).value();
  ServingJob job = job_of(read_model("llama-3.1-8b", data).value());
  const Instance instance = catalog.usual_instance_of("h100-sxm").value();
  const Calibration calibration = find_calibration(data, instance.accelerator, "serving").value();
  const double tpot_s = estimate_serving(job, Layout{}, {instance, 1}, calibration, 1).tpot_s;
  EXPECT_GT(tpot_s, 15.0e9 / 3350e9);  // its weights without the input table, at the full bandwidth
  EXPECT_LT(tpot_s, 0.008);
}

// The encoder of Whisper large-v3 does 1,500 × 2 × 637 million FLOPs and more on each 30 s of audio, ahead of the first
// token; a decode step reads 32 layers × 2 × 1,280 × 1,500 keys and values of two bytes for each sequence.
TEST(ServingEstimate, WhisperHearsBeforeItWrites) {
  ServingJob job = job_of(read_model("whisper-large-v3", DataFiles()).value());
  job.input_length = 4;
  job.output_length = 100;
  job.context = 448;
  const Cluster cluster{dgx_a100(), 1};
  const ServingEstimate one = explain_serving(job, Layout{}, cluster, ideal(), 1);
  const auto term = [](const ServingEstimate& estimate, std::string_view name) {
    const auto found = std::ranges::find(estimate.terms, name, &Term::name);
    return found == estimate.terms.end() ? 0 : found->value;
  };
  EXPECT_GT(term(one, "encoder, within prefill"), 1500 * 2 * 6.3e8 / peak);
  EXPECT_LT(term(one, "encoder, within prefill"), one.ttft_s);
  const ServingEstimate many = explain_serving(job, Layout{}, cluster, ideal(), 64);
  EXPECT_GT(many.ttft_s, 64 * 1500 * 2 * 6.3e8 / peak);
  EXPECT_GT(term(many, "decode: attention"), 64 * 245.76e6 / bandwidth);
}

}  // namespace
}  // namespace hakaru
