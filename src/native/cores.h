// Searches on the cores of this machine, for every front end.
#pragma once

#include "hakaru/planning/plan/executor.h"

namespace hakaru::native {

Executor all_cores();
/// On so many of them, `most` at least 1.
Executor cores(int most);

}  // namespace hakaru::native
