// Outcomes of the ranks of a rehearsal, once all have ended: their records, or the ranks that did not fit into their
// cores and if that was predicted.
#pragma once

#include <string>
#include <vector>

#include "hakaru/rehearsal/rank_run.h"

namespace hakaru {

struct RankOutcomes {
  std::vector<RankOutcome> by_rank;
};

/// By rank. `core_memory`: what the user calls the size of a core, "--core-memory".
Result<std::vector<RankRecord>> records_of(RankOutcomes outcomes, const std::vector<Expected>& expected,
                                           const std::string& core_memory);

}  // namespace hakaru
