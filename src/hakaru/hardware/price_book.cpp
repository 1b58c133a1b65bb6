#include "hakaru/hardware/price_book.h"

#include <array>
#include <charconv>
#include <set>
#include <tuple>
#include <utility>

#define CSV_IO_NO_THREAD
#include <libfccp/csv.h>

#include "hakaru/core/from_chars.h"
#include "hakaru/core/text.h"
#include "hakaru/hardware/ownership.h"

namespace hakaru {
namespace {

constexpr std::array<std::pair<PriceKind, std::string_view>, 5> price_kinds{
    {{PriceKind::on_demand, "on_demand"},
     {PriceKind::savings_1y, "savings_1y"},
     {PriceKind::savings_3y, "savings_3y"},
     {PriceKind::capacity_block, "capacity_block"},
     {PriceKind::spot, "spot"}}};

/// What one pays who asks for nothing else.
constexpr std::array<PriceKind, 2> usual_order{PriceKind::on_demand, PriceKind::capacity_block};

constexpr double largest_usd_per_h = 1e6;
constexpr std::string_view united_states = "us";
constexpr std::string_view every_region = "all";

using Reader = io::CSVReader<7, io::trim_chars<' ', '\t', '\r'>, io::double_quote_escape<',', '"'>,
                             io::throw_on_overflow, io::single_and_empty_line_comment<'#'>>;

struct Row {
  std::string kind;
  std::string usd_per_h;
  Price price;
};

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  names.reserve(price_kinds.size());
  for (const auto& [kind, name] : price_kinds) names.emplace_back(name);
  return names;
}

Result<Price> to_price(Row row, const std::string& place) {
  Price& price = row.price;
  price.instance = lower_case(price.instance);
  if (price.instance.empty() || price.region.empty() || price.source.empty())
    return bad_input("{}: a price needs an instance, a region and a source", place);
  const Result<PriceKind> kind = parse_price_kind(row.kind);
  if (!kind) return bad_input("{}: kind is '{}'; accepted: {}", place, row.kind, join(kind_names()));
  price.kind = *kind;
  const char* const end = row.usd_per_h.data() + row.usd_per_h.size();
  const auto parsed = from_chars(row.usd_per_h.data(), end, price.usd_per_h);
  if (parsed.ec != std::errc() || parsed.ptr != end || !(price.usd_per_h > 0 && price.usd_per_h <= largest_usd_per_h))
    return bad_input("{}: usd_per_h is '{}'; accepted: more than 0, at most {}", place, row.usd_per_h,
                     fmt::format("{:.0f}", largest_usd_per_h));
  if (!parse_date(price.as_of, "as_of"))
    return bad_input("{}: as_of is '{}'; accepted: a date such as 2023-06-01", place, price.as_of);
  return std::move(price);
}

Result<std::vector<Price>> read_prices(const DataFiles::File& file) {
  std::vector<Price> prices;
  try {
    Reader reader(file.name, file.text.data(), file.text.data() + file.text.size());
    reader.read_header(io::ignore_no_column, "instance", "region", "kind", "usd_per_h", "as_of", "source", "note");
    Row row;
    while (reader.read_row(row.price.instance, row.price.region, row.kind, row.usd_per_h, row.price.as_of,
                           row.price.source, row.price.note)) {
      Result<Price> price = to_price(row, fmt::format("{}: line {}", file.name, reader.get_file_line()));
      if (!price) return fail(price);
      prices.push_back(std::move(*price));
    }
  } catch (const io::error::base& error) {  // the CSV library's way to say that a line is not CSV
    const auto* const place = dynamic_cast<const io::error::with_file_line*>(&error);
    return bad_input("{}: line {}: not a price; accepted: instance,region,kind,usd_per_h,as_of,source,note", file.name,
                     place != nullptr ? std::max(place->file_line, 1) : 1);
  }
  return prices;
}

bool before(const Price& left, const Price& right) {
  return std::tie(left.instance, left.region, left.kind, left.as_of) <
         std::tie(right.instance, right.region, right.kind, right.as_of);
}

/// Whether `price` is the better answer for `region`: newer, else of the region itself, else cheaper.
bool better(const Price& price, const Price& other, std::string_view region) {
  const bool here = price.region == region;
  if (price.as_of != other.as_of) return price.as_of > other.as_of;
  if (here != (other.region == region)) return here;
  return price.usd_per_h < other.usd_per_h;
}

}  // namespace

std::string_view name_of(PriceKind kind) {
  for (const auto& [value, name] : price_kinds) {
    if (value == kind) return name;
  }
  return "on_demand";
}

Result<PriceKind> parse_price_kind(std::string_view text) {
  for (const auto& [kind, name] : price_kinds) {
    if (text == name) return kind;
  }
  return bad_input("'{}' is not a kind of price; accepted: {}", text, join(kind_names()));
}

Result<PriceBook> PriceBook::read(const DataFiles& data) {
  PriceBook book;
  for (const DataFiles::File& file : data.under("prices/")) {
    Result<std::vector<Price>> prices = read_prices(file);
    if (!prices) return fail(prices);
    std::move(prices->begin(), prices->end(), std::back_inserter(book.prices_));
  }
  std::stable_sort(book.prices_.begin(), book.prices_.end(), before);
  return book;
}

std::optional<Price> PriceBook::find(std::string_view instance, std::string_view region, PriceKind kind,
                                     std::string_view date) const {
  if (region == any_region) {
    const std::vector<Price> prices = by_region(instance, kind, date);
    return prices.empty() ? std::nullopt : std::optional(prices.front());
  }
  const std::string name = lower_case(instance);
  const Price* best = nullptr;
  const auto first =
      std::partition_point(prices_.begin(), prices_.end(), [&](const Price& price) { return price.instance < name; });
  for (auto price = first; price != prices_.end() && price->instance == name; ++price) {
    if (price->kind != kind || (!date.empty() && price->as_of > date)) continue;
    const bool holds = region.empty() || price->region == region || price->region == every_region ||
                       price->region == own_region ||
                       (price->region == united_states && region.starts_with("us-"));
    if (holds && (best == nullptr || better(*price, *best, region))) best = &*price;
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
  const std::string name = lower_case(instance);
  std::set<std::string> regions;
  for (const Price& price : prices_) {
    if (price.instance == name) regions.insert(price.region);
  }
  return {regions.begin(), regions.end()};
}

std::vector<std::string> PriceBook::regions() const {
  std::set<std::string> regions;
  for (const Price& price : prices_) regions.insert(price.region);
  regions.erase(std::string(every_region));
  return {regions.begin(), regions.end()};
}

std::vector<Price> PriceBook::by_region(std::string_view instance, PriceKind kind, std::string_view date) const {
  const std::string name = lower_case(instance);
  std::vector<Price> prices;
  const auto first =
      std::partition_point(prices_.begin(), prices_.end(), [&](const Price& price) { return price.instance < name; });
  for (auto price = first; price != prices_.end() && price->instance == name; ++price) {
    if (price->kind != kind || (!date.empty() && price->as_of > date)) continue;
    if (!prices.empty() && prices.back().region == price->region) {
      prices.back() = *price;  // ordered by date within a region
    } else {
      prices.push_back(*price);
    }
  }
  std::stable_sort(prices.begin(), prices.end(),
                   [](const Price& one, const Price& other) { return one.usd_per_h < other.usd_per_h; });
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
