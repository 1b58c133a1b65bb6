// Figures of the catalogue that contradict each other, or physics, or are old:
//
// - a spot or savings price above the on-demand price of its region, three years' savings above one year's, the prices
//   being of the same year; two prices of one day; a larger instance of a family for less than a smaller one
//   with the same accelerator
// - a price where the instance is not offered; a date to come; the newest price older than a year
// - an accelerator slower in a narrower type than in a wider one of its kind, or that reads its memory in no time a
//   memory takes; a network faster than the accelerators' links to their host
#pragma once

#include <string>
#include <vector>

#include "hakaru/hardware/catalog.h"
#include "hakaru/importing/data_rows.h"

namespace hakaru {

struct CatalogFinding {
  Message what;
  std::vector<std::string> files;  ///< where the figures stand
};

/// `all`: of all data; else of what has a figure of the user's own. `today`: "2026-07-20".
Result<std::vector<CatalogFinding>> check_catalog(const Catalog& catalog, const DataFiles& data,
                                                  const std::string& today, bool all);

}  // namespace hakaru
