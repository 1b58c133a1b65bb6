// Parts of models that take pictures: cutting a picture into patches, each a token.
//
// A picture of 224 × 224 in patches of 16 × 16 is (224/16)² = 196 tokens, and 197 with a class token. The embedding of
// a patch is a convolution whose kernel and stride are the patch: 3 × 16² × 768 weights in ViT-Base (arXiv 2010.11929
// §3.1).
#pragma once

#include <cstdint>

#include "hakaru/core/fields.h"
#include "hakaru/model/model.h"

namespace hakaru {

struct PatchEmbedding {
  std::int64_t hidden = 0;
  std::int64_t image_size = 0;  ///< pixels along one side
  std::int64_t patch_size = 0;
  std::int64_t channels = 3;
  std::int64_t frames = 1;  ///< pictures that make one patch (video towers take two)
  bool bias = true;
  std::int64_t class_tokens = 0;
  std::int64_t positions = 0;  ///< rows of the learnt position table; 0: one for every patch and class token
};

struct PictureDefaults {
  std::int64_t image_size = 0;
  std::int64_t patch_size = 0;
};

/// Reads image_size, patch_size and num_channels (in_chans, in_channels), which may be left out where there is a
/// default.
PatchEmbedding patch_embedding_in(Fields& config, std::int64_t hidden, const PictureDefaults& defaults);

/// Pixels along a side of a square picture: a number, or both sides.
std::int64_t side_in(Fields& config, std::string_view key, std::int64_t otherwise);

Stream patch_stream(const PatchEmbedding& patches);
/// Convolution, class token and position table.
Block patch_block(const PatchEmbedding& patches);

/// Positions of a picture's grid cells of `downsample` pixels each.
Stream picture_stream(double downsample, std::int64_t extra_tokens = 0);

}  // namespace hakaru
