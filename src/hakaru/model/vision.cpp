#include "hakaru/model/registry.h"

namespace hakaru {

std::vector<ArchitectureReader> vision_readers() { return {}; }

Result<VisionTower> read_vision_tower(const Json& /*config*/, const std::string& architecture,
                                      std::int64_t /*text_hidden*/, const std::string& file) {
  return bad_input("{}: the vision tower of '{}' is not known", file, architecture);
}

}  // namespace hakaru
