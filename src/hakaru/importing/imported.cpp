#include "hakaru/importing/imported.h"

#include <algorithm>

#include "hakaru/core/fields.h"
#include "hakaru/core/from_chars.h"
#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/hardware/price_rows.h"

namespace hakaru {
namespace {

std::optional<double> number_of_text(std::string_view text) {
  double number = 0;
  const auto parsed = from_chars(text.data(), text.data() + text.size(), number);
  if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) return std::nullopt;
  return number;
}

const Json* member_of(const Json& object, std::string_view key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(std::string(key));
  return found == object.end() ? nullptr : &*found;
}

}  // namespace

void Tally::leave_out(const Message& why, std::string_view name) {
  constexpr std::size_t most_examples = 5, longest_name = 60;
  auto reason = std::find_if(reasons_.begin(), reasons_.end(), [&](const Reason& each) { return each.why == why; });
  if (reason == reasons_.end()) reason = reasons_.insert(reason, Reason{why, 0, {}});
  ++reason->records;
  if (name.empty() || reason->examples.size() == most_examples) return;
  const std::string shown = abridged(name, longest_name);
  if (std::find(reason->examples.begin(), reason->examples.end(), shown) == reason->examples.end())
    reason->examples.push_back(shown);
}

std::vector<Tally::Reason> Tally::left_out() const {
  std::vector<Reason> sorted = reasons_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Reason& left, const Reason& right) { return left.records > right.records; });
  return sorted;
}

bool Imported::takes_region(std::string_view region) {
  if (is_name(region)) return true;
  tally.leave_out(message("in a region without a usable name"), region);
  return false;
}

void Imported::add(Price price) {
  price.instance = lower_case(price.instance);
  const Key key{price.instance, price.region, price.kind};
  const auto [kept, added] = prices_.try_emplace(key, price);
  const auto better = [](const Price& left, const Price& right) {
    return left.as_of != right.as_of ? left.as_of > right.as_of : left.usd_per_h < right.usd_per_h;
  };
  if (!added && better(price, kept->second)) kept->second = std::move(price);
}

void Imported::leave_out_implausible(const Catalog& catalog) {
  std::erase_if(prices_, [&](const auto& each) {
    const Price& price = each.second;
    const Result<Instance> instance = catalog.instance(price.instance);
    if (!instance || is_plausible(price, instance->accelerators)) return false;
    tally.leave_out_again(message("dearer than {} an hour for each accelerator", in_usd(largest_usd_per_accelerator_h)),
                          price.instance);
    return true;
  });
}

std::vector<Price> Imported::prices() const {
  std::vector<Price> all;
  all.reserve(prices_.size());
  for (const auto& [key, price] : prices_) all.push_back(price);
  return all;
}

void Imported::seen_on(std::string_view day) {
  if (std::string found = day_in(day); found > as_of) as_of = std::move(found);
}

void Imported::complete(const std::string& file_day) {
  dated_by_file = as_of.empty();
  if (dated_by_file) as_of = file_day;
  for (BlockOffer& block : blocks) {
    block.as_of = as_of;
    block.source = source;
  }
  for (auto& [key, price] : prices_) {
    if (price.source.empty()) price.source = source;
    if (!price.as_of.empty()) continue;
    price.as_of = as_of;
    if (dated_by_file) price.note += price.note.empty() ? "date of the file" : "; date of the file";
  }
}

std::string day_in(std::string_view time) {
  constexpr std::size_t day_bytes = std::string_view("2026-07-20").size();
  const std::string day(time.substr(0, day_bytes));
  return parse_date(day, "").value_or("");
}

std::optional<double> usable_price(double usd) {
  return usd > 0 && usd <= largest_usd_per_h ? std::optional(usd) : std::nullopt;
}

std::optional<double> price_in(std::string_view text) {
  const std::optional<double> number = number_of_text(text);
  return number ? usable_price(*number) : std::nullopt;
}

std::optional<double> price_of(const Json& value) {
  if (value.is_number()) return usable_price(value.get<double>());
  return value.is_string() ? price_in(value.get_ref<const std::string&>()) : std::nullopt;
}

std::string text_in(const Json& object, std::string_view key) {
  const Json* const found = member_of(object, key);
  return found != nullptr && found->is_string() ? found->get<std::string>() : "";
}

std::optional<double> number_in(const Json& object, std::string_view key) {
  const Json* const found = member_of(object, key);
  if (found == nullptr) return std::nullopt;
  if (found->is_number()) return found->get<double>();
  return found->is_string() ? number_of_text(found->get_ref<const std::string&>()) : std::nullopt;
}

const Json& list_in(const Json& object, std::string_view key) {
  static const Json none = Json::array();
  const Json* const found = member_of(object, key);
  return found != nullptr && found->is_array() ? *found : none;
}

}  // namespace hakaru
