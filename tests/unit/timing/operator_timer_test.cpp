#include "hakaru/timing/operator_timer.h"

#include "machines.h"

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
  const OperatorTimer timer(a100(), calibration);
  EXPECT_NEAR(timer.forward_s(product(4096, 4096, 4096), {}) / microsecond, 550.6, 0.1);
}

TEST(OperatorTimer, MatrixTimesVectorIsBoundByMemory) {
  const OperatorTimer timer(a100(), ideal());
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
  const OperatorTimer timer(a100(), calibration);
  EXPECT_DOUBLE_EQ(timer.forward_s(product(16, 8192, 8192), {}), timer.forward_s(product(1024, 8192, 8192), {}));
}

TEST(OperatorTimer, PrefillAttentionCountsThePairsThatAreSeen) {
  const OperatorTimer timer(a100(), ideal());
  // 4096·4097/2 pairs · 2 · 32 heads · 256 = 137.5 GFLOP
  EXPECT_NEAR(timer.forward_s(attention(1, 4096, 4096, true), {}) / microsecond, 440.7, 0.1);
  EXPECT_NEAR(timer.backward_s(attention(1, 4096, 4096, true), {}) / microsecond, 1101.5, 0.1);
}

TEST(OperatorTimer, DecodeAttentionReadsTheCache) {
  const OperatorTimer timer(a100(), ideal());
  OperatorTypes types;
  // 64 sequences · 4096 tokens · 2048 values · 2 bytes = 1.074 GB, and the queries
  EXPECT_NEAR(timer.forward_s(attention(64, 1, 4096, true), types) / microsecond, 527.1, 0.6);
  types.kv_cache = DataType::fp8;
  EXPECT_NEAR(timer.forward_s(attention(64, 1, 4096, true), types) / microsecond, 527.1 / 2, 0.6);
}

TEST(OperatorTimer, UnfusedAttentionMovesItsScores) {
  const OperatorTimer timer(a100(), ideal());
  OperatorTypes types;
  types.fused_attention = false;
  // the whole square: 275 GFLOP in 881 µs, and 4096² · 32 scores · 13 bytes in 3423 µs
  EXPECT_NEAR(timer.forward_s(attention(1, 4096, 4096, true), types) / microsecond, 881.0 + 3422.9, 1);
}

TEST(OperatorTimer, ConvolutionIsAnImplicitProduct) {
  const OperatorTimer timer(a100(), ideal());
  // ResNet's 3×3 over 64 channels at 56×56, 256 items: 256·3136 · 64·64·9 · 2 = 59.2 GFLOP; 205.6 MB in and out
  const Operator op{"conv", ConvolutionOperator{256.0 * 3136, 256.0 * 3136, 64, 64, 9, 1}};
  EXPECT_NEAR(timer.forward_s(op, {}) / microsecond, 189.7, 0.1);
}

TEST(OperatorTimer, NarrowProductsPayForTheCast) {
  const OperatorTimer timer(a100(), ideal());
  OperatorTypes types;
  types.compute = types.weights = DataType::int8;
  const double cast_s = 4096.0 * 4096 * 3 / 2039e9;
  EXPECT_NEAR(timer.forward_s(product(4096, 4096, 4096), types), 2 * 4096.0 * 4096 * 4096 / 624e12 + cast_s, 1e-9);
}

TEST(OperatorTimer, BackwardIsTwiceForwardOrOnceWithoutWeightGradients) {
  const OperatorTimer timer(a100(), ideal());
  const Operator op = product(4096, 4096, 4096);
  EXPECT_DOUBLE_EQ(timer.backward_s(op, {}), 2 * timer.forward_s(op, {}));
  EXPECT_DOUBLE_EQ(timer.backward_s(op, {}, false), timer.forward_s(op, {}));
}

TEST(OperatorTimer, NeverFasterThanPeakOrBandwidthAndMoreWorkNeverTakesLess) {
  Calibration calibration = ideal();
  calibration.gemm_efficiency = 0.8;
  calibration.memory_efficiency = 0.9;
  calibration.launch_s = 2e-6;
  const OperatorTimer timer(a100(), calibration);
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

}  // namespace
}  // namespace hakaru
