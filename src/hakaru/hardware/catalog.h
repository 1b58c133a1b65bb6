// Everything known about hardware: accelerators, instances, storage, prices, what is offered where. Read once from
// data/ (and the user's folder).
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/data_files.h"
#include "hakaru/hardware/accelerator.h"
#include "hakaru/hardware/availability.h"
#include "hakaru/hardware/block_offers.h"
#include "hakaru/hardware/data_prices.h"
#include "hakaru/hardware/instance.h"
#include "hakaru/hardware/price_book.h"

namespace hakaru {

/// A place where a data set lies, and the rate at which one instance reads it (data/storage.toml).
struct Storage {
  std::string name;                        ///< "s3", "fsx-lustre", "ebs-gp3", "local-nvme"
  std::string cloud;                       ///< whose it is; "": no cloud's
  double bytes_per_s = 0;                  ///< read bandwidth of one instance, before its network's limit
  double in_all_bytes_per_s = 0;           ///< of all instances that share it; 0: each has its own rate
  bool over_network = false;               ///< shares the instance's network bandwidth
  bool local = false;                      ///< the instance's own drives, as large as these are
  bool on_volumes = false;                 ///< each instance has one of its own
  double least_bytes = 0, step_bytes = 0;  ///< that a file system is sold in: so much, or a multiple
  std::string confidence;
  std::string source;
  std::string notes;
};

/// One's own machines may stand anywhere.
bool is_within_reach(const Storage& storage, const Instance& instance);
/// All of data/storage.toml.
Result<std::vector<Storage>> read_storages(const DataFiles& data);

class Catalog {
 public:
  static Result<Catalog> read(const DataFiles& data);

  /// The accelerator of a name or alias, any case. Unknown: an error with the nearest names.
  Result<Accelerator> accelerator(std::string_view name) const;
  /// Names of the accelerators that a name is of: of one; or of a class ("cpu", "nvidia", "trainium"), all of it.
  Result<std::vector<std::string>> accelerators_named(std::string_view name) const;
  /// The instance of a name, in any case, with or without the blanks and hyphens in it; of a family of one size, that.
  Result<Instance> instance(std::string_view name) const;
  /// The same, or the usual machine of an accelerator.
  Result<Instance> machine(std::string_view name) const;
  Result<Storage> storage(std::string_view name) const;
  /// The usual machine of an accelerator (`usual_machine` in its TOML, else its largest instance): what --accelerator A
  /// takes.
  Result<Instance> usual_instance_of(std::string_view accelerator) const;

  /// The same with each instance changed by `change`, and prices `price_factor` times as high.
  Catalog changed(const std::function<void(Instance&)>& change, double price_factor) const;

  const std::vector<Accelerator>& accelerators() const { return accelerators_; }
  const std::vector<Instance>& instances() const { return instances_; }
  const std::vector<Storage>& storages() const { return storages_; }
  const PriceBook& prices() const { return prices_; }
  const Availability& availability() const { return availability_; }
  const DataPrices& data_prices() const { return data_prices_; }
  const BlockOffers& block_offers() const { return block_offers_; }
  /// The clouds that have an instance in the catalogue, sorted.
  std::vector<std::string> clouds() const;
  /// Clouds that have the region: an instance of theirs is offered there or has a price there.
  std::vector<std::string> clouds_in(std::string_view region) const;
  /// `region` itself, of the prices or of the lists of what is offered, or "any"; bad input, said of `name`, where it
  /// is in none of them, with the regions near a place of that name (data/places.toml), else those spelled alike; of
  /// `clouds`, where there are any, only theirs.
  Result<std::string> known_region(std::string_view region, std::string_view name,
                                   const std::vector<std::string>& clouds = {}) const;

 private:
  std::vector<Accelerator> accelerators_;  ///< ordered by name
  std::vector<Instance> instances_;        ///< ordered by name
  std::vector<Storage> storages_;
  std::vector<std::pair<std::string, std::string>> usual_machines_;  ///< accelerator, instance
  PriceBook prices_;
  Availability availability_;
  DataPrices data_prices_;
  BlockOffers block_offers_;
  std::map<std::string, std::vector<std::string>> places_;  ///< regions by what people call the place
};

}  // namespace hakaru
