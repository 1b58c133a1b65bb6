#include "hakaru/calibrating/host/host_constants.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "hakaru/calibrating/host/host_files.h"
#include "hakaru/calibrating/host/host_machine.h"
#include "hakaru/core/quantities.h"
#include "hakaru/hardware/catalog.h"

namespace hakaru {
namespace {

KernelTime product(double rows, std::int64_t columns, std::int64_t depth, double seconds) {
  return {{"product", Gemm{rows, columns, depth, 1, true}}, seconds};
}

HostMachine round_machine() {
  HostMachine machine;
  machine.processor = "Maker Chip \"7\"";
  machine.cores = 4;
  machine.memory_bytes = 16 * gibi;
  machine.product_flops_per_s = 400e9;
  machine.product_efficiency = 0.5;
  machine.head_efficiency = 0.25;
  machine.read_bytes_per_s = 40e9;
  machine.copied_bytes_per_s = 30e9;
  return machine;
}

TEST(HostMachine, TakesNoMoreCoresThanItsContainerMay) {
  const auto allowed = [](const char* cpu_max) {
    std::istringstream text(cpu_max);
    return cores_allowed(text, 8);
  };
  EXPECT_EQ(allowed("max 100000"), 8);
  EXPECT_EQ(allowed(""), 8);
  EXPECT_EQ(allowed("250000 100000"), 2);
  EXPECT_EQ(allowed("50000 100000"), 1);
  EXPECT_EQ(allowed("1600000 100000"), 8);
}

TEST(HostConstants, WorkOfAKindOverItsTimeAsTheHeadersExample) {
  KernelPass pass;
  pass.kernels = {product(100, 1000, 5000, 0.010), product(300, 1000, 5000, 0.030)};  // 1 and 3 GFLOP
  pass.kernels.push_back(product(1, 1000, 1000, 4.008e-3));                           // 1,002,000 values of 4 bytes
  pass.kernels.push_back({{"attention", AttentionOperator{1, 3, 3, true, 2, 2, 5, 5}}, 1e-6});
  pass.launch_s = 1e-6;
  const TracedConstants constants = constants_of(pass);
  EXPECT_DOUBLE_EQ(constants.product_flops_per_s, 100e9);
  EXPECT_DOUBLE_EQ(constants.memory_bytes_per_s, 1e9);
  // Attention of 2 heads, in each 3 queries that see 1, 2 and 3 keys: twice 6 pairs of 2 · (5 + 5) FLOPs, in 1 µs.
  EXPECT_NEAR(constants.attention_flops_per_s, 240e6, 1);
  EXPECT_EQ(constants.launch_s, 1e-6);
  EXPECT_DOUBLE_EQ(traced_calibration(constants, round_machine()).gemm_efficiency, 0.25);
}

TEST(HostConstants, EachConstantIsTheMedianOfItsOwn) {
  const TracedConstants medians = medians_of({{1, 9, 5, 2, 0}, {2, 8, 5, 1, 0}, {3, 7, 4, 3, 9}});
  EXPECT_EQ(medians.product_flops_per_s, 2);
  EXPECT_EQ(medians.attention_flops_per_s, 8);
  EXPECT_EQ(medians.memory_bytes_per_s, 5);
  EXPECT_EQ(medians.launch_s, 2);
  EXPECT_EQ(medians.iteration_s, 0);
}

/// A decode step whose products are timed by their bytes alone, added by hand.
TEST(HostConstants, ATokenTakesItsWeightsOverTheBandwidth) {
  const SmallSizes sizes{SmallNetwork::llama, 2, 64, 4, 2, 128, 512, 16};
  const double always = 1e18;
  const TracedConstants constants{always, always, 10e9, 0, 1e-3};
  HostMachine machine = round_machine();
  machine.product_flops_per_s = always;
  const Result<double> decode_s = predicted_s(ServedStep::decode, sizes, machine, constants);
  ASSERT_TRUE(decode_s);
  // q, k, v as one product, o; gate and up as one, down; the head.
  const double weights = 2 * (64 * (64 + 2 * 32) + 64 * 64 + 3 * 64 * 128) + 64 * 512;
  const double rows_and_results = 2 * (64 + 128 + 64 + 64 + 64 + 256 + 128 + 64) + 64 + 512;
  const double least_s = 1e-3 + 4 * (weights + rows_and_results) / 10e9;
  // Beside them: keys and values of 17 tokens, norms, rotations, the gate, residuals.
  const double most_values = 2 * (17 * 64 + 128 + 4 * 128 + 2 * 192 + 3 * 128 + 4 * 128) + 4 * 128;
  EXPECT_GT(*decode_s, least_s);
  EXPECT_LT(*decode_s, least_s + 4 * most_values / 10e9);
}

TEST(HostConstants, APromptTakesTheLongerTheSlowerProductsAre) {
  const SmallSizes sizes{SmallNetwork::llama, 2, 64, 4, 2, 128, 512, 16};
  HostMachine machine = round_machine();
  machine.read_bytes_per_s = 1e15;
  const auto prefill_s = [&](double flops_per_s) {
    return *predicted_s(ServedStep::prefill, sizes, machine, {flops_per_s, 1e15, 1e15, 0, 0});
  };
  EXPECT_NEAR(prefill_s(1e9) / prefill_s(2e9), 2, 0.001);
}

TEST(HostConstants, TheBandIsTheOrderStatisticAndTheSpread) {
  std::vector<double> nine{0.09, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08};
  EXPECT_DOUBLE_EQ(band_radius(nine, {2}, 2), 0.09);  // ⌈10 · 0.9⌉ is the ninth
  EXPECT_NEAR(band_radius(nine, {2, 2 * std::exp(-0.1), 2 * std::exp(0.05)}, 2), 0.14, 1e-12);
  std::vector<double> nineteen(18, 0.01);
  nineteen.push_back(5);
  EXPECT_DOUBLE_EQ(band_radius(nineteen, {}, 2), 0.01);  // ⌈20 · 0.9⌉ is the eighteenth
  nine.pop_back();
  EXPECT_TRUE(std::isinf(band_radius(nine, {}, 2)));  // too few to say
}

TEST(HostConstants, FilesHoldWhatWasMeasured) {
  HostTrial trial;
  trial.machine = round_machine();
  trial.constants = {100e9, 20e9, 10e9, 1e-6, 2e-6};
  const Result<Calibration> of_cpus = find_calibration(DataFiles(), host_accelerator({}), "inference");
  ASSERT_TRUE(of_cpus);
  std::map<std::string, std::string> texts;
  for (const HostFile& file : host_files(trial, *of_cpus, "2026-07-20")) texts[file.path] = file.text;
  const Result<DataFiles> data = DataFiles().with_texts(texts, {}, "measured");
  ASSERT_TRUE(data) << in_english(data.error().message);
  const Result<Catalog> catalog = Catalog::read(*data);
  ASSERT_TRUE(catalog) << in_english(catalog.error().message);
  const Result<Instance> host = catalog->instance("host");
  ASSERT_TRUE(host);
  EXPECT_EQ(host->accelerator.vendor, "Maker");
  EXPECT_EQ(host->accelerator.chip, "Chip \"7\"");
  EXPECT_DOUBLE_EQ(host->accelerator.memory_bytes, 16 * gibi);
  EXPECT_DOUBLE_EQ(host->accelerator.rate(DataType::fp32)->flops_per_s, 400e9);
  EXPECT_EQ(host->accelerator.source, "measured on Maker Chip \"7\" by hakaru calibrate host, 2026-07-20");
  const Result<Calibration> frameworks = find_calibration(*data, host->accelerator, "inference");
  ASSERT_TRUE(frameworks) << in_english(frameworks.error().message);
  EXPECT_EQ(frameworks->gemm_efficiency, 0.5);
  EXPECT_EQ(frameworks->relative_of, "");
  const Result<Calibration> traced = find_calibration(*data, host->accelerator, "traced");
  ASSERT_TRUE(traced);
  EXPECT_EQ(traced->gemm_efficiency, 0.25);
  EXPECT_EQ(traced->memory_efficiency, 0.25);
  EXPECT_EQ(traced->launch_s, 1e-6);
}

}  // namespace
}  // namespace hakaru
