// A plan file's constants: what is kept of the data files is read as they were, and says what has changed.
#include "hakaru/planning/plan/plan_constants.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

const DataFiles& all_files() {
  static const DataFiles files;
  return files;
}

const Catalog& all_hardware() {
  static const Catalog known = Catalog::read(all_files()).value();
  return known;
}

struct PlansMade {
  Scenario scenario;
  std::vector<Plan> plans;
};

PlansMade plans_asked_for(const Json& keys) {
  Scenario scenario = read_scenario(keys, "test", all_files(), all_hardware()).value();
  std::vector<Plan> plans = make_plans(scenario, all_hardware(), all_files()).value().plans;
  return {std::move(scenario), std::move(plans)};
}

const std::vector<Json>& questions_of_every_job() {
  static const std::vector<Json> all{
      {{"job", "train"}, {"model", "gpt2"}, {"tokens", "1B"}, {"accelerator", "h100"}, {"accelerators", 8}},
      {{"job", "train"}, {"model", "llama-3.1-8b"}, {"tokens", "1B"}, {"instance", "trn1.32xlarge"}, {"instances", 2}},
      {{"job", "serve"}, {"model", "qwen2.5-0.5b"}, {"offline", true}, {"accelerator", "b200"}},
      {{"job", "serve"},
       {"model", "qwen2.5-0.5b"},
       {"offline", true},
       {"engine", "vllm@0.12.0"},
       {"accelerator", "h100"}},
      {{"job", "infer"}, {"model", "resnet-50"}, {"top", 30}}};
  return all;
}

std::vector<double> explained_values(const PlansMade& of, const DataFiles& with) {
  std::vector<double> values;
  for (const Plan& plan : of.plans) {
    const PlanExplanation explained = explain_plan(of.scenario, plan, with).value();
    for (const Terms* terms : {&explained.memory, &explained.time, &explained.money}) {
      for (const Term& term : *terms) values.push_back(term.value);
    }
  }
  return values;
}

TEST(PlanConstants, WithWhatIsKeptEveryPlanIsReckonedAsWithAllFiles) {
  for (const Json& keys : questions_of_every_job()) {
    const PlansMade of = plans_asked_for(keys);
    const ConstantTables kept = constants_of(of.scenario, of.plans, all_files()).value();
    const DataFiles again = with_constants(all_files(), kept, "plan.json").value();
    EXPECT_EQ(explained_values(of, again), explained_values(of, all_files())) << keys;
    EXPECT_EQ(constants_of(of.scenario, of.plans, again).value(), kept) << keys;
    EXPECT_TRUE(again.under("calibrations/").size() < all_files().under("calibrations/").size()) << keys;
  }
}

TEST(PlanConstants, TellsWhatChangedMostFirst) {
  const Json now{{"a", {{"value", 2.0}, {"source", "other"}}}, {"b", 11}, {"list", {{{"x", 1}}, {{"x", 3}}}}};
  const Json then{
      {"a", {{"value", 1.0}, {"source", "one"}}}, {"b", 10}, {"list", {{{"x", 1}}, {{"x", 2}}}}, {"c", "d"}};
  const std::vector<ChangedConstant> changed = changed_constants({{"f.toml", then}}, {{"f.toml", now}});
  std::vector<std::string> names;
  for (const ChangedConstant& each : changed) names.push_back(each.name);
  EXPECT_EQ(names, (std::vector<std::string>{"f.toml c", "f.toml a", "f.toml list.1.x", "f.toml b"}));
  EXPECT_TRUE(changed.front().now.is_null());
  EXPECT_TRUE(changed_constants({{"f.toml", then}}, {{"f.toml", then}}).empty());
}

TEST(PlanConstants, EveryDataFileIsTheSameAfterItWasWrittenAgain) {
  for (const DataFiles::File& file : all_files().under("")) {
    if (!file.path.ends_with(".toml")) continue;
    const Json table = parse_toml(file.text, file.name).value();
    EXPECT_EQ(parse_toml(toml_text(table), file.name).value(), table) << file.path;
  }
}

}  // namespace
}  // namespace hakaru
