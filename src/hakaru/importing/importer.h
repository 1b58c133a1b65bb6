// A file of a cloud becomes files of the user's folder, in the formats of data/: prices, offers, instances. They lie
// under imported/ in the folder of each kind, one for each kind of file, beside what came with the program:
//
//   prices/imported/aws-price-list.csv    availability/imported/aws-offerings.csv    instances/imported/….toml
//   capacity_blocks/imported/aws-capacity-blocks.csv
//
// Rows of an earlier import stay, except those imported anew: a price of the same instance, region, kind and day;
// all offers of a region; a table of the same instance. Of Capacity Blocks those of the newest day stay. Nothing is
// written here.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/data_files.h"
#include "hakaru/core/files.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/importing/readers.h"

namespace hakaru {

/// A kind of file to import.
struct ImportKind {
  std::string_view name;  ///< "aws-price-list"
  ImportReader& read;
  Message help;
  bool may_lack_region = false;  ///< of some records the region must be stated
};
const std::vector<ImportKind>& import_kinds();
Result<const ImportKind*> import_kind(std::string_view name);

struct ImportRequest {
  std::string kind;
  std::string as_of;   ///< the day of its figures where the file does not say; "": that of the file
  std::string region;  ///< of what names none
};

struct ImportOutcome {
  Imported imported;
  std::vector<FileText> files;  ///< by their place in the folder; none where nothing was taken
  std::size_t new_prices = 0;   ///< of an instance, region, kind and day that the folder had none of
  std::size_t changed_prices = 0;
  /// Instances that a list of offers leaves out, by its regions: they were not known to be missing there.
  std::map<std::string, std::vector<std::string>> no_longer_offered = {};
};

/// `data`: the program's and the user's. `today`: dates what says nothing of its day.
Result<ImportOutcome> import_source(ByteSource& source, const ImportRequest& request, const Catalog& catalog,
                                    const DataFiles& data, const std::string& today);

}  // namespace hakaru
