#include "hakaru/memory/serving_memory.h"

#include <gtest/gtest.h>

#include "gpt.h"
#include "hakaru/core/quantities.h"

namespace hakaru {
namespace {

using testing::named;
using testing::sum_of;

Accelerator accelerator_of(double gib) {
  Accelerator accelerator;
  accelerator.memory_bytes = gib * gibi;
  return accelerator;
}

const MemoryReserve vllm{
    .fixed_bytes = 1e9, .share_of_capacity = 0.1, .source = "", .kv_block_tokens = 16, .prefill_tokens = 8192};

ServingJob job_of(const char* model, std::int64_t context) {
  ServingJob job;
  job.model = named(model);
  job.context = context;
  return job;
}

double value_of(const Terms& terms, std::string_view name) {
  const auto found = std::ranges::find(terms, name, &Term::name);
  return found == terms.end() ? 0 : found->value;
}

Layout split_over(std::int64_t tp, std::int64_t pp = 1) {
  Layout layout;
  layout.tp = tp;
  layout.pp = pp;
  return layout;
}

TEST(ServingMemory, QwenByHand) {
  const ServingJob job = job_of("qwen2.5-7b-instruct", 8192);
  const ServingMemory memory = serving_memory(job, split_over(1), accelerator_of(80), vllm, 4);
  EXPECT_DOUBLE_EQ(memory.device.weights_bytes, 2.0 * 7'615'616'512);
  EXPECT_DOUBLE_EQ(memory.kv_bytes_per_sequence, 57'344.0 * 8192);
  EXPECT_DOUBLE_EQ(memory.device.kv_cache_bytes, 4 * 57'344.0 * 8192);
  EXPECT_DOUBLE_EQ(memory.device.buffers_bytes, 4.0 * 152'064 * (2 + 4));
  EXPECT_DOUBLE_EQ(memory.device.reserve_bytes, 1e9 + 8 * gibi);
  const double each = 57'344.0 * 8192 + 152'064 * (2 + 4);  // a cache and the logits of one token
  const double free = 80 * gibi - (memory.device.total_bytes() - 4 * each);
  EXPECT_EQ(memory.sequences_that_fit, static_cast<std::int64_t>(free / each));
}

// A vocabulary of 256,000 makes the logits of many sequences weigh; a context below a chunk lets the chunk grow.
TEST(ServingMemory, AsManySequencesAsAreSaidToFitDoFit) {
  for (const char* model : {"aya-23-8b", "gemma-2-9b", "qwen2.5-7b-instruct", "deepseek-v2-lite"}) {
    for (const std::int64_t context : {16, 512, 1024, 8192}) {
      const ServingJob job = job_of(model, context);
      const auto at = [&](std::int64_t sequences) {
        return serving_memory(job, split_over(1), accelerator_of(40), vllm, sequences);
      };
      const std::int64_t most = at(1).sequences_that_fit;
      ASSERT_GE(most, 1) << model;
      EXPECT_LE(at(most).device.total_bytes(), 40 * gibi) << model << ' ' << context;
      EXPECT_GE(at(most).sequences_that_fit, most) << model << ' ' << context;
      EXPECT_GT(at(2 * most).device.total_bytes(), 40 * gibi) << model << ' ' << context;
    }
  }
}

// 32 layers × 2 × 1,280 × 2 bytes = 163,840 for each of 448 tokens and of 1,500 positions (245.76 MB), block by block.
TEST(ServingMemory, WhisperKeepsItsAudioBesideItsTokens) {
  MemoryReserve unpaged = vllm;
  unpaged.kv_block_tokens = 1;
  const ServingJob job = job_of("whisper-large-v3", 448);
  const ServingMemory memory = explain_serving_memory(job, split_over(1), accelerator_of(24), unpaged, 2);
  EXPECT_DOUBLE_EQ(value_of(memory.terms, "cross-attention cache"), 2 * 245'760'000.0);
  EXPECT_DOUBLE_EQ(memory.device.kv_cache_bytes, 2 * (245'760'000 + 163'840 * 448.0));
  EXPECT_DOUBLE_EQ(memory.device.weights_bytes, 2.0 * 1'543'490'560);  // the encoder's too
  // Five audios are encoded at once by a chunk of 8,192: at the first convolution 3,000 frames of 128 bins become
  // 1,280.
  const ServingMemory many = serving_memory(job, split_over(1), accelerator_of(24), unpaged, 64);
  EXPECT_GE(many.device.activations_bytes, 5 * 3000 * (128 + 1280) * 2.0);
  const ServingMemory paged = serving_memory(job, split_over(1), accelerator_of(24), vllm, 1);
  EXPECT_DOUBLE_EQ(paged.kv_bytes_per_sequence, 163'840.0 * (448 + 94 * 16));
  const ServingMemory halved = serving_memory(job, split_over(2), accelerator_of(24), unpaged, 1);
  EXPECT_DOUBLE_EQ(halved.kv_bytes_per_sequence, 163'840.0 * 1948 / 2);
}

// flan-t5-xl: 24 layers × 2 × 32 × 64 × 2 bytes; each token of prompt and answer is cached once.
TEST(ServingMemory, T5KeepsItsPromptForCrossAttention) {
  ServingJob job = job_of("flan-t5-xl", 512);
  job.input_length = 448;
  const ServingMemory memory = explain_serving_memory(job, split_over(1), accelerator_of(80), vllm, 1);
  EXPECT_DOUBLE_EQ(value_of(memory.terms, "cross-attention cache"), 196'608.0 * 448);
  EXPECT_DOUBLE_EQ(value_of(memory.terms, "KV cache"), 196'608.0 * 64);
  EXPECT_DOUBLE_EQ(memory.kv_bytes_per_sequence, 196'608.0 * 512);
}

TEST(ServingMemory, KvHeadsAreRepeatedBeyondTheirNumber) {
  const ServingJob job = job_of("qwen2.5-7b-instruct", 8192);  // 4 kv heads
  const auto kv = [&](std::int64_t tp) {
    return serving_memory(job, split_over(tp), accelerator_of(80), vllm, 1).kv_bytes_per_sequence;
  };
  EXPECT_DOUBLE_EQ(kv(4), kv(1) / 4);
  EXPECT_DOUBLE_EQ(kv(28), kv(4));
}

TEST(ServingMemory, CompressedCacheIsWholeOnEveryRank) {
  const ServingJob job = job_of("deepseek-v3", 4096);
  const double one = serving_memory(job, split_over(1), accelerator_of(80), vllm, 1).kv_bytes_per_sequence;
  const double eight = serving_memory(job, split_over(8), accelerator_of(80), vllm, 1).kv_bytes_per_sequence;
  EXPECT_DOUBLE_EQ(one, 61.0 * 576 * 4096 * 2);
  EXPECT_DOUBLE_EQ(eight, one);
}

TEST(ServingMemory, BlocksRoundUp) {
  const double odd = serving_memory(job_of("qwen2.5-7b-instruct", 17), split_over(1), accelerator_of(80), vllm, 1)
                         .kv_bytes_per_sequence;
  EXPECT_DOUBLE_EQ(odd, 57'344.0 * 32);
}

TEST(ServingMemory, WindowsStopGrowing) {
  const auto kv = [](std::int64_t context) {
    return serving_memory(job_of("mimo-v2-flash", context), split_over(1), accelerator_of(80), vllm, 1)
        .kv_bytes_per_sequence;
  };
  EXPECT_LT(kv(65536) - kv(32768), kv(32768));
}

TEST(ServingMemory, RecurrentStateDoesNotGrow) {
  ServingJob job = job_of("qwen3-next-80b-a3b-instruct", 1024);
  const double states = state_bytes_per_sequence(job.model);
  ASSERT_GT(states, 0);
  const double kv = serving_memory(job, split_over(1), accelerator_of(80), vllm, 1).kv_bytes_per_sequence;
  EXPECT_DOUBLE_EQ(kv - states, kv_cache_bytes_per_token(job.model) * 1024);
}

TEST(ServingMemory, QuantisedWeightsLeaveTablesWide) {
  ServingJob job = job_of("qwen2.5-7b-instruct", 8192);
  const double wide = serving_memory(job, split_over(1), accelerator_of(80), vllm, 1).device.weights_bytes;
  job.weights = DataType::int4;
  const double narrow = serving_memory(job, split_over(1), accelerator_of(80), vllm, 1).device.weights_bytes;
  const double tables = 2.0 * 152'064 * 3584 * 2;
  EXPECT_GT(narrow, tables);
  EXPECT_LT(narrow, tables + 0.3 * (wide - tables));
  job.weights = job.compute = DataType::fp8;
  EXPECT_NEAR(serving_memory(job, split_over(1), accelerator_of(80), vllm, 1).device.weights_bytes,
              tables + 0.5 * (wide - tables), 0.001 * wide);
}

TEST(ServingMemory, ExpertsHaveTheirOwnType) {
  ServingJob job = job_of("mixtral-8x7b", 4096);
  const double wide = serving_memory(job, split_over(8), accelerator_of(80), vllm, 1).device.weights_bytes;
  job.experts = DataType::fp8;
  const double narrow = serving_memory(job, split_over(8), accelerator_of(80), vllm, 1).device.weights_bytes;
  EXPECT_DOUBLE_EQ(wide - narrow, 32.0 * 8 * 3 * 4096 * 14336 / 8);
}

TEST(ServingMemory, PipelineStagesShareLayersAndCache) {
  const ServingJob job = job_of("llama-3.1-8b", 4096);
  const ServingMemory whole = serving_memory(job, split_over(1), accelerator_of(80), vllm, 8);
  const ServingMemory half = serving_memory(job, split_over(1, 2), accelerator_of(80), vllm, 8);
  EXPECT_DOUBLE_EQ(half.kv_bytes_per_sequence, whole.kv_bytes_per_sequence / 2);
  EXPECT_GT(half.sequences_that_fit, 2 * whole.sequences_that_fit);
}

TEST(ServingMemory, NothingFitsOnASmallDevice) {
  const ServingMemory memory = serving_memory(job_of("llama-3.1-8b", 4096), split_over(1), accelerator_of(8), vllm, 1);
  EXPECT_EQ(memory.sequences_that_fit, 0);
  EXPECT_LT(memory.free_for_kv_bytes, 0);
}

TEST(ServingMemory, GrowsWithSequencesAndContext) {
  double before = 0;
  for (std::int64_t sequences = 1; sequences <= 256; sequences *= 2) {
    const double total =
        serving_memory(job_of("llama-3.1-8b", 4096), split_over(2), accelerator_of(80), vllm, sequences)
            .device.total_bytes();
    EXPECT_GT(total, before);
    before = total;
  }
}

TEST(ServingMemory, TermsAddUp) {
  for (const char* name : {"qwen2.5-7b-instruct", "deepseek-v3", "qwen3-next-80b-a3b-instruct", "mixtral-8x7b"}) {
    for (const std::int64_t pp : {1, 2}) {
      const ServingMemory memory =
          explain_serving_memory(job_of(name, 8192), split_over(2, pp), accelerator_of(80), vllm, 8);
      EXPECT_NEAR(sum_of(memory.terms) / memory.device.total_bytes(), 1, 1e-12) << name;
    }
  }
}

TEST(InferenceMemory, WeightsAndTheLargestPairOfMaps) {
  BatchInferenceJob job;
  job.model = named("resnet-50");
  job.weights = job.compute = DataType::fp32;
  const MemoryBreakdown one = inference_memory(job, {}, accelerator_of(16), {}, 1);
  const MemoryBreakdown eight = inference_memory(job, {}, accelerator_of(16), {}, 8);
  EXPECT_DOUBLE_EQ(one.weights_bytes, 4.0 * 25'557'032);
  EXPECT_DOUBLE_EQ(eight.activations_bytes, 8 * one.activations_bytes);
  EXPECT_GE(one.activations_bytes, 4.0 * 2 * 112 * 112 * 64);  // the first convolution's output, in and out of its norm
}

}  // namespace
}  // namespace hakaru
