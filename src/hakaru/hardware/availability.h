// Instance types that a cloud offers, by region. In data/availability/*.csv:
// instance,region,as_of,source
// A type that has a line is listed in every region of its cloud of which there is a line: where it has none, it is not
// offered. A file of the user's own that lists a region of a cloud replaces what came with the program for it. Of
// regions that nobody lists, of types without a line and of machines outside clouds nothing is known.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hakaru/core/data_files.h"
#include "hakaru/core/result.h"
#include "hakaru/hardware/instance.h"

namespace hakaru {

enum class Offer { unknown, offered, not_offered };

class Availability {
 public:
  /// Rows of instances that are not among `instances` say nothing. Fails at a line that is not such a row.
  static Result<Availability> read(const DataFiles& data, const std::vector<Instance>& instances);

  Offer of(const Instance& instance, std::string_view region) const;
  /// The cloud that lists `region`; "": no cloud lists it.
  std::string cloud_of(std::string_view region) const;
  /// Regions in which `instance` is offered, sorted.
  std::vector<std::string> regions_of(std::string_view instance) const;
  /// All listed regions, sorted.
  std::vector<std::string> regions() const;
  /// The day that the list of a cloud's region is of; "": there is none.
  std::string as_of(std::string_view cloud, std::string_view region) const;

 private:
  struct Listed {
    std::set<std::string, std::less<>> instances;
    std::string as_of;  ///< the newest of its rows
  };
  using Place = std::pair<std::string, std::string>;  ///< cloud, region
  const Listed* listed(std::string_view cloud, std::string_view region) const;

  std::map<Place, Listed> places_;
};

}  // namespace hakaru
