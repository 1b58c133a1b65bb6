#include "hakaru/timing/eager_operations.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

EagerOperations costs() {
  EagerOperations costs;
  costs.elementwise[static_cast<std::size_t>(MemoryWork::rms_norm)] = {28, 84, 6, 14};
  costs.elementwise[static_cast<std::size_t>(MemoryWork::residual)] = {10, 18, 1, 2};
  costs.attention = {4, 4, 2, 4};
  costs.product = {0, 0, 1, 2};
  costs.bias = {0, 2, 1, 2};
  costs.rows = {6, 6, 1, 1};
  costs.same_rows = {6, 18, 1, 2};
  costs.weight = {6, 6, 1, 1};
  return costs;
}

TEST(EagerOperations, CastsOfAnAttentionBlockAreCounted) {
  // 10 tokens of 8 features; q, k and v of 8, no biases; one head
  const double tokens = 10;
  const Operator product{"q", Gemm{tokens, 8, 8}};
  const std::vector<Operator> block{{"norm", MemoryOperator{80, 80, MemoryWork::rms_norm}},
                                    product,
                                    product,
                                    product,
                                    {"attention", AttentionOperator{1, tokens, tokens, true, 1, 1, 8, 8}},
                                    product,
                                    {"residual", MemoryOperator{160, 80, MemoryWork::residual}}};
  const EagerPasses passes = eager_passes(block, costs(), 2);
  // the norm, three casts of its result and of 64 weights each, attention's 80 values, one more weight, the sum
  EXPECT_DOUBLE_EQ(passes.forward_bytes, 80 * 28 + 3 * 80 * 6 + 4 * 64 * 6 + 80 * 4 + 80 * 10);
  EXPECT_DOUBLE_EQ(passes.forward_kernels, 6 + 3 + 4 + 4 + 2 + 1) << "rows that attention gives are 16 bits wide";
  EXPECT_DOUBLE_EQ(passes.backward_bytes, 80 * 84 + 80 * (6 + 18 + 18) + 4 * 64 * 6 + 80 * 4 + 80 * 18);
  EXPECT_DOUBLE_EQ(passes.backward_kernels, 14 + 1 + 2 + 2 + 4 + 8 + 4 + 2);
}

TEST(EagerOperations, WhatHasNoKindIsAsTheModelDescribesIt) {
  const EagerPasses passes = eager_passes({{"pool", MemoryOperator{400, 100}}}, costs(), 2);
  EXPECT_DOUBLE_EQ(passes.forward_bytes, 1000);
  EXPECT_DOUBLE_EQ(passes.backward_bytes, 2000);
}

TEST(EagerOperations, SoftwareThatIsNotNamedIsNot) {
  const Json table = Json::parse(R"({"software": {"a": {"eager": true, "source": "x"}},
    "eager": {"kernels_of_layer_overhead": 100, "inference_layer_overhead_s": 0.002, "inference_iteration_overhead_s": 0, "host_source": "x",
              "wide": {"residual": {"forward_bytes": 10}, "source": "x"}, "pictures": {"source": "x"},
              "narrow": {"residual": {"forward_bytes": 6}, "source": "x"}, "inference": {"source": "x"}}})");
  const Result<ElementwiseRuns> runs = elementwise_runs(table, "file", "a");
  ASSERT_TRUE(runs);
  EXPECT_TRUE(runs->eager);
  const auto residual = static_cast<std::size_t>(MemoryWork::residual);
  EXPECT_DOUBLE_EQ(runs->pictures.elementwise[residual].forward_bytes, 10)
      << "pictures are as wide where nothing is said";
  EXPECT_DOUBLE_EQ(runs->narrow.elementwise[residual].forward_bytes, 6);
  EXPECT_DOUBLE_EQ(runs->inference.elementwise[residual].forward_bytes, 6);
  EXPECT_FALSE(elementwise_runs(table, "file", "b")->eager);
  const Json wrong = Json::parse(R"({"software": {"a": {"eager": true, "source": "x"}},
    "eager": {"kernels_of_layer_overhead": 100, "wide": {"residual": {"forward_bits": 10}, "source": "x"}}})");
  EXPECT_FALSE(elementwise_runs(wrong, "file", "a"));
}

}  // namespace
}  // namespace hakaru
