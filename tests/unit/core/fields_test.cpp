#include "hakaru/core/fields.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

TEST(Fields, NamesFileKeyFoundAndAccepted) {
  const Json table = *parse_toml("layers = -3\n", "m.toml");
  Fields fields(table, "m.toml");
  fields.integer("layers", {.min = 1, .max = 10});
  ASSERT_TRUE(fields.error());
  EXPECT_EQ(in_english(fields.error()->message), "m.toml: 'layers' is -3; accepted: 1 … 10");
}

TEST(Fields, KeepsTheFirstErrorAndRefusesUnknownKeys) {
  const Json table = *parse_toml("memory_gb = 3\nmemory_mb = 2\n", "a.toml");
  Fields fields(table, "a.toml", "x");
  fields.number("memory_gb", {});
  fields.refuse_unknown();
  ASSERT_TRUE(fields.error());
  EXPECT_EQ(in_english(fields.error()->message), "a.toml: 'x.memory_mb' is not a known key; accepted: memory_gb");
}

TEST(Fields, RefusesNumbersBeyondTheRangeWithoutOverflow) {
  const Json table = *parse_json(R"({"a": 18446744073709551615, "b": 1e300, "c": 2.0, "d": 2.5})", "a.json");
  Fields fields(table, "a.json");
  EXPECT_EQ(fields.integer("c", {1, 10}), 2);
  EXPECT_FALSE(fields.error());
  EXPECT_EQ(fields.integer("a", {1, 10}), 1);
  EXPECT_TRUE(fields.error());
  for (const char* key : {"b", "d"}) {
    Fields other(table, "a.json");
    other.integer(key, {1, 10});
    EXPECT_TRUE(other.error()) << key;
  }
}

TEST(ParseJson, ReadsPythonsInfinityOutsideStrings) {
  const Result<Json> parsed =
      parse_json(R"({"time_step_limit": [0.0, Infinity, -Infinity, NaN], "name": "Infinity \" NaN"})", "c.json");
  ASSERT_TRUE(parsed);
  EXPECT_EQ((*parsed)["time_step_limit"], Json::array({0.0, "Infinity", "-Infinity", "NaN"}));
  EXPECT_EQ((*parsed)["name"], "Infinity \" NaN");
}

TEST(ParseJson, RefusesWhatIsNotJsonAndWhatIsTooDeep) {
  EXPECT_EQ(in_english(parse_json("{\n\"a\": 1,\n oops}", "c.json").error().message), "c.json: line 3: not JSON");
  EXPECT_FALSE(parse_json(std::string(100000, '['), "c.json"));
  EXPECT_FALSE(parse_json("", "c.json"));
}

TEST(ParseToml, NamesTheLine) {
  const Result<Json> parsed = parse_toml("a = 1\nb = = 2\n", "x.toml");
  ASSERT_FALSE(parsed);
  EXPECT_NE(in_english(parsed.error().message).find("x.toml: line 2"), std::string::npos);
}

TEST(ReadFile, SaysWhatIsWrong) {
  EXPECT_EQ(in_english(read_file("/nowhere/x.json", 10).error().message),
            "/nowhere/x.json: cannot be read: no such file");
  EXPECT_FALSE(read_file("/usr", 10));
}

TEST(ParseToml, RefusesCharactersOutsideQuotes) {
  for (const char* text : {"job = \xc6\x88", "job = あ", "あ = 1", "job = \"train\" あ", "job = [あ]"}) {
    const Result<Json> json = parse_toml(text, "scenario.toml");
    ASSERT_FALSE(json.has_value()) << text;
    EXPECT_EQ(in_english(json.error().message.arguments.at(0)), "scenario.toml");
  }
  EXPECT_EQ(parse_toml("job = \"あ\"  # あ", "scenario.toml").value()["job"], "あ");
}

}  // namespace
}  // namespace hakaru
