#include "hakaru/evidence/validation.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

ValidatedRow row(const std::string& group, std::vector<double> errors_pct) {
  ValidatedRow validated;
  validated.group = group;
  for (const double error_pct : errors_pct)
    validated.predictions.push_back({"latency_us", 100, 100 + error_pct, std::nullopt, std::nullopt});
  return validated;
}

TEST(Validation, SummariesByHand) {
  const Validation validation =
      validation_of({row("a", {-10}), row("a", {20, 40}), row("b", {}), row("b", {-50}), row("c", {})});
  const ValidationSummary& all = validation.summary;
  EXPECT_EQ(all.count, 5U);
  EXPECT_EQ(all.predicted, 3U);
  EXPECT_EQ(all.skipped, 2U);
  EXPECT_NEAR(*all.mape_pct, (10 + 20 + 40 + 50) / 4.0, 1e-9);
  EXPECT_NEAR(*all.median_ape_pct, 30, 1e-9);
  EXPECT_NEAR(*all.p90_ape_pct, 40 + 0.7 * 10, 1e-9);  // 0.9 · 3 = 2.7
  EXPECT_NEAR(*all.bias_pct, 5, 1e-9);                 // between −10 and 20
  EXPECT_FALSE(all.band_coverage_pct);
  ASSERT_EQ(validation.groups.size(), 3U);
  EXPECT_NEAR(*validation.groups[0].summary.p90_ape_pct, 36, 1e-9);  // the example of the header
  EXPECT_NEAR(*validation.groups[0].summary.bias_pct, 20, 1e-9);
  EXPECT_EQ(validation.groups[2].summary.count, 1U);
  EXPECT_FALSE(validation.groups[2].summary.mape_pct);
}

TEST(Validation, CountsHowOftenABandHolds) {
  ValidatedRow inside = row("a", {0}), outside = row("a", {0});
  inside.predictions[0].low = 90, inside.predictions[0].high = 100;
  outside.predictions[0].low = 101, outside.predictions[0].high = 120;
  EXPECT_EQ(validation_of({inside, outside, row("a", {5})}).summary.band_coverage_pct, 50);
}

TEST(Validation, GroupsByColumnsAndSeries) {
  const CsvTable table = *parse_csv("id,model,trust\nMPT-001,x,high\nMPT-002,,low\nSC21-9,x,\n", "t.csv");
  const auto groups = [&](const ValidationOptions& options) {
    std::vector<std::string> keys;
    const Result<std::vector<ValidatedRow>> rows = rows_to_validate(table, options, {"series"});
    for (const ValidatedRow& validated : *rows) keys.push_back(validated.group);
    return keys;
  };
  EXPECT_EQ(groups({}), (std::vector<std::string>{"series=MPT", "series=MPT", "series=SC21"}));
  EXPECT_EQ(groups({{"model", "series"}, {}}),
            (std::vector<std::string>{"model=x,series=MPT", "model=,series=MPT", "model=x,series=SC21"}));
  EXPECT_EQ(groups({{"model"}, {"high", "medium"}}), (std::vector<std::string>{"model=x"}));
  EXPECT_FALSE(rows_to_validate(table, {{"nothing"}, {}}, {}));
  EXPECT_FALSE(rows_to_validate(*parse_csv("a\n1\n", "t.csv"), {{}, {"high"}}, {}));
}

TEST(Validation, ReadsItsFlags) {
  EXPECT_EQ(*parse_columns("a,b", "--group-by"), (std::vector<std::string>{"a", "b"}));
  EXPECT_FALSE(parse_columns("a,,b", "--group-by"));
  EXPECT_EQ(parse_trust("high,low", "--trust")->size(), 2U);
  EXPECT_FALSE(parse_trust("great", "--trust"));
}

}  // namespace
}  // namespace hakaru
