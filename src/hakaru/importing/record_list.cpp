#include "hakaru/importing/record_list.h"

#include "hakaru/importing/json_member.h"

namespace hakaru {

std::optional<Error> Pages::missing(std::string_view key, std::string_view file) const {
  if (others_follow_ < pages_ || pages_ == 0) return std::nullopt;
  return bad_input("{}: its last page says that another follows ('{}'); accepted: all pages, one behind the other",
                   file, key)
      .value();
}

std::optional<Error> read_records(ByteSource& source, const RecordList& records, Tally& tally) {
  MemberReader reader(source.name());
  Pages pages;
  JsonVisitor visitor;
  visitor.begin = [&](const JsonPath& path) {
    if (path.size() == 2) return Step::take;
    const bool is_said = path.front() == records.next_page || path.front() == records.day;
    if (is_said && !path.front().empty()) return path.size() == 1 ? Step::take : Step::pass;
    if (path.front() != records.list) return Step::pass;
    pages.begin();
    return Step::enter;
  };
  visitor.take = [&](const JsonPath& path, const JsonText& member) -> std::optional<Error> {
    if (path.size() == 1) {
      if (path.front() == records.next_page) return pages.next(member.text), std::nullopt;
      const Result<Json> day = reader.tree(member, path);
      if (!day) return day.error();
      if (day->is_string()) records.dated(day->get_ref<const std::string&>());
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
  if (pages.any()) return pages.missing(records.next_page, source.name());
  return bad_input("{}: has no list '{}'; accepted: {}", source.name(), records.list, records.what).value();
}

}  // namespace hakaru
