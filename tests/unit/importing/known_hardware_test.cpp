#include "hakaru/importing/known_hardware.h"

#include <gtest/gtest.h>

#include "hakaru/importing/imported.h"

namespace hakaru {
namespace {

TEST(KnownHardware, FindsAcceleratorsByWhatCloudsCallThem) {
  const Catalog catalog = *Catalog::read(DataFiles());
  const auto called = [&](std::string_view name, double memory_gib) {
    const Accelerator* const found = accelerator_called(catalog, name, memory_gib);
    return found == nullptr ? std::string() : found->name;
  };
  EXPECT_EQ(called("H100", 80), "h100-sxm");
  EXPECT_EQ(called("NVIDIA-H100-80GB", 0), "h100-sxm");
  EXPECT_EQ(called("A100", 40), "a100-sxm-40gb");
  EXPECT_EQ(called("A100", 80), "a100-sxm-80gb");
  EXPECT_EQ(called("A100", 0), "") << "two memories, and which is not said";
  EXPECT_EQ(called("L4", 22.35), "l4");
  EXPECT_EQ(called("L40S", 44.7), "l40s");
  EXPECT_EQ(called("V100", 16), "v100-sxm-16gb");
  EXPECT_EQ(called("Trainium2", 96), "neuroncore-v3-lnc2");
  EXPECT_EQ(called("M60", 8), "");
  EXPECT_EQ(called("", 8), "");
}

TEST(KnownHardware, FindsTheRegionOfAZone) {
  EXPECT_EQ(region_of_zone("us-east-1a"), "us-east-1");
  EXPECT_EQ(region_of_zone("us-west-2-lax-1a"), "us-west-2");
  EXPECT_EQ(region_of_zone("us-gov-west-1b"), "us-gov-west-1");
  EXPECT_EQ(region_of_zone("use1-az1"), "");
  EXPECT_EQ(region_of_zone(""), "");
}

}  // namespace
}  // namespace hakaru
