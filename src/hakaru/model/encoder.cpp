#include "hakaru/model/registry.h"

namespace hakaru {

std::vector<ArchitectureReader> encoder_readers() { return {}; }

}  // namespace hakaru
