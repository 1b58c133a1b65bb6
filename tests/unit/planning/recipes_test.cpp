#include <gtest/gtest.h>

#include <random>

#include "hakaru/hardware/catalog.h"
#include "hakaru/planning/bands/ranking.h"
#include "hakaru/planning/plan/plan.h"

namespace hakaru {
namespace {

const DataFiles recipe_data;
const Catalog recipe_catalog = Catalog::read(recipe_data).value();

Result<PlanResult> plans_of(Json keys, const Json& precision, bool exhaustive) {
  keys["precision"] = precision;
  keys["exhaustive"] = exhaustive;
  return make_plans(read_scenario(keys, "drawn", recipe_data, recipe_catalog).value(), recipe_catalog, recipe_data);
}

bool same_plan(const Plan& left, const Plan& right) {
  return left.layout == right.layout && left.precision == right.precision && left.step_time_s() == right.step_time_s();
}

/// Scenarios drawn at random, each with two or three recipes.
template <typename Test>
void for_drawn_recipes(int count, Test test) {
  std::mt19937_64 numbers(20261122);
  const auto one_of = [&](const auto& values) { return values[numbers() % values.size()]; };
  const std::vector<std::string> models{"llama-3.2-1b", "llama-2-7b", "gpt2", "mixtral-8x7b-v0.1"};
  const std::vector<std::string> instances{"p4d.24xlarge", "p5.48xlarge", "trn1.32xlarge", "g6e.48xlarge"};
  // All are planned for the same software.
  const std::vector<Json> lists{{"bf16", "fp8"}, {"fp8", "bf16-sr", "bf16"}, {"fp32", "fp16"}};
  for (int i = 0; i < count; ++i) {
    const Json keys{{"job", "train"},
                    {"model", one_of(models)},
                    {"tokens", "1B"},
                    {"sequence_length", 1024},
                    {"global_batch", one_of(std::vector<int>{8, 24, 64})},
                    {"instance", {one_of(instances)}},
                    {"instances", one_of(std::vector<int>{1, 2, 4})},
                    {"top", 6}};
    test(keys, one_of(lists));
  }
}

TEST(Recipes, BoundsFindUnderSeveralWhatIsFoundExhaustively) {
  int with_plans = 0;
  for_drawn_recipes(20, [&](const Json& keys, const Json& recipes) {
    const Result<PlanResult> few = plans_of(keys, recipes, false), all = plans_of(keys, recipes, true);
    ASSERT_EQ(few.has_value(), all.has_value()) << keys << recipes;
    if (!few) return;
    ++with_plans;
    ASSERT_EQ(few->plans.size(), all->plans.size());
    for (std::size_t at = 0; at < few->plans.size(); ++at)
      EXPECT_TRUE(same_plan(few->plans[at], all->plans[at])) << keys << recipes << in_short(few->plans[at].layout);
  });
  EXPECT_GT(with_plans, 10);
}

/// The time of a step as it counts when plans are ranked.
double counted_s(const Plan& plan) { return plan.step_time_s() * plan.uncertainty.counted_times; }

TEST(Recipes, AListIsTheSumOfItsRecipesAndItsBestTheirBest) {
  for_drawn_recipes(10, [&](const Json& keys, const Json& recipes) {
    const Result<PlanResult> together = plans_of(keys, recipes, true);
    std::int64_t evaluated = 0;
    std::optional<Plan> best;
    for (const Json& recipe : recipes) {
      const Accelerator accelerator = recipe_catalog.instance(keys["instance"][0].get<std::string>())->accelerator;
      const Rate* rate = accelerator.rate(find_recipe(recipe_data, recipe.get<std::string>())->compute);
      if (rate == nullptr || rate->support != Support::native) continue;
      const Result<PlanResult> alone = plans_of(keys, recipe, true);
      if (!alone) continue;
      evaluated += alone->evaluated_layouts;
      const Plan& first = alone->plans.front();
      EXPECT_EQ(first.precision, "");
      if (!best || counted_s(first) < counted_s(*best)) best = first;
    }
    ASSERT_EQ(together.has_value(), best.has_value());
    if (!best) return;
    EXPECT_GE(together->evaluated_layouts, evaluated);
    EXPECT_LE(counted_s(together->plans.front()), (1 + as_good_share) * counted_s(*best));
    EXPECT_NE(together->plans.front().precision, "");
  });
}

}  // namespace
}  // namespace hakaru
