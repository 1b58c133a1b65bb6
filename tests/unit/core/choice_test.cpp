// Names of enumerations: each is read as it is written, none twice, and what is none is refused with all of them.
#include "hakaru/core/choice.h"

#include <gtest/gtest.h>

#include <set>

#include "hakaru/core/fields.h"
#include "hakaru/hardware/instance.h"
#include "hakaru/hardware/price_book.h"
#include "hakaru/job/layout_request.h"
#include "hakaru/numerics/data_type.h"
#include "hakaru/planning/plan/plan.h"
#include "hakaru/serving/schedulers/scheduler.h"

namespace hakaru {
namespace {

template <typename Choice>
class Choices : public ::testing::Test {};

using Enumerations = ::testing::Types<Recompute, ContextParallel, Schedule, DataType, PriceKind, Topology, Fabric,
                                      Policy, Evidence, Objective>;
TYPED_TEST_SUITE(Choices, Enumerations);

TYPED_TEST(Choices, AreReadAsTheyAreWrittenAndNoNameIsTwice) {
  std::set<std::string_view> names;
  for (const TypeParam each : all_choices<TypeParam>()) {
    EXPECT_EQ(choice_named<TypeParam>(name_of(each)), each);
    EXPECT_TRUE(names.insert(name_of(each)).second) << name_of(each);
  }
  EXPECT_EQ(choice_named<TypeParam>("no such name"), std::nullopt);
}

TEST(Fields, AChoiceThatIsNoneIsRefusedWithAllThatAre) {
  const Json json{{"recompute", "all"}};
  Fields fields(json, "plan.json", "layout");
  EXPECT_EQ(fields.choice<Recompute>("recompute"), Recompute::none);
  EXPECT_EQ(in_english(fields.error()->message),
            "plan.json: 'layout.recompute' is 'all'; accepted: none, selective, full");
}

}  // namespace
}  // namespace hakaru
