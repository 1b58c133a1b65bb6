#include "hakaru/hardware/block_offers.h"

#include <gtest/gtest.h>

#include "user_folder.h"

namespace hakaru {
namespace {

constexpr std::string_view block_header = "instance,region,instances,hours,starts_on,usd_upfront,as_of,source\n";

std::vector<BlockOffer> offered(const std::string& rows) {
  const UserFolder folder;
  folder.write("capacity_blocks/own.csv", std::string(block_header) + rows);
  return BlockOffers::read(folder.data())->of("p5.48xlarge", "us-east-2");
}

const std::string& example() {
  static const std::string rows =
      "p5.48xlarge,us-east-2,16,168,2026-12-05,84564.48,2026-11-27,aws\n"
      "p5.48xlarge,us-east-2,16,168,2026-12-01,90000,2026-11-27,aws\n"
      "p5.48xlarge,us-east-2,16,168,2026-11-28,1,2026-11-01,aws\n"  // of an older day
      "p5.48xlarge,us-west-2,16,168,2026-11-28,2,2026-11-27,aws\n";
  return rows;
}

TEST(BlockOffers, HoldARunFromTheirStartOn) {
  const std::vector<BlockOffer> offers = offered(example());
  ASSERT_EQ(offers.size(), 2U);
  const auto starts = [&](int instances, double hours, const std::string& begin, std::optional<double> deadline_h) {
    const std::optional<BlockOffer> block = cheapest_block(offers, {instances, hours, begin, deadline_h});
    return block ? block->starts_on : "";
  };
  EXPECT_EQ(starts(16, 100, "2026-11-28", std::nullopt), "2026-12-05");
  EXPECT_EQ(starts(16, 100, "2026-11-28", 7 * 24 + 100), "2026-12-05");  // 7 days until it starts
  EXPECT_EQ(starts(16, 100, "2026-11-28", 10 * 24), "2026-12-01");
  EXPECT_EQ(starts(16, 100, "2026-11-28", 3 * 24 + 99), "");
  EXPECT_EQ(starts(16, 100, "2026-12-06", std::nullopt), "");
  EXPECT_EQ(starts(17, 100, "2026-11-28", std::nullopt), "");
  EXPECT_EQ(starts(16, 167.5, "2026-11-28", std::nullopt), "2026-12-05");
  EXPECT_EQ(starts(16, 167.6, "2026-11-28", std::nullopt), "");  // instances end half an hour before
}

TEST(BlockOffers, AreWaitedForFromWhenTheRunMayBegin) {
  const std::vector<BlockOffer> offers = offered(example());
  const BlockNeed need = block_need(16, 360'000, "2026-11-28", 864'000, offers);
  EXPECT_DOUBLE_EQ(need.hours, 100);
  EXPECT_DOUBLE_EQ(need.deadline_h.value_or(0), 240);
  EXPECT_DOUBLE_EQ(waits_h(cheapest_block(offers, need).value(), need), 3 * 24);
  EXPECT_EQ(block_need(16, 360'000, "", std::nullopt, offers).begin, "2026-11-27");  // the day of the offers
}

TEST(BlockOffers, AreRefusedByTheirLine) {
  const auto refusal = [](const std::string& row) {
    const UserFolder folder;
    folder.write("capacity_blocks/own.csv", std::string(block_header) + row);
    const Result<BlockOffers> offers = BlockOffers::read(folder.data());
    return offers ? std::string("accepted") : in_english(offers.error().message);
  };
  EXPECT_NE(
      refusal("p5.48xlarge,us-east-2,0,168,2026-12-05,84564.48,2026-11-27,aws\n").find("line 2: instances is '0'"),
      std::string::npos);
  EXPECT_NE(refusal("p5.48xlarge,us-east-2,16,168,soon,84564.48,2026-11-27,aws\n").find("line 2: starts_on is 'soon'"),
            std::string::npos);
  EXPECT_NE(refusal("p5.48xlarge,us-east-2,16,168,2026-12-05,-1,2026-11-27,aws\n").find("line 2: usd_upfront is '-1'"),
            std::string::npos);
}

}  // namespace
}  // namespace hakaru
