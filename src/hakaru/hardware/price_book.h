// Prices of instances, by region and kind, with date and source. In data/prices/*.csv:
// instance,region,kind,usd_per_h,as_of,source,note
// Prices are of a whole instance for an hour. `region` is a cloud's region ("us-east-1"), or one of two words for
// prices whose source does not name it: "us" (some regions of the United States) and "unstated". Those prices' notes
// say so.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/choice.h"
#include "hakaru/core/data_files.h"
#include "hakaru/core/record.h"
#include "hakaru/core/result.h"

namespace hakaru {

/// A region that stands for the cheapest of all with a known price.
inline constexpr std::string_view any_region = "any";

/// Machines as such, and those that SageMaker runs: its training jobs, endpoints and HyperPod clusters.
enum class PriceKind {
  on_demand,
  savings_1y,
  savings_3y,
  capacity_block,
  spot,
  sagemaker_training,
  sagemaker_hosting,
  sagemaker_hyperpod
};
template <>
inline constexpr auto choice_names<PriceKind> =
    std::to_array<std::string_view>({"on_demand", "savings_1y", "savings_3y", "capacity_block", "spot",
                                     "sagemaker_training", "sagemaker_hosting", "sagemaker_hyperpod"});
inline constexpr std::array all_price_kinds = all_choices<PriceKind>();
Result<PriceKind> parse_price_kind(std::string_view text);
/// True if the machines are SageMaker's: their work cannot be spread over other machines too.
bool is_of_sagemaker(PriceKind kind);
/// True if training (else serving and inference) can be bought at this kind of price.
bool is_bought_for(PriceKind kind, bool training);

/// Hours that a commitment is paid for, used or not; 0: no commitment.
double committed_h(PriceKind kind);
/// A message on a commitment at `usd_per_h`: its years, its cost in all, and the share that a run pays.
Message told_of_commitment(PriceKind kind, double usd_per_h);

struct Price {
  std::string instance;
  std::string region;
  PriceKind kind = PriceKind::on_demand;
  double usd_per_h = 0;
  std::string as_of;  ///< "2026-07-20"
  std::string source;
  std::string note;
};

inline constexpr NumberRange usd_range{0, 1e15};
template <>
inline constexpr auto record<Price> = described(
    "price", "the price of one instance", field("instance", &Price::instance, "instance type").as(TextKind::name),
    field("region", &Price::region, "region of the price").as(TextKind::name_or_empty),
    field("kind", &Price::kind, "how it is bought (on_demand, spot, …)"),
    field("usd_per_h", &Price::usd_per_h, usd_range, "price"), field("as_of", &Price::as_of, "date of the price"),
    field("source", &Price::source, "who says so").or_null(),
    field("note", &Price::note, "what else is to be known").or_null());

class PriceBook {
 public:
  static Result<PriceBook> read(const DataFiles& data);

  /// The newest price known on `date` ("": the newest of all). Empty: no price is known there and then.
  /// Prices known for "us" hold in every region of the United States, where the newest counts. `region` "": anywhere,
  /// the newest, and of equally new ones the cheapest. any_region: of the newest of each region, the cheapest.
  std::optional<Price> find(std::string_view instance, std::string_view region, PriceKind kind,
                            std::string_view date = "") const;
  /// True if `region` is a cloud's region: "", "us", "all", "own" and "unstated" are none.
  static bool is_place(std::string_view region);
  /// The on-demand price; of what has none, that of a Capacity Block. Other kinds are commitments or chances, and must
  /// be asked for.
  std::optional<Price> find_any(std::string_view instance, std::string_view region, std::string_view date = "") const;
  /// Regions in which any price of `instance` is known, sorted.
  std::vector<std::string> regions_of(std::string_view instance) const;
  std::vector<std::string> regions() const;
  /// The newest of each region in which one is known on `date`, the cheapest first; of equal ones first where most is
  /// sold.
  std::vector<Price> by_region(std::string_view instance, PriceKind kind, std::string_view date = "") const;
  /// All prices, `factor` times as high.
  void scale(double factor);
  const std::vector<Price>& all() const { return prices_; }

 private:
  std::vector<Price> prices_;                                  ///< ordered by instance, region, kind, as_of
  std::map<std::string, std::size_t, std::less<>> prices_in_;  ///< how many are known of each region
};

/// True if a price of `as_of` is more than a year old on `today` (both "YYYY-MM-DD"); also if `as_of` has no year.
bool older_than_a_year(std::string_view as_of, std::string_view today);

}  // namespace hakaru
