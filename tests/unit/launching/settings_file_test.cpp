#include "hakaru/launching/settings_file.h"

#include <gtest/gtest.h>

#include <random>

namespace hakaru {
namespace {

using Flat = std::map<std::string, std::string, std::less<>>;

constexpr LaunchForm forms[]{LaunchForm::json, LaunchForm::toml, LaunchForm::yaml};

TEST(SettingsFile, PathsBecomeTablesListsAndValues) {
  const SettingsTree tree = settings_tree({{"zero_optimization.stage=3"},
                                           {"bf16.enabled=true"},
                                           {"datasets.0.path=a b"},
                                           {"buckets=[1, 2]"},
                                           {"name=yes"},
                                           {"version=\"2\""},
                                           {"nothing=null"}});
  EXPECT_EQ(Json(tree), Json::parse(R"({"zero_optimization": {"stage": 3}, "bf16": {"enabled": true},
    "datasets": [{"path": "a b"}], "buckets": [1, 2], "name": "yes", "version": "\"2\"", "nothing": null})"));
}

TEST(SettingsFile, VariablesStandByValueOrAreFilledIn) {
  Word known = word_of("model=${MODEL}"), open = word_of("data=s3://${DATA}/train");
  known.text = "it's";
  EXPECT_EQ(Json(settings_tree({known, open})), Json::parse(R"({"model": "it's", "data": "s3://FILL_IN_DATA/train"})"));
}

TEST(SettingsFile, TheLastWordOfAPathWins) {
  EXPECT_EQ(Json(settings_tree({{"adapter=lora"}, {"adapter=qlora"}, {"a=1"}, {"a.b=2"}})),
            Json::parse(R"({"adapter": "qlora", "a": {"b": 2}})"));
}

/// Bytes of the paths and values of flattened settings.
std::size_t bytes_of(const Flat& flat) {
  std::size_t bytes = 0;
  for (const auto& [path, value] : flat) bytes += path.size() + value.size();
  return bytes;
}

TEST(SettingsFile, ListsOfListsAndLongPathsAreNotKeptAgainAndAgain) {
  const std::string filling(1000, 'x');
  Json lists = filling, tables = {{"a", 1}, {"b", 2}, {"c", 3}};
  for (int depth = 0; depth < 100; ++depth) {
    lists = Json::array({lists});
    tables = {{filling, tables}};
  }
  EXPECT_LT(bytes_of(flat_settings({{"lists", lists}})), 20 * filling.size());
  EXPECT_TRUE(flat_settings(tables).empty());
  EXPECT_EQ(flat_settings(Json::parse(R"({"a": [[1, 2], {"b": [3]}]})")), (Flat{{"a", R"([[1,2],{"b":[3]}])"},
                                                                                {"a.0", "[1,2]"},
                                                                                {"a.0.0", "1"},
                                                                                {"a.0.1", "2"},
                                                                                {"a.1.b", "[3]"},
                                                                                {"a.1.b.0", "3"}}));
}

TEST(SettingsFile, PlacesOfListsAreBounded) {
  EXPECT_EQ(settings_tree({{"a.9999=1"}})["a"].size(), 10'000U);
  EXPECT_EQ(Json(settings_tree({{"a.99999=1"}})), Json::parse(R"({"a": {"99999": 1}})"));
}

TEST(SettingsFile, EveryFormIsReadBack) {
  const SettingsTree tree = settings_tree({{"a.b=1"},
                                           {"a.c=0.00001"},
                                           {"d=true"},
                                           {"list.0.x=no"},
                                           {"list.1.x=~"},
                                           {"text=it's: \"x\" # y\nz"},
                                           {"e=1e5"}});
  for (const LaunchForm form : forms) {
    const std::string text = settings_text(tree, form);
    const Result<Json> read = read_settings(text, form, "file");
    ASSERT_TRUE(read) << in_english(read.error().message) << text;
    EXPECT_EQ(flat_settings(*read), flat_settings(Json(tree))) << text;
  }
}

TEST(SettingsFile, NoTextLeavesItsValue) {
  constexpr std::string_view letters = "'\"\\$`;:,#&*?|<>=!%@{}[]()-~.0nyeofl \t\n\r\x01\x1b\x7f";
  std::mt19937 random(7);
  for (int i = 0; i < 10'000; ++i) {
    std::string value;
    for (auto left = std::uniform_int_distribution<int>(1, 16)(random); left > 0; --left)
      value += letters[std::uniform_int_distribution<std::size_t>(0, letters.size() - 1)(random)];
    SettingsTree tree = SettingsTree::object();
    tree["a"]["model"] = value;
    tree["b"] = 1;
    for (const LaunchForm form : forms) {
      const std::string text = settings_text(tree, form);
      const Result<Json> read = read_settings(text, form, "file");
      ASSERT_TRUE(read) << in_english(read.error().message) << text;
      ASSERT_EQ(*read, Json(tree)) << text;
    }
  }
}

TEST(SettingsFile, FlatHasListsWholeAndByPlace) {
  EXPECT_EQ(
      flat_settings(Json::parse(R"({"a": {"b": "1", "c": 1, "d": null}, "e": [true, {"f": 2}]})")),
      (Flat{{"a.b", "1"}, {"a.c", "1"}, {"a.d", "null"}, {"e", R"([true,{"f":2}])"}, {"e.0", "true"}, {"e.1.f", "2"}}));
}

}  // namespace
}  // namespace hakaru
