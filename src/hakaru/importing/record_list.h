// Files that are a list of records under one name, as a cloud's programs print them, page by page:
//
//   {"SpotPriceHistory": [{"InstanceType": "p5.48xlarge", …}, …], "NextToken": "…"}
#pragma once

#include <functional>
#include <string>

#include "hakaru/importing/imported.h"
#include "hakaru/importing/json_walk.h"

namespace hakaru {

/// Checks that the last page of a list is there: each page but the last says that another follows.
class Pages {
 public:
  void begin() { ++pages_; }
  /// Takes the value under the key of the next page: null or an empty text on the last.
  void next(std::string_view json) { others_follow_ += json == "null" || json == "\"\"" ? 0 : 1; }
  bool any() const { return pages_ > 0; }
  /// `key` and `file` are for the message.
  std::optional<Error> missing(std::string_view key, std::string_view file) const;

 private:
  int pages_ = 0, others_follow_ = 0;
};

/// The key of the next page in answers of aws ec2.
inline constexpr std::string_view next_page_of_aws = "NextToken";

struct RecordList {
  std::string list;  ///< "SpotPriceHistory"
  std::string what;  ///< for messages: "the answer of aws ec2 describe-spot-price-history"
  /// The field whose text decides whether a record is read; a record that is not is counted.
  std::string field = {};
  std::function<bool(std::string_view text)> is_wanted = {};
  Message why_not = {};
  std::string next_page = {};  ///< under which key a page says that another follows; "": there is one page
  std::function<void(const Json& record)> take;
  std::string day = {};  ///< under which key a page says its day; "": nowhere
  std::function<void(std::string_view day)> dated = {};
};

/// Fails where there is no such list, or its last page is missing.
std::optional<Error> read_records(ByteSource& source, const RecordList& records, Tally& tally);

}  // namespace hakaru
