// Diffusion models against published counts, and against their work by hand.
#include "described.h"

namespace hakaru::test {
namespace {

TEST(Diffusion, RealDescriptionsMatchKnownCounts) {
  if (real_configs_missing()) GTEST_SKIP() << "the shared descriptions are not here";
  EXPECT_EQ(parameters_of_real("stabilityai__stable-diffusion-2-1__unet"), 865910724);
  EXPECT_EQ(parameters_of_real("stabilityai__stable-diffusion-3-medium__transformer"), 2028328000);
  EXPECT_EQ(parameters_of_real("black-forest-labs__FLUX.1-dev__transformer"), 11901408320);
  EXPECT_EQ(parameters_of_real("black-forest-labs__FLUX.1-schnell__transformer"), 11891178560);
  EXPECT_EQ(parameters_of_real("black-forest-labs__FLUX.1-dev__vae"), 83819683);
  EXPECT_EQ(parameters_of_real("stabilityai__stable-diffusion-xl-base-1.0__vae"), 83653863);
  EXPECT_EQ(parameters_of_real("stable-diffusion-v1-5__vae"), 83653863);
}

}  // namespace
}  // namespace hakaru::test
