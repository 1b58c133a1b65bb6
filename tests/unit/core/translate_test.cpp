#include "hakaru/core/translate.h"

#include <gtest/gtest.h>

#include "hakaru/core/quantities.h"
#include "hakaru/job/scenario.h"

namespace hakaru {
namespace {

TEST(Language, ComesFromAFlagOrALocale) {
  EXPECT_EQ(parse_language("ja").value(), Language::japanese);
  EXPECT_FALSE(parse_language("fr").has_value());
  EXPECT_EQ(language_of_locale("ja_JP.UTF-8"), Language::japanese);
  EXPECT_EQ(language_of_locale("ja"), Language::japanese);
  EXPECT_EQ(language_of_locale("jam"), Language::english);
  EXPECT_EQ(language_of_locale("C.UTF-8"), Language::english);
}

TEST(Translator, SaysASentenceInEitherLanguage) {
  const Translator japanese(Language::japanese, DataFiles());
  const Message sentence = message("{}: cannot be read: {}", "config.json", "no such file");
  EXPECT_EQ(Translator()(sentence), "config.json: cannot be read: no such file");
  EXPECT_EQ(japanese(sentence), "config.json: 読めません: ファイルがありません");
}

TEST(Translator, LeavesNamesAloneThatAreAlsoHeadings) {
  const Translator japanese(Language::japanese, DataFiles());
  ASSERT_NE(japanese.word("model"), "model");
  const std::string told = japanese(message("{} and {} exclude each other; accepted: one of them", "model", "--csv"));
  EXPECT_NE(told.find("model"), std::string::npos) << told;
}

TEST(Translator, TellsDurationsInTheReadersUnits) {
  const Translator japanese(Language::japanese, DataFiles());
  EXPECT_EQ(Translator().time(34.2 * 86400), "34.2 days");
  EXPECT_EQ(japanese.time(34.2 * 86400), "34.2 日");
  EXPECT_EQ(japanese.time(0.0125), "12.5 ms");
}

TEST(Translator, TellsQuantitiesWithinMessagesToEachReader) {
  const Message each{"{}/h ({})", {in_usd(1359), in_time(7200)}};
  const Message said = message("{} costs {}", "$40 box", list_of({each, each}));
  EXPECT_EQ(in_english(said), "$40 box costs $1,359/h (2.00 h), $1,359/h (2.00 h)");
  Translator japanese(Language::japanese, DataFiles());
  japanese.state_in(*read_currency("jpy", "155", "").value());
  EXPECT_EQ(japanese(said), "$40 box costs ¥210,645/h (2.00 時間), ¥210,645/h (2.00 時間)");
}

TEST(Translator, RoundsUpWhatABudgetLacksInTheReadersCurrency) {
  const Message lacks = message("raise it by {}", in_usd_or_more(4342.9712));
  EXPECT_EQ(in_english(lacks), "raise it by $4,343");
  Translator in_yen;
  in_yen.state_in(*read_currency("JPY", "155", "").value());
  EXPECT_EQ(in_yen(lacks), "raise it by ¥673,161");  // 673,160.54
}

TEST(Translator, SaysOneOfAThing) {
  EXPECT_EQ(Translator().say("{} sequences in {} micro-batches, {} items/s", 1, 1, 21),
            "1 sequence in 1 micro-batch, 21 items/s");
  EXPECT_EQ(Translator().formula("1 micro-batches × 1 runs of 1.1 items"), "1 micro-batch × 1 run of 1.1 items");
  EXPECT_EQ(Translator().say("{} of {} runs are further off", "1", "1"), "1 of 1 runs are further off");
  EXPECT_EQ(Translator().say("'{}' is no file", "my 1 runs.json"), "'my 1 runs.json' is no file");
}

TEST(Currency, PutsAmountsOfAMonthIntoDollars) {
  Currency yen = **read_currency("JPY", "155", "");
  EXPECT_EQ(yen.in_dollars("月31万円"), "月$2000.0000000000");
  EXPECT_EQ(yen.in_dollars("月額 ¥310,000"), "月額 $2000.0000000000");
  EXPECT_EQ(yen.in_dollars("31万円/月"), "$2000.0000000000/月");
  EXPECT_EQ(yen.in_dollars("月額二千"), "月額二千");
}

TEST(Currency, KeepsItsOwnSign) {
  Currency euro = **read_currency("EUR", "0.5", "");
  EXPECT_EQ(euro.in_dollars("€5000/month"), "$10000.0000000000/month");
}

TEST(Translator, FallsBackOnEnglish) {
  const Translator japanese(Language::japanese, DataFiles());
  EXPECT_EQ(japanese(message("nobody says {}", 3)), "nobody says 3");
}

TEST(Translator, KnowsTheHelpOfEveryKeyOfAScenario) {
  const Translator japanese(Language::japanese, DataFiles());
  for (const ScenarioKey& key : scenario_keys()) {
    EXPECT_TRUE(japanese.knows(key.help)) << key.name << ": " << key.help;
    EXPECT_TRUE(japanese.knows(key.group)) << key.group;
  }
}

TEST(Translator, TellsArithmeticByItsPhrases) {
  const Translator japanese(Language::japanese, DataFiles());
  EXPECT_EQ(Translator().formula("7 parameters × 2 bytes / 8 ranks"), "7 parameters × 2 bytes / 8 ranks");
  EXPECT_EQ(japanese.formula("7 parameters × 2 bytes / 8 ranks"), "7 パラメータ × 2 バイト / 8 ランク");
  EXPECT_EQ(japanese.formula("hyperparameters × bytesize"), "hyperparameters × bytesize") << "whole words only";
}

}  // namespace
}  // namespace hakaru
