// The figures of a folder of data one by one, each with the file that it stands in: for saying where they are from, and
// what the user's files change.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/data_files.h"
#include "hakaru/core/fields.h"
#include "hakaru/hardware/price_rows.h"

namespace hakaru {

/// A figure's file.
struct Origin {
  std::string file;
  bool own = false;  ///< the user's
};

struct PriceRow {
  Price price;
  Origin origin;
};
struct OfferRow {
  ListedOffer offer;
  Origin origin;
};
/// One table of accelerators/ or instances/. Of several of one name the last holds.
struct TableRow {
  std::string name;
  Json table;
  Origin origin;
};

Result<std::vector<PriceRow>> price_rows(const DataFiles& data);
Result<std::vector<OfferRow>> offer_rows(const DataFiles& data);
Result<std::vector<TableRow>> table_rows(const DataFiles& data, std::string_view folder);

/// The newest of each instance, region and kind, in this order; of equally new ones the user's, then the cheapest.
std::vector<PriceRow> newest(std::vector<PriceRow> rows);

/// The figures of a table by their keys, "between.gbit_per_s": all but what only says where they are from.
std::vector<std::pair<std::string, Json>> figures_of(const Json& table);

}  // namespace hakaru
