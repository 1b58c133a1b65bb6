// Losses of single devices in a matrix of paths: a GPU without NVLink beside others that have it has lost its own, or
// stands outside the bridges.
#pragma once

#include <string>

#include "hakaru/importing/machines/found_machine.h"

namespace hakaru {

/// Numbers of devices without NVLink, where others have it; none where no device has.
std::vector<int> without_nvlink(const FoundPaths& paths);
/// The others, numbered anew, and the pairs among them.
FoundPaths with_nvlink(const FoundPaths& paths);
/// "GPU2", "GPU2, GPU5"
std::string called_gpus(const std::vector<int>& devices);

}  // namespace hakaru
