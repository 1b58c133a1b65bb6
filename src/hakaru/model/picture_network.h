// Building a convolutional network layer by layer, as its paper's table of blocks reads.
//
// The builder knows the channels and the resolution at which it stands. Modules gather in blocks: a new one where
// `begin` says so and wherever the resolution changes, since a block's modules all run over the same positions.
//
//   PictureNetwork network(3);                                    // an RGB picture
//   network.begin("stem");
//   network.convolution("conv1", 64, {.kernel = 7, .stride = 2}); // now 64 channels at half the resolution
//   network.batch_norm("bn1");
//   network.activation(Activation::relu);
//
// A convolution with stride s over d dimensions reads s^d input positions for each output position. ReLU keeps nothing
// for the backward pass, for its output tells where it was open and the next layer keeps that; SiLU and Mish keep their
// input.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hakaru/model/model.h"

namespace hakaru {

enum class Activation { relu, smooth };

struct ConvolutionShape {
  std::int64_t kernel = 3;  ///< along each dimension
  std::int64_t stride = 1;
  std::int64_t groups = 1;
  bool bias = false;
};

class PictureNetwork {
 public:
  explicit PictureNetwork(std::int64_t channels, double downsample = 1, int dimensions = 2)
      : channels_(channels), downsample_(downsample), dimensions_(dimensions) {}

  /// Begins a block for the modules added next, of which there are `copies` one after another.
  void begin(std::string name, std::int64_t copies = 1);

  void convolution(const std::string& name, std::int64_t out, const ConvolutionShape& shape);
  void batch_norm(const std::string& name);
  void group_norm(const std::string& name);
  /// Instance norm without weights.
  void plain_norm(const std::string& name);
  void activation(Activation kind);
  /// Convolution, batch norm, activation: what detectors call CBL or Conv.
  void convolution_unit(const std::string& name, std::int64_t out, const ConvolutionShape& shape, Activation kind);
  void residual();
  /// The largest or mean of each window of `kernel` along each dimension.
  void pool(const std::string& name, std::int64_t kernel, std::int64_t stride);
  /// Nearest or linear, by `factor` along each dimension.
  void upsample(std::int64_t factor);
  /// A transposed convolution that doubles the resolution, kernel 2 and stride 2.
  void transposed_convolution(const std::string& name, std::int64_t out, bool bias);
  /// Puts `channels` more beside those here.
  void concatenate(std::int64_t channels);
  /// Any other module, over the positions here.
  void add(Module module);

  /// Goes on from elsewhere in the network.
  void go_to(std::int64_t channels, double downsample);
  std::int64_t channels() const { return channels_; }
  double downsample() const { return downsample_; }

  /// The blocks so far become the model's layers.
  void move_layers_to(Model& model);
  /// The blocks so far, their copies as `repeat`.
  std::vector<Block> take_blocks();

 private:
  Stream here() const;
  std::vector<Module>& modules();

  std::int64_t channels_;
  double downsample_;
  int dimensions_;
  std::string name_ = "layers";
  std::int64_t copies_ = 1;
  bool fresh_ = true;
  std::vector<Block> blocks_;
};

}  // namespace hakaru
