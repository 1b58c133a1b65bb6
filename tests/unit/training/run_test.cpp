#include "hakaru/training/run.h"

#include <gtest/gtest.h>

#include <random>

#include "../memory/gpt.h"
#include "../timing/machines.h"

namespace hakaru {
namespace {

constexpr double minute = 60, hour = 3600, day = 86400;

TEST(CheckpointInterval, IsWhatDalyPublished) {
  // Figures 3, 4 and 5 of Daly 2006: writing 5 min.
  EXPECT_NEAR(daly_interval_s(5 * minute, 24 * hour) / minute, 117, 0.5);
  EXPECT_NEAR(daly_interval_s(5 * minute, 6 * hour) / minute, 57, 0.5);
  EXPECT_NEAR(daly_interval_s(5 * minute, 15 * minute) / minute, 9.1, 0.05);
}

TEST(CheckpointInterval, IsYoungsWhereWritingIsShort) {
  EXPECT_NEAR(young_interval_s(5 * minute, 24 * hour) / minute, 120, 1e-9);
  EXPECT_NEAR(daly_interval_s(0.01, day) / young_interval_s(0.01, day), 1, 1e-3);
  EXPECT_EQ(daly_interval_s(3 * hour, hour), hour);
}

TEST(Goodput, OfTheWorkedExample) {
  const Goodput share = goodput_of(117 * minute, 5 * minute, 10 * minute, 24 * hour);
  EXPECT_NEAR(share.useful, 0.913, 5e-4);
  EXPECT_NEAR(share.writing, 0.039, 5e-4);
  EXPECT_NEAR(share.restarting, 0.007, 5e-4);
  EXPECT_NEAR(share.done_again, 0.041, 5e-4);
  EXPECT_NEAR(share.useful + share.writing + share.restarting + share.done_again, 1, 1e-12);
}

TEST(Goodput, IsBestAtDalysInterval) {
  for (const double mtbf_s : {hour, 6 * hour, 10 * day}) {
    for (const double write_s : {1.0, minute, 10 * minute}) {
      const double best = goodput_of(daly_interval_s(write_s, mtbf_s), write_s, 5 * minute, mtbf_s).useful;
      for (double factor = 0.1; factor < 10; factor *= 1.1) {
        const double other_s = factor * young_interval_s(write_s, mtbf_s);
        EXPECT_LE(goodput_of(other_s, write_s, 5 * minute, mtbf_s).useful, best * (1 + 2e-4));
      }
    }
  }
}

/// One run, failure by failure: all time that `work_s` takes.
double time_taken_s(double work_s, double interval_s, double write_s, double restart_s, double mtbf_s,
                    std::mt19937& draw) {
  std::exponential_distribution<double> until_failure(1 / mtbf_s);
  double now_s = 0, failure_s = until_failure(draw);
  const auto survives = [&](double seconds) {
    if (now_s + seconds <= failure_s) {
      now_s += seconds;
      return true;
    }
    now_s = failure_s;
    failure_s = now_s + until_failure(draw);
    return false;
  };
  for (double done_s = 0; done_s < work_s;) {
    if (survives(interval_s + write_s)) {
      done_s += interval_s;
    } else {
      while (!survives(restart_s)) {
      }
    }
  }
  return now_s;
}

TEST(Goodput, IsThatOfRunsPlayedOut) {
  std::mt19937 draw(7);
  const double interval_s = 30 * minute, write_s = 3 * minute, restart_s = 10 * minute, mtbf_s = 3 * hour;
  const double work_s = 20'000 * hour;
  const double played = work_s / time_taken_s(work_s, interval_s, write_s, restart_s, mtbf_s, draw);
  EXPECT_NEAR(played, goodput_of(interval_s, write_s, restart_s, mtbf_s).useful, 0.005);
}

Cluster dgx_cluster(int nodes) {
  Instance instance = testing::dgx_a100();
  instance.accelerator.power_w = 400;
  return {instance, nodes};
}

TrainingJob ten_days() { return testing::training_job(testing::gpt(1024, 4, 16), 128, 8); }

RunConditions everything_known() {
  RunConditions conditions;
  conditions.node_mtbf_s = Sourced{100 * day, "test"};
  conditions.checkpoint_bytes_per_s = Sourced{1e9, "test"};
  conditions.restart_s = Sourced{10 * minute, "test"};
  conditions.pue = Sourced{1.2, "test"};
  conditions.kgco2e_per_kwh = Sourced{0.5, "test"};
  return conditions;
}

TEST(RunEstimate, MoneyAndEnergyGrowByTheTimeThatFailuresTake) {
  const TrainingJob job = ten_days();
  const Result<RunEstimate> run = estimate_run(job, dgx_cluster(100), {10, 10 * day, 50}, everything_known());
  ASSERT_TRUE(run);
  ASSERT_TRUE(run->goodput);
  EXPECT_NEAR(*run->mtbf_s, day, 1e-6);
  EXPECT_NEAR(run->duration_s * run->goodput->useful, 10 * day, 1e-6);
  const double hours = run->duration_s / hour;
  EXPECT_NEAR(*run->cost_usd, 50 * hours, 1e-6);
  EXPECT_NEAR(*run->energy_kwh, 800 * 0.4 * hours * 1.2, 1e-6);
  EXPECT_NEAR(*run->co2e_kg, *run->energy_kwh / 2, 1e-6);
  EXPECT_NEAR(*run->interruptions, run->duration_s / day, 1e-9);
  // In whole steps.
  EXPECT_NEAR(std::remainder(*run->checkpoint_interval_s, 10), 0, 1e-9);
}

TEST(RunEstimate, WhatIsNotKnownIsNotInvented) {
  const TrainingJob job = ten_days();
  Cluster cluster{testing::dgx_a100(), 10};
  const Result<RunEstimate> run = estimate_run(job, cluster, {10, 10 * day, std::nullopt}, {});
  ASSERT_TRUE(run);
  EXPECT_FALSE(run->goodput || run->cost_usd || run->energy_kwh || run->co2e_kg || run->checkpoint_interval_s);
  EXPECT_EQ(run->duration_s, 10 * day);
  EXPECT_EQ(run->notes.size(), 4U);
}

TEST(RunEstimate, ARunThatNeverEndsIsRefused) {
  const TrainingJob job = ten_days();
  RunConditions conditions = everything_known();
  conditions.node_mtbf_s->value = minute;
  const Result<RunEstimate> run = estimate_run(job, dgx_cluster(100), {10, 10 * day, 50}, conditions);
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().kind, ErrorKind::unsatisfiable);
}

TEST(CheckpointBytes, HoldsWeightsMasterAndMomentsOnce) {
  TrainingJob job = ten_days();
  const auto parameters = static_cast<double>(count_parameters(job.model).total);
  EXPECT_NEAR(checkpoint_bytes(job), 14 * parameters, 1e-6 * parameters);
  job.recipe.master.reset();
  EXPECT_NEAR(checkpoint_bytes(job), 10 * parameters, 1e-6 * parameters);
  job.lora = Lora{};
  EXPECT_LT(checkpoint_bytes(job), 0.2 * parameters);
}

}  // namespace
}  // namespace hakaru
