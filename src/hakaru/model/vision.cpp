#include <utility>

#include "hakaru/model/architectures.h"
#include "hakaru/model/picture_parts.h"
#include "hakaru/model/registry.h"
#include "hakaru/model/transformer_parts.h"

namespace hakaru {

/// ViT (Dosovitskiy et al. 2021, arXiv 2010.11929): with its classifier when the description is of one, else its
/// pooler.
Result<Model> read_vit(const Json& json, const std::string& file) {
  Fields config(json, file);
  AttentionWidths attention;
  attention.hidden = width_in(config, "hidden_size");
  attention.heads = width_in(config, "num_attention_heads");
  attention.head_dim = divided_by_heads(config, "num_attention_heads", attention.hidden, attention.heads);
  attention.bias = config.boolean_or("qkv_bias", true);
  const std::int64_t inner = width_in(config, "intermediate_size");
  PatchEmbedding patches = patch_embedding_in(config, attention.hidden, {});
  patches.class_tokens = 1;

  Model model;
  model.architecture = "vit";
  model.family = Family::vision;
  model.hidden = attention.hidden;
  model.heads = model.kv_heads = attention.heads;
  model.default_image_size = patches.image_size;
  model.stored_type = stored_type_in(config);
  model.before.push_back(patch_block(patches));
  add_layers(model,
             {.name = "encoder layer", .stream = patch_stream(patches), .modules = encoder_layer(attention, inner)},
             layers_in(config, "num_hidden_layers"));
  model.after.push_back(
      {.name = "output", .stream = patch_stream(patches), .modules = {layer_norm("layernorm", model.hidden)}});
  const std::int64_t classes = classes_in(config);
  const bool classifies = names_architecture(config, "ViTForImageClassification");
  model.after.back().modules.push_back(classifies ? item_linear("classifier", model.hidden, classes)
                                                  : item_linear("pooler", model.hidden, model.hidden));
  return finished(std::move(model), config);
}

std::vector<ArchitectureReader> vision_readers() {
  return {{"vit", read_vit},
          {"clip", read_clip},
          {"clip_text_model", read_clip_text},
          {"clip_vision_model", read_clip_vision},
          {"perceiver", read_perceiver},
          {"mlp", read_perceptron}};
}

}  // namespace hakaru
