#include "hakaru/timing/caused_constants.h"

#include <gtest/gtest.h>

#include "hakaru/timing/calibration_constants.h"

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

Calibration on(const SoftwareOn& engine) {
  static const std::string file = "t";
  Calibration calibration;
  const std::vector<CausedConstant> constants = read_caused_constants(DataFiles(), CausedUse::serving).value();
  EXPECT_FALSE(add_by_cause(calibration, constants, {tables(), file}, engine));
  return calibration;
}

TEST(CausedConstants, APairMultipliesWhatItsParentsGiveAsTheHeadersExample) {
  const Calibration found = on({"vllm", "", {"h100-sxm"}});
  EXPECT_NEAR(found.iteration_overhead_s, 0.66e-3, 1e-12);
  EXPECT_NEAR(found.decode_slowdown, 1.155, 1e-12);
  EXPECT_EQ(found.first_token_s, 0.03);
  EXPECT_EQ(found.stack, "vllm");
  EXPECT_EQ(found.stack_of, "h100-sxm");
}

TEST(CausedConstants, WhatAnAcceleratorAndAPairDoNotHaveIsTheirRelatives) {
  const Calibration found = on({"vllm", "", {"h200-sxm", "h100-sxm"}});
  EXPECT_NEAR(found.iteration_overhead_s, 0.66e-3, 1e-12);
  EXPECT_NEAR(found.tensor_exposed, 1.1, 1e-12);
  EXPECT_NEAR(found.decode_slowdown, 1.21, 1e-12);
  EXPECT_EQ(found.stack_of, "h100-sxm");
  EXPECT_NE(found.source_of("iteration_overhead_s").find("for vllm h100-sxm"), std::string::npos);
}

TEST(CausedConstants, AVersionHasItsFactorsBesides) {
  const Calibration found = on({"vllm", "vllm 0.12.0", {"h100-sxm"}});
  EXPECT_NEAR(found.first_token_s, 0.06, 1e-12);
  EXPECT_EQ(found.stack, "vllm");
  EXPECT_NE(found.source_of("first_token_s").find("for vllm 0.12.0"), std::string::npos);
}

TEST(CausedConstants, AnEngineOrChipThatNobodyMeasuredHasWhatIsUsual) {
  const Calibration found = on({"other", "", {"t4"}});
  EXPECT_NEAR(found.iteration_overhead_s, 0.5e-3, 1e-12);
  EXPECT_NEAR(found.decode_slowdown, 1.5, 1e-12);
  EXPECT_TRUE(found.stack.empty());
}

/// Training: what software does not have is its kind's; shares multiply what the accelerator's kernels reach, to 1 at
/// most.
TEST(CausedConstants, SoftwareThatNobodyMeasuredHasWhatItsKindHas) {
  static const std::string file = "t";
  static const Json of_training =
      parse_toml(
          "[kinds.sharded]\nsource = \"k\"\nlayer_overhead_s = 1e-3\ngemm_reach = 0.9\n"
          "[software.pytorch-fsdp]\nsource = \"s\"\ngemm_reach = 0.8\ncompute_exposed = 0.3\n"
          "[accelerators.a100]\nsource = \"a\"\ngemm_factor = 1.1\n"
          "[pairs.\"pytorch-fsdp a100\"]\nsource = \"p\"\npair_factor = 2\n"
          "[usual]\nsource = \"u\"\nlayer_overhead_s = 2e-3\nmemory_reach = 1.5\n",
          file)
          .value();
  const std::vector<CausedConstant> constants = read_caused_constants(DataFiles(), CausedUse::training).value();
  const auto with = [&](const std::string& software) {
    Calibration calibration;
    calibration.gemm_efficiency = 0.5;
    calibration.memory_efficiency = 0.9;
    EXPECT_FALSE(add_by_cause(calibration, constants, {of_training, file, CausedUse::training},
                              {software, "", {"a100"}, "sharded"}));
    return calibration;
  };
  const Calibration known = with("pytorch-fsdp"), unknown = with("mine");
  EXPECT_NEAR(known.gemm_efficiency, 0.5 * 0.8 * 1.1 / 2, 1e-12);
  EXPECT_NEAR(known.compute_overlap, 0.7, 1e-12);
  EXPECT_NEAR(known.layer_overhead_s, 1e-3, 1e-12);  // of its kind
  EXPECT_EQ(known.stack_of, "a100");
  EXPECT_NEAR(unknown.gemm_efficiency, 0.5 * 0.9 * 1.1, 1e-12);
  EXPECT_EQ(unknown.memory_efficiency, 1);
  EXPECT_TRUE(unknown.stack.empty());
}

TEST(CausedConstants, AMisspeltConstantIsRefused) {
  static const std::string file = "mine.toml";
  const Json wrong = parse_toml("[engines.vllm]\nsource = \"e\"\niteration_overhed_s = 1e-4\n", file).value();
  Calibration calibration;
  const auto error = add_by_cause(calibration, read_caused_constants(DataFiles(), CausedUse::serving).value(),
                                  {wrong, file}, {"vllm", "", {"l4"}});
  ASSERT_TRUE(error);
  EXPECT_NE(in_english(error->message).find("iteration_overhed_s"), std::string::npos);
}

/// An older plan's file does not say what it multiplies.
TEST(CausedConstants, AFactorThatSaysNothingMultipliesWhatTheProgramsDoes) {
  const DataFiles older = DataFiles()
                              .with_texts({{"serving_constants.toml",
                                            "[burst_factor]\ncause = \"pair and version\"\ncentre = 1\nspread = 0.3\n"
                                            "lower = 0.02\nupper = 50\nmeaning = \"\"\nsource = \"\"\n"}},
                                          {}, "plan.json")
                              .value();
  const std::vector<CausedConstant> constants = read_caused_constants(older, CausedUse::serving).value();
  ASSERT_EQ(constants.size(), 1U);
  EXPECT_TRUE(constants.front().is_factor);
  ASSERT_EQ(constants.front().members.size(), 1U);
  EXPECT_EQ(constants.front().members.front().name, "burst_share");
}

TEST(CausedConstants, FitsTakeConstantsByTheirPlaces) {
  const DeclaredConstants training = read_declared_constants(DataFiles(), "training_constants.toml").value();
  EXPECT_EQ(training.fitted.front().name, "gemm_efficiency");
  EXPECT_EQ(training.fitted.back().name, "convolution_efficiency");
  EXPECT_EQ(training.moved.size(), 12U);
  const DeclaredConstants inference = read_declared_constants(DataFiles(), "inference_constants.toml").value();
  EXPECT_EQ(inference.fitted.size(), 11U);
  EXPECT_EQ(inference.fitted_eager.at(2).meaning, "host time per 100 kernels");
}

}  // namespace
}  // namespace hakaru
