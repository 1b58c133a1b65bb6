// Times of the parts of an answer: reading what is known, and searching layouts.
#include <benchmark/benchmark.h>

#include "hakaru/core/text.h"
#include "hakaru/job/scenario.h"
#include "hakaru/model/read.h"
#include "hakaru/planning/plan/plan.h"
#include "native/cores.h"

namespace hakaru {
namespace {

void read_catalog(benchmark::State& state) {
  const DataFiles data;
  for (auto _ : state) benchmark::DoNotOptimize(Catalog::read(data).value());
}
BENCHMARK(read_catalog)->Unit(benchmark::kMillisecond);

void read_named_model(benchmark::State& state) {
  const DataFiles data;
  for (auto _ : state) benchmark::DoNotOptimize(read_model("deepseek-v3", data).value());
}
BENCHMARK(read_named_model)->Unit(benchmark::kMillisecond);

void read_every_named_model(benchmark::State& state) {
  const DataFiles data;
  const std::vector<std::string> names = known_models(data);
  for (auto _ : state) {
    for (const std::string& name : names) benchmark::DoNotOptimize(read_model(name, data).value());
  }
  state.counters["models"] = static_cast<double>(names.size());
}
BENCHMARK(read_every_named_model)->Unit(benchmark::kMillisecond);

/// Plans for a scenario, with the layouts that are evaluated each second.
void plan(benchmark::State& state, const char* keys, const Executor& executor = {}) {
  const DataFiles data;
  const Catalog catalog = Catalog::read(data).value();
  const Scenario scenario = read_scenario(Json::parse(keys), "bench", data, catalog).value();
  std::int64_t layouts = 0;
  for (auto _ : state) layouts += make_plans(scenario, catalog, data, executor).value().evaluated_layouts;
  state.counters["layouts/s"] = benchmark::Counter(static_cast<double>(layouts), benchmark::Counter::kIsRate);
}

constexpr const char* serve_anywhere = R"({"job": "serve", "model": "qwen2.5-7b-instruct"})";
constexpr const char* serve_offline =
    R"({"job": "serve", "model": "qwen2.5-7b-instruct", "context": "8k", "offline": true})";
constexpr const char* train_on_1024 = R"({"job": "train", "model": "gpt3-175b", "tokens": "300B",
    "sequence_length": 2048, "global_batch": 1536, "accelerator": "a100-80gb", "accelerators": 1024})";
constexpr const char* train_exhaustively = R"({"job": "train", "model": "gpt3-175b", "tokens": "300B",
    "sequence_length": 2048, "global_batch": 1536, "accelerator": "a100-80gb", "accelerators": 1024,
    "exhaustive": true})";
constexpr const char* train_turing_nlg = R"({"job": "train", "model": "turing-nlg-530b", "tokens": "300B",
    "sequence_length": 2048, "global_batch": 1920, "accelerator": "a100-80gb", "accelerators": 2240})";
constexpr const char* train_anywhere = R"({"job": "train", "model": "llama-2-7b", "tokens": "10B",
    "sequence_length": "4k", "global_batch": 512})";
constexpr const char* infer_anywhere =
    R"({"job": "infer", "model": "resnet-50", "batch": 8, "family": ["g4dn", "g5", "inf1", "inf2"]})";

BENCHMARK_CAPTURE(plan, serve_anywhere, serve_anywhere)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(plan, serve_offline, serve_offline)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(plan, train_on_1024, train_on_1024)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(plan, train_exhaustively, train_exhaustively)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(plan, train_exhaustively_on_all_cores, train_exhaustively, native::all_cores())
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(plan, train_turing_nlg, train_turing_nlg)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(plan, train_anywhere, train_anywhere)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(plan, infer_anywhere, infer_anywhere)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace hakaru
