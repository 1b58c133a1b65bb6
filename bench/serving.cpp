// Speed of simulated servers: requests a second on one core, and the tables that are made before.
#include <benchmark/benchmark.h>

#include "hakaru/core/csv_table.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/memory/memory.h"
#include "hakaru/model/read.h"
#include "hakaru/serving/engine/serving_engine.h"
#include "hakaru/serving/fleet/engine.h"
#include "hakaru/serving/replica/replica.h"
#include "hakaru/traffic/request_trace.h"

namespace hakaru {
namespace {

/// llama-3.1-8b in bf16 on one H100, context 16k, as vLLM would run it.
Replica replica_on_h100() {
  const DataFiles data;
  const Catalog catalog = Catalog::read(data).value();
  ServingJob job;
  job.model = read_model("llama-3.1-8b", data).value();
  job.context = 16384;
  const Cluster cluster{catalog.usual_instance_of("h100-sxm").value(), 1};
  const Accelerator& accelerator = cluster.instance().accelerator;
  const ServingEngine engine = ServingEngines::read(data).value().on(accelerator, "vllm").value();
  return make_replica(job, Layout{}, cluster, find_calibration(data, accelerator, "serving").value(),
                      find_reserve(data, accelerator, "serving").value(), engine.limits.options, engine.block_tokens)
      .value();
}

void make_tables(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(replica_on_h100());
}
BENCHMARK(make_tables)->Name("serve/make_replica")->Unit(benchmark::kMillisecond);

/// The Azure conversation trace at so many per cent of its own rate; without the file, as many requests like its.
void azure_conversation(benchmark::State& state) {
  const Replica replica = replica_on_h100();
  const Result<std::string> text =
      read_file(HAKARU_SHARED_DIR "/traces/AzureLLMInferenceTrace_conv.csv", largest_table_bytes);
  TrafficPlan plan;
  std::vector<Request> trace;
  double own_rate_per_s = 5.526;
  if (text) {
    trace = read_trace(*text, "conv").value();
    plan.arrivals = Arrivals::trace;
    own_rate_per_s = rate_of(trace);
  }
  plan.rate_per_s = own_rate_per_s * static_cast<double>(state.range(0)) / 100;
  plan.count = 19'366;
  plan.input = {1155, 1, 12'000};
  plan.output = {211, 1, 1000};
  std::int64_t requests = 0;
  ServingSimulation simulation;
  for (auto _ : state) {
    const std::unique_ptr<Traffic> traffic = make_traffic(plan, text ? &trace : nullptr);
    simulation = simulate_serving(*traffic, replica.cost, replica.options, replica.kv,
                                  state.range(1) == 1 ? Advance::at_once : Advance::one_by_one);
    requests += simulation.metrics.requests;
  }
  state.counters["requests/s"] = benchmark::Counter(static_cast<double>(requests), benchmark::Counter::kIsRate);
  state.counters["iterations"] = static_cast<double>(simulation.iterations);
  state.counters["runs"] = static_cast<double>(simulation.runs);
  state.counters["batch_peak"] = static_cast<double>(simulation.running_peak);
}
BENCHMARK(azure_conversation)
    ->Name("serve/azure_conversation")
    ->ArgNames({"rate_pct", "at_once"})
    ->Args({100, 1})
    ->Args({20, 1})
    ->Args({300, 1})
    ->Args({1000, 1})
    ->Args({100, 0})
    ->Unit(benchmark::kMillisecond);

/// Ten million requests, which take no more memory than ten.
void ten_million(benchmark::State& state) {
  const Replica replica = replica_on_h100();
  TrafficPlan plan;
  plan.rate_per_s = 5;
  plan.count = 10'000'000;
  plan.input = {1155, 1, 12'000};
  plan.output = {211, 1, 1000};
  for (auto _ : state) {
    const std::unique_ptr<Traffic> traffic = make_traffic(plan, nullptr);
    benchmark::DoNotOptimize(simulate_serving(*traffic, replica.cost, replica.options, replica.kv).metrics.requests);
  }
  state.counters["requests/s"] =
      benchmark::Counter(static_cast<double>(plan.count), benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(ten_million)->Name("serve/ten_million")->Iterations(1)->Unit(benchmark::kSecond);

}  // namespace
}  // namespace hakaru
