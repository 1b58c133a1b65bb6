#include "hakaru/model/picture_parts.h"

#include "hakaru/model/transformer_parts.h"

namespace hakaru {
namespace {

constexpr std::int64_t largest_picture = 1 << 15;
constexpr std::int64_t largest_patch = 1 << 10;
constexpr std::int64_t most_channels = 1 << 12;

std::int64_t size_in(Fields& config, std::string_view key, std::int64_t otherwise, std::int64_t largest) {
  const IntegerRange range{.min = 1, .max = largest};
  if (config.value(key).is_array()) {
    const std::vector<std::int64_t> sides = config.integers(key, range);
    if (sides.size() != 2 || sides.front() != sides.back())
      config.refuse(key, "a list of other than two equal sides", "one number, or the same twice");
    return sides.empty() ? range.min : sides.front();
  }
  return otherwise > 0 ? config.integer_or(key, otherwise, range) : config.integer(key, range);
}

}  // namespace

std::int64_t side_in(Fields& config, std::string_view key, std::int64_t otherwise) {
  return size_in(config, key, otherwise, largest_picture);
}

PatchEmbedding patch_embedding_in(Fields& config, std::int64_t hidden, const PictureDefaults& defaults) {
  PatchEmbedding patches;
  patches.hidden = hidden;
  patches.image_size = size_in(config, "image_size", defaults.image_size, largest_picture);
  patches.patch_size = size_in(config, "patch_size", defaults.patch_size, largest_patch);
  for (const char* key : {"num_channels", "in_chans", "in_channels"}) {
    if (config.has(key)) patches.channels = config.integer(key, {.min = 1, .max = most_channels});
  }
  if (patches.patch_size > patches.image_size) {
    config.refuse("patch_size", std::to_string(patches.patch_size), "at most image_size");
  }
  return patches;
}

Stream patch_stream(const PatchEmbedding& patches) {
  return picture_stream(static_cast<double>(patches.patch_size), patches.class_tokens);
}

Block patch_block(const PatchEmbedding& patches) {
  Convolution convolution;
  convolution.in = patches.channels * patches.frames;
  convolution.out = patches.hidden;
  convolution.kernel = patches.patch_size * patches.patch_size;
  convolution.stride = patches.patch_size;
  convolution.bias = patches.bias;
  Block block{
      .name = "patch embedding", .stream = picture_stream(static_cast<double>(patches.patch_size)), .modules = {}};
  block.modules.push_back({"patch_embedding", convolution});
  if (patches.class_tokens > 0) {
    block.modules.push_back(own_parameters("class_embedding", patches.class_tokens * patches.hidden));
  }
  const std::int64_t side = patches.image_size / patches.patch_size;
  const std::int64_t positions = patches.positions > 0 ? patches.positions : side * side + patches.class_tokens;
  block.modules.push_back(own_parameters("position_embedding", positions * patches.hidden));
  block.modules.push_back(residual(patches.hidden));
  return block;
}

Stream picture_stream(double downsample, std::int64_t extra_tokens) {
  return {.kind = Stream::Kind::image, .tokens = extra_tokens, .downsample = downsample};
}

}  // namespace hakaru
