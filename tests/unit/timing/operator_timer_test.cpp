#include "hakaru/timing/operator_timer.h"

#include <gtest/gtest.h>

#include "machines.h"
#include "measured.h"

namespace hakaru {
namespace {

using testing::a100;
using testing::ideal;

constexpr double microsecond = 1e-6;

Operator product(double m, std::int64_t n, std::int64_t k, double groups = 1) {
  return {"product", Gemm{m, n, k, groups, true}};
}

Operator attention(double batch, double queries, double keys, bool causal) {
  AttentionOperator op;
  op.batch = batch;
  op.query_tokens = queries;
  op.kv_tokens = keys;
  op.causal = causal;
  op.heads = 32;
  op.kv_heads = 8;
  op.key_dim = op.value_dim = 128;
  op.cached_values_per_token = 8 * 256;
  return {"attention", op};
}

TEST(OperatorTimer, LargeProductIsBoundByTheTensorCores) {
  Calibration calibration = ideal();
  calibration.gemm_efficiency = 0.8;
  OperatorTimer timer(a100(), calibration);
  EXPECT_NEAR(timer.forward_s(product(4096, 4096, 4096), {}) / microsecond, 550.6, 0.1);
}

TEST(OperatorTimer, MatrixTimesVectorIsBoundByMemory) {
  OperatorTimer timer(a100(), ideal());
  // 2 bytes · (4096² weights + 4096 in + 4096 out) / 2039 GB/s
  EXPECT_NEAR(timer.forward_s(product(1, 4096, 4096), {}) / microsecond, 16.464, 0.001);
  OperatorTypes types;
  types.weights = DataType::int4;  // 4 bits and 20 bits of scale and zero point for 128
  EXPECT_NEAR(timer.forward_s(product(1, 4096, 4096), types) / microsecond, 16777216 * 0.51953125 / 2039e3 + 0.008,
              0.05);
}

TEST(OperatorTimer, FewRowsCostAWholeTile) {
  Calibration calibration = ideal();
  calibration.small_gemm_tokens = 1024;
  OperatorTimer timer(a100(), calibration);
  EXPECT_DOUBLE_EQ(timer.forward_s(product(16, 8192, 8192), {}), timer.forward_s(product(1024, 8192, 8192), {}));
}

TEST(OperatorTimer, PrefillAttentionCountsThePairsThatAreSeen) {
  OperatorTimer timer(a100(), ideal());
  // 4096·4097/2 pairs · 2 · 32 heads · 256 = 137.5 GFLOP
  EXPECT_NEAR(timer.forward_s(attention(1, 4096, 4096, true), {}) / microsecond, 440.7, 0.1);
  EXPECT_NEAR(timer.backward_s(attention(1, 4096, 4096, true), {}) / microsecond, 1101.5, 0.1);
}

TEST(OperatorTimer, DecodeAttentionReadsTheCache) {
  OperatorTimer timer(a100(), ideal());
  OperatorTypes types;
  // 64 sequences · 4096 tokens · 2048 values · 2 bytes = 1.074 GB, and the queries
  EXPECT_NEAR(timer.forward_s(attention(64, 1, 4096, true), types) / microsecond, 527.1, 0.6);
  types.kv_cache = DataType::fp8;
  EXPECT_NEAR(timer.forward_s(attention(64, 1, 4096, true), types) / microsecond, 527.1 / 2, 0.6);
}

TEST(OperatorTimer, UnfusedAttentionMovesItsScores) {
  OperatorTimer timer(a100(), ideal());
  OperatorTypes types;
  types.fused_attention = false;
  // the whole square, as two products of 137 GFLOP (441 µs), each of which moves 32 heads · (4096² scores + 2 · 4096 ·
  // 128 queries, keys or values) · 2 bytes in 559.5 µs; and 4096² · 32 scores · 9 bytes in 2370 µs
  EXPECT_NEAR(timer.forward_s(attention(1, 4096, 4096, true), types) / microsecond, 2 * 559.5 + 2369.7, 1);
}

TEST(OperatorTimer, ConvolutionIsAnImplicitProduct) {
  OperatorTimer timer(a100(), ideal());
  // ResNet's 3×3 over 64 channels at 56×56, 256 items: 256·3136 · 64·64·9 · 2 = 59.2 GFLOP; 205.6 MB in and out
  const Operator op{"conv", ConvolutionOperator{256.0 * 3136, 256.0 * 3136, 64, 64, 9, 1}};
  EXPECT_NEAR(timer.forward_s(op, {}) / microsecond, 189.7, 0.1);
}

TEST(OperatorTimer, NarrowProductsPayForTheCast) {
  OperatorTimer timer(a100(), ideal());
  OperatorTypes types;
  types.compute = types.weights = DataType::int8;
  const double cast_s = 4096.0 * 4096 * 3 / 2039e9;
  EXPECT_NEAR(timer.forward_s(product(4096, 4096, 4096), types), 2 * 4096.0 * 4096 * 4096 / 624e12 + cast_s, 1e-9);
}

TEST(OperatorTimer, BackwardIsTwiceForwardOrOnceWithoutWeightGradients) {
  OperatorTimer timer(a100(), ideal());
  const Operator op = product(4096, 4096, 4096);
  EXPECT_DOUBLE_EQ(timer.backward_s(op, {}), 2 * timer.forward_s(op, {}));
  EXPECT_DOUBLE_EQ(timer.backward_s(op, {}, false), timer.forward_s(op, {}));
}

TEST(OperatorTimer, NeverFasterThanPeakOrBandwidthAndMoreWorkNeverTakesLess) {
  Calibration calibration = ideal();
  calibration.gemm_efficiency = 0.8;
  calibration.memory_efficiency = 0.9;
  calibration.launch_s = 2e-6;
  OperatorTimer timer(a100(), calibration);
  for (double m = 1; m <= 16384; m *= 2) {
    for (std::int64_t n = 16; n <= 16384; n *= 4) {
      const std::int64_t k = 1024;
      const double seconds = timer.forward_s(product(m, n, k), {});
      EXPECT_GE(seconds, flops_of(product(m, n, k)) / 312e12);
      EXPECT_GE(seconds, 2.0 * static_cast<double>(n * k) / 2039e9);
      EXPECT_GE(timer.forward_s(product(2 * m, n, k), {}), seconds);
      EXPECT_GE(timer.forward_s(product(m, 2 * n, k), {}), seconds);
      EXPECT_GE(timer.forward_s(product(m, n, 2 * k), {}), seconds);
      EXPECT_GE(2 * timer.forward_s(product(m / 2, n, k), {}), seconds);
    }
  }
}

TEST(OperatorTimer, ATypeTheAcceleratorLacksTakesForever) {
  OperatorTypes types;
  types.compute = DataType::fp8;
  EXPECT_TRUE(std::isinf(OperatorTimer(a100(), ideal()).forward_s(product(8, 8, 8), types)));
}

/// Machines of each kind: GPUs whose kernels were measured, engines, peaks alone. Convolutions run as products do.
std::vector<std::pair<Accelerator, Calibration>> machines() {
  std::vector<std::pair<Accelerator, Calibration>> found{{a100(), ideal()}};
  const DataFiles data;
  const Accelerator core = *(*Catalog::read(data)).accelerator("neuroncore-v2");
  found.emplace_back(core, *find_calibration(data, core, "training"));
  for (const testing::Measured& measured : testing::measured_accelerators())
    found.emplace_back(measured.accelerator, *find_calibration(data, measured.accelerator, "training"));
  for (auto& [accelerator, calibration] : found) calibration.convolution_efficiency = calibration.gemm_efficiency;
  return found;
}

TEST(OperatorTimer, NoUseOfAnAcceleratorBeatsItsPeakOrItsMemory) {
  const DataFiles data;
  for (const testing::Measured& measured : testing::measured_accelerators()) {
    for (const char* use : {"training", "serving", "inference"}) {
      OperatorTimer timer(measured.accelerator, *find_calibration(data, measured.accelerator, use));
      testing::Draw draw;
      testing::Least over_peak, over_bandwidth, prompts, tokens;
      for (int at = 0; at < 2000; ++at) {
        const double m = draw.size(1, 65536);
        const std::int64_t n = std::llround(draw.size(16, 32768)), k = std::llround(draw.size(16, 32768));
        const Operator op = product(m, n, k);
        const double seconds = timer.forward_s(op, {});
        over_peak.see(seconds * measured.peak(DataType::bf16) / flops_of(op), m, n, k);
        over_bandwidth.see(
            seconds * measured.processor.memory_bytes_per_s / (2.0 * static_cast<double>(n) * static_cast<double>(k)),
            m, n, k);
        const double batch = draw.size(1, 64), length = draw.size(16, 16384);
        const Operator prompt = attention(batch, length, length, true), token = attention(batch, 1, length, true);
        OperatorTypes serving;
        serving.paged_cache = true;
        prompts.see(timer.forward_s(prompt, {}) * measured.peak(DataType::bf16) / flops_of(prompt), batch, length);
        tokens.see(
            timer.forward_s(token, serving) * measured.processor.memory_bytes_per_s / (batch * length * 8 * 256 * 2),
            batch, length);
      }
      const std::string name = measured.accelerator.name + " " + use;
      testing::expect_at_least(over_peak, 1, name);
      testing::expect_at_least(over_bandwidth, 1, name);
      testing::expect_at_least(prompts, 1, name + ", a prompt");
      testing::expect_at_least(tokens, 1, name + ", a token");
    }
  }
}

TEST(OperatorTimer, ProductsAskedForAgainTakeWhatTheyTookFirst) {
  for (const auto& [accelerator, calibration] : machines()) {
    OperatorTimer timer(accelerator, calibration);
    testing::Draw draw;
    // Few sizes and types, so that products differ in as little as one of them.
    for (int at = 0; at < 300; ++at) {
      OperatorTypes types;
      types.activations = draw.one_of(std::array{DataType::bf16, DataType::fp32});
      types.weights = draw.one_of(std::array{DataType::bf16, DataType::int8, DataType::int4});
      const double m = draw.one_of(std::array{1.0, 64.5, 4096.0});
      const std::int64_t n = draw.one_of(std::array{64, 4096}), k = draw.one_of(std::array{64, 4096});
      const double inputs = draw.one_of(std::array{0.5, 1.0}) * m;
      const Operator op = draw.share() < 0.5
                              ? Operator{"product", Gemm{m, n, k, draw.one_of(std::array{1.0, 8.0}), true}}
                              : Operator{"convolution", ConvolutionOperator{m, inputs, k, n, 1, 1}};
      EXPECT_EQ(timer.forward_s(op, types), OperatorTimer(accelerator, calibration).forward_s(op, types))
          << accelerator.name << " " << at;
    }
  }
}

TEST(OperatorTimer, BackwardOfAProductIsTheTwoRealProducts) {
  for (const auto& [accelerator, calibration] : machines()) {
    OperatorTimer timer(accelerator, calibration);
    testing::Draw draw;
    for (int at = 0; at < 300; ++at) {
      const std::int64_t m = std::llround(draw.size(1, 16384));
      const std::int64_t n = std::llround(draw.size(16, 16384)), k = std::llround(draw.size(16, 16384));
      const auto real = [](std::int64_t size) { return static_cast<double>(size); };
      const Operator op = product(real(m), n, k);
      const double of_input_s = timer.forward_s(product(real(m), k, n), {});
      const double of_weights_s = timer.forward_s(product(real(n), k, m), {});
      EXPECT_DOUBLE_EQ(timer.backward_s(op, {}), of_input_s + of_weights_s) << accelerator.name;
      EXPECT_DOUBLE_EQ(timer.backward_s(op, {}, false), of_input_s) << accelerator.name;
    }
  }
}

TEST(OperatorTimer, AConvolutionOfOneValueIsAProduct) {
  for (const auto& [accelerator, calibration] : machines()) {
    OperatorTimer timer(accelerator, calibration);
    for (const double positions : {49.0, 3136.0, 802816.0}) {
      for (const std::int64_t in : {64, 512, 2048}) {
        const Operator convolution{"convolution", ConvolutionOperator{positions, positions, in, 256, 1, 1}};
        EXPECT_DOUBLE_EQ(timer.forward_s(convolution, {}), timer.forward_s(product(positions, 256, in), {}))
            << accelerator.name << " " << positions << " " << in;
      }
    }
  }
}

TEST(OperatorTimer, APatchThatIsReadAgainMovesOnce) {
  for (const auto& [accelerator, calibration] : machines()) {
    OperatorTimer timer(accelerator, calibration);
    const double positions = 64 * 3136;
    const Operator three_by_three{"convolution", ConvolutionOperator{positions, positions, 64, 64, 9, 1}};
    EXPECT_LE(timer.forward_s(three_by_three, {}), timer.forward_s(product(positions, 64, 64 * 9), {}))
        << accelerator.name;
  }
}

}  // namespace
}  // namespace hakaru
