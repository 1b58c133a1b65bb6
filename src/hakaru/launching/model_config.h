// Keys of a model's config.json that a launch takes and a Model lacks; a key may have the value null, as in files.
#pragma once

#include <cstdint>
#include <string>

#include "hakaru/core/fields.h"
#include "hakaru/launching/launch_programs.h"
#include "hakaru/model/model.h"

namespace hakaru {

/// Null: it has none.
Json config_of(const Model& model);

/// Its model_type; empty: none is said.
std::string kind_in(const Json& config);

/// `maker` takes the model's kind, and whether it brings code of its own.
void say_kind(CommandMaker& maker, const Model& model, const LaunchPrograms& programs);

/// 0: none is said.
std::int64_t count_in(const Json& config, const std::string& key);

}  // namespace hakaru
