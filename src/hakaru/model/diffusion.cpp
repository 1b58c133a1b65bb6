#include "hakaru/model/registry.h"

namespace hakaru {

std::vector<ArchitectureReader> diffusion_readers() { return {}; }

}  // namespace hakaru
