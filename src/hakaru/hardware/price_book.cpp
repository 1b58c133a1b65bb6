#include "hakaru/hardware/price_book.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "hakaru/core/from_chars.h"
#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/hardware/ownership.h"
#include "hakaru/hardware/price_rows.h"
#include "hakaru/hardware/rows.h"

namespace hakaru {
namespace {

/// Kinds of price where none is asked for, the preferred first.
constexpr std::array<PriceKind, 2> usual_order{PriceKind::on_demand, PriceKind::capacity_block};

constexpr std::string_view united_states = "us";
constexpr std::string_view unstated_region = "unstated";

Result<Price> to_price(const Row<7>& row, const std::string& place) {
  const auto& [instance, region, kind, usd_per_h, as_of, source, note] = row;
  if (source.empty()) return bad_input("{}: a price needs an instance, a region and a source", place);
  if (const Result<void> names = check_names(instance, region, place); !names) return fail(names);
  const std::optional<PriceKind> known = choice_named<PriceKind>(kind);
  if (!known) return bad_input("{}: kind is '{}'; accepted: {}", place, kind, accepted_names<PriceKind>());
  Price price{lower_case(instance), region, *known, 0, as_of, source, note};
  const char* const end = usd_per_h.data() + usd_per_h.size();
  const auto parsed = from_chars(usd_per_h.data(), end, price.usd_per_h);
  if (parsed.ec != std::errc() || parsed.ptr != end || !(price.usd_per_h > 0 && price.usd_per_h <= largest_usd_per_h))
    return bad_input("{}: usd_per_h is '{}'; accepted: more than 0, at most {}", place, usd_per_h,
                     fmt::format("{:.0f}", largest_usd_per_h));
  if (const Result<void> day = check_day(as_of, place); !day) return fail(day);
  return price;
}

bool before(const Price& left, const Price& right) {
  return std::tie(left.instance, left.region, left.kind, left.as_of) <
         std::tie(right.instance, right.region, right.kind, right.as_of);
}

/// Prices of one instance type; `prices` are ordered by it.
std::span<const Price> prices_of(const std::vector<Price>& prices, std::string_view instance) {
  const std::string name = lower_case(instance);
  const auto first =
      std::partition_point(prices.begin(), prices.end(), [&](const Price& price) { return price.instance < name; });
  const auto last =
      std::partition_point(first, prices.end(), [&](const Price& price) { return price.instance == name; });
  return {first, last};
}

/// True if `price` is the better answer for `region`: newer, else of the region itself, else cheaper.
bool better(const Price& price, const Price& other, std::string_view region) {
  const bool here = price.region == region;
  if (price.as_of != other.as_of) return price.as_of > other.as_of;
  if (here != (other.region == region)) return here;
  return price.usd_per_h < other.usd_per_h;
}

}  // namespace

Result<PriceKind> parse_price_kind(std::string_view text) {
  using Written = std::pair<std::string_view, PriceKind>;
  for (const auto& [japanese, kind] :
       {Written{"オンデマンド", PriceKind::on_demand}, Written{"スポット", PriceKind::spot},
        Written{"キャパシティブロック", PriceKind::capacity_block}}) {
    if (text.starts_with(japanese)) return kind;
  }
  const auto letters = [](std::string_view written) {
    std::string plain = letters_and_digits(lower_case(written));
    if (plain.ends_with('s')) plain.pop_back();
    return plain;
  };
  std::vector<std::string> begun;  // "savings plan": of one year, of three
  for (const PriceKind kind : all_price_kinds) {
    const std::string_view name = name_of(kind);
    if (letters(text).starts_with(letters(name))) return kind;  // "Spot instances"
    const std::size_t word = name.find('_');
    if (word != std::string_view::npos && word > 2 && letters(text).starts_with(letters(name.substr(0, word))))
      begun.emplace_back(name);
  }
  if (begun.size() > 1) return bad_input("'{}' is a price of several kinds; accepted: {}", text, join(begun));
  return bad_input("'{}' is not a kind of price; accepted: {}", text, accepted_names<PriceKind>());
}

bool is_of_sagemaker(PriceKind kind) {
  return kind == PriceKind::sagemaker_training || kind == PriceKind::sagemaker_hosting ||
         kind == PriceKind::sagemaker_hyperpod;
}

bool is_bought_for(PriceKind kind, bool training) {
  return kind != (training ? PriceKind::sagemaker_hosting : PriceKind::sagemaker_training);
}

double committed_h(PriceKind kind) {
  constexpr double year_h = 12 * hours_per_month;
  return kind == PriceKind::savings_1y ? year_h : kind == PriceKind::savings_3y ? 3 * year_h : 0;
}

Message told_of_commitment(PriceKind kind, double usd_per_h) {
  const double years = committed_h(kind) / committed_h(PriceKind::savings_1y);
  return message(
      "{} is a commitment of {} {} for every hour, used or not: {} in all; a run pays its share only where the "
      "rest is used otherwise",
      name_of(kind), years, years > 1 ? "years" : "year", in_usd(usd_per_h * committed_h(kind)));
}

Result<std::vector<Price>> read_prices(const DataFiles::File& file) {
  constexpr std::array columns{"instance", "region", "kind", "usd_per_h", "as_of", "source", "note"};
  std::vector<Price> prices;
  const Result<void> read = read_rows(file, columns, [&](const Row<7>& row, const std::string& place) -> Result<void> {
    Result<Price> price = to_price(row, place);
    if (!price) return fail(price);
    prices.push_back(std::move(*price));
    return {};
  });
  if (!read) return fail(read);
  return prices;
}

Result<PriceBook> PriceBook::read(const DataFiles& data) {
  PriceBook book;
  for (const DataFiles::File& file : data.under("prices/")) {
    Result<std::vector<Price>> prices = read_prices(file);
    if (!prices) return fail(prices);
    std::move(prices->begin(), prices->end(), std::back_inserter(book.prices_));
  }
  std::stable_sort(book.prices_.begin(), book.prices_.end(), before);
  for (const Price& price : book.prices_) ++book.prices_in_[price.region];
  return book;
}

std::optional<Price> PriceBook::find(std::string_view instance, std::string_view region, PriceKind kind,
                                     std::string_view date) const {
  if (region == any_region) {
    const std::vector<Price> prices = by_region(instance, kind, date);
    return prices.empty() ? std::nullopt : std::optional(prices.front());
  }
  const Price* best = nullptr;
  for (const Price& price : prices_of(prices_, instance)) {
    if (price.kind != kind || (!date.empty() && price.as_of > date)) continue;
    const bool holds = region.empty() || price.region == region || price.region == every_region ||
                       price.region == own_region || (price.region == united_states && region.starts_with("us-"));
    if (holds && (best == nullptr || better(price, *best, region))) best = &price;
  }
  return best != nullptr ? std::optional(*best) : std::nullopt;
}

std::optional<Price> PriceBook::find_any(std::string_view instance, std::string_view region,
                                         std::string_view date) const {
  for (const PriceKind kind : usual_order) {
    if (std::optional<Price> price = find(instance, region, kind, date)) return price;
  }
  return std::nullopt;
}

std::vector<std::string> PriceBook::regions_of(std::string_view instance) const {
  std::set<std::string> regions;
  for (const Price& price : prices_of(prices_, instance)) regions.insert(price.region);
  return {regions.begin(), regions.end()};
}

std::vector<std::string> PriceBook::regions() const {
  std::set<std::string> regions;
  for (const Price& price : prices_) regions.insert(price.region);
  regions.erase(std::string(every_region));
  return {regions.begin(), regions.end()};
}

bool PriceBook::is_place(std::string_view region) {
  return !region.empty() && region != united_states && region != every_region && region != own_region &&
         region != unstated_region;
}

std::vector<Price> PriceBook::by_region(std::string_view instance, PriceKind kind, std::string_view date) const {
  std::set<std::string> places, others;
  for (const Price& price : prices_of(prices_, instance)) {
    if (price.kind == kind && (date.empty() || price.as_of <= date))
      (is_place(price.region) ? places : others).insert(price.region);
  }
  // A price of all of the United States stands for their regions where none is named.
  const bool names_states = ranges::any_of(places, [](const std::string& region) { return region.starts_with("us-"); });
  if (others.count(std::string(united_states)) > 0 && !names_states) places.insert(std::string(united_states));
  std::vector<Price> prices;
  for (const std::string& region : places.empty() ? others : places) {
    std::optional<Price> price = find(instance, region, kind, date);
    if (!price) continue;
    price->region = region;  // of the United States as a whole, where that is the newer
    prices.push_back(std::move(*price));
  }
  const auto known_in = [&](const Price& price) { return prices_in_.find(price.region)->second; };
  std::stable_sort(prices.begin(), prices.end(), [&](const Price& one, const Price& other) {
    return std::pair(one.usd_per_h, known_in(other)) < std::pair(other.usd_per_h, known_in(one));
  });
  return prices;
}

void PriceBook::scale(double factor) {
  for (Price& price : prices_) price.usd_per_h *= factor;
}

bool older_than_a_year(std::string_view as_of, std::string_view today) {
  constexpr std::size_t year_digits = 4;
  if (as_of.size() < year_digits) return true;
  int year = 0;
  std::from_chars(as_of.data(), as_of.data() + year_digits, year);
  return fmt::format("{:04}{}", year + 1, as_of.substr(year_digits)) < today;
}

}  // namespace hakaru
