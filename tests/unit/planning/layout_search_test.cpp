#include "hakaru/planning/search/layout_search.h"

#include <gtest/gtest.h>

#include <random>
#include <thread>

#include "hakaru/hardware/catalog.h"
#include "hakaru/job/scenario.h"
#include "hakaru/memory/training_memory.h"
#include "hakaru/planning/plan/constants.h"

namespace hakaru {
namespace {

const DataFiles data;
const Catalog catalog = Catalog::read(data).value();

/// A job, an instance type and a count, drawn at random.
class Draws {
 public:
  struct Drawn {
    Scenario scenario;
    Cluster cluster;
  };

  Drawn next() {
    const std::string model = one_of({"llama-3.2-1b", "llama-2-7b", "gpt2", "mixtral-8x7b-v0.1", "llama-3.1-70b"});
    const std::string instance =
        one_of({"p4d.24xlarge", "p5.48xlarge", "trn1.32xlarge", "g5.12xlarge", "dgx-a100-80gb", "g6e.48xlarge"});
    const auto batch = static_cast<std::int64_t>(one_of<int>({6, 8, 16, 24, 64, 96}));
    const std::int64_t length = model == "gpt2" ? 1024 : one_of<int>({2048, 4096, 65536});
    const Json keys{{"job", "train"},
                    {"model", model},
                    {"tokens", "1B"},
                    {"sequence_length", length},
                    {"global_batch", batch},
                    {"instance", {instance}},
                    {"instances", one_of<int>({1, 2, 3, 4, 8})}};
    Scenario scenario = read_scenario(keys, "drawn", data, catalog).value();
    const Cluster cluster{catalog.instance(instance).value(), static_cast<int>(*scenario.hardware.instance_count)};
    return {std::move(scenario), cluster};
  }

 private:
  template <typename Value>
  Value one_of(const std::vector<Value>& values) {
    return values[numbers_() % values.size()];
  }
  std::string one_of(const std::vector<std::string>& values) { return values[numbers_() % values.size()]; }

  std::mt19937_64 numbers_{20261122};
};

/// Runs `test` for drawn jobs whose constants are known.
template <typename Test>
void for_drawn(int count, Test test) {
  Draws draws;
  for (int i = 0; i < count; ++i) {
    const Draws::Drawn drawn = draws.next();
    const auto& job = std::get<TrainingJob>(drawn.scenario.job);
    ConstantsByAccelerator known(data, drawn.scenario.job, drawn.scenario.headroom_share);
    const Result<const Constants*> constants = known.of(drawn.cluster.instance().accelerator);
    ASSERT_TRUE(constants);
    test(job, drawn.cluster, **constants, drawn.scenario);
  }
}

bool same(const TimedLayout& left, const TimedLayout& right) {
  return left.layout == right.layout && left.step_time_s == right.step_time_s &&
         left.memory_bytes == right.memory_bytes;
}

TEST(LayoutSearch, FindsWithBoundsWhatItFindsExhaustively) {
  int with_plans = 0;
  std::int64_t evaluated = 0, evaluated_with_bounds = 0;
  for_drawn(
      200, [&](const TrainingJob& job, const Cluster& cluster, const Constants& constants, const Scenario& drawn) {
        const Executor executor;
        LayoutSearch search(job, cluster.instance(), constants.calibration, constants.reserve, executor);
        const LayoutsFound all = search(cluster, drawn.layout, {Breadth::proven, false, 5});
        const LayoutsFound few = search(cluster, drawn.layout, {Breadth::proven, true, 5});
        evaluated += all.evaluated;
        evaluated_with_bounds += few.evaluated;
        ASSERT_EQ(few.fastest.layouts().size(), all.fastest.layouts().size());
        with_plans += all.fastest.layouts().empty() ? 0 : 1;
        for (std::size_t at = 0; at < all.fastest.layouts().size(); ++at) {
          EXPECT_TRUE(same(few.fastest.layouts()[at], all.fastest.layouts()[at]))
              << in_short(few.fastest.layouts()[at].layout) << " for " << in_short(all.fastest.layouts()[at].layout);
        }
      });
  EXPECT_GT(with_plans, 100);
  EXPECT_LT(3 * evaluated_with_bounds, evaluated);
}

TEST(LayoutSearch, FindsWithBoundsWhatItFindsExhaustivelyWithChosenEnds) {
  int with_plans = 0;
  for_drawn(60, [&](const TrainingJob& job, const Cluster& cluster, const Constants& constants, const Scenario& drawn) {
    const Executor executor;
    LayoutRequest request = drawn.layout;
    request.pp = 4;
    request.last_stage_layers = 2;
    request.first_stage_layers = 4;  // of 12, 16, 32 or 80 layers an even number is left to two stages
    LayoutSearch search(job, cluster.instance(), constants.calibration, constants.reserve, executor);
    const LayoutsFound all = search(cluster, request, {Breadth::proven, false, 5});
    const LayoutsFound few = search(cluster, request, {Breadth::proven, true, 5});
    ASSERT_EQ(few.fastest.layouts().size(), all.fastest.layouts().size());
    with_plans += all.fastest.layouts().empty() ? 0 : 1;
    for (std::size_t at = 0; at < all.fastest.layouts().size(); ++at) {
      EXPECT_TRUE(same(few.fastest.layouts()[at], all.fastest.layouts()[at]));
      EXPECT_TRUE(allows(request, all.fastest.layouts()[at].layout));
    }
  });
  EXPECT_GT(with_plans, 10);
}

TEST(LayoutSearch, LooksBeyondWhatIsProvenWithoutLosingIt) {
  for_drawn(10, [&](const TrainingJob& job, const Cluster& cluster, const Constants& constants, const Scenario& drawn) {
    const Executor executor;
    LayoutSearch search(job, cluster.instance(), constants.calibration, constants.reserve, executor);
    const LayoutsFound whole = search(cluster, drawn.layout, {Breadth::whole, false, 3});
    const LayoutsFound proven = search(cluster, drawn.layout, {Breadth::proven, true, 3});
    EXPECT_GE(whole.evaluated, proven.evaluated);
    ASSERT_EQ(whole.fastest.layouts().size(), proven.fastest.layouts().size());
    for (std::size_t at = 0; at < whole.fastest.layouts().size(); ++at)
      EXPECT_TRUE(same(whole.fastest.layouts()[at], proven.fastest.layouts()[at]));
  });
}

bool host_is_reached(const Cluster& cluster) { return cluster.instance().accelerator.host_link_bytes_per_s > 0; }

TEST(LayoutSearch, BoundsNeverExceedTheStep) {
  std::int64_t compared = 0, with_chosen_ends = 0;
  bool with_offload = false;
  for_drawn(20, [&](const TrainingJob& job, const Cluster& cluster, const Constants& constants, const Scenario& drawn) {
    StepEstimator step(job, cluster, constants.calibration);
    TrainingMemoryEstimator memory(job, cluster.instance().accelerator, constants.reserve);
    LayoutRequest request = drawn.layout;
    request.offload_activations = with_offload = !with_offload && host_is_reached(cluster);
    const LayoutSpace space(job.model, job.sequence_length, job.global_batch, cluster, request, Breadth::whole);
    std::int64_t met = 0, chosen = 0;
    for (const Layout& family : space.families()) {
      const double least_of_family_s = step.least_of_family_s(family);
      space.each_of(
          family, [](const Layout&) { return true; },
          [&](const Layout& layout) {
            if (++met % 41 != 0 && !(layout.chooses_stages() && ++chosen % 41 == 0)) return;
            with_chosen_ends += layout.chooses_stages() ? 1 : 0;
            ++compared;
            EXPECT_LE(memory.least_bytes(layout), memory(layout).stage.memory.total_bytes()) << in_short(layout);
            const double step_time_s = step.step_time_s(layout);
            EXPECT_LE(step.least_step_time_s(layout), step_time_s) << in_short(layout);
            EXPECT_LE(least_of_family_s, step_time_s) << in_short(layout);
          });
    }
  });
  EXPECT_GT(compared, 5'000);
  EXPECT_GT(with_chosen_ends, 500);
}

TEST(LayoutSearch, EstimatorsThatHaveSeenOtherLayoutsTellWhatFreshOnesDo) {
  std::int64_t compared = 0;
  for_drawn(8, [&](const TrainingJob& job, const Cluster& cluster, const Constants& constants, const Scenario& drawn) {
    const Accelerator& accelerator = cluster.instance().accelerator;
    StepEstimator step(job, cluster, constants.calibration);
    TrainingMemoryEstimator memory(job, accelerator, constants.reserve);
    const LayoutSpace space(job.model, job.sequence_length, job.global_batch, cluster, drawn.layout, Breadth::whole);
    std::int64_t met = 0;
    for (const Layout& family : space.families()) {
      space.each_of(
          family, [](const Layout&) { return true; },
          [&](const Layout& layout) {
            const double bytes = memory(layout).stage.memory.total_bytes(), step_time_s = step.step_time_s(layout);
            if (++met % 499 != 0) return;
            ++compared;
            EXPECT_EQ(bytes, training_memory(job, layout, accelerator, constants.reserve).device.total_bytes())
                << in_short(layout);
            EXPECT_EQ(step_time_s, StepEstimator(job, cluster, constants.calibration).step_time_s(layout))
                << in_short(layout);
          });
    }
  });
  EXPECT_GT(compared, 300);
}

TEST(LayoutSearch, FindsTheSameWithManyWorkers) {
  Executor many;
  many.workers = 3;
  many.for_each = [](std::size_t tasks, const Executor::Task& run) {
    std::vector<std::thread> threads;
    for (std::size_t worker = 0; worker < 3; ++worker) {
      threads.emplace_back([&run, tasks, worker] {
        for (std::size_t task = worker; task < tasks; task += 3) run(task, worker);
      });
    }
    for (std::thread& thread : threads) thread.join();
  };
  for_drawn(10, [&](const TrainingJob& job, const Cluster& cluster, const Constants& constants, const Scenario& drawn) {
    const Executor one;
    for (const bool bounded : {true, false}) {
      const LayoutSearch::Options options{Breadth::proven, bounded, 4};
      const LayoutsFound alone = LayoutSearch(job, cluster.instance(), constants.calibration, constants.reserve, one)(
          cluster, drawn.layout, options);
      const LayoutsFound together = LayoutSearch(job, cluster.instance(), constants.calibration, constants.reserve,
                                                 many)(cluster, drawn.layout, options);
      EXPECT_EQ(together.evaluated, alone.evaluated);
      EXPECT_EQ(together.feasible, alone.feasible);
      ASSERT_EQ(together.fastest.layouts().size(), alone.fastest.layouts().size());
      for (std::size_t at = 0; at < alone.fastest.layouts().size(); ++at)
        EXPECT_TRUE(same(together.fastest.layouts()[at], alone.fastest.layouts()[at]));
    }
  });
}

}  // namespace
}  // namespace hakaru
