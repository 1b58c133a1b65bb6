// The plan nearest to one that a program cannot be told: the best on the same machines whose layout it has words for.
#pragma once

#include "hakaru/asking/answers.h"
#include "hakaru/launching/launch.h"

namespace hakaru {

/// Why `launch`, which leaves parts of `saved` unsaid, cannot run it, and what would be the nearest that it can.
Error unsayable(const SavedPlan& saved, const Launch& launch, const LaunchPrograms& programs, const Asking& asking);

}  // namespace hakaru
