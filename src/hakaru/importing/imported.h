// Contents read from a cloud's file: prices, offers by region, instances that were not known; and of all else how
// much there was and why it was left out.
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "hakaru/core/fields.h"
#include "hakaru/hardware/block_offers.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/hardware/price_book.h"

namespace hakaru {

/// Records of a file, each taken or left out for a reason.
class Tally {
 public:
  struct Reason {
    Message why;
    std::uint64_t records = 0;
    std::vector<std::string> examples;  ///< the first few different names
  };

  void read(std::uint64_t records = 1) { read_ += records; }
  void take(std::uint64_t records = 1) { taken_ += records; }
  /// `name`: what the record is of; "" where that says nothing.
  void leave_out(const Message& why, std::string_view name = "");
  /// The same of a record that was taken first.
  void leave_out_again(const Message& why, std::string_view name) {
    if (taken_ > 0) --taken_;
    leave_out(why, name);
  }

  std::uint64_t records_read() const { return read_; }
  std::uint64_t records_taken() const { return taken_; }
  /// The most frequent first.
  std::vector<Reason> left_out() const;

 private:
  std::uint64_t read_ = 0, taken_ = 0;
  std::vector<Reason> reasons_;
};

struct Imported {
  std::string source;                                    ///< what the file is, and its version
  std::string as_of;                                     ///< its day; "": it says none
  bool dated_by_file = false;                            ///< as_of is when the file was written
  std::set<std::pair<std::string, std::string>> offers;  ///< region, instance
  std::vector<BlockOffer> blocks;                        ///< Capacity Blocks, each with its start
  std::map<std::string, Json> instances;                 ///< tables of data/instances, by name
  std::vector<Message> contradictions;                   ///< between the file and the catalogue
  std::vector<Message> unmade;                           ///< prices that lack a part of them, and are not made
  Tally tally;

  /// True if a region can have this name; the record of one that cannot is left out.
  bool takes_region(std::string_view region);
  /// Adds a price: of one instance, region and kind the newest is kept, of equally new ones the cheapest.
  void add(Price price);
  std::vector<Price> prices() const;  ///< ordered by instance, region, kind
  /// Prices that no data folder may have (price_rows.h).
  void leave_out_implausible(const Catalog& catalog);
  /// `day`, or a time of that day: the newest counts.
  void seen_on(std::string_view day);
  /// Prices without a day and a source get those of the file.
  void complete(const std::string& file_day);

 private:
  using Key = std::tuple<std::string, std::string, PriceKind>;
  std::map<Key, Price> prices_;
};

/// The day at the beginning of a time, "2026-07-20T04:33:34Z"; "": it is none.
std::string day_in(std::string_view time);
/// A number, or a text that is one, more than 0 and no more than a price may be.
std::optional<double> price_in(std::string_view text);
std::optional<double> price_of(const Json& value);
/// The same of a number.
std::optional<double> usable_price(double usd);
/// "us-east-1" of its zone "us-east-1a"; "": the text is no zone.
std::string region_of_zone(std::string_view zone);
/// The text under a key of an object; "" where there is none.
std::string text_in(const Json& object, std::string_view key);
/// The number under a key of an object; empty where there is none.
std::optional<double> number_in(const Json& object, std::string_view key);
/// A list under a key of an object; an empty one where there is none.
const Json& list_in(const Json& object, std::string_view key);

/// The reason why most records are left out.
inline Message not_in_catalogue() { return message("instances that are not in the catalogue"); }

}  // namespace hakaru
