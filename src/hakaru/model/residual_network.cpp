#include "hakaru/model/residual_network.h"

#include "hakaru/model/transformer_parts.h"

namespace hakaru {

void add_residual_block(PictureNetwork& network, std::int64_t out, std::int64_t time_width) {
  const std::int64_t in = network.channels();
  network.group_norm("norm1");
  network.activation(Activation::smooth);
  network.convolution("conv1", out, {.bias = true});
  if (time_width > 0) {
    network.add(item_linear("time_emb_proj", time_width, out));
    network.add(elementwise("add_time", out, out));
  }
  network.group_norm("norm2");
  network.activation(Activation::smooth);
  network.convolution("conv2", out, {.bias = true});
  if (in != out) {
    network.go_to(in, network.downsample());
    network.convolution("conv_shortcut", out, {.kernel = 1, .bias = true});
  }
  network.residual();
}

std::vector<std::int64_t> level_channels_in(Fields& config) {
  constexpr std::size_t most_levels = 12;
  std::vector<std::int64_t> channels = config.integers("block_out_channels", {.min = 1, .max = widest});
  if (channels.empty() || channels.size() > most_levels) {
    config.refuse("block_out_channels", std::to_string(channels.size()) + " levels", "1 … 12 levels");
    channels = {1};
  }
  return channels;
}

}  // namespace hakaru
