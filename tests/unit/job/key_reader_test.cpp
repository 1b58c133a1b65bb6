#include "hakaru/job/key_reader.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

Json list_of(std::size_t count) { return {{"instance", std::vector<std::string>(count, "p5.48xlarge")}}; }

TEST(KeyReader, AListIsRefusedByItsLength) {
  const Json fits = list_of(most_values_of_a_key), longer = list_of(most_values_of_a_key + 1);
  KeyReader reader(fits, "");
  EXPECT_EQ(reader.texts("instance").size(), most_values_of_a_key);
  EXPECT_FALSE(reader.error());
  KeyReader refusing(longer, "s.toml");
  EXPECT_TRUE(refusing.texts("instance").empty());
  EXPECT_EQ(in_english(refusing.error()->message), "s.toml: 'instance' has 1001 values; accepted: up to 1000");
  EXPECT_EQ(refusing.error()->key, "instance");
  KeyReader of_few(fits, "");
  EXPECT_TRUE(of_few.texts("instance", 3).empty());
  EXPECT_EQ(in_english(of_few.error()->message), "--instance has 1000 values; accepted: up to 3");
}

TEST(KeyReader, ValuesBetweenCommasCountToo) {
  std::string names = "0";
  for (std::size_t name = 1; name < most_values_of_a_key; ++name) names += "," + std::to_string(name);
  const Json fits{{"precision", names}}, longer{{"precision", {names, "one more"}}};
  KeyReader reader(fits, "");
  EXPECT_EQ(reader.list("precision").size(), most_values_of_a_key);
  KeyReader refusing(longer, "");
  EXPECT_TRUE(refusing.list("precision").empty());
  EXPECT_EQ(in_english(refusing.error()->message), "--precision has 1001 values; accepted: up to 1000");
}

TEST(KeyReader, ShowsTheFirstOfManyMistakes) {
  const Json none = Json::object();
  KeyReader reader(none, "");
  std::size_t refused = 0;
  for (; !reader.has_many_errors(); ++refused) reader.refuse(bad_input("mistake {}", refused));
  const std::size_t shown = reader.error()->also.size() + 1;
  EXPECT_EQ(shown, refused);
  for (std::size_t more = 0; more < shown; ++more) reader.refuse(bad_input("another mistake {}", more));
  ASSERT_EQ(reader.error()->also.size(), shown);
  EXPECT_EQ(in_english(reader.error()->also.back()), "and more is wrong");
}

}  // namespace
}  // namespace hakaru
