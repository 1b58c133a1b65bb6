// For tests of model readers: a model from its config.json as text, and its counts.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "hakaru/core/data_files.h"
#include "hakaru/core/fields.h"
#include "hakaru/model/operator.h"
#include "hakaru/model/read.h"

namespace hakaru::test {

inline Result<Model> described(const std::string& text) {
  const Result<Json> config = parse_json(text, "config.json");
  return config ? model_from_config(*config, "config.json") : Result<Model>(fail(config));
}

inline std::int64_t parameters_of_described(const std::string& text) {
  const Result<Model> model = described(text);
  EXPECT_TRUE(model) << (model ? "" : in_english(model.error().message));
  return model ? count_parameters(*model).total : -1;
}

inline std::int64_t parameters_of_named(const std::string& name) {
  const Result<Model> model = read_model(name, DataFiles());
  EXPECT_TRUE(model) << name << ": " << (model ? "" : in_english(model.error().message));
  return model ? count_parameters(*model).total : -1;
}

/// Multiply-adds of one forward pass of one item, towers included.
inline double multiply_adds(const std::string& name, double image_size, double tokens = 1) {
  const Result<Model> model = read_model(name, DataFiles());
  EXPECT_TRUE(model) << name << ": " << (model ? "" : in_english(model.error().message));
  if (!model) return 0;
  return forward_flops(*model, {.new_tokens = tokens, .image_size = image_size, .with_conditions = true}) / 2;
}

/// A file among the real descriptions beside the project, or skips.
inline std::string real_config(const std::string& name) {
  return std::string(HAKARU_SOURCE_DIR) + "/../shared/models/configs/" + name + ".json";
}

inline std::int64_t parameters_of_real(const std::string& name) {
  const Result<Model> model = read_model(real_config(name), DataFiles());
  EXPECT_TRUE(model) << name << ": " << (model ? "" : in_english(model.error().message));
  return model ? count_parameters(*model).total : -1;
}

inline bool real_configs_missing() { return !std::filesystem::exists(real_config("google-t5__t5-small")); }

}  // namespace hakaru::test
