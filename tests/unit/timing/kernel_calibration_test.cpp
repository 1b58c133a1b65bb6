#include "hakaru/timing/kernel_calibration.h"

#include <gtest/gtest.h>

#include "../hardware/user_folder.h"
#include "measured.h"

namespace hakaru {
namespace {

/// Count of numbers in each table of the shipped files of `kinds`, by accelerator and table.
std::map<std::pair<std::string, std::string>, std::size_t> shipped_constants(const std::vector<std::string>& kinds) {
  std::map<std::pair<std::string, std::string>, std::size_t> counts;
  const DataFiles data;
  for (const std::string& kind : kinds) {
    for (const DataFiles::File& file : data.under("calibrations/" + kind + "/")) {
      const Json tables = *parse_toml(file.text, file.name);
      for (const auto& [key, table] : tables.items()) {
        if (!table.is_object()) continue;
        for (const Json& value : table)
          if (value.is_number()) ++counts[{tables["accelerator"].get<std::string>(), key}];
      }
    }
  }
  return counts;
}

TEST(KernelCalibration, RestsOnAtMostFortyConstantsOfAnAcceleratorAndDataType) {
  const auto counts = shipped_constants({"gemm", "attention_prefill", "attention_decode"});
  EXPECT_GE(counts.size(), 11U);
  for (const auto& [table, count] : counts) EXPECT_LE(count, 40U) << table.first << " " << table.second;
}

TEST(KernelCalibration, RestsOnAtMostTwelveConstantsOfAnAcceleratorsCollectives) {
  const auto counts = shipped_constants({"collectives"});
  EXPECT_GE(counts.size(), 6U);
  for (const auto& [table, count] : counts) EXPECT_LE(count, 12U) << table.first;
}

TEST(KernelCalibration, CoversEveryKindWhereOneIsMeasured) {
  for (const testing::Measured& measured : testing::measured_accelerators()) {
    const KernelCalibration& kernels = *measured.calibration.kernels;
    EXPECT_TRUE(kernels.covers_kernels()) << measured.accelerator.name;
    EXPECT_TRUE(kernels.collectives) << measured.accelerator.name;
    EXPECT_TRUE(measured.calibration.kernels_of.empty()) << measured.accelerator.name;
    for (const auto& [type, fit] : kernels.gemm) {
      EXPECT_EQ(casts_rows(fit.library), bytes_per_value(type) < 2) << measured.accelerator.name;
      EXPECT_FALSE(fit.source.empty());
    }
  }
}

class RefusedKernels : public ::testing::Test {
 protected:
  std::string complaint(const std::string& kind, const std::string& text) const {
    KernelCalibration kernels;
    const std::optional<Error> error = add_kernels(kernels, kind, *parse_toml(text, "own.toml"), "own.toml");
    return error ? in_english(error->message) : "";
  }
};

TEST_F(RefusedKernels, NameWhatIsWrong) {
  const std::string accelerator = "accelerator = \"l4\"\n";
  EXPECT_NE(complaint("gemm", accelerator + "[bf17]\nlaunch_s = 1e-6\n").find("bf17"), std::string::npos);
  EXPECT_NE(complaint("gemm", accelerator + "[bf16]\nlibrary = \"mkl\"\n").find("cublas"), std::string::npos);
  EXPECT_NE(complaint("gemm", "[bf16]\nlibrary = \"cublas\"\n").find("accelerator"), std::string::npos);
  const std::string cublas = accelerator + "[bf16]\nlibrary = \"cublas\"\nsource = \"made up\"\n";
  EXPECT_NE(complaint("gemm", cublas).find("launch_s"), std::string::npos);
  EXPECT_NE(complaint("gemm", cublas + "launch_s = 1\n").find("launch_s"), std::string::npos);
  const std::string nccl = accelerator + "[nccl]\nsource = \"made up\"\n";
  EXPECT_EQ(complaint("collectives", nccl + "launch_s = 5e-6\n"), "");  // what is not said loses nothing
  EXPECT_NE(complaint("collectives", nccl + "launch_ms = 5e-3\n").find("launch_ms"), std::string::npos);
  EXPECT_NE(complaint("collectives", accelerator).find("nccl"), std::string::npos);
}

}  // namespace
}  // namespace hakaru
