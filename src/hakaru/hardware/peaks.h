// Peaks of clusters, side by side: their specifications, with no model, no efficiency and nothing measured.
//
// Every figure is of the whole cluster: n instances × accelerators × the accelerator's own. Exceptions say so in their
// name: the link of one chip (both directions together, as vendors print it), the EFA generation, and the price of one
// chip for an hour.
// Worked example, trn1.32xlarge as at launch against p4d.24xlarge:
//   bf16  32 cores × 105 TFLOP/s = 3.36 PFLOP/s against 8 × 312 TFLOP/s = 2.496 PFLOP/s: 1.35×
//   link  2 cores × 2 directions × 192 GB/s = 768 GB/s against 2 × 300 GB/s = 600 GB/s: 1.28×
// Limits: a ratio of peaks is what a job gains only where both machines reach the same share of their peaks.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/hardware/instance.h"
#include "hakaru/hardware/price_book.h"

namespace hakaru {

struct PeakRow {
  std::string figure;                         ///< with its unit: "bf16_flops_per_s", "memory_bytes"
  std::vector<std::optional<double>> values;  ///< one per cluster; empty: it has none, or none is published
  std::vector<std::string> notes;             ///< one per cluster: the type that really runs, the price's date

  /// The figure of cluster `at` over that of the first; empty when either is missing.
  std::optional<double> ratio(std::size_t at) const;
};

/// The figures that at least one of `clusters` has. Prices are on-demand, in `region`, the newest known on `date` ("":
/// of all).
std::vector<PeakRow> compare_peaks(const std::vector<Cluster>& clusters, const PriceBook& prices,
                                   std::string_view region, std::string_view date);

}  // namespace hakaru
