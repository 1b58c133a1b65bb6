// Time of a call through the C ABI beyond the answer.
#include <benchmark/benchmark.h>

#include "../include/hakaru/hakaru.h"
#include "hakaru/asking/asker.h"

namespace hakaru {
namespace {

/// Short, and one whose answer is long: 54 KB.
constexpr const char* short_answer = R"({"question": "memory_serve", "model": "llama-3.1-8b", "on": "p5.48xlarge"})";
constexpr const char* long_answer = R"({"question": "fit", "machine": "g6e.xlarge"})";

void ask_directly(benchmark::State& state, const char* question) {
  const auto asker = Asker::open({.today = today()}).value();
  for (auto _ : state) benchmark::DoNotOptimize(asker->ask(question));
}

void ask_through_c(benchmark::State& state, const char* question) {
  hakaru_asker* asker = nullptr;
  hakaru_open(nullptr, &asker, nullptr);
  hakaru_watch* watch = hakaru_watch_new(nullptr, nullptr);
  for (auto _ : state) {
    char* answer = nullptr;
    benchmark::DoNotOptimize(hakaru_ask(asker, question, watch, &answer));
    hakaru_free(answer);
  }
  hakaru_watch_free(watch);
  hakaru_close(asker);
}

BENCHMARK_CAPTURE(ask_directly, short_answer, short_answer)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(ask_through_c, short_answer, short_answer)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(ask_directly, long_answer, long_answer)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(ask_through_c, long_answer, long_answer)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace hakaru
