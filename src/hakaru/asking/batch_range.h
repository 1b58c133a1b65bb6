// A global batch that may be anything in a range, `--global-batch 1k..16k`: the same job with each of a few, of which
// the one whose best plan ranks first is answered.
//
//   batches   both ends, the low one doubled up to the high one, the powers of two between, and what else divides well:
//             the least multiple there of the largest power of two that has one, and of the replicas or accelerators
//             that are stated. 1k..4k (a k of sequences is 1,000): 1,000, 1,024, 2,000, 2,048, 4,000; 1000..1010:
//             1,000, 1,008, 1,010
//
// Limits: all see the same number of tokens, as if they learned the same from them. Beyond its critical batch a model
// needs more of them (McCandlish et al. 2018, arXiv 1812.06162), so the answer says which batch is usual for the job.
#pragma once

#include <cstdint>
#include <vector>

#include "hakaru/asking/answer.h"
#include "hakaru/planning/plan/plan.h"

namespace hakaru {

/// The batches of a range under `global_batch`; empty: it is none. Fails where its ends are no numbers, or the wrong
/// way round.
Result<std::vector<std::int64_t>> batches_in(const Json& keys, const Asking& asking);

/// One of the range, with its plans, of which the first is the best.
struct OfBatch {
  std::int64_t global_batch = 0;
  PlanResult result;
};

/// The place of the batch whose best plan ranks first.
std::size_t best_of(const std::vector<OfBatch>& batches, const Scenario& scenario);

/// Memory that each model takes, and its usual batch.
Message note_on(const std::vector<OfBatch>& batches, std::int64_t usual);

}  // namespace hakaru
