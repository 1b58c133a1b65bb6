// Searches on all cores of this machine.
#pragma once

#include "hakaru/planning/executor.h"

namespace hakaru::cli {

Executor all_cores();

}  // namespace hakaru::cli
