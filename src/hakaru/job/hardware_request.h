// Machines that a scenario may rent, or owns, and their prices.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hakaru/hardware/catalog.h"
#include "hakaru/hardware/ownership.h"
#include "hakaru/job/key_reader.h"

namespace hakaru {

struct HardwareRequest {
  std::vector<std::string> instances;          ///< --instance (repeatable)
  std::vector<std::string> families;           ///< --family
  std::vector<std::string> clouds;             ///< --cloud
  std::optional<std::string> accelerator;      ///< --accelerator: its usual machine
  std::vector<std::string> among;              ///< --accelerator of a class, or of several: only these of `families`
  std::optional<std::int64_t> accelerators;    ///< --accelerators: ranks
  std::optional<std::int64_t> instance_count;  ///< --instances
  std::optional<std::int64_t> max_instances;
  std::vector<std::pair<std::string, std::int64_t>> quotas;  ///< of a family or an instance type: so many instances
  std::string region = "us-east-1";                          ///< or any_region
  bool region_is_stated = false;
  std::map<std::string, std::string> usual_regions = {};  ///< of other clouds, where none is stated
  std::optional<PriceKind> price_kind;  ///< empty: the first kind that has a price (PriceBook::find_any)
  std::optional<double> instance_usd_per_h, accelerator_usd_per_h;  ///< one's own prices, of each; instead of any
  std::optional<Purchase> ownership;                                ///< likewise, from what they cost to buy
  std::optional<double> network_bytes_per_s;                        ///< of each instance; instead of its own
  std::string today;         ///< a date, from the front end; "": old prices are not marked
  std::string prices_as_of;  ///< a date; "": the newest

  /// True if the request names the machines that are meant, rather than limits those that may be.
  bool names_hardware() const { return accelerator || !instances.empty() || !families.empty(); }
  /// True where the number of machines is given.
  bool count_is_fixed() const { return accelerators || instance_count; }
  /// Instances of this type that there may be at most, by --max-instances and quotas; empty: no limit is stated.
  std::optional<std::int64_t> most_of(const Instance& instance) const;
  /// By quotas alone.
  std::optional<std::int64_t> quota_of(const Instance& instance) const;
};

HardwareRequest read_hardware_request(KeyReader& reader, const Catalog& catalog);
/// A stated kind of price is one that the job can be bought at.
void refuse_price_of_other_jobs(KeyReader& reader, const HardwareRequest& request, bool training);

}  // namespace hakaru
