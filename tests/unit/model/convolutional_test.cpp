// Convolutional networks against published counts and published work.
#include <gtest/gtest.h>

#include "described.h"

namespace hakaru::test {
namespace {

TEST(Convolutional, OneLayerByHand) {
  // 3 × 3 over 2 channels gives 4: 72 weights, 4 biases, 8 of the norm; 8 × 8 positions after a stride of 2.
  const auto model = described(R"({"model_type": "convolutional", "image_size": 16, "num_channels": 2,
    "blocks": [{"layers": [{"out": 4, "stride": 2, "bias": true}]}]})");
  ASSERT_TRUE(model) << in_english(model.error().message);
  EXPECT_EQ(count_parameters(*model).total, 72 + 4 + 8);
  EXPECT_DOUBLE_EQ(forward_flops(*model, {}), 2.0 * 64 * 72);
}

TEST(Convolutional, ThreeDimensionsAndTransposition) {
  // 2³ weights for each pair of channels; each of the 4³ inputs makes 8 outputs.
  const auto model = described(R"({"model_type": "convolutional", "image_size": 4, "num_channels": 3, "dimensions": 3,
    "blocks": [{"layers": [{"out": 5, "transposed": true, "norm": false, "activation": "none"}]}]})");
  ASSERT_TRUE(model) << in_english(model.error().message);
  EXPECT_EQ(count_parameters(*model).total, 8 * 3 * 5);
  EXPECT_DOUBLE_EQ(forward_flops(*model, {}), 2.0 * 64 * 8 * 3 * 5);
}

TEST(Convolutional, RepeatedBlocksMustKeepTheirShape) {
  EXPECT_FALSE(described(R"({"model_type": "convolutional", "image_size": 16,
    "blocks": [{"repeat": 2, "layers": [{"out": 4}]}]})"));
}

TEST(Convolutional, MisspeltKeysAreRefused) {
  const auto model = described(R"({"model_type": "convolutional", "image_size": 16,
    "blocks": [{"layers": [{"out": 4, "strides": 2}]}]})");
  ASSERT_FALSE(model);
  EXPECT_NE(in_english(model.error().message).find("strides"), std::string::npos);
}

TEST(Convolutional, AnUnknownVggIsRefused) { EXPECT_FALSE(described(R"({"model_type": "vgg", "depth": 12})")); }

// Multiply-adds at the usual size, in 10⁹: torchvision's documentation for the classifiers, where it counts them the
// same way.
TEST(Convolutional, WorkMatchesWhatIsPublished) {
  EXPECT_NEAR(multiply_adds("resnet-18", 224) / 1e9, 1.81, 0.01);
  EXPECT_NEAR(multiply_adds("resnet-50", 224) / 1e9, 4.09, 0.01);
  EXPECT_NEAR(multiply_adds("resnet-152", 224) / 1e9, 11.51, 0.01);
  EXPECT_NEAR(multiply_adds("resnext50-32x4d", 224) / 1e9, 4.23, 0.01);
  EXPECT_NEAR(multiply_adds("vgg11", 224) / 1e9, 7.61, 0.01);
  EXPECT_NEAR(multiply_adds("vgg16", 224) / 1e9, 15.47, 0.01);
  EXPECT_NEAR(multiply_adds("efficientnet-b0", 224) / 1e9, 0.386, 0.005);
  EXPECT_NEAR(multiply_adds("ssd300-vgg16", 300) / 1e9, 34.86, 0.6);
  // In FLOPs: Ultralytics' table, darknet's own count, MLPerf Inference's table.
  EXPECT_NEAR(2 * multiply_adds("yolov5s", 640) / 1e9, 16.5, 0.2);
  EXPECT_NEAR(2 * multiply_adds("yolov5x", 640) / 1e9, 205.7, 1);
  EXPECT_NEAR(2 * multiply_adds("yolov4", 608) / 1e9, 128.46, 0.2);
  EXPECT_NEAR(2 * multiply_adds("ssd-resnet34", 1200) / 1e9, 433, 2);
}

TEST(Convolutional, WorkFollowsThePicturesArea) {
  EXPECT_NEAR(multiply_adds("yolov5s", 1280) / multiply_adds("yolov5s", 640), 4, 1e-9);
}

// RetinaNet of MLPerf: backbone 22,979,904, pyramid 3,868,672, class head 7,837,000, box head 2,443,300.
TEST(Convolutional, RetinanetBySums) {
  EXPECT_EQ(parameters_of_named("retinanet-resnext50"), 22979904 + 3868672 + 7837000 + 2443300);
}

}  // namespace
}  // namespace hakaru::test
