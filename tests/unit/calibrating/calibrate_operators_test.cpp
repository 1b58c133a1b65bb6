#include "hakaru/calibrating/calibrate_operators.h"

#include <gtest/gtest.h>

#include "../hardware/user_folder.h"
#include "hakaru/evidence/operator_prediction.h"

namespace hakaru {
namespace {

/// Kernels of an H100 as its own timer would have measured them, were its constants others.
class CalibrateOperators : public ::testing::Test {
 protected:
  const DataFiles data_;
  const Catalog catalog_ = *Catalog::read(data_);
  const Accelerator accelerator_ = *catalog_.accelerator("h100-sxm");
  const std::optional<Instance> machine_ = *catalog_.usual_instance_of("h100-sxm");
  const Calibration start_ = *find_calibration(data_, accelerator_, "operators");

  /// Near where a fit starts, and within the bounds.
  static double changed(const FittedConstant& constant) {
    return std::clamp(1.1 * constant.start, constant.lower, constant.upper);
  }

  OperatorPredictor other(OperatorFormat format, DataType type, const std::string& library) const {
    const std::vector<FittedConstant> constants = constants_of(format, library, machine_);
    std::vector<double> values;
    for (const FittedConstant& constant : constants) values.push_back(changed(constant));
    KernelCalibration kernels = *start_.kernels;
    set_constants(kernels, format, type, library, constants, values);
    Calibration calibration = start_;
    calibration.kernels = std::make_shared<KernelCalibration>(kernels);
    return {accelerator_, machine_, calibration};
  }

  static constexpr const char* gemm_columns = "accelerator,software,dtype,m,n,k,latency_us\n";
  std::string gemms(DataType type, const std::string& library) const {
    OperatorPredictor predictor = other(OperatorFormat::gemm, type, library);
    std::string rows;
    for (const std::int64_t m : {1, 16, 48, 64, 256, 1024, 4096, 16384}) {
      for (const std::int64_t n : {128, 1024, 3072, 4096, 16384}) {
        for (const std::int64_t k : {128, 1024, 2048, 4096, 16384}) {
          rows += fmt::format("H100,made up,{},{},{},{},{:.12g}\n", name_of(type), m, n, k,
                              1e6 * *predictor.predict_s(GemmKernel{type, m, n, k}));
        }
      }
    }
    return rows;
  }

  static constexpr const char* decode_columns =
      "accelerator,kv_dtype,compute_dtype,batch,context_length,heads,kv_heads,head_dim,latency_us\n";
  std::string decodes(DataType type, const std::string& library) const {
    OperatorPredictor predictor = other(OperatorFormat::decode, type, library);
    std::string rows;
    for (const std::int64_t batch : {1, 8, 64, 512}) {
      for (const std::int64_t context : {16, 200, 1000, 8192, 65536}) {
        for (const std::int64_t kv_heads : {1, 8, 32}) {
          for (const std::int64_t group : {1, 4, 32}) {
            const DecodeKernel kernel{{type, DataType::bf16, batch, group * kv_heads, kv_heads, 128}, context};
            rows += fmt::format("h100-sxm,{},bf16,{},{},{},{},128,{:.12g}\n", name_of(type), batch, context,
                                group * kv_heads, kv_heads, 1e6 * *predictor.predict_s(kernel));
          }
        }
      }
    }
    return rows;
  }

  static constexpr const char* collective_columns = "accelerator,operation,ranks,message_bytes,latency_us\n";
  std::string collectives() const {
    OperatorPredictor predictor = other(OperatorFormat::collective, DataType::bf16, "");
    std::string rows;
    for (const Operation operation : {Operation::all_reduce, Operation::all_gather, Operation::all_to_all}) {
      for (const std::int64_t ranks : {2, 4, 8}) {
        for (double bytes = 1024; bytes < 1e9; bytes *= 2) {
          rows += fmt::format("h100-sxm,{},{},{},{:.12g}\n", name_of(operation), ranks, bytes,
                              1e6 * *predictor.predict_s(CollectiveKernel{operation, ranks, bytes}));
        }
      }
    }
    return rows;
  }

  Result<FittedCalibration> calibrated(const std::string& rows) const {
    return calibrate_operators(*parse_csv(rows, "rows.csv"), accelerator_, catalog_, start_, HoldBack::a_fifth);
  }

  static void expect_found_again(const FittedCalibration::Group& group) {
    EXPECT_LT(*group.fitted.p90_pct, 0.01) << group.label;
    EXPECT_LT(*group.unseen.p90_pct, 0.01) << group.label;
    for (const FittedCalibration::Value& one : group.values) {
      EXPECT_TRUE(one.determined) << group.label << " " << one.constant.name;
      EXPECT_NEAR(one.value / changed(one.constant), 1, 1e-3) << group.label << " " << one.constant.name;
    }
  }
};

TEST_F(CalibrateOperators, FindsTheConstantsThatMadeCollectives) {
  const Result<FittedCalibration> fitted =
      calibrated(collective_columns + collectives() + "l40s,all_reduce,2,8,3\nh100-sxm,all_or_nothing,2,8,3\n");
  ASSERT_TRUE(fitted) << in_english(fitted.error().message);
  ASSERT_EQ(fitted->groups.size(), 1U);
  EXPECT_EQ(fitted->groups[0].label, "nccl");
  EXPECT_EQ(fitted->groups[0].library, "");
  EXPECT_EQ(fitted->groups[0].fitted.rows, 180U);
  EXPECT_EQ(fitted->groups[0].unseen.rows, 36U);
  expect_found_again(fitted->groups[0]);
  EXPECT_EQ(fitted->other_rows, 1U);
  EXPECT_EQ(fitted->left_out.size(), 1U);
  EXPECT_EQ(fitted->software, "");
}

TEST_F(CalibrateOperators, FitsEachDataTypeApartAndFindsItsLibrary) {
  const Result<FittedCalibration> fitted = calibrated(decode_columns + decodes(DataType::bf16, "tensorrt_llm") +
                                                      decodes(DataType::fp8, "flash_attention_3"));
  ASSERT_TRUE(fitted) << in_english(fitted.error().message);
  ASSERT_EQ(fitted->groups.size(), 2U);
  EXPECT_EQ(fitted->groups[0].label, "bf16");
  EXPECT_EQ(fitted->groups[0].library, "tensorrt_llm");
  EXPECT_EQ(fitted->groups[1].label, "fp8");
  EXPECT_EQ(fitted->groups[1].library, "flash_attention_3");
  for (const FittedCalibration::Group& group : fitted->groups) expect_found_again(group);
}

TEST_F(CalibrateOperators, FindsTheLibraryWhoseTilesMadeProducts) {
  const Result<FittedCalibration> fitted = calibrated(gemm_columns + gemms(DataType::fp8, "vllm_hopper_fp8"));
  ASSERT_TRUE(fitted) << in_english(fitted.error().message);
  ASSERT_EQ(fitted->groups.size(), 1U);
  EXPECT_EQ(fitted->groups[0].library, "vllm_hopper_fp8");
  EXPECT_LT(*fitted->groups[0].unseen.median_pct, 1);
  EXPECT_EQ(fitted->software, "made up");
}

TEST_F(CalibrateOperators, WritesAFileThatIsReadBackWithAllElseKept) {
  const Result<FittedCalibration> fitted = calibrated(decode_columns + decodes(DataType::bf16, "tensorrt_llm"));
  ASSERT_TRUE(fitted) << in_english(fitted.error().message);
  EXPECT_EQ(calibration_path(*fitted), "calibrations/attention_decode/h100-sxm.toml");
  UserFolder folder;
  folder.write(calibration_path(*fitted), calibration_text(*fitted));
  const Result<Calibration> read = find_calibration(folder.data(), accelerator_, "operators");
  ASSERT_TRUE(read) << in_english(read.error().message);
  ASSERT_EQ(read->kernels->decode.size(), 1U);
  const DecodeFit& fit = read->kernels->decode.at(DataType::bf16);
  EXPECT_EQ(fit.library, AttentionLibrary::tensorrt_llm);
  EXPECT_NE(fit.source.find("180 rows of rows.csv; median error 0.0 %"), std::string::npos) << fit.source;
  for (const Constant<DecodeConstants>& constant : decode_constants(fit.library)) {
    const auto& values = fitted->groups[0].values;
    const auto value =
        std::find_if(values.begin(), values.end(), [&](const auto& one) { return one.constant.name == constant.name; });
    ASSERT_NE(value, values.end()) << constant.name;
    EXPECT_NEAR(fit.constants.*constant.member / value->value, 1, 1e-4) << constant.name;  // five digits are written
  }
  EXPECT_EQ(read->kernels->prefill.at(DataType::bf16).source, start_.kernels->prefill.at(DataType::bf16).source);
  EXPECT_EQ(read->kernels->collectives->launch_s, start_.kernels->collectives->launch_s);
}

TEST_F(CalibrateOperators, NeedsRowsEnoughOfEachDataType) {
  const Result<FittedCalibration> fitted =
      calibrated(decode_columns + decodes(DataType::bf16, "tensorrt_llm") + "h100-sxm,fp8,bf16,1,16,8,8,128,9\n");
  ASSERT_FALSE(fitted);
  EXPECT_EQ(in_english(fitted.error().message), "rows.csv: h100-sxm, fp8: 1 rows; needed for 9 constants: at least 90");
}

}  // namespace
}  // namespace hakaru
