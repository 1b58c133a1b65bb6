#include "hakaru/hardware/catalog.h"

#include <gtest/gtest.h>

#include "hakaru/core/quantities.h"
#include "user_folder.h"

namespace hakaru {
namespace {

const Catalog& catalog() {
  static const Catalog all = *Catalog::read(DataFiles());
  return all;
}

double tflops(const Accelerator& accelerator, DataType type) { return accelerator.rate(type)->flops_per_s / tera; }

TEST(Catalog, KnowsAnA100) {
  const Accelerator a100 = *catalog().accelerator("a100-sxm-80gb");
  EXPECT_DOUBLE_EQ(a100.memory_bytes, 80 * gibi);
  EXPECT_DOUBLE_EQ(a100.memory_bandwidth_bytes_per_s, 2039e9);
  EXPECT_DOUBLE_EQ(tflops(a100, DataType::bf16), 312);
  EXPECT_DOUBLE_EQ(tflops(a100, DataType::int8), 624);
  EXPECT_DOUBLE_EQ(a100.link_bytes_per_s, 300e9);  // half of the 600 GB/s of both directions
  EXPECT_DOUBLE_EQ(*a100.power_w, 400);
  EXPECT_EQ(a100.rate(DataType::fp8)->support, Support::emulated);
  EXPECT_EQ(a100.rate(DataType::fp8)->computed_as, DataType::bf16);
  EXPECT_EQ(a100.rate(DataType::cfp8), nullptr);
}

TEST(Catalog, ANeuronCoreIsHalfATrainium) {
  const Accelerator core = *catalog().accelerator("trainium1");
  EXPECT_EQ(core.name, "neuroncore-v2");
  EXPECT_DOUBLE_EQ(core.memory_bytes, 16 * gibi);
  EXPECT_DOUBLE_EQ(core.memory_bandwidth_bytes_per_s, 410e9);
  EXPECT_DOUBLE_EQ(tflops(core, DataType::bf16), 95);
  EXPECT_DOUBLE_EQ(tflops(core, DataType::fp32), 23.75);
  EXPECT_DOUBLE_EQ(tflops(core, DataType::cfp8), 95);
  EXPECT_EQ(core.rate(DataType::cfp8)->support, Support::native);
  EXPECT_TRUE(core.stochastic_rounding);
  EXPECT_TRUE(core.collective_engine);
  EXPECT_TRUE(core.fixed_shapes);
  EXPECT_FALSE(core.power_w);
  EXPECT_EQ(core.tensor_parallel_degrees, (std::vector<std::int64_t>{1, 2, 8, 32}));
}

TEST(Catalog, InferentiaSilentlyComputesFp32AsBf16) {
  const Accelerator core = *catalog().accelerator("inferentia1");
  EXPECT_EQ(core.rate(DataType::fp32)->support, Support::cast);
  EXPECT_EQ(core.rate(DataType::fp32)->computed_as, DataType::bf16);
  EXPECT_DOUBLE_EQ(tflops(core, DataType::fp32), 16);
  EXPECT_TRUE(core.inference_only);
}

TEST(Catalog, InstancesCountRanks) {
  const Instance trn1 = *catalog().instance("Trn1.32xlarge");
  EXPECT_EQ(trn1.accelerators, 32);
  EXPECT_DOUBLE_EQ(trn1.accelerators * trn1.accelerator.memory_bytes, 512 * gibi);
  EXPECT_DOUBLE_EQ(trn1.within.bytes_per_s, 384e9 / 2 / 2);  // a chip's both directions, for one of two cores
  EXPECT_DOUBLE_EQ(trn1.between.bytes_per_s, 100e9);
  EXPECT_EQ(trn1.efa_generation, 2);
  EXPECT_EQ(catalog().instance("trn2.48xlarge")->accelerators, 64);
  EXPECT_EQ(catalog().instance("inf1.24xlarge")->accelerators, 64);
  EXPECT_EQ(catalog().instance("inf2.48xlarge")->accelerators, 24);
  EXPECT_EQ(catalog().instance("inf2.48xlarge")->accelerator.tensor_parallel_degrees.back(), 24);
  EXPECT_DOUBLE_EQ(catalog().instance("trn1n.32xlarge")->within.bytes_per_s, 768e9 / 2 / 2);
}

TEST(Catalog, TheLaunchFiguresOfTrainiumStandApart) {
  const Instance launch = *catalog().instance("trn1.32xlarge-launch");
  EXPECT_NEAR(launch.accelerators * tflops(launch.accelerator, DataType::bf16), 3360, 1e-9);
  EXPECT_NEAR(launch.accelerators * tflops(launch.accelerator, DataType::fp32), 840, 1e-9);
  EXPECT_NEAR(launch.accelerators * launch.accelerator.memory_bandwidth_bytes_per_s, 13.12e12, 1);
}

TEST(Catalog, EveryInstanceSaysWhatLiesBetween) {
  const auto fabric_of = [&](const char* name) { return catalog().instance(name)->fabric; };
  EXPECT_EQ(fabric_of("p5.48xlarge"), Fabric::bypass);
  EXPECT_EQ(fabric_of("g5g.xlarge"), Fabric::ethernet);
  EXPECT_EQ(fabric_of("trn1.2xlarge"), Fabric::none);
  EXPECT_EQ(fabric_of("inf2.48xlarge"), Fabric::none);
  for (const Instance& each : catalog().instances()) {
    if (each.fabric == Fabric::bypass) {
      EXPECT_GT(each.between.bytes_per_s, 0) << each.name;
    }
    const bool efa = each.efa_generation > 0 && each.name != "inf1.24xlarge";
    if (efa) {
      EXPECT_EQ(each.fabric, Fabric::bypass) << each.name;
    }
  }
}

TEST(Catalog, FiguresOfATimeAreForThatTime) {
  const Instance launch = *catalog().instance("trn1.32xlarge-launch");
  EXPECT_FALSE(is_published(launch, ""));
  EXPECT_TRUE(is_published(launch, "2023-04-14"));
  EXPECT_FALSE(is_published(launch, "2023-04-15"));
  EXPECT_TRUE(is_published(*catalog().instance("trn1.32xlarge"), ""));
}

TEST(Catalog, APartOfAnInstanceIsOfTheFewestThatHoldIt) {
  const Instance rack = *catalog().instance("gb200-nvl72");
  const Instance part = part_for(rack, 256);
  EXPECT_EQ(part.accelerators, 64);
  EXPECT_EQ(part.idle_accelerators, 8);
  EXPECT_DOUBLE_EQ(part.between.bytes_per_s, rack.between.bytes_per_s * 64 / 72);
  EXPECT_EQ(part_for(rack, 144).accelerators, 72);
  EXPECT_EQ(part_for(rack, 4096).accelerators, 64);
  EXPECT_EQ(part_for(rack, 73).accelerators, 72);  // does not divide over two: for others to refuse
}

TEST(Catalog, SmallCpuInstancesHaveAShareOfASocket) {
  const Instance small = *catalog().instance("c6i.xlarge");
  EXPECT_EQ(small.accelerators, 1);
  EXPECT_NEAR(tflops(small.accelerator, DataType::fp32), 7.17 / 16, 1e-9);
  EXPECT_DOUBLE_EQ(small.accelerator.memory_bytes, 8 * gibi);
  const Instance large = *catalog().instance("c6i.32xlarge");
  EXPECT_EQ(large.accelerators, 2);
  EXPECT_NEAR(tflops(large.accelerator, DataType::fp32), 7.17, 1e-9);
}

TEST(Catalog, NamesHaveNoCaseAndUnknownOnesNameTheNearest) {
  EXPECT_EQ(catalog().accelerator("H100")->name, "h100-sxm");
  const Result<Accelerator> accelerator = catalog().accelerator("a100-sxm-80");
  ASSERT_FALSE(accelerator);
  EXPECT_NE(in_english(accelerator.error().message).find("a100-sxm-80gb"), std::string::npos);
  const Result<Instance> instance = catalog().instance("p4d.24xlarg");
  ASSERT_FALSE(instance);
  EXPECT_NE(in_english(instance.error().message).find("p4d.24xlarge"), std::string::npos);
  EXPECT_FALSE(catalog().storage("s4"));
}

TEST(Catalog, AnAcceleratorHasAUsualMachine) {
  EXPECT_EQ(catalog().usual_instance_of("a100-80gb")->name, "dgx-a100-80gb");
  EXPECT_EQ(catalog().usual_instance_of("h100")->name, "dgx-h100");
  EXPECT_EQ(catalog().usual_instance_of("trainium1")->name, "trn1.32xlarge");
  EXPECT_EQ(catalog().usual_instance_of("gaudi1")->name, "dl1.24xlarge");
  EXPECT_EQ(catalog().usual_instance_of("cpu-cascadelake").has_value(), false);
}

TEST(Catalog, WithoutAUsualMachineTheLargestIsTaken) {
  const UserFolder folder;
  const std::string rest =
      "family = \"f\"\naccelerator = \"cpu-cascadelake\"\nconfidence = \"low\"\nsource = \"a test\"\n";
  folder.write("instances/own.toml",
               "[small]\naccelerators = 1\nvcpu = 8\n" + rest + "[large]\naccelerators = 2\nvcpu = 96\n" + rest);
  EXPECT_EQ(Catalog::read(folder.data())->usual_instance_of("cpu-cascadelake")->name, "large");
}

TEST(Catalog, AUsersTableReplacesTheOneOfTheSameName) {
  const UserFolder folder;
  folder.write("accelerators/own.toml", R"([h100-sxm]
vendor = "NVIDIA"
chip = "ours"
kind = "gpu"
memory_gb = 40
memory_bandwidth_gb_per_s = 1000
tflops = { bf16 = 500 }
confidence = "high"
source = "measured here"
)");
  const Catalog own = *Catalog::read(folder.data());
  EXPECT_EQ(own.accelerator("h100-sxm")->chip, "ours");
  EXPECT_DOUBLE_EQ(own.instance("p5.48xlarge")->accelerator.memory_bytes, 40e9);
  EXPECT_FALSE(own.accelerator("h100"));  // the alias went with the table that had it
}

TEST(Catalog, AUsersMistakeNamesTheirFile) {
  const UserFolder folder;
  folder.write("instances/own.toml", "[x]\nfamily = \"x\"\naccelerator = \"h1000\"\naccelerators = 1\n");
  const Result<Catalog> own = Catalog::read(folder.data());
  ASSERT_FALSE(own);
  const std::string message = in_english(own.error().message);
  EXPECT_NE(message.find("instances/own.toml: 'x.accelerator' is 'h1000'"), std::string::npos) << message;
  EXPECT_NE(message.find("h100"), std::string::npos) << message;
}

TEST(Catalog, AUsualMachineMustExist) {
  const UserFolder folder;
  folder.write("accelerators/own.toml", R"([mine]
vendor = "v"
chip = "c"
kind = "gpu"
usual_machine = "dgx-h1000"
confidence = "high"
source = "a test"
)");
  const Result<Catalog> own = Catalog::read(folder.data());
  ASSERT_FALSE(own);
  const std::string message = in_english(own.error().message);
  EXPECT_NE(message.find("'mine.usual_machine' is 'dgx-h1000'"), std::string::npos) << message;
  EXPECT_NE(message.find("dgx-h100"), std::string::npos) << message;
}

TEST(Catalog, AnAliasOfTwoAcceleratorsIsRefused) {
  const UserFolder folder;
  folder.write("accelerators/own.toml", R"([mine]
aliases = ["h100"]
vendor = "NVIDIA"
chip = "ours"
kind = "gpu"
confidence = "high"
source = "a test"
)");
  const Result<Catalog> own = Catalog::read(folder.data());
  ASSERT_FALSE(own);
  EXPECT_NE(in_english(own.error().message).find("alias 'h100'"), std::string::npos);
}

}  // namespace
}  // namespace hakaru
