// Simulated time: each engine's own work one after the other, different engines side by side.
#include "hakaru/tracing/core_time.h"

#include <gtest/gtest.h>

#include "devices.h"

namespace hakaru::tracing::testing {
namespace {

Operand matrix(std::int64_t rows, std::int64_t columns, std::int64_t at) {
  Operand operand;
  operand.place.at = at;
  operand.shape = {rows, columns};
  operand.type.format = DataType::bf16;
  return operand;
}

Instruction product(std::int64_t size, std::int64_t first, std::int64_t second, std::int64_t result) {
  Instruction instruction;
  instruction.opcode = Opcode::matrix_product;
  instruction.operands = {matrix(size, size, first), matrix(size, size, second)};
  instruction.result = matrix(size, size, result);
  instruction.attributes.integers = {0, 0};
  return instruction;
}

Instruction exponential_of(std::int64_t size, std::int64_t source, std::int64_t result) {
  Instruction instruction;
  instruction.operands = {matrix(size, size, source)};
  instruction.result = matrix(size, size, result);
  instruction.walks = {{}};
  instruction.steps = {{Opcode::broadcast, 0, 0, 0, 0}, {Opcode::exponential, 0, 0, 0, 0}};
  return instruction;
}

class TracingCoreTime : public ::testing::Test {
 protected:
  const DeviceOptions options_ = trainium_options();
  CoreTimer timer_{options_.accelerator, options_.calibration, [](Opcode, double bytes, int) { return bytes; }};

  double seconds(const std::vector<Instruction>& instructions) {
    Program program;
    program.instructions = instructions;
    return timer_.timeline(program).back().end_s;
  }
};

TEST_F(TracingCoreTime, OfAProductIsThatOfTimingsNeuronCore) {
  OperatorTimer alone(options_.accelerator, options_.calibration);
  const double expected_s = alone.forward_s({"product", Gemm{4096, 4096, 4096, 1, false}}, OperatorTypes{});
  EXPECT_DOUBLE_EQ(seconds({product(4096, 0, 1, 2)}), expected_s);
}

TEST_F(TracingCoreTime, AddsUpOnOneEngineAndOverlapsOnTwo) {
  const double product_s = seconds({product(2048, 0, 1, 2)}), exponential_s = seconds({exponential_of(2048, 0, 3)});
  EXPECT_DOUBLE_EQ(seconds({product(2048, 0, 1, 2), product(2048, 0, 1, 3)}), 2 * product_s);
  Program beside;
  beside.instructions = {product(2048, 0, 1, 2), exponential_of(2048, 0, 3)};
  EXPECT_DOUBLE_EQ(timer_.timeline(beside)[1].start_s, 0);
  EXPECT_DOUBLE_EQ(timer_.timeline(beside)[1].end_s, exponential_s);
  EXPECT_DOUBLE_EQ(seconds({product(2048, 0, 1, 2), exponential_of(2048, 2, 3)}), product_s + exponential_s)
      << "what reads a result waits for it";
}

TEST_F(TracingCoreTime, OfAnElementwiseChainIsThatOfItsBytesOrItsSteps) {
  const double values = 2048.0 * 2048.0;
  const double memory_s = 2 * 2 * values / options_.accelerator.memory_bandwidth_bytes_per_s;
  EXPECT_DOUBLE_EQ(seconds({exponential_of(2048, 0, 1)}), memory_s);
  Instruction longer = exponential_of(2048, 0, 1);
  for (int step = 0; step < 20; ++step) longer.steps.push_back(longer.steps.back());
  const Engines& engines = *options_.accelerator.engines;
  EXPECT_DOUBLE_EQ(seconds({longer}), 21 * values / (engines.vector_values_per_s + engines.scalar_values_per_s));
}

TEST_F(TracingCoreTime, AsksTheGivenFunctionForCommunication) {
  Instruction reduction;
  reduction.opcode = Opcode::all_reduce;
  reduction.operands = {matrix(4, 8, 0)};
  reduction.result = matrix(4, 8, 1);
  reduction.attributes.integers = {0};
  EXPECT_DOUBLE_EQ(seconds({reduction}), 64);
}

TEST_F(TracingCoreTime, IsInTheReportOfAStepAndTheSameWhateverTheHost) {
  std::vector<double> simulated_s;
  for (int run = 0; run < 2; ++run) {
    Device device(trainium_options());
    const Tensor x = drawn_input(device, "x", {128, 128});
    simulated_s.push_back(device.mark_step({matrix_product(x, x)})->simulated_s);
  }
  EXPECT_GT(simulated_s[0], 0);
  EXPECT_EQ(simulated_s[0], simulated_s[1]);
}

}  // namespace
}  // namespace hakaru::tracing::testing
