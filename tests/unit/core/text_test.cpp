#include "hakaru/core/text.h"

#include <gtest/gtest.h>

#include "hakaru/core/quantities.h"

namespace hakaru {
namespace {

TEST(Text, ReadsQuantitiesAsPeopleWriteThem) {
  EXPECT_EQ(*parse_count("300B", "--tokens"), 300'000'000'000);
  EXPECT_EQ(*parse_count("1.5T", "--tokens"), 1'500'000'000'000);
  EXPECT_EQ(*parse_length("8k", "--context"), 8192);
  EXPECT_EQ(*parse_length("2048", "--context"), 2048);
  EXPECT_DOUBLE_EQ(*parse_duration_s("36h", "--deadline"), 36 * 3600);
  EXPECT_DOUBLE_EQ(*parse_duration_s("500ms", "--ttft"), 0.5);
  EXPECT_DOUBLE_EQ(*parse_money_usd("$20k", "--budget"), 20000);
  EXPECT_DOUBLE_EQ(*parse_rate_per_s("5/s", "--rate"), 5);
  EXPECT_DOUBLE_EQ(*parse_rate_per_s("3件/秒", "--rate"), 3);
  EXPECT_DOUBLE_EQ(*parse_rate_per_s("毎分300件", "--rate"), 5);
  EXPECT_DOUBLE_EQ(*parse_rate_per_s("300 requests per minute", "--rate"), 5);
  EXPECT_FALSE(parse_rate_per_s("300m", "--rate"));  // of a minute, or millions
  EXPECT_DOUBLE_EQ(*parse_duration_s("300ミリ秒", "--ttft"), 0.3);
  EXPECT_DOUBLE_EQ(*parse_duration_s("2 months", "--deadline"), 2 * hours_per_month * 3600);
  EXPECT_DOUBLE_EQ(*parse_money_usd_per_month("月5万ドル", "--budget"), 50'000);
  EXPECT_DOUBLE_EQ(*parse_money_usd_per_month("月額 $2000", "--budget"), 2000);
  EXPECT_DOUBLE_EQ(*parse_bytes("2TiB", "--data-set"), 2.0 * 1024 * 1024 * 1024 * 1024);
}

TEST(Text, RefusesWhatHasNoMeaning) {
  EXPECT_FALSE(parse_count("-3", "--tokens"));
  EXPECT_FALSE(parse_count("1e300", "--tokens"));
  EXPECT_FALSE(parse_count("nan", "--tokens"));
  EXPECT_FALSE(parse_count("1.5", "--tp"));
  EXPECT_FALSE(parse_count("1e-5", "--zero"));
  EXPECT_FALSE(parse_length("1.5", "--context"));
  EXPECT_EQ(*parse_count("1.1B", "--tokens"), 1'100'000'000);
  EXPECT_EQ(*parse_count("13.0159B", "--tokens"), 13'015'900'000);
  EXPECT_EQ(*parse_length("1.5k", "--context"), 1536);
  EXPECT_FALSE(parse_length("0", "--context"));
  EXPECT_FALSE(parse_duration_s("30", "--deadline"));
  EXPECT_FALSE(parse_date("2023-02-30", "--prices-as-of"));
  EXPECT_EQ(days_between("2026-11-28", "2026-12-05"), 7);
  EXPECT_EQ(days_between("2028-02-28", "2028-03-01"), 2);  // of a leap year
  EXPECT_EQ(days_between("2026-12-05", "2026-11-28"), -7);
  EXPECT_FALSE(days_between("2026-11-31", "2026-12-05"));
  EXPECT_EQ(in_english(parse_duration_s("30", "--deadline").error().message),
            "--deadline is '30'; accepted: a duration with its unit such as 30d, 36h, 15m, 90s, 500ms");
}

TEST(Text, FindsNearNames) {
  const std::vector<std::string> names{"p4d.24xlarge", "p4de.24xlarge", "p5.48xlarge", "trn1.32xlarge"};
  EXPECT_EQ(nearest_names("p4d.24xlrge", names, 1), std::vector<std::string>{"p4d.24xlarge"});
  EXPECT_EQ(nearest_names("trn1", names, 1), std::vector<std::string>{"trn1.32xlarge"});
}

TEST(Text, WritesFiguresAsPeopleReadThem) {
  EXPECT_EQ(with_separators(7615616512), "7,615,616,512");
  EXPECT_EQ(with_separators(-1234), "-1,234");
  EXPECT_EQ(in_gb(15.231e9), "15.2 GB");
  EXPECT_EQ(in_english(in_time(34.2 * 86400)), "34.2 days");
  EXPECT_EQ(in_english(in_time(-2)), "-2.00 s");
  EXPECT_EQ(in_english(in_usd(4282114)), "$4,282,114");
  EXPECT_EQ(in_english(in_usd(12.34)), "$12.34");
}

}  // namespace
}  // namespace hakaru
