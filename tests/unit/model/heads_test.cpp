#include "hakaru/model/heads.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

TEST(Heads, AreDealtEvenlyRepeatedOrPadded) {
  EXPECT_EQ(heads_of_rank(8, 64, 4), 2);
  EXPECT_EQ(heads_of_rank(8, 64, 24), 1);
  EXPECT_EQ(heads_of_rank(64, 64, 24), 3);
  EXPECT_EQ(heads_of_rank(8, 64, 12), 6);
  EXPECT_EQ(heads_of_rank(40, 40, 24), 2);
}

TEST(Heads, PadTheColumnsAndRowsOfARank) {
  Linear query{.in = 8192, .out = 8192, .split = Split::column, .whole_heads = 64};
  EXPECT_EQ(columns_of_rank(query, 64, 8), 1024);
  EXPECT_EQ(columns_of_rank(query, 64, 24), 3 * 128);
  EXPECT_EQ(rows_of_rank(query, 64, 12), 6 * 128);
  query.whole_heads = 0;
  EXPECT_EQ(columns_of_rank(query, 64, 16), 512);
}

}  // namespace
}  // namespace hakaru
