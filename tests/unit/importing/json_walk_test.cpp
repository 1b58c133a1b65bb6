#include "hakaru/importing/json_walk.h"

#include <gtest/gtest.h>

#include "hakaru/importing/json_member.h"

namespace hakaru {
namespace {

struct Walked {
  std::vector<std::string> members;  ///< "products.A1 = {…}"
  std::string error;
};

/// Hands over what lies two names deep.
Walked walk(const std::string& text) {
  Walked walked;
  ByteSource source(text, "f.json");
  const std::optional<Error> error =
      walk_json(source, {.begin = [](const JsonPath& path) { return path.size() == 2 ? Step::take : Step::enter; },
                         .take = [&](const JsonPath& path, const JsonText& member) -> std::optional<Error> {
                           EXPECT_EQ(member.text, std::string_view(text).substr(member.offset, member.text.size()));
                           walked.members.push_back(shown_path(path) + " = " + std::string(member.text));
                           return std::nullopt;
                         }});
  if (error) walked.error = in_english(error->message);
  return walked;
}

using Texts = std::vector<std::string>;

TEST(JsonWalk, CutsMembersWhateverTheirTextsHold) {
  EXPECT_EQ(
      walk(R"({"a" : {"x": {"t": "}]\"{"}, "y\"": [1, [2, "\\"]], "z": "\\\\\""}, "b": [true, -1.5e3 ]})").members,
      (Texts{R"(a.x = {"t": "}]\"{"})", R"(a.y\" = [1, [2, "\\"]])", R"(a.z = "\\\\\"")", "b[] = true",
             "b[] = -1.5e3"}));
}

TEST(JsonWalk, ReadsDocumentsOneBehindTheOtherAndWithinAList) {
  const Texts expected{"a.x = 1", "a.x = 2"};
  EXPECT_EQ(walk("\xEF\xBB\xBF{\"a\": {\"x\": 1}}\n{\"a\": {\"x\": 2}}\n").members, expected);
  EXPECT_EQ(walk("[{\"a\": {\"x\": 1}}, {\"a\": {\"x\": 2}}]").members, expected);
}

TEST(JsonWalk, CutsTheSameMembersWhereverTheWindowEnds) {
  // The window is filled a mebibyte at a time: members of 5 bytes more each lie astride its end at every place.
  const std::string member = R"({"t": "a \"quoted\" {brace}\\", "n": [1, {"deep": "]"}]})";
  for (std::size_t before = Window::usual_bytes - member.size() - 8; before < Window::usual_bytes + 8; before += 5) {
    const std::string text = R"({"a": {"x": ")" + std::string(before - 30, 'b') + R"(", "y": )" + member + "}}";
    const Walked walked = walk(text);
    ASSERT_EQ(walked.error, "") << before;
    ASSERT_EQ(walked.members.size(), 2U) << before;
    ASSERT_EQ(walked.members[1], "a.y = " + member) << before;
  }
}

TEST(JsonWalk, SaysWhereATextThatIsCutOffEnds) {
  const std::string whole = R"({"a": {"x": {"t": "\"}"}, "y": 12}})";
  ASSERT_EQ(walk(whole).error, "");
  for (std::size_t bytes = 1; bytes < whole.size(); ++bytes)
    EXPECT_TRUE(walk(whole.substr(0, bytes)).error.starts_with("f.json: ends at byte " + std::to_string(bytes)))
        << bytes << ": " << walk(whole.substr(0, bytes)).error;
  EXPECT_EQ(walk(whole.substr(0, 20)).error,
            "f.json: ends at byte 20, within a.x; nothing was changed; accepted: a whole file");
}

TEST(JsonWalk, SaysWhereATextIsNoJson) {
  EXPECT_EQ(walk("{\"a\": {\"x\" 1}}").error, "f.json: byte 11, in a.x: not JSON: found '1'; accepted: ':'");
  EXPECT_EQ(walk("{\"a\": {\"x\": []; }}").error, "f.json: byte 14, in a: not JSON: found ';'; accepted: ',', '}'");
  EXPECT_EQ(walk("SKU,Price\n").error, "f.json: byte 0, in {}: not JSON: found 'S'; accepted: {, [");
  EXPECT_EQ(walk(" \n").error, "f.json: holds no JSON; accepted: an object, or a list of some");
}

TEST(JsonWalk, RefusesAMemberThatNoWindowHolds) {
  const std::string text = R"({"a": {"x": ")" + std::string(Window::most_bytes + 1, 'b') + "\"}}";
  EXPECT_EQ(walk(text).error,
            "f.json: byte 12: what begins here is longer than 16 MiB; accepted: members and lines of up to that");
}

TEST(MemberReader, ReadsAFieldWithoutTheRestAndTheWhole) {
  MemberReader reader("f.json");
  std::string text = R"({"attributes": {"type": "p5", "deep": [1, 2.5, null, "\u3042"]}, "n": 3})";
  text.reserve(text.size() + Window::padding);
  const JsonText member{text, 0};
  EXPECT_EQ(reader.text_at(member, "attributes", "type"), "p5");
  EXPECT_EQ(reader.text_at(member, "attributes", "none"), "");
  EXPECT_EQ(reader.text_at(member, "n"), "");
  const Result<Json> tree = reader.tree(member, {"products", "A1"});
  ASSERT_TRUE(tree);
  EXPECT_EQ((*tree)["attributes"]["deep"], Json::parse(R"([1, 2.5, null, "あ"])"));
  EXPECT_EQ((*tree)["n"], 3);
}

}  // namespace
}  // namespace hakaru
