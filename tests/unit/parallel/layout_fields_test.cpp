#include "hakaru/job/layout_fields.h"

#include <gtest/gtest.h>

#include <set>

#include "hakaru/formats/layout_json.h"
#include "hakaru/parallel/layout.h"

namespace hakaru {
namespace {

template <typename Value>
Value another(Value value) {
  if constexpr (std::is_same_v<Value, bool>)
    return !value;
  else if constexpr (std::is_enum_v<Value>)
    return static_cast<Value>((static_cast<std::size_t>(value) + 1) % choice_names<Value>.size());
  else
    return value + 1;
}

/// A layout whose every part may have another value than the usual one.
Layout rich() {
  Layout layout;
  layout.tp = layout.pp = layout.cp = layout.ep = 2;
  layout.dp = 4;
  layout.zero = 1;
  layout.recompute = Recompute::full;
  layout.recompute_layers = 2;
  return layout;
}

template <Estimate estimate>
void expect_key_holds_what_is_read() {
  const Layout before = rich();
  each_layout_field([&](const auto& field) {
    Layout after = before;
    after.*field.value = another(after.*field.value);
    const Layout key = as_read_by<estimate>(before), other = as_read_by<estimate>(after);
    const bool unread = (static_cast<unsigned>(field.unread_by) & static_cast<unsigned>(estimate)) != 0;
    EXPECT_EQ(key == other, unread) << field.key << ", estimate " << static_cast<unsigned>(estimate);
    EXPECT_EQ(HashOfLayout()(key) == HashOfLayout()(other), unread) << field.key;
  });
}

TEST(LayoutFields, EveryPartIsInTheKeysOfWhatReadsIt) {
  expect_key_holds_what_is_read<Estimate::block_time>();
  expect_key_holds_what_is_read<Estimate::block_memory>();
  expect_key_holds_what_is_read<Estimate::held_parameters>();
  expect_key_holds_what_is_read<Estimate::least_memory>();
  expect_key_holds_what_is_read<Estimate::stages>();
  expect_key_holds_what_is_read<Estimate::in_flight>();
}

TEST(LayoutFields, EveryPartIsToldReadAndAskedFor) {
  const Layout before = rich();
  each_layout_field([&](const auto& field) {
    Layout after = before;
    after.*field.value = another(after.*field.value);
    EXPECT_NE(in_short(before), in_short(after)) << field.key;

    const Json json = Json::parse(json_of(after).dump());
    EXPECT_TRUE(json.contains(field.key));
    Fields fields(json, "layout.json");
    EXPECT_EQ(read_layout(fields), after) << field.key;
    fields.refuse_unknown();
    EXPECT_FALSE(fields.error()) << in_english(fields.error()->message);

    LayoutRequest request;
    request.tp = request.cp = request.ep = 2;
    request.dp = 4;
    request.zero = 1;
    request.recompute = Recompute::full;
    request.*field.request = after.*field.value;
    EXPECT_EQ(requested_layout(request).*field.value, after.*field.value) << field.key;
  });
}

TEST(LayoutFields, EachHasAPlaceOfItsOwnInHelpAndInShort) {
  std::set<int> of_help, in_short;
  each_layout_field([&](const auto& field) {
    of_help.insert(field.help.place);
    in_short.insert(field.in_short.place);
  });
  for (const std::set<int>& places : {of_help, in_short}) {
    EXPECT_EQ(places.size(), layout_fields);
    EXPECT_EQ(*places.rbegin() + 1, static_cast<int>(layout_fields));
  }
}

}  // namespace
}  // namespace hakaru
