#include "hakaru/serving/iteration/iteration_cost.h"

#include <gtest/gtest.h>

#include "hakaru/hardware/catalog.h"
#include "hakaru/model/read.h"
#include "hakaru/numerics/random_bits.h"
#include "hakaru/serving/steady/serving_estimate.h"
#include "made_up.h"

namespace hakaru {
namespace {

TEST(IterationCost, ARunIsTheSumOfItsIterations) {
  const IterationCost cost = testing::made_up_cost(7e-3, 1e-6, 33e-9);
  const RandomBits bits(1, 1);
  std::vector<IterationCost::Piece> pieces;
  for (std::uint64_t at = 0; at < 400; at += 4) {
    const std::int64_t sequences = 1 + bits(at) % 64, context = sequences * (bits(at + 1) % 3000) + bits(at + 1) % 7;
    const std::int64_t most = 1 + bits(at + 2) % 500;
    const Picoseconds until = bits(at + 3) % 2 == 0 ? never_ps : picoseconds(1e-3 * (bits(at + 3) % 4000));
    Picoseconds time = 0;
    std::int64_t count = 0;
    for (; count < most && time < until; ++count) {
      Batch batch;
      batch.decodes = sequences;
      batch.decode_context = context + count * sequences;
      time += cost(batch);
    }
    const IterationCost::Run run = cost.run(sequences, context, most, until, pieces);
    ASSERT_EQ(run.iterations, count);
    ASSERT_EQ(run.time, time);
  }
}

/// 10 ms a pass with 5 µs for each sequence in it: whoever decodes and whoever is prefilled.
TEST(IterationCost, EverySequenceTakesItsOverhead) {
  constexpr double sequence_s = 5e-6;
  PassTimes times;
  times.body_s = [=](double) { return 10e-3 + sequence_s; };
  times.head_s = [](double) { return 0.0; };
  times.decode_s = [=](double sequences, double) { return 10e-3 + sequence_s * sequences; };
  times.prompt_s = [](double, double) { return 0.0; };
  times.sequence_s = sequence_s;
  const IterationCost cost(times, {64, 1024, 1024});
  const auto seconds_of = [&](std::int64_t decodes, int chunks) {
    Batch batch;
    batch.decodes = decodes;
    batch.decode_context = decodes * 100;
    for (int chunk = 0; chunk < chunks; ++chunk) batch.add({50, 0});
    return seconds(cost(batch));
  };
  EXPECT_NEAR(seconds_of(8, 0), 10.040e-3, 1e-9);
  EXPECT_NEAR(seconds_of(0, 1), 10.005e-3, 1e-9);
  EXPECT_NEAR(seconds_of(0, 4), 10.020e-3, 1e-9);
  EXPECT_NEAR(seconds_of(8, 4), 10.060e-3, 1e-9);
}

/// A model on a machine, its timer and its tables.
struct Tabulated {
  DataFiles data;
  Model model;
  Instance instance;
  Calibration calibration;
  OperatorTimer operators;
  IterationTimer timer;
  IterationCost cost;

  static ServingJob job_of(const Model& model) {
    ServingJob job;
    job.model = model;
    return job;
  }
  Tabulated(const char* name, const char* accelerator, const Layout& layout)
      : model(read_model(name, data).value()),
        instance(Catalog::read(data).value().usual_instance_of(accelerator).value()),
        calibration(find_calibration(data, instance.accelerator, "serving").value()),
        operators(instance.accelerator, calibration),
        timer(model, serving_types(job_of(model)), layout, instance, calibration, operators),
        cost(pass_times(job_of(model), timer), {512, 8192, 32768}) {}
};

class IterationCosts : public ::testing::TestWithParam<std::tuple<const char*, const char*, int, int>> {};

TEST_P(IterationCosts, AreNearTheTimer) {
  Layout layout;
  layout.tp = std::get<2>(GetParam());
  layout.pp = std::get<3>(GetParam());
  Tabulated with(std::get<0>(GetParam()), std::get<1>(GetParam()), layout);
  const RandomBits bits(5, 5);
  double sum = 0, worst = 0;
  constexpr int count = 400;
  for (std::uint64_t at = 0; at < count; ++at) {
    Batch batch;
    double exact_s = 0;
    const auto spread = [&](std::uint64_t which, double most) {
      return std::floor(std::pow(most, static_cast<double>(bits(4 * at + which)) / 4294967296.0));
    };
    if (at % 2 == 0) {
      const double sequences = spread(0, 512), context = spread(1, 30000);
      batch.decodes = static_cast<std::int64_t>(sequences);
      batch.decode_context = static_cast<std::int64_t>(sequences * context);
      exact_s = with.timer.repeated({.batch = sequences, .context = context, .last_token_logits = true}).total_s();
    } else {
      const double tokens = spread(0, 8192), cached = at % 4 == 1 ? 0 : spread(1, 20000);
      batch.add({static_cast<std::int64_t>(tokens), static_cast<std::int64_t>(cached)});
      exact_s = with.timer.once({.new_tokens = tokens, .context = cached, .last_token_logits = true}).total_s();
    }
    const double error = std::abs(seconds(with.cost(batch)) / exact_s - 1);
    sum += error / count;
    worst = std::max(worst, error);
  }
  EXPECT_LT(sum, 0.003);
  EXPECT_LT(worst, 0.06);
}

INSTANTIATE_TEST_SUITE_P(Models, IterationCosts,
                         ::testing::Values(std::tuple{"llama-3.1-8b", "h100-sxm", 1, 1},
                                           std::tuple{"llama-3.1-70b", "h100-sxm", 8, 1},
                                           std::tuple{"llama-3.1-8b", "a10g", 1, 4},
                                           std::tuple{"deepseek-v3", "h200", 8, 1},
                                           std::tuple{"llama-3.1-8b", "neuroncore-v2", 8, 1}));

/// Graphs of their own, whatever decodes beside a prompt: with experts both walk over blocks.
TEST(IterationCost, OfCompiledPromptsAndDecodingIsTheirSum) {
  Layout layout;
  layout.tp = 32;
  Tabulated with("qwen3-30b-a3b", "neuroncore-v2", layout);
  Batch prompt;
  prompt.add({3500, 0});
  for (const std::int64_t sequences : {1, 63, 64, 500}) {
    Batch decoding;
    decoding.decodes = sequences;
    decoding.decode_context = sequences * 1000;
    Batch both = decoding;
    both.add({3500, 0});
    EXPECT_EQ(with.cost(both), with.cost(decoding) + with.cost(prompt)) << sequences;
  }
}

}  // namespace
}  // namespace hakaru
