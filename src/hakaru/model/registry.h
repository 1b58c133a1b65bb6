// Readers of architectures. Each family of architectures has a file that lists its readers; read.cpp
// asks them all. A reader takes a config.json (or the [config] table of a named model) and gives the model's blocks.
#pragma once

#include <string>
#include <vector>

#include "hakaru/core/fields.h"
#include "hakaru/model/model.h"

namespace hakaru {

struct ArchitectureReader {
  /// As the description names it: its model_type ("qwen2"), its _class_name ("UNet2DConditionModel"), or where it has
  /// neither, one of its `architectures` ("BertForMaskedLM").
  std::string architecture;
  /// `file` names the description in messages.
  Result<Model> (*read)(const Json& config, const std::string& file);
};

std::vector<ArchitectureReader> decoder_readers();
std::vector<ArchitectureReader> encoder_readers();
std::vector<ArchitectureReader> vision_readers();
std::vector<ArchitectureReader> diffusion_readers();
std::vector<ArchitectureReader> convolutional_readers();

/// The vision tower of a vision-language model with its projector to the text's width, as blocks with `condition` set,
/// and its picture size in `image_size` (pixels along one side; 0: any). `config` is the whole description, with
/// vision_config.
struct VisionTower {
  std::vector<Block> blocks;
  std::int64_t image_size = 0;
};
Result<VisionTower> read_vision_tower(const Json& config, const std::string& architecture, std::int64_t text_hidden,
                                      const std::string& file);

/// The tower of an audio_config, with its projection to the text's width, as blocks with `condition` set. Limits: its
/// parameters alone are known; nothing asks for audio, so it never runs.
Result<std::vector<Block>> read_audio_tower(const Json& config, const std::string& architecture,
                                            std::int64_t text_hidden, const std::string& file);

}  // namespace hakaru
