// Files that are a list of records under one name, as a cloud's programs print them, page by page:
//
//   {"SpotPriceHistory": [{"InstanceType": "p5.48xlarge", …}, …], "NextToken": "…"}
#pragma once

#include <functional>
#include <string>

#include "hakaru/importing/imported.h"
#include "hakaru/importing/json_walk.h"

namespace hakaru {

struct RecordList {
  std::string list;  ///< "SpotPriceHistory"
  std::string what;  ///< for messages: "the answer of aws ec2 describe-spot-price-history"
  /// Whether a record is worth reading, by the text of one of its fields; counted where it is not.
  std::string field = {};
  std::function<bool(std::string_view text)> is_wanted = {};
  Message why_not = {};
  /// Under which key a page says that another follows; "": pages may be missing. Of a list of what exists they may not.
  std::string next_page = {};
  std::function<void(const Json& record)> take;
};

/// Fails where a document has no such list.
std::optional<Error> read_records(ByteSource& source, const RecordList& records, Tally& tally);

}  // namespace hakaru
