// Specifications side by side, as a table for people and as rows for programs.
//
//   {"rows": [{"figure": "bf16_flops_per_s", "instance": "p4d.24xlarge", "value": 2.496e15, "ratio": 1.0,
//              "note": null},
//             …]}
#pragma once

#include <string>
#include <vector>

#include "hakaru/core/translate.h"
#include "hakaru/formats/hardware_json.h"
#include "hakaru/hardware/peaks.h"
#include "hakaru/output/table.h"

namespace hakaru {

/// One row for each figure and cluster.
OrderedJson json_of(const std::vector<Cluster>& clusters, const std::vector<PeakRow>& rows);
/// One line for each figure; beside every cluster but the first, its ratio to the first.
Table table_of(const std::vector<Cluster>& clusters, const std::vector<PeakRow>& rows, const Translator& translator);

}  // namespace hakaru
