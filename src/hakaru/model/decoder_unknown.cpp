// Architectures that people ask for but whose descriptions do not settle what their layers hold: a count would be a
// guess, so they are refused by name.
#include "hakaru/model/decoder_families.h"

namespace hakaru {
namespace {

Result<Model> refuse(const Json& config, const std::string& file) {
  Fields fields(config, file);
  return bad_input(
      "{}: architecture '{}' is not known yet: its description alone does not settle its parameters; "
      "its safetensors file without a config.json beside it is counted",
      file, fields.text_or("model_type", ""));
}

}  // namespace

std::vector<ArchitectureReader> unknown_decoder_readers() {
  std::vector<ArchitectureReader> readers;
  for (const char* name : {"step3p7"}) {
    readers.push_back({name, refuse});
  }
  return readers;
}

}  // namespace hakaru
