#include "hakaru/hardware/accelerator.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

Json a_table() {
  return *parse_toml(R"(
    vendor = "Acme"
    chip = "Anvil"
    kind = "gpu"
    memory_gb = 80
    memory_bandwidth_gb_per_s = 2000
    tflops = { fp32 = 20, bf16 = 300 }
    emulated = { fp8 = "bf16" }
    cast = { tf32 = "bf16" }
    compute_units = 64
    threads_per_core = 2
    power_w = 400
    confidence = "low"
    source = "a test")",
                     "a test");
}

std::string refusal(const Json& table) {
  const Result<Accelerator> accelerator = read_accelerator(table, "anvil", "anvil.toml");
  return accelerator ? "accepted" : in_english(accelerator.error().message);
}

TEST(Accelerator, UnitsStandInTheKeys) {
  Json table = a_table();
  EXPECT_DOUBLE_EQ(read_accelerator(table, "anvil", "f")->memory_bytes, 80e9);
  table.erase("memory_gb");
  table["memory_gib"] = 80;
  EXPECT_DOUBLE_EQ(read_accelerator(table, "anvil", "f")->memory_bytes, 85'899'345'920.0);
  table.erase("memory_gib");
  table["memory_mib"] = 81920;
  EXPECT_DOUBLE_EQ(read_accelerator(table, "anvil", "f")->memory_bytes, 85'899'345'920.0);
}

TEST(Accelerator, AWrongUnitNamesTheNearestAcceptedKey) {
  Json table = a_table();
  table.erase("memory_gb");
  table["memory_mb"] = 80000;
  const std::string message = refusal(table);
  EXPECT_NE(message.find("anvil.toml: 'anvil.memory_mb'"), std::string::npos) << message;
  EXPECT_NE(message.find("memory_gb"), std::string::npos) << message;
}

TEST(Accelerator, MemoryInTwoUnitsIsRefused) {
  Json table = a_table();
  table["memory_gib"] = 80;
  EXPECT_NE(refusal(table).find("given twice"), std::string::npos);
}

TEST(Accelerator, AnUnknownKeyIsRefused) {
  Json table = a_table();
  table["stochastic_roundign"] = true;
  const std::string message = refusal(table);
  EXPECT_NE(message.find("stochastic_roundign"), std::string::npos) << message;
  EXPECT_NE(message.find("stochastic_rounding"), std::string::npos) << message;
}

TEST(Accelerator, RatesSayHowATypeIsTreated) {
  const Accelerator anvil = *read_accelerator(a_table(), "anvil", "f");
  EXPECT_DOUBLE_EQ(anvil.rate(DataType::bf16)->flops_per_s, 300e12);
  EXPECT_EQ(anvil.rate(DataType::bf16)->support, Support::native);
  EXPECT_EQ(anvil.rate(DataType::fp8)->support, Support::emulated);
  EXPECT_EQ(anvil.rate(DataType::fp8)->computed_as, DataType::bf16);
  EXPECT_DOUBLE_EQ(anvil.rate(DataType::fp8)->flops_per_s, 300e12);
  EXPECT_EQ(anvil.rate(DataType::tf32)->support, Support::cast);
  EXPECT_EQ(anvil.rate(DataType::int4), nullptr);
}

TEST(Accelerator, ATypeIsBorrowedOnlyFromANativeOne) {
  Json table = a_table();
  table["emulated"]["int4"] = "fp8";
  EXPECT_NE(refusal(table).find("'anvil.emulated.int4' is 'fp8'"), std::string::npos) << refusal(table);
  table = a_table();
  table["emulated"]["bf16"] = "fp32";  // it has a rate of its own
  EXPECT_NE(refusal(table).find("'anvil.emulated.bf16' is given twice"), std::string::npos) << refusal(table);
}

TEST(Accelerator, WrongValuesAreRefused) {
  for (const auto& [key, value] : std::map<std::string, Json>{
           {"kind", "gpuu"}, {"tflops", "fast"}, {"memory_gb", -1}, {"power_w", "400 W"}, {"year", 20.5}}) {
    Json table = a_table();
    table[key] = value;
    EXPECT_NE(refusal(table).find("anvil." + key), std::string::npos) << refusal(table);
  }
}

TEST(Accelerator, AnUnknownDataTypeIsRefused) {
  Json table = a_table();
  table["tflops"]["bf61"] = 300;
  EXPECT_NE(refusal(table).find("'anvil.tflops.bf61' is not a data type"), std::string::npos) << refusal(table);
}

TEST(Accelerator, AShareHasItsPartOfEverythingButTime) {
  const Accelerator quarter = share_of(*read_accelerator(a_table(), "anvil", "f"), 0.25);
  EXPECT_DOUBLE_EQ(quarter.rate(DataType::fp32)->flops_per_s, 5e12);
  EXPECT_DOUBLE_EQ(quarter.rate(DataType::fp8)->flops_per_s, 75e12);
  EXPECT_DOUBLE_EQ(quarter.memory_bandwidth_bytes_per_s, 500e9);
  EXPECT_EQ(quarter.compute_units, 16);
  EXPECT_DOUBLE_EQ(*quarter.power_w, 100);
}

}  // namespace
}  // namespace hakaru
