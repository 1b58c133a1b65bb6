#include "hakaru/importing/record_list.h"

#include "hakaru/importing/json_member.h"

namespace hakaru {

std::optional<Error> read_records(ByteSource& source, const RecordList& records, Tally& tally) {
  MemberReader reader(source.name());
  bool any = false;
  JsonVisitor visitor;
  visitor.begin = [&](const JsonPath& path) {
    if (path.size() == 2) return Step::take;
    if (path.front() != records.list) return Step::pass;
    any = true;
    return Step::enter;
  };
  visitor.take = [&](const JsonPath& path, const JsonText& member) -> std::optional<Error> {
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
  if (any) return std::nullopt;
  return bad_input("{}: has no list '{}'; accepted: {}", source.name(), records.list, records.what).value();
}

}  // namespace hakaru
