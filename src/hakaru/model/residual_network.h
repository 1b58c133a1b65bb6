// The residual blocks and picture-wide attention of Stable Diffusion's UNet and autoencoder.
#pragma once

#include <cstdint>
#include <string>

#include "hakaru/core/fields.h"
#include "hakaru/model/picture_network.h"

namespace hakaru {

/// Two 3×3 convolutions, each after GroupNorm and SiLU, beside a 1×1 convolution where the channels change. With
/// `time_width`, a vector made from the time step is added between them.
void add_residual_block(PictureNetwork& network, std::int64_t out, std::int64_t time_width = 0);

/// Channels of each level of `block_out_channels`, for both readers: 1 … 12, as no picture halves more often.
std::vector<std::int64_t> level_channels_in(Fields& config);

}  // namespace hakaru
