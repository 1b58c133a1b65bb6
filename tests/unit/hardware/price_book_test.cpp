#include "hakaru/hardware/price_book.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "user_folder.h"

namespace hakaru {
namespace {

const PriceBook& book() {
  static const PriceBook prices = *PriceBook::read(DataFiles());
  return prices;
}

constexpr std::string_view header = "instance,region,kind,usd_per_h,as_of,source,note\n";

std::string price_refusal(const std::string& row) {
  const UserFolder folder;
  folder.write("prices/own.csv", std::string(header) + row);
  const Result<PriceBook> prices = PriceBook::read(folder.data());
  return prices ? "accepted" : in_english(prices.error().message);
}

TEST(PriceBook, FindsThePriceOfADate) {
  const auto price_on = [](std::string_view date) {
    return book().find("p4d.24xlarge", "us-east-1", PriceKind::on_demand, date)->usd_per_h;
  };
  EXPECT_DOUBLE_EQ(price_on("2023-06-01"), 32.77);      // as a deck prints it
  EXPECT_DOUBLE_EQ(price_on("2023-12-01"), 32.7726);    // before the cut of June 2025
  EXPECT_DOUBLE_EQ(price_on("2025-07-01"), 21.957642);  // after it
  EXPECT_DOUBLE_EQ(price_on(""), 21.957642);            // the newest
  EXPECT_FALSE(book().find("p4d.24xlarge", "us-east-1", PriceKind::on_demand, "2020-01-01"));
}

TEST(PriceBook, KnowsPricesByRegionAndKind) {
  EXPECT_DOUBLE_EQ(book().find("trn1.32xlarge", "us-east-2", PriceKind::on_demand)->usd_per_h, 21.5);
  EXPECT_DOUBLE_EQ(book().find("P5en.48xlarge", "ap-northeast-1", PriceKind::on_demand)->usd_per_h, 79.12);
  EXPECT_DOUBLE_EQ(book().find("trn1.32xlarge", "us-east-1", PriceKind::savings_3y)->usd_per_h, 8.197);
  EXPECT_DOUBLE_EQ(book().find("p4d.24xlarge", "us-east-1", PriceKind::spot)->usd_per_h, 16.664);
  EXPECT_FALSE(book().find("trn1.32xlarge", "eu-north-1", PriceKind::on_demand));
  EXPECT_FALSE(book().find("dgx-a100-80gb", "us-east-1", PriceKind::on_demand));
}

TEST(PriceBook, APriceOfTheUnitedStatesHoldsInItsRegionsWhereTheNewestCounts) {
  EXPECT_DOUBLE_EQ(book().find("trn2.48xlarge", "us-east-2", PriceKind::capacity_block)->usd_per_h, 35.7608);
  const Price price = *book().find("p4d.24xlarge", "us-east-2", PriceKind::capacity_block);
  EXPECT_DOUBLE_EQ(price.usd_per_h, 11.8);
  EXPECT_EQ(price.region, "us");
  EXPECT_DOUBLE_EQ(book().find("p4d.24xlarge", "us-east-2", PriceKind::capacity_block, "2025-01-01")->usd_per_h, 14.75);
  EXPECT_FALSE(book().find("p4d.24xlarge", "eu-west-1", PriceKind::capacity_block));
}

TEST(PriceBook, WithoutARegionTheNewestAnywhereCounts) {
  const UserFolder folder;
  folder.write("prices/ours.csv", std::string(header) +
                                      "dgx-h100,osaka,spot,40,2026-10-01,older,\n"
                                      "dgx-h100,nagoya,spot,50,2026-11-01,newest,\n");
  const PriceBook prices = *PriceBook::read(folder.data());
  EXPECT_EQ(prices.find("dgx-h100", "", PriceKind::spot)->region, "nagoya");
  EXPECT_FALSE(prices.find("dgx-h100", "us-east-2", PriceKind::spot));
}

TEST(PriceBook, WhatOneWouldPayFirst) {
  EXPECT_EQ(book().find_any("p4d.24xlarge", "us-east-1")->kind, PriceKind::on_demand);
  EXPECT_EQ(book().find_any("trn2.48xlarge", "us-east-2")->kind, PriceKind::capacity_block);
  EXPECT_FALSE(book().find_any("trn3-gen1-ultraserver", "us-east-1"));
}

TEST(PriceBook, ListsRegions) {
  const std::vector<std::string> regions = book().regions_of("p5.4xlarge");
  for (const char* sold_in : {"ap-northeast-1", "us-east-1", "us-west-2"})
    EXPECT_EQ(std::count(regions.begin(), regions.end(), sold_in), 1);
  EXPECT_EQ(std::count(regions.begin(), regions.end(), "eu-west-3"), 0);
  EXPECT_TRUE(book().regions_of("dgx-h100").empty());
}

TEST(PriceBook, AUsersPricesAreAdded) {
  const UserFolder folder;
  folder.write("prices/ours.csv", std::string(header) +
                                      "dgx-h100,osaka,on_demand,40,2026-11-01,our data centre,\n"
                                      "# a comment, and an empty line\n\n"
                                      "P4d.24xlarge,us-east-1,on_demand,20,2026-11-02,\"a, quote\",\n");
  const PriceBook prices = *PriceBook::read(folder.data());
  EXPECT_DOUBLE_EQ(prices.find("dgx-h100", "osaka", PriceKind::on_demand)->usd_per_h, 40);
  EXPECT_EQ(prices.find("p4d.24xlarge", "us-east-1", PriceKind::on_demand)->source, "a, quote");
}

TEST(PriceBook, RefusesWhatIsNotAPrice) {
  EXPECT_NE(price_refusal("a,b,on_demnad,1,2026-01-01,s,\n").find("line 2: kind is 'on_demnad'"), std::string::npos);
  EXPECT_NE(price_refusal("a,b,spot,free,2026-01-01,s,\n").find("usd_per_h is 'free'"), std::string::npos);
  EXPECT_NE(price_refusal("a,b,spot,0,2026-01-01,s,\n").find("usd_per_h is '0'"), std::string::npos);
  EXPECT_NE(price_refusal("a,b,spot,-1,2026-01-01,s,\n").find("usd_per_h is '-1'"), std::string::npos);
  EXPECT_NE(price_refusal("a,b,spot,nan,2026-01-01,s,\n").find("usd_per_h is 'nan'"), std::string::npos);
  EXPECT_NE(price_refusal("a,b,spot,1e300,2026-01-01,s,\n").find("usd_per_h is '1e300'"), std::string::npos);
  EXPECT_NE(price_refusal("a,b,spot,1,January,s,\n").find("as_of is 'January'"), std::string::npos);
  EXPECT_NE(price_refusal("a,b,spot,1,2026-01-01,,\n").find("a source"), std::string::npos);
  EXPECT_NE(price_refusal("a,b,spot\n").find("line 2: not such a row"), std::string::npos);
  EXPECT_NE(price_refusal("a,b,spot,1,2026-01-01,\"open,\n").find("line 2: not such a row"), std::string::npos);
}

TEST(PriceBook, RefusesAnotherHeader) {
  const UserFolder folder;
  folder.write("prices/own.csv", "instance,price\np4d.24xlarge,1\n");
  const Result<PriceBook> prices = PriceBook::read(folder.data());
  ASSERT_FALSE(prices);
  EXPECT_NE(in_english(prices.error().message).find("prices/own.csv: line 1: not such a row"), std::string::npos);
}

TEST(PriceAge, MoreThanAYear) {
  EXPECT_TRUE(older_than_a_year("2025-11-20", "2026-11-21"));
  EXPECT_FALSE(older_than_a_year("2025-11-21", "2026-11-21"));
  EXPECT_FALSE(older_than_a_year("2026-07-20", "2026-11-21"));
  EXPECT_FALSE(older_than_a_year("2024-02-29", "2025-02-28"));
  EXPECT_TRUE(older_than_a_year("2024-02-29", "2025-03-01"));
}

}  // namespace
}  // namespace hakaru
