#include "hakaru/evidence/operator_measurements.h"

#include <gtest/gtest.h>

#include "hakaru/evidence/nccl_tests.h"

namespace hakaru {
namespace {

Result<std::vector<OperatorMeasurement>> read(std::string_view text) {
  const Result<CsvTable> table = parse_csv(text, "t.csv");
  if (!table) return fail(table);
  return read_operators(*table);
}

std::string complaint(const Result<std::vector<OperatorMeasurement>>& result) {
  return result ? "" : in_english(result.error().message);
}

TEST(OperatorMeasurements, AreToldApartByTheirColumns) {
  const auto gemm = read("accelerator,software,dtype,m,n,k,latency_us\nh100-sxm,vLLM 0.24.0,fp8,8,4096,2048,5.5\n");
  ASSERT_TRUE(gemm) << complaint(gemm);
  EXPECT_EQ(std::get<GemmKernel>(*gemm->at(0).kernel).n, 4096);
  EXPECT_EQ(std::get<GemmKernel>(*gemm->at(0).kernel).dtype, DataType::fp8);
  EXPECT_DOUBLE_EQ(gemm->at(0).latency_s, 5.5e-6);
  EXPECT_EQ(gemm->at(0).software, "vLLM 0.24.0");

  const std::string attention = "accelerator,kv_dtype,compute_dtype,batch,heads,kv_heads,head_dim,latency_us,";
  const auto prefill = read(attention + "sequence_length\nl40s,fp8,bf16,2,8,2,128,20,512\n");
  ASSERT_TRUE(prefill) << complaint(prefill);
  EXPECT_EQ(std::get<PrefillKernel>(*prefill->at(0).kernel).sequence_length, 512);
  EXPECT_EQ(prefill->at(0).label, "fp8");
  const auto decode = read(attention + "context_length\nl40s,fp8,bf16,2,8,2,128,20,512\n");
  ASSERT_TRUE(decode) << complaint(decode);
  EXPECT_EQ(std::get<DecodeKernel>(*decode->at(0).kernel).shape.kv_heads, 2);

  const auto collective = read("accelerator,operation,ranks,message_bytes,latency_us\nh200-sxm,alltoall,4,512,9\n");
  ASSERT_TRUE(collective) << complaint(collective);
  EXPECT_EQ(std::get<CollectiveKernel>(*collective->at(0).kernel).operation, Operation::all_to_all);
}

TEST(OperatorMeasurements, KeepWhyANameIsNotKnown) {
  const auto gemm = read("accelerator,dtype,m,n,k,latency_us\nh100-sxm,bf17,8,8,8,5\n");
  ASSERT_TRUE(gemm);
  ASSERT_FALSE(gemm->at(0).kernel);
  EXPECT_NE(in_english(gemm->at(0).kernel.error()).find("'bf17' is not a data type"), std::string::npos);
  const auto collective = read("accelerator,operation,ranks,message_bytes,latency_us\nh100-sxm,gossip,4,512,9\n");
  ASSERT_TRUE(collective);
  EXPECT_FALSE(collective->at(0).kernel);
}

TEST(OperatorMeasurements, RefuseWhatIsMalformed) {
  EXPECT_EQ(complaint(read("accelerator,dtype,m,n,latency_us\n")),
            "t.csv: has no column 'k'; its columns are: accelerator, dtype, m, n, latency_us");
  EXPECT_NE(complaint(read("a,b\n")).find("GEMM (accelerator, dtype, latency_us, m, n, k)"), std::string::npos);
  // A name that is not known does not hide a number that is wrong.
  EXPECT_EQ(complaint(read("accelerator,dtype,m,n,k,latency_us\nnone,bf17,0,8,8,5\n")),
            "t.csv: line 2: 'm' is '0'; accepted: a whole number, 1 … 1000000000");
  EXPECT_NE(complaint(read("accelerator,operation,ranks,message_bytes,latency_us\nh100-sxm,all_reduce,1,512,9\n")), "");
}

// Layouts of nccl-tests 2.17 and, with redop and root left blank, of 2.10.
constexpr std::string_view newer =
    "# nccl-tests version 2.17.1 nccl-headers=22703 nccl-library=22703\n"
    "# Collective test starting: all_reduce_perf\n"
    "# nThread 1 nGpus 2 minBytes 0 maxBytes 2048 step: 2(factor) warmup iters: 1 iters: 20 agg iters: 1\n"
    "#\n"
    "# Using devices\n"
    "#  Rank  0 Group  0 Pid    100 on host device  0 [0000:00:00] NVIDIA H100 80GB HBM3\n"
    "#  Rank  1 Group  0 Pid    100 on host device  1 [0000:01:00] NVIDIA H100 80GB HBM3\n"
    "host:100:100 [0] NCCL INFO Bootstrap\n"
    "#                                              out-of-place                       in-place\n"
    "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw\n"
    "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)\n"
    "           0             0     float     sum      -1     0.31    0.00    0.00      0     0.30    0.00    0.00\n"
    "        1024           256     float     sum      -1    10.31    0.10    0.10      0    10.20    0.10    0.10\n"
    "        2048           512     float     sum      -1    11.02    0.19    0.19    N/A    10.90    0.19    0.19\n"
    "# Out of bounds values : 0 OK\n";
constexpr std::string_view older =
    "# Using devices\n#   Rank  0 Pid 1 on host device  0 [0x07] A100\n#   Rank  1 Pid 1 on host device  1 [0x07] "
    "A100\n"
    "#       size         count      type   redop    root     time   algbw   busbw  error     time   algbw   busbw\n"
    "        1024           128     float                     8.50    0.12    0.06  0e+00     8.40    0.12    0.06\n";

TEST(NcclTests, AreReadAsCollectives) {
  ASSERT_TRUE(is_nccl_tests(newer));
  const Result<CsvTable> table = nccl_tests_table(newer, "log", {"h100-sxm", ""});
  ASSERT_TRUE(table) << in_english(table.error().message);
  const auto measurements = read_operators(*table);
  ASSERT_TRUE(measurements) << complaint(measurements);
  ASSERT_EQ(measurements->size(), 2U);
  EXPECT_EQ(measurements->at(0).line, 13);
  const auto& kernel = std::get<CollectiveKernel>(*measurements->at(1).kernel);
  EXPECT_EQ(kernel.ranks, 2);
  EXPECT_EQ(kernel.message_bytes, 2048);
  EXPECT_DOUBLE_EQ(measurements->at(1).latency_s, 11.02e-6);
}

TEST(NcclTests, OfOlderVersionsNeedTheOperation) {
  const Result<CsvTable> table = nccl_tests_table(older, "log", {"a100-80gb", "all_gather"});
  ASSERT_TRUE(table) << in_english(table.error().message);
  EXPECT_EQ(table->rows.at(0).cells,
            (std::vector<std::string>{"a100-80gb", "NCCL", "all_gather", "2", "1024", "8.50"}));
  const Result<CsvTable> untold = nccl_tests_table(older, "log", {"a100-80gb", ""});
  ASSERT_FALSE(untold);
  EXPECT_EQ(in_english(untold.error().message),
            "log: line 5: nothing says which operation was run; name it with --operation all_reduce");
}

TEST(NcclTests, RefuseWhatIsCutShort) {
  for (const std::string_view text :
       {"   8 2 float\n", "# size count type time algbw\n", "# size count type time x\n 8\n"})
    EXPECT_FALSE(nccl_tests_table(text, "log", {"h100-sxm", "all_reduce"})) << text;
  EXPECT_FALSE(is_nccl_tests("accelerator,operation,ranks\n# size\n"));
}

}  // namespace
}  // namespace hakaru
