// Compilation of a graph: count of instructions, memory, dropped operations.
#include "hakaru/tracing/compile.h"

#include <gtest/gtest.h>

#include "devices.h"
#include "hakaru/tracing/arena.h"
#include "hakaru/tracing/assemble.h"

namespace hakaru::tracing::testing {
namespace {

class TracingCompile : public ::testing::Test {
 protected:
  Device device_{trainium_options()};

  StepReport run(const std::vector<Tensor>& kept) {
    const auto report = device_.mark_step(kept);
    EXPECT_TRUE(report) << error_of(report);
    return report.value_or(StepReport{});
  }
};

TEST_F(TracingCompile, MakesOneInstructionOfAChain) {
  const Tensor x = drawn_input(device_, "x", {300}), y = drawn_input(device_, "y", {300}, 2);
  const Tensor chain = gelu(x * y + x) * 0.5 - y;
  const StepReport report = run({chain});
  EXPECT_EQ(report.operations, 5);
  EXPECT_EQ(report.instructions, 1);
  EXPECT_EQ(report.arena_bytes, 0) << "the only result lies where it is kept";
  const std::vector<float> a = drawn(300), b = drawn(300, 2), values = *chain.values();
  for (std::size_t at = 0; at < 300; ++at) {
    const double v = static_cast<double>(a[at]) * static_cast<double>(b[at]) + static_cast<double>(a[at]);
    const double g = 0.5 * v * (1 + std::tanh(0.7978845608028654 * (v + 0.044715 * v * v * v)));
    EXPECT_NEAR(values[at], g * 0.5 - static_cast<double>(b[at]), 1e-6);
  }
}

TEST_F(TracingCompile, ReadsBroadcastOperandsWhereTheyLie) {
  const Tensor x = drawn_input(device_, "x", {3, 5, 70});
  const Tensor rows = drawn_input(device_, "rows", {5, 1}, 2), columns = drawn_input(device_, "columns", {70}, 3);
  const Tensor whole = (x + rows) * columns;
  EXPECT_EQ(run({whole}).instructions, 1);
  const std::vector<float> a = drawn(3 * 5 * 70), r = drawn(5, 2), c = drawn(70, 3), values = *whole.values();
  for (std::size_t at = 0; at < values.size(); ++at) EXPECT_EQ(values[at], (a[at] + r[at / 70 % 5]) * c[at % 70]) << at;
}

TEST_F(TracingCompile, KeepsAChainsMiddleOnlyWhereAnotherReadsIt) {
  const Tensor x = drawn_input(device_, "x", {16, 16});
  const Tensor middle = exponential(x);
  const Tensor product = matrix_product(middle, middle);
  EXPECT_EQ(run({product + middle}).instructions, 3);
}

TEST_F(TracingCompile, DoesNotRunDeadCode) {
  const Tensor x = drawn_input(device_, "x", {4});
  const Tensor table = drawn_input(device_, "table", {2, 2});
  embedding(table, device_.indices("wrong", std::vector<std::int32_t>{9}, {1}));  // would be an error if it ran
  matrix_product(table, table);
  EXPECT_EQ(run({x * 2}).operations, 1);
}

TEST_F(TracingCompile, ComputesConstantsAndMakesEqualOperationsOnce) {
  const Tensor x = drawn_input(device_, "x", {8, 8});
  const Tensor number = exponential(device_.constant(0, {8, 8})) * 3;
  const Tensor one = matrix_product(x, x) + number, other = matrix_product(x, x) * number;
  const StepReport report = run({one, other});
  EXPECT_EQ(report.instructions, 3) << "one product, two chains";
  EXPECT_NEAR((*one.values())[0] - (*other.values())[0] / 3, 3, 1e-5);
}

TEST_F(TracingCompile, TakesTranspositionsIntoProducts) {
  const Tensor x = drawn_input(device_, "x", {4, 3});
  EXPECT_EQ(run({matrix_product(transpose(x), x)}).instructions, 1);
}

TEST_F(TracingCompile, ChangesParametersWhereTheyLie) {
  const Tensor weight = device_.parameter("w", std::vector<float>{1, 2, 3}, {3});
  device_.assign(weight, weight * 2);
  const StepReport report = run({});
  EXPECT_EQ(report.instructions, 1);
  EXPECT_EQ(report.arena_bytes, 0);
  EXPECT_EQ(*weight.values(), (std::vector<float>{2, 4, 6}));
}

TEST_F(TracingCompile, ReadsTheOldValueWhereItWasRecordedBeforeTheNewOne) {
  const Tensor weight = device_.parameter("w", std::vector<float>{1, 2}, {2});
  const Tensor other = device_.parameter("v", std::vector<float>{5, 6}, {2});
  const Tensor before = weight + weight;  // fused with what is kept, after the assignment
  const Tensor old_weight = weight * 1, old_other = other * 1;
  device_.assign(weight, other);
  device_.assign(other, old_weight);
  const Tensor after = before + weight;
  run({after, old_other});
  EXPECT_EQ(*after.values(), (std::vector<float>{7, 10}));
  EXPECT_EQ(*weight.values(), (std::vector<float>{5, 6}));
  EXPECT_EQ(*other.values(), (std::vector<float>{1, 2})) << "exchanged";
}

TEST_F(TracingCompile, TakesAsMuchMemoryAsOnPaper) {
  // a = x·x (4096 B), b = a·a (4096 B, a dies), c = b·b (4096 B): two at a time, 8192 B. The result is kept: its slot
  // takes 4096 B beside x's.
  const Tensor x = drawn_input(device_, "x", {32, 32});
  const Tensor a = matrix_product(x, x), b = matrix_product(a, a), c = matrix_product(b, b);
  const StepReport report = run({matrix_product(c, c)});
  EXPECT_EQ(report.arena_bytes, 8192);
  EXPECT_EQ(report.live_bytes, 8192);
  EXPECT_EQ(report.input_bytes, 4096);
  EXPECT_EQ(report.held_bytes, 4096);
  EXPECT_EQ(report.peak_bytes, 8192 + 4096 + 4096);
}

TEST_F(TracingCompile, LetsAChainWriteOverWhatItReadsLast) {
  const Tensor x = drawn_input(device_, "x", {32, 32});
  const Tensor a = relu(matrix_product(x, x));
  EXPECT_EQ(run({matrix_product(a, a)}).arena_bytes, 4096);
}

TEST_F(TracingCompile, CountsNarrowFormatsWithTheirOwnBytes) {
  const Tensor x = device_.input("x", drawn(1024), {32, 32}, DataType::bf16);
  const Tensor a = matrix_product(x, x);
  const StepReport report = run({matrix_product(a, cast(a, DataType::fp32))});
  EXPECT_EQ(report.input_bytes, 2048);
  EXPECT_EQ(report.arena_bytes, 2048 + 4096);
}

TEST(TracingArena, PlacesTheHeadersExample) {
  std::vector<Buffer> buffers = {{128, 0, 1, 0}, {256, 1, 2, 0}, {128, 2, 3, 0}};
  EXPECT_EQ(place(buffers), 384);
  EXPECT_EQ(buffers[1].offset, 0);
  EXPECT_EQ(buffers[0].offset, 256);
  EXPECT_EQ(buffers[2].offset, 256);
  EXPECT_EQ(fullest_moment(buffers).bytes, 384);
  EXPECT_EQ(fullest_moment(buffers).instruction, 1);
}

TEST(TracingArena, NeverSharesBytesAtOnceAndStaysNearTheLeast) {
  std::minstd_rand generator(5);
  for (int round = 0; round < 200; ++round) {
    std::vector<Buffer> buffers;
    for (int at = 0; at < 60; ++at) {
      const auto first = static_cast<std::int64_t>(generator() % 50);
      buffers.push_back({static_cast<std::int64_t>(generator() % 5000), first,
                         first + static_cast<std::int64_t>(generator() % 12), 0});
    }
    const std::int64_t whole = place(buffers);
    for (std::size_t one = 0; one < buffers.size(); ++one) {
      EXPECT_EQ(buffers[one].offset % arena_alignment_bytes, 0);
      EXPECT_LE(buffers[one].offset + buffers[one].bytes, whole);
      for (std::size_t other = 0; other < one; ++other) {
        const Buffer &a = buffers[one], &b = buffers[other];
        const bool at_once = a.first <= b.last && b.first <= a.last;
        const bool apart = a.offset + a.bytes <= b.offset || b.offset + b.bytes <= a.offset;
        EXPECT_TRUE(!at_once || apart);
      }
    }
    EXPECT_GE(whole, fullest_moment(buffers).bytes);
    EXPECT_LE(static_cast<double>(whole), 1.35 * static_cast<double>(fullest_moment(buffers).bytes) + 64 * 60);
  }
}

TEST(TracingWalk, JoinsNeighbouringDimensions) {
  EXPECT_EQ(walk_over({8}, {4, 8}), (std::vector<Walk>{{4, 0}, {8, 1}}));
  EXPECT_EQ(walk_over({2, 3, 1}, {2, 3, 5}), (std::vector<Walk>{{6, 1}, {5, 0}}));
  EXPECT_EQ(walk_over({}, {2, 3}), (std::vector<Walk>{{6, 0}}));
  EXPECT_TRUE(walk_over({2, 3}, {1, 2, 3}).empty());
}

}  // namespace
}  // namespace hakaru::tracing::testing
