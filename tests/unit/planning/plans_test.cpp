// Properties of plans of any job, whatever the calibration.
#include <gtest/gtest.h>

#include "hakaru/core/quantities.h"
#include "hakaru/parallel/legal.h"
#include "hakaru/planning/bands/ranking.h"
#include "hakaru/planning/plan/plan.h"
#include "hakaru/planning/search/candidates.h"
#include "planned.h"

namespace hakaru {
namespace {

const std::string llama =
    "job = 'train'\nmodel = 'llama-3.1-8b'\ntokens = '10B'\nsequence_length = '8k'\nglobal_batch = 128\n";
const std::string gpt3 =
    "job = 'train'\nmodel = 'gpt3-175b'\ntokens = '300B'\nsequence_length = 2048\nglobal_batch = 1536\naccelerator = "
    "'a100-80gb'\n";
const std::string qwen = "job = 'serve'\noffline = true\nmodel = 'qwen2.5-7b-instruct'\ncontext = '8k'\n";

TEST_F(Plans, FoundPlansAreLegalFitAndAreRanked) {
  const Result<PlanResult> result = plans(llama + "instance = ['p4d.24xlarge', 'p5.48xlarge']\n");
  ASSERT_TRUE(result);
  ASSERT_FALSE(result->plans.empty());
  EXPECT_LE(result->feasible_layouts, result->evaluated_layouts);
  const Model model = model_of(scenario(llama).job);
  double last_cost = 0;
  for (const Plan& plan : result->plans) {
    const bool is_first = plan.rank == 1;  // it may cost a little more, and be faster
    EXPECT_EQ(why_illegal_to_train(plan.layout, model, 8192, 128, plan.cluster), std::nullopt) << in_short(plan.layout);
    EXPECT_LE(plan.memory.total_bytes(), plan.capacity_bytes);
    EXPECT_EQ(plan.layout.ranks(), plan.cluster.ranks());
    ASSERT_TRUE(plan.cost_usd());
    EXPECT_GE(*plan.cost_usd() * (is_first ? 1 + as_good_share : 1), last_cost);
    EXPECT_NEAR(*plan.cost_usd(), *plan.costs.usd_per_h * *plan.duration_s() / 3600, 1e-6 * *plan.cost_usd());
    double components_usd = 0;
    for (const CostComponent& each : plan.costs.components) components_usd += each.usd;
    EXPECT_DOUBLE_EQ(components_usd, *plan.costs.in_all_usd());
    if (!is_first) last_cost = *plan.cost_usd();
  }
}

TEST_F(Plans, AWatchSeesAllOfASearchAndMayEndIt) {
  const Scenario asked = scenario(llama + "instance = ['p4d.24xlarge', 'p5.48xlarge']\n");
  std::int64_t layouts = 0;
  double share = 0;
  Executor executor;
  executor.watch.looked_at = [&](std::int64_t more, double part) {
    layouts += more;
    share += part;
  };
  const PlanResult whole = make_plans(asked, catalog_, data_, executor).value();
  EXPECT_TRUE(whole.complete);
  EXPECT_EQ(layouts, whole.evaluated_layouts);
  EXPECT_NEAR(share, 1, 1e-6);

  executor.watch.stopped = [&, enough = layouts + layouts / 2] { return layouts > enough; };
  const PlanResult part = make_plans(asked, catalog_, data_, executor).value();
  EXPECT_FALSE(part.complete);
  EXPECT_LT(part.evaluated_layouts, whole.evaluated_layouts);
  EXPECT_GE(*part.plans.front().cost_usd(), *whole.plans.front().cost_usd());

  executor.watch.stopped = [] { return true; };
  const Result<PlanResult> nothing = make_plans(asked, catalog_, data_, executor);
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().kind, ErrorKind::unsatisfiable);
}

TEST_F(Plans, ExhaustiveSearchFindsNothingBetter) {
  const std::string bert =
      "job = 'train'\nmodel = 'bert-large'\ntokens = '1B'\nsequence_length = 512\nglobal_batch = 1024\n";
  const std::string moe =
      "job = 'train'\nmodel = 'mixtral-8x7b'\ntokens = '1B'\nsequence_length = '4k'\nglobal_batch = 256\n";
  for (const std::string& job :
       {llama + "instance = 'p4d.24xlarge'\ninstances = 8\n", llama + "instance = 'trn1.32xlarge'\ninstances = 2\n",
        bert + "instance = 'p3dn.24xlarge'\ninstances = 4\n", moe + "instance = 'p5.48xlarge'\ninstances = 8\n",
        bert + "instance = 'g5.48xlarge'\ninstances = 2\n"}) {
    const Result<PlanResult> pruned = plans(job);
    const Result<PlanResult> all = plans(job + "exhaustive = true\n");
    ASSERT_TRUE(pruned && all) << job;
    EXPECT_GE(all->evaluated_layouts, pruned->evaluated_layouts);
    EXPECT_NEAR(*pruned->plans[0].cost_usd(), *all->plans[0].cost_usd(), 1e-9 * *all->plans[0].cost_usd()) << job;
  }
}

TEST_F(Plans, FewerAcceleratorsThanTheFewestMissTheDeadline) {
  const std::string in_time = gpt3 + "confidence = '50%'\ndeadline = '30d'\n";
  const Result<PlanResult> kept = plans(in_time);
  ASSERT_TRUE(kept);
  const int fewest = std::stoi(in_english(kept->notes[0].arguments[1]));
  for (int count = fewest - 1; count > fewest - 20; --count)
    EXPECT_FALSE(plans(in_time + "objective = 'time'\naccelerators = " + std::to_string(count * 8) + "\n")) << count;
}

TEST_F(Plans, AnUnmetLatencyNamesTheNearestPlanAndTheGap) {
  const Result<PlanResult> result = plans(qwen + "instance = 'g5.xlarge'\ninstances = 1\nttft = '1ms'\n");
  ASSERT_FALSE(result);
  EXPECT_NE(in_english(result.error().message).find("nearest is 1 × g5.xlarge"), std::string::npos)
      << in_english(result.error().message);
  EXPECT_NE(in_english(result.error().message).find("relax --ttft by"), std::string::npos);
}

TEST_F(Plans, ARateIsSustainedByTheFewestInstances) {
  const Result<PlanResult> result = plans(qwen + "instance = 'g5.xlarge'\nrate = '5/s'\n");
  ASSERT_TRUE(result) << in_english(result.error().message);
  const int count = result->plans[0].cluster.instances;
  EXPECT_GE(result->plans[0].serving()->requests_per_s, 5);
  const Result<PlanResult> fewer =
      plans(qwen + "instance = 'g5.xlarge'\nrate = '5/s'\ninstances = " + std::to_string(count - 1) + "\n");
  EXPECT_FALSE(fewer);
}

TEST_F(Plans, ItemsRunOnAsManyAcceleratorsAsAsked) {
  const Result<PlanResult> result =
      plans("job = 'infer'\nmodel = 'resnet-50'\nbatch = 8\naccelerator = 'a100-80gb'\naccelerators = 16\n");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->plans[0].cluster.ranks(), 16);
}

TEST_F(Plans, Gpt3AsItWasTrainedTakesAboutAsLongAsWasPublished) {
  // Narayanan et al. 2021: 34 days on 1,024 A100, tensor 8, pipeline 16, full recompute, before FlashAttention.
  const Result<PlanResult> result =
      plans(gpt3 +
            "accelerators = 1024\ntp = 8\npp = 16\nvpp = 1\nmicro_batch = 1\nrecompute = 'full'\n"
            "flash_attention = false\nsequence_parallel = false\n");
  ASSERT_TRUE(result) << in_english(result.error().message);
  EXPECT_NEAR(*result->plans[0].duration_s() / 86400, 34, 0.15 * 34);
}

TEST_F(Plans, ADeadlineIsMet) {
  const Result<PlanResult> held = plans(gpt3 + "deadline = '30d'\n");
  ASSERT_TRUE(held);
  for (const Plan& plan : held->plans) EXPECT_LE(*plan.duration_s(), 30 * 86400.0);
  EXPECT_EQ(held->notes[0].format.find("fewest accelerators"), 0u);
}

TEST_F(Plans, AnUnmetLimitSaysHowMuchToRelax) {
  const Result<PlanResult> result = plans(gpt3 + "accelerators = 1024\ndeadline = '5d'\n");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::unsatisfiable);
  EXPECT_NE(in_english(result.error().message).find("relax --deadline by"), std::string::npos);
}

TEST_F(Plans, WhatDoesNotFitNamesWhatWould) {
  const Result<PlanResult> result = plans(
      "job = 'serve'\noffline = true\nmodel = 'llama-3.1-70b'\ncontext = '8k'\ninstance = 'g5.xlarge'\ninstances = "
      "1\n");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::unsatisfiable);
  EXPECT_NE(in_english(result.error().message).find("would fit: "), std::string::npos)
      << in_english(result.error().message);
}

TEST_F(Plans, TheCoursesModelFitsTheCoursesInstance) {
  const Result<PlanResult> result = plans(qwen + "instance = 'trn1.2xlarge'\n");
  ASSERT_TRUE(result) << in_english(result.error().message);
  EXPECT_EQ(result->plans[0].cluster.instances, 1);
}

TEST_F(Plans, AnAcceleratorThatCannotBeTimedIsLeftOut) {
  const std::string bert = "job = 'infer'\nmodel = 'bert-base-uncased'\nbatch = 8\nsequence_length = 128\n";
  const Result<PlanResult> every = plans(bert);  // among them dl2q, for whose accelerator no constants are known
  ASSERT_TRUE(every) << in_english(every.error().message);
  EXPECT_GT(every->plans.size(), 5U);
  const Result<PlanResult> alone = plans(bert + "instance = 'dl2q.24xlarge'\n");
  ASSERT_FALSE(alone);
  EXPECT_EQ(alone.error().kind, ErrorKind::unsatisfiable);
  EXPECT_NE(in_english(alone.error().message).find("qualcomm-ai100"), std::string::npos);
}

TEST_F(Plans, ServingPlansHoldTheirBatch) {
  const Result<PlanResult> result =
      plans("job = 'serve'\noffline = true\nmodel = 'aya-23-8b'\ncontext = '1k'\ntop = 40\n");
  ASSERT_TRUE(result);
  for (const Plan& plan : result->plans)
    EXPECT_LE(plan.memory.total_bytes(), plan.capacity_bytes) << plan.cluster.instance().name;
}

TEST_F(Plans, InstancesThatACountDoesNotFillAreLeftOut) {
  const Result<PlanResult> result = plans(
      "job = 'train'\nmodel = 'gpt2'\ntokens = '1B'\nsequence_length = '1k'\nglobal_batch = 64\naccelerators = 8\n");
  ASSERT_TRUE(result) << in_english(result.error().message);
  for (const Plan& plan : result->plans) EXPECT_EQ(plan.cluster.ranks(), 8) << plan.cluster.instance().name;
}

TEST_F(Plans, RanksWithoutAPriceComeLast) {
  const Result<PlanResult> result = plans(qwen + "instance = ['dgx-h100', 'p4d.24xlarge']\n");
  ASSERT_TRUE(result);
  bool unknown = false;
  for (const Plan& plan : result->plans) {
    if (!plan.cost_usd()) unknown = true;
    EXPECT_FALSE(unknown && plan.cost_usd()) << "a priced plan after an unpriced one";
  }
}

}  // namespace
}  // namespace hakaru
