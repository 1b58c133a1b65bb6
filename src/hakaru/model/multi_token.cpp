#include "hakaru/model/multi_token.h"

#include <utility>

#include "hakaru/model/decoder_parts.h"

namespace hakaru {
namespace {

/// The output head, as a module that has none of its own weights.
std::optional<Module> shared_head(const Model& model) {
  for (const Block& block : model.after) {
    for (const Module& module : block.modules) {
      const auto* linear = std::get_if<Linear>(&module.kind);
      if (linear == nullptr || !linear->vocabulary) continue;
      Linear shared = *linear;
      shared.tied = true;
      return Module{module.name, shared};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Model> with_prediction_layers(Model model, std::int64_t layers) {
  std::optional<Module> head = shared_head(model);
  if (model.family != Family::decoder || model.layers.empty() || !head) return std::nullopt;
  Block layer = model.layer_kinds[static_cast<std::size_t>(model.layers.back())];
  layer.name = "multi-token prediction";
  layer.as_layer = true;
  layer.repeat = layers;
  Modules joined{norm("enorm", model.hidden), norm("hnorm", model.hidden),
                 column("eh_proj", 2 * model.hidden, model.hidden)};
  layer.modules.insert(layer.modules.begin(), joined.begin(), joined.end());
  Block ending{.name = "multi-token prediction head", .stream = layer.stream};
  ending.modules = {norm("shared_head.norm", model.hidden), std::move(*head)};
  ending.repeat = layers;
  model.after.push_back(std::move(layer));
  model.after.push_back(std::move(ending));
  return model;
}

}  // namespace hakaru
