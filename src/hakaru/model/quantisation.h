// In which number format a model's weights are published: `torch_dtype` (or `dtype`), and what quantization_config
// changes.
#pragma once

#include <optional>

#include "hakaru/core/fields.h"
#include "hakaru/model/model.h"

namespace hakaru {

/// Fills stored_type and stored_expert_type. `whole` is the description, `text` its text part (they may be the same).
/// A quantisation that leaves attention out is one of the experts, where there are experts.
std::optional<Error> read_stored_types(Fields& whole, Fields& text, Model& model);

}  // namespace hakaru
