#include "hakaru/core/yaml.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

Json read(std::string_view text) {
  const Result<Json> json = parse_yaml(text, "file.yaml");
  return json ? *json : Json(in_english(json.error().message));
}

TEST(Yaml, WordsStandBareWhereTheyCanOnlyBeTexts) {
  EXPECT_EQ(yaml_word("FULL_SHARD"), "FULL_SHARD");
  EXPECT_EQ(yaml_word("meta-llama/Llama-3.1-8B"), "meta-llama/Llama-3.1-8B");
  for (const char* word : {"no",  "Yes", "null", "1",  "1e5", "0x10", "~",  "",    " a",   "a: b",       "- a", "#a",
                           "{a}", "*a",  "&a",   "!a", "%a",  "@a",   "`a", "'a'", "a\nb", "2026-11-26", ".inf"})
    EXPECT_EQ(yaml_word(word), nlohmann::json(word).dump());
}

TEST(Yaml, TreesAreWrittenInBlocksAndReadBack) {
  const auto tree = nlohmann::ordered_json::parse(
      R"({"b": {"c": [1, {"d": "x", "e": []}, [2, 3]], "f": {}}, "a": null, "g": 1e-05, "no": true, "h": "no"})");
  EXPECT_EQ(yaml_text(tree),
            "b:\n"
            "  c:\n"
            "    - 1\n"
            "    -\n"
            "      d: x\n"
            "      e: []\n"
            "    -\n"
            "      - 2\n"
            "      - 3\n"
            "  f: {}\n"
            "a: null\n"
            "g: 1.0e-05\n"
            "\"no\": true\n"
            "h: \"no\"\n");
  EXPECT_EQ(read(yaml_text(tree)), Json(tree));
}

TEST(Yaml, ScalarsAsFilesOfSettingsHaveThem) {
  EXPECT_EQ(
      read("a: True\nb: FALSE\nc: ~\nd: 1e-5\ne: '1'\nf: \"true\"\ng: 0.1.2\nh: off\ni: [1, x]\nj: {k: 2}\n"),
      Json::parse(R"({"a": true, "b": false, "c": null, "d": 1e-5, "e": "1", "f": "true", "g": "0.1.2", "h": "off",
                            "i": [1, "x"], "j": {"k": 2}})"));
  EXPECT_EQ(read("a: |\n  one\n  two\n"), Json::parse(R"({"a": "one\ntwo\n"})"));
}

TEST(Yaml, SeveralDocumentsAreAList) {
  EXPECT_EQ(read("a: 1\n---\nb: 2\n"), Json::parse(R"([{"a": 1}, {"b": 2}])"));
  EXPECT_EQ(read("a: 1\n"), Json::parse(R"({"a": 1})"));
}

TEST(Yaml, AnchorsAreFollowedAsFarAsTheyGrow) {
  EXPECT_EQ(read("a: &x {b: 1}\nc: *x\n"), Json::parse(R"({"a": {"b": 1}, "c": {"b": 1}})"));
  std::string laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 10; ++i) {
    laughs += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int j = 0; j < 10; ++j) laughs += (j == 0 ? "*a" : ", *a") + std::to_string(i - 1);
    laughs += "]\n";
  }
  EXPECT_EQ(read(laughs), "file.yaml: YAML with too many values or too deep; accepted: files of settings");
}

TEST(Yaml, WhatIsTooDeepIsRefusedWhole) {
  const auto nested = [](std::size_t depth) { return "a: " + std::string(depth, '[') + "1" + std::string(depth, ']'); };
  EXPECT_TRUE(read(nested(60)).is_object());
  EXPECT_EQ(read(nested(70)), "file.yaml: YAML with too many values or too deep; accepted: files of settings");
}

TEST(Yaml, WhatIsNoYamlIsTold) {
  EXPECT_EQ(read("a: [1\n").get<std::string>().substr(0, 20), "file.yaml: not YAML:");
  EXPECT_EQ(read("a: *nobody\n").get<std::string>().substr(0, 20), "file.yaml: not YAML:");
  EXPECT_EQ(read(std::string(2 << 20, 'a')), "file.yaml: larger than 1 MB; accepted: files of settings");
  EXPECT_EQ(read(std::string(100'000, '[')).is_string(), true);
}

}  // namespace
}  // namespace hakaru
