#include "hakaru/hardware/availability.h"

#include <algorithm>
#include <utility>

#define CSV_IO_NO_THREAD
#include <libfccp/csv.h>

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

using OfferReader = io::CSVReader<4, io::trim_chars<' ', '\t', '\r'>, io::double_quote_escape<',', '"'>,
                                  io::throw_on_overflow, io::single_and_empty_line_comment<'#'>>;

struct OfferRow {
  std::string instance, region, as_of, source;
};

Result<std::vector<OfferRow>> read_offers(const DataFiles::File& file) {
  std::vector<OfferRow> rows;
  try {
    OfferReader reader(file.name, file.text.data(), file.text.data() + file.text.size());
    reader.read_header(io::ignore_no_column, "instance", "region", "as_of", "source");
    OfferRow row;
    while (reader.read_row(row.instance, row.region, row.as_of, row.source)) {
      const std::string place = fmt::format("{}: line {}", file.name, reader.get_file_line());
      if (row.instance.empty() || row.region.empty() || row.source.empty())
        return bad_input("{}: an offer needs an instance, a region and a source", place);
      if (!parse_date(row.as_of, "as_of"))
        return bad_input("{}: as_of is '{}'; accepted: a date such as 2023-06-01", place, row.as_of);
      row.instance = lower_case(row.instance);
      rows.push_back(row);
    }
  } catch (const io::error::base& error) {  // the CSV library's way to say that a line is not CSV
    const auto* const place = dynamic_cast<const io::error::with_file_line*>(&error);
    return bad_input("{}: line {}: not an offer; accepted: instance,region,as_of,source", file.name,
                     place != nullptr ? std::max(place->file_line, 1) : 1);
  }
  return rows;
}

}  // namespace

Result<Availability> Availability::read(const DataFiles& data, const std::vector<Instance>& instances) {
  std::map<std::string_view, std::string_view> cloud_of;
  for (const Instance& instance : instances) cloud_of[instance.name] = instance.cloud;
  Availability availability;
  for (const DataFiles::File& file : data.under("availability/")) {
    const Result<std::vector<OfferRow>> rows = read_offers(file);
    if (!rows) return fail(rows);
    std::map<Place, Listed> places;
    for (const OfferRow& row : *rows) {
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
