#include "hakaru/hardware/availability.h"

#include <algorithm>
#include <utility>

#include "hakaru/core/text.h"
#include "hakaru/hardware/price_rows.h"
#include "hakaru/hardware/rows.h"

namespace hakaru {

Result<std::vector<ListedOffer>> read_offers(const DataFiles::File& file) {
  constexpr std::array columns{"instance", "region", "as_of", "source"};
  std::vector<ListedOffer> rows;
  const Result<void> read = read_rows(file, columns, [&](const auto& row, const std::string& place) -> Result<void> {
    const auto& [instance, region, as_of, source] = row;
    if (source.empty()) return bad_input("{}: an offer needs an instance, a region and a source", place);
    if (Result<void> names = check_names(instance, region, place); !names) return names;
    if (Result<void> day = check_day(as_of, place); !day) return day;
    rows.push_back({lower_case(instance), region, as_of, source});
    return {};
  });
  if (!read) return fail(read);
  return rows;
}

Result<Availability> Availability::read(const DataFiles& data, const std::vector<Instance>& instances) {
  std::map<std::string_view, std::string_view> cloud_of;
  for (const Instance& instance : instances) cloud_of[instance.name] = instance.cloud;
  Availability availability;
  for (const DataFiles::File& file : data.under("availability/")) {
    const Result<std::vector<ListedOffer>> rows = read_offers(file);
    if (!rows) return fail(rows);
    std::map<Place, Listed> places;
    for (const ListedOffer& row : *rows) {
      const auto cloud = cloud_of.find(row.instance);
      if (cloud == cloud_of.end() || cloud->second.empty()) continue;
      Listed& listed = places[{std::string(cloud->second), row.region}];
      listed.instances.insert(row.instance);
      listed.as_of = std::max(listed.as_of, row.as_of);
    }
    for (auto& [place, listed] : places) availability.places_[place] = std::move(listed);
  }
  return availability;
}

const Availability::Listed* Availability::listed(std::string_view cloud, std::string_view region) const {
  const auto found = places_.find({std::string(cloud), std::string(region)});
  return found == places_.end() ? nullptr : &found->second;
}

Offer Availability::of(const Instance& instance, std::string_view region) const {
  if (instance.cloud.empty()) return Offer::unknown;
  if (const Listed* const here = listed(instance.cloud, region))
    return here->instances.contains(instance.name) ? Offer::offered
           : regions_of(instance.name).empty()     ? Offer::unknown
                                                   : Offer::not_offered;
  const bool of_another_cloud =
      std::any_of(places_.begin(), places_.end(), [&](const auto& each) { return each.first.second == region; });
  return of_another_cloud ? Offer::not_offered : Offer::unknown;
}

std::string Availability::cloud_of(std::string_view region) const {
  const auto found =
      std::find_if(places_.begin(), places_.end(), [&](const auto& each) { return each.first.second == region; });
  return found != places_.end() ? found->first.first : "";
}

std::vector<std::string> Availability::regions_of(std::string_view instance) const {
  std::set<std::string> regions;
  for (const auto& [place, listed] : places_) {
    if (listed.instances.contains(instance)) regions.insert(place.second);
  }
  return {regions.begin(), regions.end()};
}

std::vector<std::string> Availability::regions() const {
  std::set<std::string> regions;
  for (const auto& [place, listed] : places_) regions.insert(place.second);
  return {regions.begin(), regions.end()};
}

std::string Availability::as_of(std::string_view cloud, std::string_view region) const {
  const Listed* const here = listed(cloud, region);
  return here != nullptr ? here->as_of : "";
}

}  // namespace hakaru
