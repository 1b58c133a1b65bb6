// The lines of data/prices/*.csv and data/availability/*.csv one by one, for who asks for more than what they come to
// (price_book.h, availability.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hakaru/hardware/price_book.h"

namespace hakaru {

/// The region of prices of a cloud that asks the same in all regions.
inline constexpr std::string_view every_region = "all";
/// The largest price of an instance that a row may have, in USD per hour.
inline constexpr double largest_usd_per_h = 1e6;
/// The highest plausible price for each accelerator of a known machine: four times the dearest (GB200 at Azure, 54).
inline constexpr double largest_usd_per_accelerator_h = 200;
inline bool is_plausible(const Price& price, std::int64_t accelerators) {
  return price.usd_per_h <= largest_usd_per_accelerator_h * static_cast<double>(accelerators);
}

/// Fails at a line that is no price.
Result<std::vector<Price>> read_prices(const DataFiles::File& file);

struct ListedOffer {
  std::string instance, region, as_of, source;
};
/// Fails at a line that is no offer.
Result<std::vector<ListedOffer>> read_offers(const DataFiles::File& file);

}  // namespace hakaru
