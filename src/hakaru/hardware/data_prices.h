// Prices of keeping data in a region and of moving data out of it: data/data_prices/storage.csv and transfer.csv.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/data_files.h"
#include "hakaru/core/result.h"

namespace hakaru {

struct StoragePrice {
  std::string storage;  ///< of data/storage.toml
  std::string region;
  std::optional<double> bytes_per_s_per_tib;  ///< of what is bought by its throughput
  double usd_per_gb_month = 0;
  double usd_per_volume_month = 0;  ///< of its throughput, where each instance has a volume
  std::string as_of, source;
};

/// The price of each GB of a month beyond `from_gb`.
struct TransferPrice {
  std::string region, to;  ///< "region" of the same cloud, or "internet"
  double from_gb = 0, usd_per_gb = 0;
  std::string as_of, source;
};

class DataPrices {
 public:
  /// The newest price of each storage, region and tier; of one day the last read, a user's own. Fails at a line
  /// that is no such price.
  static Result<DataPrices> read(const DataFiles& data);

  /// Prices of `storage` in `region`, ordered by throughput; empty: not known.
  std::vector<StoragePrice> of_storage(std::string_view storage, std::string_view region) const;
  /// Prices of moving data from `region` to `to`, ordered by `from_gb`; empty: not known.
  std::vector<TransferPrice> of_transfer(std::string_view region, std::string_view to) const;

 private:
  std::vector<StoragePrice> storage_;
  std::vector<TransferPrice> transfer_;
};

}  // namespace hakaru
