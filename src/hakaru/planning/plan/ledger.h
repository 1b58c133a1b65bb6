// A plan's costs, component by component, and their sums. One table (money/cost_kinds.h) lists the components
// and the use of each. Totals, the lines of explain and JSON are made from what stands here.
//
//   by the hour   paid while the machines are: usd = usd_per_h · the hours that are paid for
//   on top        once, of what ends: a data set, porting
//   in all        Σ by the hour + Σ on top
//
// Worked example: 2 machines at $55.04/h for 36 h, with a data set that costs $41: usd_per_h 110.08, usd 3,962.88, in
// all 4,003.88.
// Limits: of a rate, such as a service's, usd is for an hour, and nothing is on top. Without a price there are no sums.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/record.h"
#include "hakaru/hardware/data_prices.h"

namespace hakaru {

/// Costs of a run's data set, besides its machines (data_costs.h).
struct DataCosts {
  double kept_bytes = 0;                ///< that are paid for, in all
  std::int64_t volumes = 0;             ///< 0: it lies on none
  double hours = 0;                     ///< that it is kept
  std::optional<StoragePrice> kept_at;  ///< empty: keeping it has no price, or costs nothing
  double kept_usd = 0;                  ///< while the run lasts
  double moved_bytes = 0;
  std::vector<TransferPrice> moved_at;  ///< empty: it is not moved, or for a price that is not known
  double moved_usd = 0;                 ///< once

  std::optional<std::string> kept_in() const { return kept_at ? std::optional(kept_at->region) : std::nullopt; }
  std::optional<double> tier() const { return kept_at ? kept_at->bytes_per_s_per_tib : std::nullopt; }
};

template <>
inline constexpr auto record<DataCosts> =
    described("data_costs", "what a data set costs", field("kept_bytes", &DataCosts::kept_bytes, "paid for, in all"),
              field("kept_in", &DataCosts::kept_in, "the region of the price; null: keeping it has none").or_null(),
              field("bytes_per_s_per_tib", &DataCosts::tier, "the tier, of what is bought by its throughput").or_null(),
              field("kept_usd", &DataCosts::kept_usd, "while the run lasts"),
              field("moved_bytes", &DataCosts::moved_bytes, "out of the region that it lies in"),
              field("moved_usd", &DataCosts::moved_usd, "once"));

struct CostComponent {
  std::string_view name = {};              ///< of its kind
  std::optional<double> usd_per_h = {};    ///< empty: it is on top
  double usd = 0;                          ///< of what ends in all, of a rate for an hour
  std::optional<DataCosts> data_set = {};  ///< how a data set's came about
};

struct CostLedger {
  std::vector<CostComponent> components;  ///< what is by the hour first
  double hours = 1;                       ///< that what is by the hour is paid for; of a rate one
  std::optional<double> usd_per_h;        ///< of all that is by the hour
  std::optional<double> usd;              ///< likewise
  std::optional<double> energy_kwh;       ///< of its accelerators; of a rate for an hour

  std::optional<double> usd_per_month() const;
  std::optional<double> in_all_usd() const;
  const CostComponent* find(std::string_view name) const;  ///< null: there is none
  const CostComponent* data_set() const;                   ///< null: none of its costs is known
  void sum_up();                                           ///< what is by the hour
};

}  // namespace hakaru
