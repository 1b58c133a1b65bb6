#include "hakaru/planning/money/start_up.h"

#include <cmath>

#include "hakaru/planning/money/costing.h"
#include "planned.h"

namespace hakaru {
namespace {

const std::string run =
    "job = 'train'\nmodel = 'llama-3.1-8b'\nsequence_length = '4k'\nglobal_batch = 256\nconfidence = '50%'\n";

double steps_s(const Plan& plan, const Scenario& scenario) {
  return plan.step_time_s() * static_cast<double>(std::get<TrainingJob>(scenario.job).steps());
}

TEST_F(Plans, RentedMachinesArePaidForWhileTheyStart) {
  const std::string toml = run + "tokens = '2B'\ninstance = 'p5.48xlarge'\ninstances = 4\n";
  const PlanResult found = plans(toml).value();
  const Plan& plan = found.plans.front();
  EXPECT_DOUBLE_EQ(plan.start_up_s, 180 + 64);  // data/autoscaling.toml; weights are drawn, not read
  EXPECT_NEAR(*plan.duration_s(), steps_s(plan, scenario(toml)) + 244, 1e-6);
  EXPECT_NEAR(*plan.cost_usd(), 4 * plan.price->usd_per_h * *plan.duration_s() / 3600, 1e-6);
  double sum_s = 0;
  for (const Term& term : start_up_terms(plan, scenario(toml), StartUps::read(data_).value())) {
    if (term.name != "start-up") sum_s += term.value;
  }
  EXPECT_NEAR(sum_s, plan.start_up_s, 1e-9);
}

TEST_F(Plans, WeightsThatTrainingBeginsWithAreRead) {
  // 8.03 B parameters in 2 bytes at the 8 GB/s of S3: 2.0 s.
  const Plan plan =
      plans(run + "tokens = '2B'\nlora_rank = 16\ninstance = 'p5.48xlarge'\ninstances = 4\n")->plans.front();
  EXPECT_NEAR(plan.start_up_s, 244 + 8.03e9 * 2 / 8e9, 0.01);
}

TEST_F(Plans, OwnMachinesAreThere) {
  const std::string toml = run + "tokens = '2B'\ninstance = 'dgx-h100'\ninstances = 4\n";
  const Plan plan = plans(toml)->plans.front();
  EXPECT_EQ(plan.start_up_s, 0);
  EXPECT_NEAR(*plan.duration_s(), steps_s(plan, scenario(toml)), 1e-6);
}

TEST_F(Plans, ShortRunsTakeFewerMachinesThanLongOnes) {
  const auto instances = [&](const std::string& tokens) {
    return plans(run + "tokens = '" + tokens + "'\ninstance = 'p5.48xlarge'\n")->plans.front().cluster.instances;
  };
  EXPECT_LE(instances("200M"), instances("2B"));
  EXPECT_LT(instances("2B"), 8);
}

TEST_F(Plans, DaysOfABlockHoldTheRunWithTheConfidence) {
  for (const std::string confidence : {"50%", "80%", "95%"}) {
    std::string toml = run + "tokens = '6B'\ninstance = 'p5.48xlarge'\ninstances = 1\nprice = 'capacity_block'\n";
    toml.replace(toml.find("50%"), 3, confidence);
    const Plan plan = plans(toml)->plans.front();
    const double counted_h = counted_duration_s(plan, scenario(toml)) / 3600;
    EXPECT_EQ(std::fmod(plan.bought_h, 24), 0);
    EXPECT_GE(plan.bought_h, counted_h);
    EXPECT_LT(plan.bought_h - 24, counted_h);
    EXPECT_NEAR(*plan.cost_usd(), plan.price->usd_per_h * plan.bought_h, 1e-6);
  }
}

}  // namespace
}  // namespace hakaru
