// Reading a model: by name from data/models, from a Hugging Face config.json (a file, a folder or `-`), or from the
// header of a safetensors file or its index.
//
// A named model is a TOML file data/models/<folder>/<name>.toml with `source` and a [config] table that holds the same
// keys as a config.json, so that there is one reader per architecture. Architectures without a config.json (resnet,
// vgg, yolov5, …) have their own keys, documented in data/models/README.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/fields.h"
#include "hakaru/model/model.h"

namespace hakaru {

/// A folder's worth of named files, the user's own before the embedded ones (data_files.h gives it).
class DataFiles;

/// `reference`: a known name, a path to a config.json or a folder holding one, a *.safetensors file, a
/// model.safetensors.index.json, or "-" (a config.json on standard input).
Result<Model> read_model(const std::string& reference, const DataFiles& data);

/// Stands in a model's source between the name that was asked for and the weights whose shape is known:
/// "Hugging Face meta-llama/Llama-3.1-8B-Instruct, of the shape of meta-llama/Llama-3.1-8B, config.json".
inline constexpr std::string_view asked_as_shape = ", of the shape of ";

/// A config.json already parsed; `file` names it in messages. Dispatches on model_type, architectures or _class_name.
Result<Model> model_from_config(const Json& config, const std::string& file);

/// A named model before it is read, so that its keys can be changed first: a measurement's model "cut to 4 layers" is
/// the description with another num_hidden_layers.
struct Description {
  Json config;
  std::string name;
  std::string source;
  std::string file;  ///< for messages
  /// The other networks of its usual pipeline, each with its own description as a plan file carries it:
  /// {"model": {"name", "source", "config"}, "runs", "tokens", "encodes"}.
  Json besides = Json::array();
};
Result<Description> describe_model(const std::string& name, const DataFiles& data);
Result<Model> model_from_description(const Description& description);

/// `model` as a description that needs no data: its name, source, configuration and the networks beside it.
Json description_of(const Model& model);

/// Names of the models in data/models, sorted.
std::vector<std::string> known_models(const DataFiles& data);

}  // namespace hakaru
