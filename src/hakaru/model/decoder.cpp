#include "hakaru/model/registry.h"

namespace hakaru {

std::vector<ArchitectureReader> decoder_readers() { return {}; }

}  // namespace hakaru
