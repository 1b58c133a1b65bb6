#include "hakaru/timing/calibration.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "../own_folder.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/timing/calibration_constants.h"

namespace hakaru {
namespace {

Accelerator named(std::string name, AcceleratorKind kind = AcceleratorKind::gpu) {
  Accelerator accelerator;
  accelerator.name = std::move(name);
  accelerator.kind = kind;
  return accelerator;
}

class CalibrationFolder : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_ / "calibrations"); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / "calibrations" / name) << text;
  }
  std::filesystem::path path() const { return folder_ / "calibrations"; }
  DataFiles data() const { return DataFiles::with_folder(folder_.string()).value(); }

 private:
  std::filesystem::path folder_ = own_folder();
};

TEST(Calibration, EveryUseOfEveryFileIsWhole) {
  const DataFiles data;
  const std::vector<CalibrationConstant> constants = read_calibration_constants(data).value();
  for (const char* name :
       {"a100-sxm-80gb", "h100-sxm", "b200-sxm", "gb200", "l40s", "neuroncore-v1", "neuroncore-v2", "cpu"}) {
    for (const char* use : {"training", "serving", "inference"}) {
      const Result<Calibration> calibration = find_calibration(data, named(name), use);
      ASSERT_TRUE(calibration) << in_english(calibration.error().message);
      EXPECT_TRUE(calibration->relative_of.empty());
      EXPECT_GT(calibration->gemm_efficiency, 0.1);
      for (const CalibrationConstant& constant : constants) {
        const bool sourced = constant.optional || !calibration->source_of(constant.name).empty();
        EXPECT_TRUE(sourced) << name << constant.name;
      }
    }
  }
}

TEST(Calibration, RelativesAreFollowedAndSaid) {
  const DataFiles data;
  EXPECT_EQ(find_calibration(data, named("h200-sxm"), "training")->relative_of, "h100-sxm");
  EXPECT_EQ(find_calibration(data, named("mi325x"), "serving")->relative_of, "h100-sxm");
  EXPECT_EQ(find_calibration(data, named("neuroncore-v3-lnc2", AcceleratorKind::neuroncore), "serving")->relative_of,
            "neuroncore-v2");
  EXPECT_EQ(find_calibration(data, named("xeon-of-next-year", AcceleratorKind::cpu), "inference")->relative_of, "cpu");
}

TEST(Calibration, RelativesNameFilesOrOthersWithRelatives) {
  const DataFiles data;
  const Catalog catalog = Catalog::read(data).value();
  for (const Accelerator& accelerator : catalog.accelerators()) {
    if (accelerator.kind == AcceleratorKind::fpga || accelerator.kind == AcceleratorKind::other) continue;
    const Result<Calibration> calibration = find_calibration(data, accelerator, "inference");
    EXPECT_TRUE(calibration) << in_english(calibration.error().message);
  }
}

TEST(Calibration, NoRelativeIsAnError) {
  const Result<Calibration> found = find_calibration(DataFiles(), named("vu9p", AcceleratorKind::fpga), "inference");
  ASSERT_FALSE(found);
  EXPECT_NE(in_english(found.error().message).find("no calibration for vu9p"), std::string::npos);
}

TEST_F(CalibrationFolder, UsersFileWinsAndAUseOverridesAll) {
  std::string text = "accelerator = \"a100-sxm-80gb\"\n[all]\n";
  for (const CalibrationMember& constant : calibration_members) {
    text += std::string(constant.name) + " = { value = 0.5, source = \"measured here\" }\n";
  }
  write("a100-sxm-80gb.toml", text + "[training]\ngemm_efficiency = { value = 0.25, source = \"a slow day\" }\n");
  const Calibration training = find_calibration(data(), named("a100-sxm-80gb"), "training").value();
  EXPECT_EQ(training.gemm_efficiency, 0.25);
  EXPECT_EQ(training.source_of("gemm_efficiency").find("a slow day; kernels: "), 0U);
  EXPECT_EQ(training.memory_efficiency, 0.5);
  EXPECT_EQ(find_calibration(data(), named("a100-sxm-80gb"), "serving")->gemm_efficiency, 0.5);
}

TEST_F(CalibrationFolder, AVersionOverridesItsEngineAndNoOther) {
  std::filesystem::create_directories(path() / "serving");
  write("serving/b200-sxm.toml",
        "accelerator = \"b200-sxm\"\n[vllm]\nsource = \"rows\"\nfirst_token_s = 0.5\nburst_share = 0.25\n"
        "[\"vllm 0.12.0\"]\nsource = \"its rows\"\nfirst_token_s = 0.125\n");
  const DataFiles files = data();
  Calibrations calibrations(files);
  const auto of = [&](const std::string& version) {
    return calibrations.find_stack(named("b200-sxm"), "serving", "vllm", Calibrations::Own::with, version).value();
  };
  EXPECT_EQ(of("vllm 0.12.0").first_token_s, 0.125);
  EXPECT_EQ(of("vllm 0.12.0").burst_share, 0.25);
  EXPECT_EQ(of("vllm 0.12.0").source_of("first_token_s"), "its rows");
  EXPECT_EQ(of("vllm 0.18.0").first_token_s, 0.5);
  EXPECT_EQ(of("").first_token_s, 0.5);
}

TEST_F(CalibrationFolder, AMisspeltConstantIsRefused) {
  write("a100-sxm-80gb.toml", "accelerator = \"a100-sxm-80gb\"\n[training]\ngem_efficiency = { value = 1 }\n");
  const Result<Calibration> found = find_calibration(data(), named("a100-sxm-80gb"), "training");
  ASSERT_FALSE(found);
  EXPECT_NE(in_english(found.error().message).find("gem_efficiency"), std::string::npos);
}

TEST_F(CalibrationFolder, AShareBeyondOneIsRefused) {
  write("a100-sxm-80gb.toml",
        "accelerator = \"a100-sxm-80gb\"\n[all]\ngemm_efficiency = { value = 1.5, source = \"wishes\" }\n");
  EXPECT_FALSE(find_calibration(data(), named("a100-sxm-80gb"), "training"));
}

}  // namespace
}  // namespace hakaru
