// The two gaits of one predictor: what a plan says of requests in flight in closed form is what its simulation does,
// iteration by iteration, over 10,000 random jobs of real models on real accelerators.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "hakaru/hardware/catalog.h"
#include "hakaru/model/read.h"
#include "hakaru/planning/search/served_on.h"
#include "hakaru/serving/fleet/engine.h"
#include "hakaru/serving/steady/serving_estimate.h"
#include "hakaru/traffic/random_draws.h"

namespace hakaru {
namespace {

constexpr std::int64_t rounds = 10;  // of requests in flight: the burst at the start is a tenth of a mean over them
constexpr std::int64_t longest = 32768;

/// A replica of a model on tp accelerators.
struct Place {
  ServedOn served;
  Cluster cluster;
  Layout layout;
  Replica replica;
};

Result<Place> place_of(const Model& model, const Instance& instance, std::int64_t tp, const DataFiles& files) {
  ServingJob job;
  job.model = model;
  job.context = longest;
  const Cluster cluster(instance, 1);
  ConstantsByAccelerator constants(files, job, 0);
  Result<ServedOn> served = served_on(job, instance.accelerator, constants);
  if (!served) return fail(served);
  served->calibration.burst_share = 1.0 / rounds;
  served->calibration.generation_wait = 0;
  served->calibration.first_wave_s = 0;
  Layout layout;
  layout.tp = tp;
  Result<Replica> replica = make_replica(served->job, layout, cluster, served->calibration, served->reserve,
                                         served->options, served->engine.block_tokens);
  if (!replica) return fail(replica);
  return Place{std::move(*served), cluster, layout, std::move(*replica)};
}

/// Sizes of what the closed form is off by, as logarithms.
struct Differences {
  std::vector<double> ttft, tpot;

  static double at(std::vector<double> sizes, double share) {
    std::sort(sizes.begin(), sizes.end());
    return sizes[static_cast<std::size_t>(share * static_cast<double>(sizes.size() - 1))];
  }
};

std::int64_t log_uniform(RandomDraws& draws, double least, double most) {
  return std::llround(least * std::pow(most / least, draws.uniform()));
}

/// One random job in both gaits, where its requests fit the cache. `unsaturated`: prompts take less than half the time.
void compare(const Place& place, OperatorTimer& operators, RandomDraws draws, Differences& all,
             Differences& unsaturated) {
  ServingJob job = place.served.job;
  job.input_length = log_uniform(draws, 64, 8192);
  job.output_length = log_uniform(draws, 32, 2048);
  job.context = job.input_length + job.output_length;
  const std::int64_t requests = log_uniform(draws, 1, 128);
  const KvBlocks& kv = place.replica.kv;
  if (requests > std::min(kv.blocks() / kv.holding(job.context), place.replica.options.max_num_seqs)) return;
  ServingEstimator estimator(job, place.layout, place.cluster, place.served.calibration, operators,
                             batching_of(place.served.options));
  const ServingEstimate closed = estimator.of(requests);
  constexpr double spread = 0.3;
  TrafficPlan plan;
  plan.arrivals = Arrivals::closed_loop;
  plan.concurrency = requests;
  plan.count = requests * rounds;
  plan.input = {static_cast<double>(job.input_length), spread, longest / 2};
  plan.output = {static_cast<double>(job.output_length), spread, longest / 2};
  const std::unique_ptr<Traffic> traffic = make_traffic(plan, nullptr);
  const ServingMetrics run = simulate_serving(*traffic, place.replica.cost, place.replica.options, kv).metrics;
  const double ttft = std::abs(std::log(closed.ttft_s / run.ttft.mean_s()));
  const double tpot = std::abs(std::log(closed.tpot_s / run.tpot.mean_s()));
  all.ttft.push_back(ttft);
  all.tpot.push_back(tpot);
  const double prompt_s = estimator.of(1).ttft_s - place.served.calibration.first_token_s;
  if (closed.requests_per_s * prompt_s > 0.5) return;
  unsaturated.ttft.push_back(ttft);
  unsaturated.tpot.push_back(tpot);
}

TEST(OnePredictor, ClosedFormAndSimulationAgreeOverRandomJobs) {
  const DataFiles files;
  const Catalog catalog_of_all = Catalog::read(files).value();
  Differences all, unsaturated;
  std::uint64_t stream = 0;
  for (const char* name : {"llama-3.1-8b", "qwen3-32b", "llama-3.3-70b-instruct", "mixtral-8x7b", "qwen3-30b-a3b",
                           "gpt-oss-120b", "gemma-2-9b"}) {
    const Model model = read_model(name, files).value();
    for (const char* accelerator : {"h100-sxm", "b200-sxm", "a100-sxm-80gb", "mi300x", "l40s"}) {
      for (const std::int64_t tp : {1, 4}) {
        const Result<Place> place = place_of(model, catalog_of_all.usual_instance_of(accelerator).value(), tp, files);
        if (!place) continue;  // the model does not fit
        OperatorTimer operators(place->cluster.instance().accelerator, place->served.calibration);
        for (int job = 0; job < 200; ++job) compare(*place, operators, RandomDraws(1, ++stream), all, unsaturated);
      }
    }
  }
  EXPECT_GT(all.tpot.size(), 10'000U);
  EXPECT_GT(unsaturated.tpot.size(), 8'000U);
  EXPECT_LT(Differences::at(all.tpot, 0.5), 0.01);
  EXPECT_LT(Differences::at(all.ttft, 0.5), 0.075);
  EXPECT_LT(Differences::at(unsaturated.tpot, 0.95), 0.08);
  EXPECT_LT(Differences::at(unsaturated.ttft, 0.95), 0.26);
}

}  // namespace
}  // namespace hakaru
