#include "hakaru/importing/record_list.h"

#include "hakaru/importing/json_member.h"

namespace hakaru {

std::optional<Error> read_records(ByteSource& source, const RecordList& records, Tally& tally) {
  MemberReader reader(source.name());
  int lists = 0, pages_that_others_follow = 0;
  JsonVisitor visitor;
  visitor.begin = [&](const JsonPath& path) {
    if (path.size() == 2) return Step::take;
    if (!records.next_page.empty() && path.front() == records.next_page)
      return path.size() == 1 ? Step::take : Step::pass;
    if (path.front() != records.list) return Step::pass;
    ++lists;
    return Step::enter;
  };
  visitor.take = [&](const JsonPath& path, const JsonText& member) -> std::optional<Error> {
    if (path.size() == 1) {
      const bool says_none = member.text == "null" || member.text == "\"\"";
      pages_that_others_follow += says_none ? 0 : 1;
      return std::nullopt;
    }
    tally.read();
    if (records.is_wanted) {
      const std::string_view text = reader.text_at(member, records.field);
      if (!records.is_wanted(text)) {
        tally.leave_out(records.why_not, text);
        return std::nullopt;
      }
    }
    const Result<Json> record = reader.tree(member, path);
    if (!record) return record.error();
    records.take(*record);
    return std::nullopt;
  };
  if (std::optional<Error> error = walk_json(source, visitor)) return error;
  if (lists == 0)
    return bad_input("{}: has no list '{}'; accepted: {}", source.name(), records.list, records.what).value();
  if (pages_that_others_follow < lists) return std::nullopt;
  return bad_input("{}: its last page says that another follows ('{}'); accepted: all pages, one behind the other",
                   source.name(), records.next_page)
      .value();
}

}  // namespace hakaru
