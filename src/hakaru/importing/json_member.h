// Reading of one member of a file: one field of it at a time, or all of it as a tree. The parser keeps its memory from
// one member to the next.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "hakaru/core/fields.h"
#include "hakaru/importing/json_walk.h"

namespace hakaru {

class MemberReader {
 public:
  /// `file` is for messages.
  explicit MemberReader(std::string file);
  ~MemberReader();
  MemberReader(const MemberReader&) = delete;
  MemberReader& operator=(const MemberReader&) = delete;

  /// The text under a name within names ("attributes", "instanceType"), without reading what stands behind it; empty
  /// where there is no such text. Good until the next call.
  std::string_view text_at(const JsonText& member, std::string_view outer, std::string_view inner);
  std::string_view text_at(const JsonText& member, std::string_view name) { return text_at(member, "", name); }

  /// All of it. `path` is for messages.
  Result<Json> tree(const JsonText& member, const JsonPath& path);

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
  std::string file_;
};

}  // namespace hakaru
