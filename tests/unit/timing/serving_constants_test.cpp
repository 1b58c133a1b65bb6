#include "hakaru/timing/serving_constants.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

const Json& tables() {
  static const Json tables = parse_toml(
                                 "[engines.vllm]\nsource = \"e\"\niteration_overhead_s = 6e-4\nfirst_token_s = 0.03\n"
                                 "[accelerators.h100-sxm]\nsource = \"a\"\ndecode_slowdown = 1.05\n"
                                 "[accelerators.h200-sxm]\nsource = \"b\"\ndecode_slowdown = 1.1\n"
                                 "[pairs.\"vllm h100-sxm\"]\nsource = \"p\"\niteration_factor = 1.1\n"
                                 "[versions.\"vllm 0.12.0\"]\nsource = \"v\"\nfirst_token_factor = 2\n"
                                 "[usual]\nsource = \"u\"\niteration_overhead_s = 5e-4\ndecode_slowdown = 1.5\n",
                                 "t")
                                 .value();
  return tables;
}

Calibration on(const EngineOn& engine) {
  static const std::string file = "t";
  Calibration calibration;
  const std::vector<ServingConstant> constants = read_serving_constants(DataFiles()).value();
  EXPECT_FALSE(add_by_cause(calibration, constants, {tables(), file}, engine));
  return calibration;
}

TEST(ServingConstants, APairMultipliesWhatItsParentsGiveAsTheHeadersExample) {
  const Calibration found = on({"vllm", "", {"h100-sxm"}});
  EXPECT_NEAR(found.iteration_overhead_s, 0.66e-3, 1e-12);
  EXPECT_NEAR(found.decode_slowdown, 1.155, 1e-12);
  EXPECT_EQ(found.first_token_s, 0.03);
  EXPECT_EQ(found.stack, "vllm");
  EXPECT_EQ(found.stack_of, "h100-sxm");
}

TEST(ServingConstants, WhatAnAcceleratorAndAPairDoNotHaveIsTheirRelatives) {
  const Calibration found = on({"vllm", "", {"h200-sxm", "h100-sxm"}});
  EXPECT_NEAR(found.iteration_overhead_s, 0.66e-3, 1e-12);
  EXPECT_NEAR(found.tensor_exposed, 1.1, 1e-12);
  EXPECT_NEAR(found.decode_slowdown, 1.21, 1e-12);
  EXPECT_EQ(found.stack_of, "h100-sxm");
  EXPECT_NE(found.source_of("iteration_overhead_s").find("for vllm h100-sxm"), std::string::npos);
}

TEST(ServingConstants, AVersionHasItsFactorsBesides) {
  const Calibration found = on({"vllm", "vllm 0.12.0", {"h100-sxm"}});
  EXPECT_NEAR(found.first_token_s, 0.06, 1e-12);
  EXPECT_EQ(found.stack, "vllm");
  EXPECT_NE(found.source_of("first_token_s").find("for vllm 0.12.0"), std::string::npos);
}

TEST(ServingConstants, AnEngineOrChipThatNobodyMeasuredHasWhatIsUsual) {
  const Calibration found = on({"other", "", {"t4"}});
  EXPECT_NEAR(found.iteration_overhead_s, 0.5e-3, 1e-12);
  EXPECT_NEAR(found.decode_slowdown, 1.5, 1e-12);
  EXPECT_TRUE(found.stack.empty());
}

TEST(ServingConstants, AMisspeltConstantIsRefused) {
  static const std::string file = "mine.toml";
  const Json wrong = parse_toml("[engines.vllm]\nsource = \"e\"\niteration_overhed_s = 1e-4\n", file).value();
  Calibration calibration;
  const auto error =
      add_by_cause(calibration, read_serving_constants(DataFiles()).value(), {wrong, file}, {"vllm", "", {"l4"}});
  ASSERT_TRUE(error);
  EXPECT_NE(in_english(error->message).find("iteration_overhed_s"), std::string::npos);
}

}  // namespace
}  // namespace hakaru
