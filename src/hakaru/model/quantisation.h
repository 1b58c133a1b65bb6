// In which number format a model's weights are published: `torch_dtype` (or `dtype`), and what quantization_config
// changes (quantisation_scheme.h).
#pragma once

#include <filesystem>
#include <optional>

#include "hakaru/core/fields.h"
#include "hakaru/model/model.h"

namespace hakaru {

/// Fills stored_type and stored_expert_type, those of most values of linear layers outside experts and of experts, and
/// stored_cache_type. `whole` is the description, `text` its text part (they may be the same).
std::optional<Error> read_stored_types(Fields& whole, Fields& text, Model& model);

/// The same model with each linear layer in what its checkpoint keeps it in (Linear::stored_as), and layers that differ
/// in that as kinds of their own; `model` itself where it is published in one type.
Model as_stored(Model model);
bool is_as_stored(const Model& model);
/// Bytes of a value of the narrowest of those; `otherwise` where the model is in the job's types.
double narrowest_stored_bytes(const Model& model, double otherwise);

/// `config` with the quantisation that ModelOpt writes into a file of its own beside it, hf_quant_config.json.
Result<Json> with_quantisation_beside(Json config, const std::filesystem::path& config_file);

}  // namespace hakaru
