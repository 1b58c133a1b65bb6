#include "hakaru/timing/neuron_core.h"

#include <gtest/gtest.h>

#include "measured.h"

namespace hakaru {
namespace {

class NeuronCoreV2 : public ::testing::Test {
 protected:
  const Accelerator accelerator_ = *(*Catalog::read(DataFiles())).accelerator("neuroncore-v2");
  const NeuronCore core_{*accelerator_.engines, accelerator_.memory_bandwidth_bytes_per_s};

  Product product(double m, double n, double k, DataType type = DataType::bf16) const {
    Product product;
    product.m = m;
    product.n = n;
    product.k = k;
    product.compute = type;
    product.flops_per_s = accelerator_.rate(type)->flops_per_s;
    return product;
  }
  AttentionKernel attention(double tokens) const {
    AttentionKernel kernel;
    kernel.shape.batch = 1;
    kernel.shape.query_tokens = kernel.shape.kv_tokens = tokens;
    kernel.shape.heads = kernel.shape.kv_heads = 32;
    kernel.shape.key_dim = kernel.shape.value_dim = 128;
    kernel.flops_per_s = accelerator_.rate(DataType::bf16)->flops_per_s;
    return kernel;
  }
};

TEST_F(NeuronCoreV2, TakesWhatTheHeadersExamplesSay) {
  EXPECT_NEAR(1e3 * core_.product_s(product(4096, 4096, 4096)), 1.498, 0.0005);
  // A product of 64 rows ends after the tensor engine's 23.4 µs and its drain, as nothing waits for memory here.
  Engines fed = *accelerator_.engines;
  fed.dma_bytes_per_s = 1e15;
  EXPECT_NEAR(1e6 * NeuronCore(fed, 1e15).product_s(product(64, 4096, 4096)), 23.4, 0.1);
  EXPECT_NEAR(1e3 * core_.attention_s(attention(2048)), 1.17, 0.005);
}

TEST_F(NeuronCoreV2, IsNeverFasterThanItsEnginesAndTakesNoLessForTwiceTheWork) {
  testing::Draw draw;
  testing::Least over_peak, over_bandwidth, m, n, k, halves;
  for (int shape = 0; shape < 5000; ++shape) {
    const Product once = product(draw.size(1, 16384), draw.size(16, 16384), draw.size(16, 16384));
    const double seconds = core_.product_s(once);
    const std::string text = fmt::format("{} {} {}", once.m, once.n, once.k);
    over_peak.see(seconds * accelerator_.engines->tensor_flops_per_s() / once.flops(), text);
    over_bandwidth.see(seconds * accelerator_.memory_bandwidth_bytes_per_s / once.bytes(), text);
    Product twice = once;
    twice.m *= 2;
    m.see(core_.product_s(twice) / seconds, text);
    halves.see(2 * seconds / core_.product_s(twice), text);
    twice = once;
    twice.n *= 2;
    n.see(core_.product_s(twice) / seconds, text);
    twice = once;
    twice.k *= 2;
    k.see(core_.product_s(twice) / seconds, text);
  }
  testing::expect_at_least(over_peak, testing::not_below, "peak");
  testing::expect_at_least(over_bandwidth, testing::not_below, "bandwidth");
  testing::expect_at_least(m, 1, "twice m");
  testing::expect_at_least(n, 1, "twice n");
  testing::expect_at_least(k, 1, "twice k");
  // 257 columns move in 257 cycles, 514 in 512 and the least of 64.
  testing::expect_at_least(halves, 8.0 / 9, "halves");
}

TEST_F(NeuronCoreV2, AttentionTakesNoLessForMoreTokens) {
  for (double tokens = 1; tokens <= 65536; tokens *= 2)
    EXPECT_GE(core_.attention_s(attention(2 * tokens)), core_.attention_s(attention(tokens))) << tokens;
}

}  // namespace
}  // namespace hakaru
