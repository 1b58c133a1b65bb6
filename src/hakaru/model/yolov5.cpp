// YOLOv5, release 6.x (Ultralytics, models/yolov5{n,s,m,l,x}.yaml): a cross-stage-partial backbone, pooling over
// growing windows, a path up and a path down again, and a prediction at three resolutions. All sizes are one table
// scaled by depth_multiple (how often a bottleneck repeats) and width_multiple (channels, rounded up to eights).
#include <cmath>
#include <utility>

#include "hakaru/model/architectures.h"
#include "hakaru/model/picture_network.h"
#include "hakaru/model/transformer_parts.h"

namespace hakaru {
namespace {

class Yolov5 {
 public:
  Yolov5(double depth, double width, std::int64_t in) : depth_(depth), width_(width), network_(in) {}

  void build(Model& model, std::int64_t predictions) {
    backbone();
    neck();
    for (const Output& output : outputs_) {
      network_.begin("detection");
      network_.go_to(output.channels, output.downsample);
      network_.convolution("detect", predictions, {.kernel = 1, .bias = true});
    }
    network_.move_layers_to(model);
  }

  std::int64_t channels_of(std::int64_t channels) const {
    constexpr double multiple = 8;
    return static_cast<std::int64_t>(std::ceil(static_cast<double>(channels) * width_ / multiple) * multiple);
  }

 private:
  struct Output {
    std::int64_t channels = 0;
    double downsample = 0;
  };

  std::int64_t repeats_of(std::int64_t repeats) const {
    return std::max<std::int64_t>(std::llround(static_cast<double>(repeats) * depth_), 1);
  }
  Output here() const { return {network_.channels(), network_.downsample()}; }

  void unit(const char* name, std::int64_t out, const ConvolutionShape& shape) {
    network_.convolution_unit(name, out, shape, Activation::smooth);
  }

  /// Halves the resolution.
  void halve(std::int64_t channels, std::int64_t kernel = 3) {
    network_.begin("halving");
    unit("conv", channels_of(channels), {.kernel = kernel, .stride = 2});
  }

  /// Cross-stage-partial block (C3): half of the channels go through bottlenecks, half around them.
  void partial(std::int64_t channels, std::int64_t repeats, bool adds) {
    const std::int64_t out = channels_of(channels);
    const std::int64_t half = out / 2;
    const Output in = here();
    network_.begin("cross-stage-partial");
    unit("cv1", half, {.kernel = 1});
    network_.begin("bottleneck", repeats_of(repeats));
    unit("cv1", half, {.kernel = 1});
    unit("cv2", half, {});
    if (adds) network_.residual();
    network_.begin("cross-stage-partial output");
    network_.go_to(in.channels, in.downsample);
    unit("cv2", half, {.kernel = 1});
    network_.concatenate(half);
    unit("cv3", out, {.kernel = 1});
  }

  /// Spatial pyramid pooling, fast (SPPF): three poolings of 5 × 5 one after another, all four put side by side.
  void pooling() {
    const std::int64_t out = network_.channels();
    network_.begin("pyramid pooling");
    unit("cv1", out / 2, {.kernel = 1});
    for (int i = 0; i < 3; ++i) network_.pool("maxpool", 5, 1);
    network_.concatenate(3 * (out / 2));
    unit("cv2", out, {.kernel = 1});
  }

  void backbone() {
    halve(64, 6);
    halve(128);
    partial(128, 3, true);
    halve(256);
    partial(256, 6, true);
    fine_ = here();
    halve(512);
    partial(512, 9, true);
    middle_ = here();
    halve(1024);
    partial(1024, 3, true);
    pooling();
  }

  /// A 1 × 1 convolution, doubled in resolution and put beside an output of the backbone.
  Output rise(std::int64_t channels, const Output& beside) {
    network_.begin("rise");
    unit("conv", channels_of(channels), {.kernel = 1});
    const Output before = here();
    network_.upsample(2);
    network_.concatenate(beside.channels);
    return before;
  }

  void neck() {
    const Output deep = rise(512, middle_);
    partial(512, 3, false);
    const Output between = rise(256, fine_);
    partial(256, 3, false);
    outputs_.push_back(here());
    halve(256);
    network_.concatenate(between.channels);
    partial(512, 3, false);
    outputs_.push_back(here());
    halve(512);
    network_.concatenate(deep.channels);
    partial(1024, 3, false);
    outputs_.push_back(here());
  }

  double depth_;
  double width_;
  PictureNetwork network_;
  Output fine_, middle_;
  std::vector<Output> outputs_;
};

}  // namespace

Result<Model> read_yolov5(const Json& json, const std::string& file) {
  Fields config(json, file);
  constexpr std::int64_t anchors = 3;  // boxes for each position
  constexpr std::int64_t box = 5;      // four corners and whether anything is there
  const double depth = config.number("depth_multiple", {.min = 0.01, .max = 16});
  const double width = config.number("width_multiple", {.min = 0.01, .max = 16});
  const std::int64_t classes = config.integer_or("num_labels", 80, {.min = 1, .max = 1 << 16});
  const std::int64_t in = config.integer_or("num_channels", 3, {.min = 1, .max = 1 << 12});
  Model model;
  model.architecture = "yolov5";
  model.family = Family::vision;
  model.heads = model.kv_heads = 1;
  model.default_image_size = config.integer_or("image_size", 640, {.min = 1, .max = 1 << 15});
  model.stored_type = stored_type_in(config);
  Yolov5 network(depth, width, in);
  network.build(model, anchors * (classes + box));
  model.hidden = network.channels_of(1024);
  return finished(std::move(model), config);
}

}  // namespace hakaru
