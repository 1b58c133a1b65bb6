#include "hakaru/model/frozen_encoders.h"

#include <algorithm>

namespace hakaru {
namespace {

/// The half that stands ahead of what is run otherwise; it has no blocks where a network has none such.
Model reading_half(Model network) {
  std::erase_if(network.before, [](const Block& block) { return !block.condition; });
  for (Block& block : network.before) block.condition = false;
  network.layers.clear();
  network.layer_kinds.clear();
  network.after.clear();
  return network;
}

}  // namespace

std::vector<PipelineNetwork> encoders_of(const Model& model) {
  std::vector<PipelineNetwork> encoders;
  for (const PipelineNetwork& beside : model.besides) {
    const bool reads_text = beside.tokens > 0;
    PipelineNetwork encoder{.model = reads_text ? beside.model : reading_half(beside.model), .tokens = beside.tokens};
    if (reads_text || !encoder.model.before.empty()) encoders.push_back(std::move(encoder));
  }
  return encoders;
}

}  // namespace hakaru
