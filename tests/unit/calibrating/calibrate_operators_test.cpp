#include "hakaru/calibrating/calibrate_operators.h"

#include <gtest/gtest.h>

#include "../hardware/user_folder.h"
#include "hakaru/evidence/operator_prediction.h"

namespace hakaru {
namespace {

/// Kernels of the accelerator as its own timer would have measured them, were its constants others.
class CalibrateOperators : public ::testing::Test {
 protected:
  const DataFiles data_;
  const Catalog catalog_ = *Catalog::read(data_);
  const Accelerator accelerator_ = *catalog_.accelerator("h100-sxm");
  const Calibration start_ = *calibration_of_operators(data_, accelerator_);

  static double changed(const FittedConstant& constant) { return 0.8 * constant.start; }

  double measured_us(const Kernel& kernel) const {
    Calibration other = start_;
    for (const FittedConstant& constant : constants_of(kernel, accelerator_))
      set_constant(other, constant.name, changed(constant));
    return 1e6 * *OperatorPredictor(accelerator_, *catalog_.usual_instance_of("h100-sxm"), other).predict_s(kernel);
  }

  std::string gemms(const std::string& dtype) const {
    std::string rows;
    for (const std::int64_t m : {1, 16, 64, 256, 1024, 4096, 16384}) {
      for (const std::int64_t n : {128, 1024, 4096, 16384}) {
        for (const std::int64_t k : {128, 1024, 4096, 16384}) {
          rows += fmt::format("H100,made up,{},{},{},{},{:.12g}\n", dtype, m, n, k,
                              measured_us(GemmKernel{*parse_data_type(dtype), m, n, k}));
        }
      }
    }
    return rows;
  }

  Result<OperatorCalibration> calibrated(const std::string& rows) const {
    return calibrate_operators(*parse_csv("accelerator,software,dtype,m,n,k,latency_us\n" + rows, "rows.csv"),
                               accelerator_, catalog_, start_, HoldBack::a_fifth);
  }
};

TEST_F(CalibrateOperators, FindsTheConstantsThatMadeTheRows) {
  const Result<OperatorCalibration> fitted =
      calibrated(gemms("bf16") + gemms("fp8") + "l40s,made up,bf16,8,8,8,3\nh100-sxm,made up,fp3,8,8,8,3\n");
  ASSERT_TRUE(fitted) << in_english(fitted.error().message);
  for (const OperatorCalibration::Value& one : fitted->values) {
    EXPECT_TRUE(one.determined) << one.constant.name;
    EXPECT_NEAR(one.value / changed(one.constant), 1, 1e-3) << one.constant.name;
  }
  ASSERT_EQ(fitted->groups.size(), 2U);
  EXPECT_EQ(fitted->groups[0].label, "bf16");
  EXPECT_EQ(fitted->groups[0].fitted.rows, 112U);
  EXPECT_NEAR(static_cast<double>(fitted->groups[0].unseen.rows), 22.4, 1);
  EXPECT_LT(*fitted->all.unseen.p90_pct, 0.1);
  EXPECT_EQ(fitted->other_rows, 1U);
  EXPECT_EQ(fitted->left_out.size(), 1U);
  EXPECT_EQ(fitted->software, "made up");
}

TEST_F(CalibrateOperators, WritesAFileThatIsReadBackWithAllElseKept) {
  const Result<OperatorCalibration> fitted = calibrated(gemms("bf16"));
  ASSERT_TRUE(fitted) << in_english(fitted.error().message);
  const Result<std::string> text = calibration_file(*fitted, start_, data_);
  ASSERT_TRUE(text);
  UserFolder folder;
  folder.write("calibrations/h100-sxm.toml", *text);
  const DataFiles own = folder.data();
  const Calibration read = *calibration_of_operators(own, accelerator_);
  Calibration expected = start_;
  for (const OperatorCalibration::Value& one : fitted->values) set_constant(expected, one.constant.name, one.value);
  for (const CalibrationConstant& constant : calibration_constants())
    EXPECT_NEAR(read.*constant.member, expected.*constant.member, 1e-5 * expected.*constant.member) << constant.name;
  EXPECT_EQ(find_calibration(own, accelerator_, "training")->name,
            find_calibration(data_, accelerator_, "training")->name);
}

TEST_F(CalibrateOperators, NamesTheRelativeWhoseConstantsItKeeps) {
  OperatorCalibration fitted;
  fitted.accelerator = "mi300x";
  const Accelerator other = *catalog_.accelerator("mi300x");
  const Calibration borrowed = *calibration_of_operators(data_, other);
  ASSERT_FALSE(borrowed.relative_of.empty());
  const Result<std::string> text = calibration_file(fitted, borrowed, data_);
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("accelerator = \"mi300x\""), std::string::npos);
  EXPECT_NE(text->find("that of " + borrowed.relative_of + ": "), std::string::npos);
}

TEST_F(CalibrateOperators, NeedsRowsEnoughOfEachDataType) {
  const Result<OperatorCalibration> fitted = calibrated(gemms("bf16") + "H100,made up,fp8,8,8,8,3\n");
  ASSERT_FALSE(fitted);
  EXPECT_NE(in_english(fitted.error().message).find("h100-sxm, fp8: 1 rows; needed for "), std::string::npos);
}

}  // namespace
}  // namespace hakaru
