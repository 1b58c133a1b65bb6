#include "hakaru/measuring/serving_loads.h"

#include <gtest/gtest.h>

#include "hakaru/measuring/collectives.h"

namespace hakaru {
namespace {

double rising(std::int64_t concurrency) { return 8 + static_cast<double>(concurrency) / 8; }
double flat(std::int64_t) { return 8; }

std::vector<std::int64_t> numbers(const std::vector<LoadOfRun>& loads) {
  std::vector<std::int64_t> all;
  for (const LoadOfRun& load : loads) all.push_back(load.concurrency);
  return all;
}

TEST(ServingLoads, AloneAsPlannedWhereATokenTakesTwiceAsLongAndBetween) {
  const std::vector<LoadOfRun> expected{{1, LoadReason::alone},
                                        {4, LoadReason::between},
                                        {9, LoadReason::between},
                                        {20, LoadReason::planned},
                                        {66, LoadReason::knee}};
  EXPECT_EQ(loads_that_tell_most(20, 400, rising), expected);
}

TEST(ServingLoads, WhatIsFullWhereNothingGrows) {
  EXPECT_EQ(loads_that_tell_most(4, 64, flat).back(), (LoadOfRun{64, LoadReason::full}));
}

TEST(ServingLoads, AlwaysThreeWhereThereIsRoom) {
  EXPECT_EQ(numbers(loads_that_tell_most(1, 4, flat)), (std::vector<std::int64_t>{1, 2, 4}));
  EXPECT_EQ(numbers(loads_that_tell_most(3, 4, flat)), (std::vector<std::int64_t>{1, 2, 3}));
  EXPECT_EQ(numbers(loads_that_tell_most(64, 64, rising)), (std::vector<std::int64_t>{1, 3, 8, 23, 64}));
}

TEST(ServingLoads, NoMoreThanThereIsRoomFor) {
  EXPECT_EQ(numbers(loads_that_tell_most(500, 2, flat)), (std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(numbers(loads_that_tell_most(1, 1, flat)), (std::vector<std::int64_t>{1}));
  EXPECT_EQ(numbers(loads_that_tell_most(1, 0, flat)), (std::vector<std::int64_t>{1}));
}

TEST(ServingLoads, AMinuteOrFiveGenerations) {
  EXPECT_EQ(generations_of_a_run(2), 30);
  EXPECT_EQ(generations_of_a_run(90), 5);
}

TEST(Collectives, SizesGoAroundTheMessage) {
  const auto [least, most] = sizes_around(134'217'728);
  EXPECT_EQ(least, 8 << 20);
  EXPECT_EQ(most, 512 << 20);
  EXPECT_EQ(sizes_around(3).least, 1);
}

}  // namespace
}  // namespace hakaru
