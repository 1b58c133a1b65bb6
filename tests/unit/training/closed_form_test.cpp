#include "hakaru/training/closed_form.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "hakaru/hardware/catalog.h"
#include "hakaru/model/read.h"
#include "hakaru/parallel/legal.h"
#include "hakaru/training/step.h"

namespace hakaru {
namespace {

class Works {
 public:
  explicit Works(Schedule schedule) : schedule_(schedule), numbers_(20240601) {}

  /// Stages of 1 to 64; passes that differ by up to 5 % (3 % interleaved) between stages, a first chunk up to 10 % and
  /// a last one up to 40 % longer; sends to 0.3 of a forward pass; a reduction to one forward pass; slowdown to 0.5.
  StepWork next() {
    const PipelineSchedule& schedule = pipeline_schedule(schedule_);
    const bool chunked = schedule.takes_chunks;
    StepWork work;
    work.schedule = schedule_;
    const int stages = schedule.both_ways ? 2 * whole(1, 8) : whole(chunked ? 2 : 1, 64);
    const int chunks = schedule.both_ways ? 2 : chunked ? whole(2, 6) : 1;
    const int few = whole(1, 3 * stages + 5), doubled = 1 << whole(0, 8);
    const int micro_batches = chunked ? stages * whole(1, 6) : maybe(0.5) ? few : doubled;
    work.shape = {stages, chunks, schedule.both_ways ? 2 * (stages + micro_batches) : micro_batches,
                  schedule.both_ways};
    work.buckets = whole(1, 8);
    work.slowdown = maybe(0.3) ? 0 : real(0, 0.5);
    work.send_s = maybe(0.3) ? 0 : real(0, 0.3);
    const double backward = real(1.5, 3), weights = real(0.3, 0.5), differ = maybe(0.5) ? 0 : chunked ? 0.03 : 0.05;
    const double reduce_s = maybe(0.3) ? 0 : real(0, 1), gather_s = maybe(0.5) ? 0 : reduce_s * real(0.3, 1);
    const double first = real(1, 1.1), last = real(1, 1.4);
    for (int stage = 0; stage < stages; ++stage) {
      const double each = 1 + real(-differ, differ);
      for (int chunk = 0; chunk < chunks; ++chunk) {
        double pass = each;
        if (stage == 0 && chunk == 0) pass *= first;
        if (stage == stages - 1 && chunk == chunks - 1) pass *= last;
        work.chunks.push_back({pass, pass * backward * (1 - weights), pass * backward * weights,
                               each * gather_s / chunks, each * reduce_s / chunks});
      }
      work.optimizer_s.push_back(real(0, 1));
    }
    return work;
  }

 private:
  double real(double from, double to) { return from + (to - from) * static_cast<double>(numbers_() >> 11) * 0x1p-53; }
  int whole(int from, int to) { return from + static_cast<int>(numbers_() % static_cast<unsigned>(to - from + 1)); }
  bool maybe(double share) { return real(0, 1) < share; }

  Schedule schedule_;
  std::mt19937_64 numbers_;
};

class ClosedFormOf : public ::testing::TestWithParam<Schedule> {};

TEST_P(ClosedFormOf, AgreesWithTheSimulationWithinTwoPercent) {
  Works works(GetParam());
  double worst = 0;
  for (int i = 0; i < 1000; ++i) {
    const StepWork work = works.next();
    const double simulated_s = simulate(tasks_of(work).graph).total_s;
    const double error = std::abs(closed_form(work).step_time_s / simulated_s - 1);
    worst = std::max(worst, error);
    EXPECT_LT(error, 0.02) << "layout " << i << ": pp " << work.shape.stages << ", vpp " << work.shape.chunks << ", "
                           << work.shape.micro_batches << " micro-batches";
  }
  RecordProperty("worst_percent", fmt::format("{:.2f}", 100 * worst));
}

INSTANTIATE_TEST_SUITE_P(Schedules, ClosedFormOf,
                         ::testing::Values(Schedule::gpipe, Schedule::one_forward_one_backward, Schedule::interleaved,
                                           Schedule::zero_bubble, Schedule::dualpipe));

/// Layouts of named models on rented machines, as plans have them.
class LegalLayouts {
 public:
  LegalLayouts(std::uint64_t seed, std::vector<std::string> models) : numbers_(seed), models_(std::move(models)) {}

  /// Calls `visit(layout, work)` for `count` of them, at most 25 of one model, cluster and batch.
  template <typename Visit>
  void draw(int count, Visit visit) {
    while (count > 0) {
      const TrainingJob job = next_job();
      const Cluster cluster(*catalog_.instance(one_of(instances_)), 1 << below(8));
      LayoutRequest request;
      if (below(3) == 0) request.schedule = below(2) == 0 ? Schedule::gpipe : Schedule::zero_bubble;
      const std::vector<Layout> layouts =
          usual_training_layouts(job.model, job.sequence_length, job.global_batch, cluster, request);
      if (layouts.empty()) continue;
      StepEstimator estimate(job, cluster, *calibrations_.find_training(cluster.instance().accelerator, "decoders"));
      for (int left = std::min(count, 25); left > 0; --left, --count) {
        const Layout& layout = one_of(layouts);
        visit(layout, estimate.work(layout));
      }
    }
  }

 private:
  int below(int end) { return static_cast<int>(numbers_() % static_cast<unsigned>(end)); }
  template <typename Value>
  const Value& one_of(const std::vector<Value>& list) {
    return list[numbers_() % list.size()];
  }

  TrainingJob next_job() {
    TrainingJob job;
    job.model = *read_model(one_of(models_), data_);
    job.recipe = *find_recipe(data_, "bf16");
    job.optimizer = *find_optimizer(data_, "adamw");
    job.sequence_length = 2048 << below(4);
    job.global_batch = (1 << below(12)) * (below(2) == 0 ? 1 : 3);
    job.tokens = job.sequence_length * job.global_batch;
    return job;
  }

  const std::vector<std::string> instances_{"p4d.24xlarge",  "p4de.24xlarge", "p5.48xlarge",
                                            "p5en.48xlarge", "g6e.48xlarge",  "p6-b200.48xlarge",
                                            "trn1.32xlarge", "trn2.48xlarge", "dl1.24xlarge"};
  std::mt19937_64 numbers_;
  std::vector<std::string> models_;
  DataFiles data_;
  Catalog catalog_ = *Catalog::read(data_);
  Calibrations calibrations_{data_};
};

/// Relative error of the closed form's step time against the simulation's, without its sign.
double error_of(const StepWork& work) {
  return std::abs(closed_form(work).step_time_s / simulate(tasks_of(work).graph).total_s - 1);
}

TEST(ClosedForm, AgreesWithTheSimulationOfLegalLayoutsWithinTwoPercent) {
  LegalLayouts layouts(20261122, {"llama-3.1-8b", "llama-3.1-70b", "llama-3.1-405b", "gpt3-175b", "mt-nlg-530b",
                                  "mixtral-8x7b", "deepseek-v3", "gpt-oss-20b", "qwen3-30b-a3b"});
  double worst = 0;
  layouts.draw(10000, [&](const Layout& layout, const StepWork& work) {
    const double error = error_of(work);
    worst = std::max(worst, error);
    EXPECT_LT(error, 0.02) << in_short(layout) << ", " << work.shape.micro_batches << " micro-batches";
  });
  RecordProperty("worst_percent", fmt::format("{:.2f}", 100 * worst));
}

TEST(ClosedForm, AgreesWithTheSimulationOfStagesOfChosenLayers) {
  const DataFiles data;
  const Catalog catalog = Catalog::read(data).value();
  Calibrations calibrations(data);
  std::mt19937_64 numbers(20261122);
  const auto below = [&](std::uint64_t end) { return static_cast<std::int64_t>(numbers() % end); };
  TrainingJob job;
  job.recipe = *find_recipe(data, "bf16");
  job.optimizer = *find_optimizer(data, "adamw");
  job.sequence_length = 4096;
  double worst = 0;
  int met = 0;
  for (const char* name : {"llama-3.1-8b", "llama-3.1-70b", "mt-nlg-530b"}) {
    job.model = *read_model(name, data);
    const auto layers = static_cast<std::int64_t>(job.model.layers.size());
    for (int i = 0; i < 400; ++i) {
      Layout layout;
      layout.tp = 8;
      layout.pp = 2 + below(7);
      layout.vpp = below(2) == 0 ? 1 : 2;
      layout.schedule = layout.vpp > 1  ? Schedule::interleaved
                        : below(4) == 0 ? Schedule::zero_bubble
                                        : Schedule::one_forward_one_backward;
      layout.micro_batch = 1;
      layout.zero = 1;
      layout.last_stage_layers = 1 + below(static_cast<std::uint64_t>(layers / layout.pp));
      if (below(2) == 0) layout.first_stage_layers = 1 + below(static_cast<std::uint64_t>(layers / layout.pp));
      job.global_batch = layout.pp * (1 + below(12));
      const Cluster cluster(*catalog.instance("p5.48xlarge"), static_cast<int>(layout.pp));
      if (why_illegal_to_train(layout, job.model, job.sequence_length, job.global_batch, cluster)) continue;
      StepEstimator estimate(job, cluster, *calibrations.find_training(cluster.instance().accelerator, "decoders"));
      const StepWork work = estimate.work(layout);
      const double error = error_of(work);
      worst = std::max(worst, error);
      ++met;
      EXPECT_LT(error, 0.02) << name << " " << in_short(layout) << ", " << work.shape.micro_batches;
    }
  }
  EXPECT_GT(met, 50);
  RecordProperty("worst_percent", fmt::format("{:.2f}", 100 * worst));
}

TEST(ClosedForm, AStageOfFewerLayersTakesAsMuchLess) {
  const DataFiles data;
  const Catalog catalog = Catalog::read(data).value();
  TrainingJob job;
  job.model = *read_model("llama-3.2-1b", data);
  job.recipe = *find_recipe(data, "bf16");
  job.optimizer = *find_optimizer(data, "adamw");
  job.sequence_length = 4096;
  job.global_batch = 64;
  const Cluster cluster(*catalog.instance("p5.48xlarge"), 1);
  StepEstimator estimate(job, cluster, *Calibrations(data).find_training(cluster.instance().accelerator, "decoders"));
  Layout even;
  even.pp = 4;
  even.dp = 2;
  Layout chosen = even;
  chosen.last_stage_layers = 1;  // 5 5 5 1
  const StepWork before = estimate.work(even), after = estimate.work(chosen);
  EXPECT_NEAR(after.chunk(1, 0).all_s(), before.chunk(1, 0).all_s() * 5 / 4, 1e-12);
  EXPECT_NEAR(after.chunk(3, 0).all_s(), before.chunk(3, 0).all_s() - before.chunk(1, 0).all_s() * 3 / 4, 1e-12);
  // The head takes several layers' time: the step is shorter.
  EXPECT_LT(estimate.step_time_s(chosen), estimate.step_time_s(even));
}

TEST(ClosedForm, FewLayoutsOfSmallModelsAreFurtherOff) {
  LegalLayouts layouts(1, {"gpt2", "bert-large", "t5-base", "gemma-2-2b"});
  int beyond = 0;
  layouts.draw(4000, [&](const Layout& layout, const StepWork& work) {
    const double error = error_of(work);
    if (error >= 0.02) ++beyond;
    EXPECT_LT(error, 0.1) << in_short(layout) << ", " << work.shape.micro_batches << " micro-batches";
  });
  EXPECT_LE(beyond, 8);
}

TEST(ClosedForm, PartsOfASimulatedStepAddUp) {
  for (const PipelineSchedule& schedule : pipeline_schedules()) {
    Works works(schedule.schedule);
    for (int i = 0; i < 50; ++i) {
      const SimulatedStep step = simulate_step(works.next());
      EXPECT_NEAR(step.compute_s + step.exposed.total_s() + step.bubble_s, step.step_time_s, 1e-9 * step.step_time_s);
      EXPECT_GE(step.bubble_s, -1e-9);
    }
  }
}

TEST(ClosedForm, FullyShardedIsExact) {
  StepWork work;
  work.shape = {1, 24, 5};
  work.chunks.assign(24, {1, 1, 1, 0, 0});
  work.sharding = Sharding::gather_each_pass;
  work.slowdown = 0.3;
  for (std::size_t unit = 0; unit < work.chunks.size(); ++unit) {
    work.chunks[unit].gather_s = 0.2 + 0.1 * static_cast<double>(unit % 7);
    work.chunks[unit].reduce_s = 0.4 + 0.2 * static_cast<double>(unit % 5);
  }
  EXPECT_NEAR(closed_form(work).step_time_s, simulate_step(work).step_time_s, 1e-9);
  work.sharding = Sharding::reduce_each_pass;
  EXPECT_NEAR(closed_form(work).step_time_s, simulate_step(work).step_time_s, 0.02 * simulate_step(work).step_time_s);
}

TEST(ClosedForm, CountsMorePassesThanAnIntHolds) {
  StepWork work;
  work.schedule = Schedule::interleaved;
  work.shape = {4, 4, 1'000'000'000};
  work.chunks.assign(16, ChunkWork{1, 2, 0, 0, 0});
  work.optimizer_s.assign(4, 0);
  EXPECT_NEAR(closed_form(work).step_time_s, 3.0 * 4 * 1e9, 100);
}

}  // namespace
}  // namespace hakaru
