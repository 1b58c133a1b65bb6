// Changes that the user's folder of data makes: figures that are new, others, or gone, against those shipped.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hakaru/core/choice.h"
#include "hakaru/importing/data_rows.h"

namespace hakaru {

enum class Change { added, changed, gone };
template <>
inline constexpr auto choice_names<Change> = std::to_array<std::string_view>({"new", "changed", "gone"});

struct CatalogChange {
  Change change = Change::added;
  std::string kind = {};               ///< "price", "offer", "instance", "accelerator"
  std::string name = {};               ///< of the instance or accelerator
  std::string region = {};             ///< of prices and offers
  std::string figure = {};             ///< "on_demand", "between.gbit_per_s"; "": all of it
  std::string shipped = {}, own = {};  ///< the figure; "": there is none
  std::optional<double> percent = {};  ///< from shipped to own, of numbers
};

/// Prices by their newest of each region and kind: the user's are added, and none is gone. An offer is gone where the
/// user's files have others of its cloud and region. `clouds`: of each instance.
Result<std::vector<CatalogChange>> catalog_changes(const DataFiles& data,
                                                   const std::map<std::string, std::string>& clouds);

}  // namespace hakaru
