// ResNet and ResNeXt (He et al. 2016, arXiv 1512.03385 Table 1; Xie et al. 2017, arXiv 1611.05431), and RetinaNet on
// top of them (Lin et al. 2017, arXiv 1708.02002; feature pyramid: arXiv 1612.03144).
//
// A bottleneck block narrows to a quarter of its channels (times groups × width_per_group / 64 in ResNeXt),
// convolves 3 × 3 and widens again; its stride stands at the 3 × 3 convolution ("v1.5") unless downsample_in_bottleneck
// puts it at the first.
#include <cmath>
#include <utility>

#include "hakaru/model/architectures.h"
#include "hakaru/model/picture_network.h"
#include "hakaru/model/transformer_parts.h"

namespace hakaru {
namespace {

struct ResnetWidths {
  std::vector<std::int64_t> stages;  ///< channels that each stage hands on
  std::vector<std::int64_t> depths;
  std::int64_t in = 3, stem = 64;
  std::int64_t groups = 1, width_per_group = 64;
  bool bottleneck = true;
  bool early_stride = false;
};

constexpr std::int64_t bottleneck_reduction = 4;
constexpr std::int64_t plain_width_per_group = 64;  // ResNet's, against which ResNeXt's widths are given

ResnetWidths widths_in(Fields& config) {
  constexpr std::size_t most_stages = 16;
  ResnetWidths widths;
  widths.stages = config.integers("hidden_sizes", {.min = 1, .max = 1 << 16});
  widths.depths = config.integers("depths", {.min = 1, .max = 1024});
  if (widths.stages.empty() || widths.stages.size() > most_stages || widths.stages.size() != widths.depths.size()) {
    config.refuse("depths", std::to_string(widths.depths.size()) + " values",
                  "as many as hidden_sizes, at least 1, at most 16");
    widths.stages = {64};
    widths.depths = {1};
  }
  widths.in = config.integer_or("num_channels", 3, {.min = 1, .max = 1 << 12});
  widths.stem = config.integer_or("embedding_size", 64, {.min = 1, .max = 1 << 16});
  widths.groups = config.integer_or("groups", 1, {.min = 1, .max = 1 << 12});
  widths.width_per_group = config.integer_or("width_per_group", plain_width_per_group, {.min = 1, .max = 1 << 12});
  widths.early_stride = config.boolean_or("downsample_in_bottleneck", false);
  const std::string kind = config.text_or("layer_type", "bottleneck");
  widths.bottleneck = kind == "bottleneck";
  const std::int64_t width_share = widths.groups * widths.width_per_group;
  const std::int64_t widest_stage = *std::max_element(widths.stages.begin(), widths.stages.end());
  if (widest_stage / bottleneck_reduction * width_share / plain_width_per_group > widest) {
    config.refuse("width_per_group", std::to_string(widths.width_per_group), "blocks of at most 1048576 channels");
  }
  for (const std::int64_t stage : widths.stages) {
    const std::int64_t width = stage / bottleneck_reduction * width_share / plain_width_per_group;
    if (width % widths.groups != 0 || width == 0) {
      config.refuse("groups", std::to_string(widths.groups), fmt::format("a divisor of {} channels", width));
    }
  }
  if (kind != "bottleneck" && kind != "basic") config.refuse("layer_type", kind, "basic, bottleneck");
  return widths;
}

void add_basic(PictureNetwork& network, std::int64_t out, std::int64_t stride) {
  network.convolution_unit("conv1", out, {.stride = stride}, Activation::relu);
  network.convolution("conv2", out, {});
  network.batch_norm("bn2");
}

void add_bottleneck(PictureNetwork& network, const ResnetWidths& widths, std::int64_t out, std::int64_t stride) {
  const std::int64_t width =
      out / bottleneck_reduction * widths.width_per_group * widths.groups / plain_width_per_group;
  const std::int64_t early = widths.early_stride ? stride : 1;
  network.convolution_unit("conv1", width, {.kernel = 1, .stride = early}, Activation::relu);
  network.convolution_unit("conv2", width, {.stride = stride / early, .groups = widths.groups}, Activation::relu);
  network.convolution("conv3", out, {.kernel = 1});
  network.batch_norm("bn3");
}

void add_block(PictureNetwork& network, const ResnetWidths& widths, std::int64_t out, std::int64_t stride) {
  const std::int64_t in = network.channels();
  const double before = network.downsample();
  if (widths.bottleneck) {
    add_bottleneck(network, widths, out, stride);
  } else {
    add_basic(network, out, stride);
  }
  if (in != out || stride != 1) {
    network.go_to(in, before);
    network.convolution("shortcut", out, {.kernel = 1, .stride = stride});
    network.batch_norm("shortcut_norm");
  }
  network.residual();
  network.activation(Activation::relu);
}

void add_backbone(PictureNetwork& network, const ResnetWidths& widths) {
  network.begin("stem");
  network.convolution_unit("conv1", widths.stem, {.kernel = 7, .stride = 2}, Activation::relu);
  network.pool("maxpool", 3, 2);
  for (std::size_t i = 0; i < widths.stages.size(); ++i) {
    network.begin(fmt::format("stage {}, block 1", i + 1));
    add_block(network, widths, widths.stages[i], i == 0 ? 1 : 2);
    if (widths.depths[i] == 1) continue;
    network.begin(fmt::format("stage {}, block 2 and on", i + 1), widths.depths[i] - 1);
    add_block(network, widths, widths.stages[i], 1);
  }
}

Model picture_model(Fields& config, std::string architecture, std::int64_t image_size) {
  Model model;
  model.architecture = std::move(architecture);
  model.family = Family::vision;
  model.heads = model.kv_heads = 1;  // convolutions are not divided by heads
  model.default_image_size = config.integer_or("image_size", image_size, {.min = 1, .max = 1 << 15});
  model.stored_type = stored_type_in(config);
  return model;
}

// ---- RetinaNet ----

constexpr std::int64_t pyramid_width = 256;       // arXiv 1612.03144 §4
constexpr std::int64_t anchors_per_position = 9;  // for each position: 3 sizes × 3 shapes, arXiv 1708.02002 §4

/// The pyramid: a level for each of the last three stages and two beyond, by strides of two.
void add_pyramid(PictureNetwork& network, const std::vector<std::int64_t>& stages, double last) {
  double downsample = last;
  for (std::size_t level = stages.size(); level-- > stages.size() - 3;) {
    network.begin(fmt::format("pyramid level {}", level + 2));
    network.go_to(stages[level], downsample);
    network.convolution("inner", pyramid_width, {.kernel = 1, .bias = true});
    network.residual();  // what comes from the level above
    network.convolution("layer", pyramid_width, {.bias = true});
    downsample /= 2;
  }
  network.begin("pyramid levels beyond");
  network.go_to(pyramid_width, last);
  network.convolution("p6", pyramid_width, {.stride = 2, .bias = true});
  network.convolution("p7", pyramid_width, {.stride = 2, .bias = true});
}

Modules head_modules(std::int64_t values) {
  constexpr int depth = 4;  // arXiv 1708.02002 §4
  PictureNetwork head(pyramid_width);
  for (int i = 0; i < depth; ++i) {
    head.convolution("conv", pyramid_width, {.bias = true});
    head.activation(Activation::relu);
  }
  head.convolution("prediction", anchors_per_position * values, {.bias = true});
  return std::move(head.take_blocks().front().modules);
}

/// The same heads run over all five levels, written as one level of as many positions.
void add_heads(Model& model, std::int64_t classes, double finest) {
  constexpr std::int64_t corners = 4;
  // Each level has a quarter of the positions of the one before.
  constexpr double all_levels = 1 + 0.25 + 0.0625 + 0.015625 + 0.00390625;
  const double downsample = finest / std::sqrt(all_levels);
  const Stream stream{.kind = Stream::Kind::image, .downsample = downsample};
  model.after.push_back({.name = "class head, all levels", .stream = stream, .modules = head_modules(classes)});
  model.after.push_back({.name = "box head, all levels", .stream = stream, .modules = head_modules(corners)});
}

}  // namespace

Result<Model> read_resnet(const Json& json, const std::string& file) {
  Fields config(json, file);
  const ResnetWidths widths = widths_in(config);
  Model model = picture_model(config, "resnet", 224);
  PictureNetwork network(widths.in);
  add_backbone(network, widths);
  network.move_layers_to(model);
  model.hidden = widths.stages.back();
  const Stream last = model.layer_kinds.back().stream;
  model.after.push_back({.name = "classifier",
                         .stream = last,
                         .modules = {elementwise("average_pooling", model.hidden, 1),
                                     item_linear("classifier", model.hidden, classes_in(config))}});
  return finished(std::move(model), config);
}

Result<Model> read_retinanet(const Json& json, const std::string& file) {
  Fields config(json, file);
  const ResnetWidths widths = widths_in(config);
  const std::int64_t classes = classes_in(config);
  if (widths.stages.size() < 3) config.refuse("hidden_sizes", "fewer than 3 stages", "3 stages or more");
  if (config.error()) return tl::unexpected(*config.error());
  Model model = picture_model(config, "retinanet", 800);
  PictureNetwork network(widths.in);
  add_backbone(network, widths);
  const double last = network.downsample();
  add_pyramid(network, widths.stages, last);
  network.move_layers_to(model);
  model.hidden = pyramid_width;
  add_heads(model, classes, last / 4);
  return finished(std::move(model), config);
}

}  // namespace hakaru
