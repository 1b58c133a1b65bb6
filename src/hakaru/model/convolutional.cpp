#include "hakaru/model/registry.h"

namespace hakaru {

std::vector<ArchitectureReader> convolutional_readers() { return {}; }

}  // namespace hakaru
