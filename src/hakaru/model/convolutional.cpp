#include <array>
#include <map>
#include <utility>

#include "hakaru/model/architectures.h"
#include "hakaru/model/picture_network.h"
#include "hakaru/model/registry.h"
#include "hakaru/model/transformer_parts.h"

namespace hakaru {
namespace {

/// Convolutions of each of VGG's five stages (Simonyan & Zisserman 2015, arXiv 1409.1556 Table 1: A, B, D, E).
const std::map<std::int64_t, std::array<std::int64_t, 5>>& vgg_stages() {
  static const std::map<std::int64_t, std::array<std::int64_t, 5>> stages{
      {11, {1, 1, 2, 2, 2}}, {13, {2, 2, 2, 2, 2}}, {16, {2, 2, 3, 3, 3}}, {19, {2, 2, 4, 4, 4}}};
  return stages;
}

void add_vgg_stages(PictureNetwork& network, const std::array<std::int64_t, 5>& stages, bool norms) {
  constexpr std::array<std::int64_t, 5> widths{64, 128, 256, 512, 512};
  for (std::size_t i = 0; i < stages.size(); ++i) {
    network.begin(fmt::format("stage {}", i + 1));
    for (std::int64_t layer = 0; layer < stages[i]; ++layer) {
      network.convolution("conv", widths[i], {.bias = true});
      if (norms) network.batch_norm("norm");
      network.activation(Activation::relu);
    }
    network.pool("maxpool", 2, 2);
  }
}

Block vgg_classifier(const Stream& stream, std::int64_t channels, std::int64_t classes) {
  constexpr std::int64_t side = 7, wide = 4096;
  return {.name = "classifier",
          .stream = stream,
          .modules = {item_linear("fc6", channels * side * side, wide), item_linear("fc7", wide, wide),
                      item_linear("fc8", wide, classes)}};
}

}  // namespace

Result<Model> read_vgg(const Json& json, const std::string& file) {
  Fields config(json, file);
  const std::int64_t depth = config.integer("depth", {.min = 1, .max = 1000});
  const auto stages = vgg_stages().find(depth);
  if (stages == vgg_stages().end()) config.refuse("depth", std::to_string(depth), "11, 13, 16, 19");
  const bool norms = config.boolean_or("batch_norm", false);
  Model model;
  model.architecture = "vgg";
  model.family = Family::vision;
  model.heads = model.kv_heads = 1;
  model.default_image_size = config.integer_or("image_size", 224, {.min = 1, .max = 1 << 15});
  model.stored_type = stored_type_in(config);
  const std::int64_t classes = classes_in(config);
  if (config.error()) return tl::unexpected(*config.error());
  PictureNetwork network(3);
  add_vgg_stages(network, stages->second, norms);
  network.move_layers_to(model);
  model.hidden = network.channels();
  model.after.push_back(vgg_classifier(model.layer_kinds.back().stream, model.hidden, classes));
  return finished(std::move(model), config);
}

std::vector<ArchitectureReader> convolutional_readers() {
  return {{"resnet", read_resnet},
          {"retinanet", read_retinanet},
          {"vgg", read_vgg},
          {"yolov5", read_yolov5},
          {"convolutional", read_layer_table}};
}

}  // namespace hakaru
