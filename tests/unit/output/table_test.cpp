#include "hakaru/output/table.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

TEST(DisplayWidth, CountsWideCharactersTwiceAndCombiningMarksNot) {
  EXPECT_EQ(display_width("GiB"), 3);
  EXPECT_EQ(display_width("メモリ"), 6);
  EXPECT_EQ(display_width("KV キャッシュ"), 13);
  EXPECT_EQ(display_width("█░×–µ"), 5);
  EXPECT_EQ(display_width("e\u0301"), 1);
  EXPECT_EQ(display_width("ｱ"), 1) << "halfwidth katakana";
  EXPECT_EQ(display_width("\xff\xe3"), 2) << "bytes that are not UTF-8";
}

TEST(Wrapped, BreaksJapaneseBeforeAWordAndNeverBeforeAMark) {
  const std::string text = "推論のモデルを学習する。";  // words: 推論の, モデルを, 学習する。
  EXPECT_EQ(wrapped(text, 16), "推論のモデルを\n  学習する。");
  EXPECT_EQ(wrapped("モデルモデルモデル", 8), "モデルモ\n  デルモ\n  デル");  // no word ends: anywhere
  for (int columns = 10; columns < 30; ++columns) {
    const std::string lines = wrapped("メモリは、モデルの重みと活性化が占める。", columns);
    for (const char* mark : {"\n  、", "\n  。"}) EXPECT_EQ(lines.find(mark), std::string::npos) << lines;
  }
}

TEST(Shortened, NeverExceedsItsWidth) {
  EXPECT_EQ(shortened("source", 6), "source");
  EXPECT_EQ(shortened("sources", 6), "sourc…");
  EXPECT_EQ(shortened("オプティマイザ", 6), "オプ…");
  for (int width = 1; width < 20; ++width) EXPECT_LE(display_width(shortened("オプティマイザ states", width)), width);
}

TEST(Table, LinesUpInJapanese) {
  Table table({{"部品"}, {"GB", Align::right}});
  table.add({"重み", "15.2"});
  table.add({"KV", "0.5"});
  EXPECT_EQ(table.text({}),
            "部品    GB\n"
            "重み  15.2\n"
            "KV     0.5\n");
}

TEST(Table, FillsMissingCellsAndLeavesNoBlanksAtTheEnd) {
  Table table({{"a"}, {"b"}});
  EXPECT_TRUE(table.empty());
  table.add({"long"});
  EXPECT_EQ(table.text({}), "a     b\nlong\n");
}

TEST(Table, CutsLongNamesInTheirMiddle) {
  Table table({{"run"}, {"error"}});
  table.add({std::string(90, 'a') + "_c16", "3 %"});
  const Style narrow{.columns = 80};
  EXPECT_EQ(table.text(narrow), "run" + std::string(39, ' ') + "error\n" + std::string(19, 'a') + "…" +
                                    std::string(16, 'a') + "_c16  3 %\n");
  EXPECT_NE(table.text({.wide = true}).find(std::string(90, 'a')), std::string::npos);
}

TEST(Wrapped, KeepsAFigureWithItsUnit) {
  EXPECT_EQ(wrapped("chance: less than 1 %", 20), "chance: less than\n  1 %");
  EXPECT_EQ(wrapped("全体で 件数は 16 件", 17).find("16\n"), std::string::npos);
}

TEST(Style, HasNoEscapesWithoutColour) {
  EXPECT_EQ(Style{}.bold("x"), "x");
  EXPECT_EQ(Style{true}.bold("x"), "\033[1mx\033[0m");
}

TEST(Bar, IsAlwaysAsLongAsAskedFor) {
  EXPECT_EQ(bar(0.5, 4), "██░░");
  EXPECT_EQ(bar(0, 3), "░░░");
  EXPECT_EQ(bar(7, 3), "███");
}

TEST(Csv, FlattensKeysQuotesTextsAndLeavesNullsEmpty) {
  const auto rows = nlohmann::ordered_json::parse(
      R"([{"name":"a,\"b\"","memory":{"weights_bytes":1.5,"total":null}},{"name":"c","extra":true}])");
  EXPECT_EQ(csv_of(rows),
            "name,memory.weights_bytes,memory.total,extra\n"
            "\"a,\"\"b\"\"\",1.5,,\n"
            "c,,,true\n");
}

}  // namespace
}  // namespace hakaru
