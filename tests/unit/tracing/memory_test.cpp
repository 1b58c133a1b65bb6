// The core's memory is a hard limit, and what exceeds it is named.
#include <gtest/gtest.h>

#include "devices.h"

namespace hakaru::tracing::testing {
namespace {

struct Ran {
  std::string error;
  StepReport report;
};

Ran run_within(std::optional<std::int64_t> memory_bytes) {
  DeviceOptions options = trainium_options();
  options.memory_bytes = memory_bytes;
  Device device(options);
  const Tensor weight = drawn_parameter(device, "weight", {64, 256});
  const Tensor x = drawn_input(device, "x", {32, 64});
  const Tensor hidden = relu(matrix_product(x, weight));
  mean(hidden * hidden).backward();
  const auto report = device.mark_step({device.gradient_of(weight).value()});
  return {error_of(report), report.value_or(StepReport{})};
}

TEST(TracingMemory, IsEnoughToTheByte) {
  const Ran free = run_within(std::nullopt);
  ASSERT_EQ(free.error, "");
  EXPECT_EQ(run_within(free.report.peak_bytes).error, "");
  EXPECT_NE(run_within(free.report.peak_bytes - 1).error, "");
}

TEST(TracingMemory, NamesTheLargestTensorsWithTheirLines) {
  const std::string error = run_within(100'000).error;
  EXPECT_EQ(error.find("the step needs "), 0U) << error;
  EXPECT_NE(error.find("one neuroncore-v2 has 100,000 B"), std::string::npos) << error;
  EXPECT_NE(error.find("parameter weight 64×256 fp32 (65,536 B, memory_test.cpp:"), std::string::npos) << error;
  EXPECT_NE(error.find("32×256 fp32 (32,768 B, memory_test.cpp:"), std::string::npos) << error;
}

TEST(TracingMemory, IsThatOfTheAcceleratorUnlessToldOtherwise) {
  EXPECT_EQ(Device(trainium_options()).memory_bytes(), 16LL * 1024 * 1024 * 1024);
}

TEST(TracingMemory, CountsWhatStaysBesideWhatTheProgramMakes) {
  const Ran run = run_within(std::nullopt);
  EXPECT_EQ(run.report.parameter_bytes, 64 * 256 * 4);
  EXPECT_EQ(run.report.input_bytes, 32 * 64 * 4);
  EXPECT_EQ(run.report.gradient_bytes, 64 * 256 * 4);
  EXPECT_EQ(run.report.peak_bytes, run.report.resident_bytes() + run.report.arena_bytes);
  EXPECT_GE(run.report.arena_bytes, run.report.live_bytes);
  // relu's result is what its gradient, and that of the square, need.
  EXPECT_EQ(run.report.saved_bytes.at(0), 32 * 256 * 4);
}

}  // namespace
}  // namespace hakaru::tracing::testing
