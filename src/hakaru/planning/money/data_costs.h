// Costs of the data set of a run: to keep it where the run reads it, and to move it there first.
//
//   kept  = (GB · USD/GB-month + volumes · USD/volume-month) · run / 730 h
//   GB    = 2³⁰ bytes, as AWS bills (Amazon S3 FAQs): the data set's; on volumes, as much for each instance; of a file
//           system that is bought by its throughput, the least that is sold and holds it, of the cheapest tier that
//           reads it all once while the run lasts
//   moved = Σ GB of each tier of a month · its USD/GB, out of the region that it lies in; what comes in costs nothing
//
// Worked example: 1 TB on FSx for Lustre of 125 MB/s/TiB at $0.145: 1.2 TiB are the least, 1,229 GB · 0.145 = $178 a
// month, $41.0 of a week. 20 TB, 18,626 GB, from Tokyo to another region at $0.09: $1,676.
//
// Limits: requests, snapshots, checkpoints, logs and the copy that a file system was filled from are not counted; nor
// what storage costs that has no price in data/data_prices. Drives of the instance itself cost nothing more.
#pragma once

#include <optional>

#include "hakaru/planning/plan/plan.h"

namespace hakaru {

/// A data set in the ledger (cost_kinds.h); empty: it has neither a storage nor a region that it comes from, or no price
/// of it is known.
std::optional<CostComponent> data_set_cost(const Plan& plan, const Scenario& scenario, const Catalog& catalog,
                                           std::vector<Message>& notes);
Terms data_set_terms(const Plan& plan, const CostComponent& component);

}  // namespace hakaru
