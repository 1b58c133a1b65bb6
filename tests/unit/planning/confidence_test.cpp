// The plan that stands first: the cheapest that keeps its limits with the confidence asked for.
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "hakaru/evidence/conformal.h"
#include "hakaru/planning/bands/plan_bands.h"
#include "hakaru/planning/bands/ranking.h"
#include "planned.h"

namespace hakaru {
namespace {

class Confidence : public Plans {
 protected:
  /// The first plan's cost of a month; infinite where no plan keeps the limits with the confidence.
  double usd_per_month(const std::string& toml) {
    const Result<PlanResult> result = plans(toml);
    const bool kept = result && result->plans.front().is_safe;
    return kept ? *result->plans.front().costs.usd_per_month() : std::numeric_limits<double>::infinity();
  }
};

const std::vector<std::string> services{
    "job = 'serve'\nmodel = 'llama-2-7b'\nrate = '2/s'\ninstance = 'g6.12xlarge'\n",
    "job = 'serve'\nmodel = 'qwen3-32b'\nrate = '2/s'\ninstance = 'g5.48xlarge'\n",
    "job = 'serve'\nmodel = 'llama-3.1-8b'\nrate = '12/s'\ninstance = 'g6e.xlarge'\n",
    "job = 'serve'\nmodel = 'llama-3.1-8b'\nrate = '3/s'\ninstance = 'inf2.24xlarge'\n"};

TEST_F(Confidence, LooserLimitsFewerRequestsAndLessConfidenceNeverCostMore) {
  const std::vector<std::vector<std::string>> ladders{
      {"ttft = '1s'", "ttft = '2s'", "ttft = '3s'", "ttft = '20s'"},
      {"tpot = '40ms'", "tpot = '60ms'", "tpot = '200ms'"},
      {"confidence = '95%'", "confidence = '80%'", "confidence = '50%'"}};
  for (const std::string& service : services) {
    for (const std::vector<std::string>& ladder : ladders) {
      double before = std::numeric_limits<double>::infinity();
      for (const std::string& rung : ladder) {
        const double now = usd_per_month(service + rung + "\n");
        EXPECT_LE(now, before * (1 + as_good_share)) << service << rung;
        before = std::min(before, now);
      }
    }
  }
}

TEST_F(Confidence, UsersAreARateAndFewerNeverCostMore) {
  const std::string service = "job = 'serve'\nmodel = 'llama-3.1-8b'\ninstance = 'g6e.xlarge'\n";
  EXPECT_DOUBLE_EQ(*std::get<ServingJob>(scenario(service + "users = 600\n").job).rate_per_s, 10);
  EXPECT_DOUBLE_EQ(*std::get<ServingJob>(scenario(service + "users = 600\nthink_time = '20s'\n").job).rate_per_s, 30);
  EXPECT_EQ(*std::get<ServingJob>(scenario(service + "users = 6\nthink_time = '0s'\n").job).concurrency, 6);
  double before = std::numeric_limits<double>::infinity();
  for (const char* const users : {"users = 4000\n", "users = 1000\n", "users = 100\n", "users = 1\n"}) {
    const double now = usd_per_month(service + users);
    EXPECT_LE(now, before) << users;
    before = now;
  }
}

TEST_F(Confidence, TheProbabilityThatRanksIsThePrintedOne) {
  for (const std::string& service : services) {
    for (const char* const confidence : {"60%", "80%", "90%"}) {
      const std::string toml = service + "confidence = '" + confidence + "'\n";
      const Scenario asked = scenario(toml);
      const Result<PlanResult> result = plans(toml);
      if (!result) continue;
      for (const Plan& plan : result->plans) {
        const double chance = chance_to_keep_limits(plan, asked).value();
        EXPECT_TRUE(!plan.is_safe || chance >= asked.confidence) << toml << plan.rank;
      }
      EXPECT_TRUE(result->plans.front().is_safe) << toml;
    }
  }
}

TEST_F(Confidence, ADeadlineIsKeptWithIt) {
  const std::string run =
      "job = 'train'\nmodel = 'llama-3.1-8b'\ntokens = '10B'\nsequence_length = '8k'\nglobal_batch = 128\n"
      "instance = 'p5.48xlarge'\ndeadline = '4d'\n";
  int fewest = 0;
  for (const char* const confidence : {"50%", "80%", "95%"}) {
    const std::string toml = run + "confidence = '" + confidence + "'\nobjective = 'accelerators'\n";
    const Result<PlanResult> result = plans(toml);
    ASSERT_TRUE(result) << in_english(result.error().message);
    const Scenario asked = scenario(toml);
    const Plan& first = result->plans.front();
    EXPECT_GE(chance_to_keep_limits(first, asked).value(), asked.confidence);
    EXPECT_GE(first.cluster.instances, fewest) << confidence;
    fewest = first.cluster.instances;
  }
}

TEST_F(Confidence, WithinFivePercentTheFasterRunStandsFirst) {
  const Result<PlanResult> result = plans(
      "job = 'train'\nmodel = 'llama-3.1-8b'\ntokens = '10B'\nsequence_length = '8k'\nglobal_batch = 128\n"
      "instance = 'p5.48xlarge'\n");
  ASSERT_TRUE(result);
  const Plan& first = result->plans.front();
  for (const Plan& plan : result->plans) {
    EXPECT_LE(*first.cost_usd(), (1 + as_good_share) * *plan.cost_usd());
    EXPECT_TRUE(*plan.cost_usd() > *first.cost_usd() || *first.duration_s() <= *plan.duration_s()) << plan.rank;
  }
}

TEST(ProbabilityKept, IsInverseToTheFewestKept) {
  for (const std::size_t count : {1U, 9U, 100U, 733U}) {
    for (const double probability : {0.05, 0.5, 0.8, 0.95}) {
      const std::size_t fewest = fewest_kept(probability, count);
      if (fewest > count) continue;
      EXPECT_GE(probability_kept(fewest, count), probability);
      EXPECT_TRUE(fewest == 0 || probability_kept(fewest - 1, count) < probability);
    }
  }
  EXPECT_DOUBLE_EQ(probability_kept(8, 9), 0.85);  // (8 + ½) / 10
  EXPECT_EQ(fewest_kept(0.8, 9), 8U);
  EXPECT_GT(fewest_kept(0.99, 9), 9U);
}

}  // namespace
}  // namespace hakaru
