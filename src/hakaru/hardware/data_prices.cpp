#include "hakaru/hardware/data_prices.h"

#include <algorithm>

#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/hardware/rows.h"

namespace hakaru {
namespace {

constexpr double most_mb_per_s_per_tib = 1e6, most_usd_per_gb = 1e3, most_usd_per_volume_month = 1e6, most_gb = 1e12;

/// The fields of one line, which say what is wrong with them.
class Line {
 public:
  explicit Line(std::string place) : place_(std::move(place)) {}

  std::string text(const char* name, const std::string& value) {
    if (value.empty() && !error_) error_ = bad_input("{}: {} is empty", place_, name).value();
    return value;
  }
  std::string day(const std::string& value) {
    if (const Result<void> read = check_day(value, place_); !read && !error_) error_ = read.error();
    return value;
  }
  std::optional<double> number(const char* name, const std::string& value, double most) {
    if (value.empty()) return std::nullopt;
    const Result<double> amount = parse_number(value, name);
    if ((!amount || !(*amount >= 0 && *amount <= most)) && !error_)
      error_ = bad_input("{}: {} is '{}'; accepted: 0 … {}", place_, name, value, fmt::format("{:.0f}", most)).value();
    return amount.value_or(0);
  }
  double needed(const char* name, const std::string& value, double most) {
    return number(name, text(name, value), most).value_or(0);
  }
  Result<void> read() const { return error_ ? Result<void>(tl::unexpected(*error_)) : Result<void>(); }

 private:
  std::string place_;
  std::optional<Error> error_;
};

bool is_same(const StoragePrice& one, const StoragePrice& other) {
  return one.storage == other.storage && one.region == other.region &&
         one.bytes_per_s_per_tib == other.bytes_per_s_per_tib;
}
bool is_same(const TransferPrice& one, const TransferPrice& other) {
  return one.region == other.region && one.to == other.to && one.from_gb == other.from_gb;
}

template <typename Price>
void add(std::vector<Price>& prices, Price price) {
  const auto known =
      std::find_if(prices.begin(), prices.end(), [&](const Price& each) { return is_same(each, price); });
  if (known == prices.end()) {
    prices.push_back(std::move(price));
  } else if (known->as_of <= price.as_of) {
    *known = std::move(price);
  }
}

}  // namespace

Result<DataPrices> DataPrices::read(const DataFiles& data) {
  constexpr std::array of_storage{"storage", "region", "mb_per_s_per_tib", "usd_per_gb_month", "usd_per_volume_month",
                                  "as_of",   "source"};
  constexpr std::array of_transfer{"region", "to", "from_gb", "usd_per_gb", "as_of", "source"};
  DataPrices prices;
  const auto add_storage = [&](const Row<7>& row, const std::string& place) {
    const auto& [storage, region, tier, of_gb, of_volume, as_of, source] = row;
    Line line(place);
    StoragePrice price{lower_case(line.text("storage", storage)),
                       line.text("region", region),
                       line.number("mb_per_s_per_tib", tier, most_mb_per_s_per_tib),
                       line.needed("usd_per_gb_month", of_gb, most_usd_per_gb),
                       line.number("usd_per_volume_month", of_volume, most_usd_per_volume_month).value_or(0),
                       line.day(as_of),
                       line.text("source", source)};
    if (price.bytes_per_s_per_tib) *price.bytes_per_s_per_tib *= mega;
    if (line.read()) add(prices.storage_, std::move(price));
    return line.read();
  };
  const auto add_transfer = [&](const Row<6>& row, const std::string& place) {
    const auto& [region, to, from_gb, of_gb, as_of, source] = row;
    Line line(place);
    TransferPrice price{line.text("region", region),
                        line.text("to", to),
                        line.needed("from_gb", from_gb, most_gb),
                        line.needed("usd_per_gb", of_gb, most_usd_per_gb),
                        line.day(as_of),
                        line.text("source", source)};
    if (line.read()) add(prices.transfer_, std::move(price));
    return line.read();
  };
  for (const DataFiles::File& file : data.under("data_prices/storage")) {
    if (const Result<void> read = read_rows(file, of_storage, add_storage); !read) return fail(read);
  }
  for (const DataFiles::File& file : data.under("data_prices/transfer")) {
    if (const Result<void> read = read_rows(file, of_transfer, add_transfer); !read) return fail(read);
  }
  return prices;
}

std::vector<StoragePrice> DataPrices::of_storage(std::string_view storage, std::string_view region) const {
  std::vector<StoragePrice> found;
  for (const StoragePrice& each : storage_) {
    if (each.storage == storage && each.region == region) found.push_back(each);
  }
  std::sort(found.begin(), found.end(), [](const StoragePrice& one, const StoragePrice& other) {
    return one.bytes_per_s_per_tib < other.bytes_per_s_per_tib;
  });
  return found;
}

std::vector<TransferPrice> DataPrices::of_transfer(std::string_view region, std::string_view to) const {
  std::vector<TransferPrice> found;
  for (const TransferPrice& each : transfer_) {
    if (each.region == region && each.to == to) found.push_back(each);
  }
  std::sort(found.begin(), found.end(),
            [](const TransferPrice& one, const TransferPrice& other) { return one.from_gb < other.from_gb; });
  return found;
}

}  // namespace hakaru
