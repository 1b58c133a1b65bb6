#include "hakaru/model/picture_network.h"

#include <algorithm>
#include <utility>

namespace hakaru {
namespace {

std::int64_t power(std::int64_t base, int exponent) {
  std::int64_t result = 1;
  for (int i = 0; i < exponent; ++i) result *= base;
  return result;
}

}  // namespace

void PictureNetwork::begin(std::string name, std::int64_t copies) {
  name_ = std::move(name);
  copies_ = copies;
  fresh_ = true;
}

Stream PictureNetwork::here() const {
  return {.kind = Stream::Kind::image, .downsample = downsample_, .dimensions = dimensions_};
}

std::vector<Module>& PictureNetwork::modules() {
  if (fresh_ || blocks_.empty() || !(blocks_.back().stream == here())) {
    blocks_.push_back({.name = name_, .stream = here(), .modules = {}, .repeat = copies_});
    fresh_ = false;
  }
  return blocks_.back().modules;
}

void PictureNetwork::convolution(const std::string& name, std::int64_t out, const ConvolutionShape& shape) {
  Convolution convolution;
  convolution.in = channels_;
  convolution.out = out;
  convolution.kernel = power(shape.kernel, dimensions_);
  convolution.groups = shape.groups;
  convolution.bias = shape.bias;
  convolution.stride = shape.stride;
  convolution.dimensions = dimensions_;
  downsample_ *= static_cast<double>(shape.stride);
  channels_ = out;
  modules().push_back({name, convolution});
}

void PictureNetwork::batch_norm(const std::string& name) {
  modules().push_back({name, Norm{.width = channels_, .weight = true, .bias = true, .over = Norm::Over::batch}});
}

void PictureNetwork::group_norm(const std::string& name) {
  modules().push_back({name, Norm{.width = channels_, .weight = true, .bias = true, .over = Norm::Over::groups}});
}

void PictureNetwork::plain_norm(const std::string& name) {
  modules().push_back({name, Norm{.width = channels_, .weight = false, .bias = false, .centred = true}});
}

void PictureNetwork::activation(Activation kind) {
  const std::int64_t kept = kind == Activation::relu ? 0 : channels_;
  modules().push_back(
      {"activation",
       Elementwise{.width_in = channels_, .width_out = channels_, .kept = kept, .work = MemoryWork::activation}});
}

void PictureNetwork::convolution_unit(const std::string& name, std::int64_t out, const ConvolutionShape& shape,
                                      Activation kind) {
  convolution(name, out, shape);
  batch_norm(name + "_norm");
  activation(kind);
}

void PictureNetwork::residual() {
  modules().push_back(
      {"residual", Elementwise{.width_in = 2 * channels_, .width_out = channels_, .work = MemoryWork::residual}});
}

void PictureNetwork::pool(const std::string& name, std::int64_t kernel, std::int64_t stride) {
  downsample_ *= static_cast<double>(stride);
  const std::int64_t read = channels_ * (kernel > stride ? power(stride, dimensions_) : power(kernel, dimensions_));
  modules().push_back({name, Elementwise{.width_in = read, .width_out = channels_, .kept = read}});
}

void PictureNetwork::upsample(std::int64_t factor) {
  downsample_ /= static_cast<double>(factor);
  const std::int64_t read = std::max<std::int64_t>(channels_ / power(factor, dimensions_), 1);
  modules().push_back({"upsample", Elementwise{.width_in = read, .width_out = channels_}});
}

void PictureNetwork::transposed_convolution(const std::string& name, std::int64_t out, bool bias) {
  // Each input position makes 2^d outputs of its own, so the work is counted, once for each input, before the
  // resolution doubles.
  Convolution convolution;
  convolution.in = channels_;
  convolution.out = out;
  convolution.kernel = power(2, dimensions_);
  convolution.bias = bias;
  convolution.dimensions = dimensions_;
  modules().push_back({name, convolution});
  channels_ = out;
  downsample_ /= 2;
}

void PictureNetwork::concatenate(std::int64_t channels) {
  channels_ += channels;
  modules().push_back({"concatenate", Elementwise{.width_in = channels_, .width_out = channels_}});
}

void PictureNetwork::add(Module module) { modules().push_back(std::move(module)); }

void PictureNetwork::go_to(std::int64_t channels, double downsample) {
  channels_ = channels;
  downsample_ = downsample;
}

void PictureNetwork::move_layers_to(Model& model) {
  for (Block& block : take_blocks()) {
    const std::int64_t copies = std::exchange(block.repeat, 1);
    model.layer_kinds.push_back(std::move(block));
    model.layers.insert(model.layers.end(), static_cast<std::size_t>(copies),
                        static_cast<int>(model.layer_kinds.size()) - 1);
  }
}

std::vector<Block> PictureNetwork::take_blocks() {
  fresh_ = true;
  return std::exchange(blocks_, {});
}

}  // namespace hakaru
