// Speed of simulated steps: events a second beside a heap that does nothing else, and full steps of large
// clusters.
#include "hakaru/training/simulation.h"

#include <benchmark/benchmark.h>

#include <algorithm>

#include "hakaru/training/closed_form.h"

namespace hakaru {
namespace {

StepWork pipeline(Schedule schedule, PipelineShape shape) {
  StepWork work;
  work.schedule = schedule;
  work.shape = shape;
  work.send_s = 0.01;
  work.slowdown = 0.2;
  work.buckets = 8;
  work.chunks.assign(static_cast<std::size_t>(shape.stages * shape.chunks), {1, 1, 1, 0.1, 0.2});
  work.optimizer_s.assign(static_cast<std::size_t>(shape.stages), 0.1);
  return work;
}

constexpr PipelineShape gpt3_175b{16, 6, 96};  // 1,024 devices: tp 8, pp 16, dp 8
constexpr PipelineShape trillion{64, 2, 512};  // 100,352 devices: tp 8, pp 64, dp 196

/// The engine alone: the graph stands.
void events(benchmark::State& state) {
  const StepTasks tasks = tasks_of(pipeline(Schedule::interleaved, gpt3_175b));
  std::int64_t count = 0;
  for (auto _ : state) count += simulate(tasks.graph).events;
  state.counters["events/s"] = benchmark::Counter(static_cast<double>(count), benchmark::Counter::kIsRate);
}
BENCHMARK(events)->Unit(benchmark::kMillisecond);

/// As many pushes and pops of a heap as full, with nothing to do between them.
void empty_heap(benchmark::State& state) {
  struct Event {
    double time_s;
    int task;
    std::uint32_t version;
    bool operator<(const Event& other) const { return time_s > other.time_s; }
  };
  std::vector<Event> heap;
  for (int i = 0; i < 32; ++i) heap.push_back({static_cast<double>(i % 7), i, 0});
  std::make_heap(heap.begin(), heap.end());
  std::int64_t count = 0;
  for (auto _ : state) {
    for (int i = 0; i < 10000; ++i) {
      std::pop_heap(heap.begin(), heap.end());
      Event event = heap.back();
      heap.pop_back();
      event.time_s += 1 + i % 3;
      heap.push_back(event);
      std::push_heap(heap.begin(), heap.end());
    }
    count += 10000;
    benchmark::DoNotOptimize(heap.data());
  }
  state.counters["events/s"] = benchmark::Counter(static_cast<double>(count), benchmark::Counter::kIsRate);
}
BENCHMARK(empty_heap)->Unit(benchmark::kMillisecond);

/// Order, tasks, events and where the time goes.
void step(benchmark::State& state, PipelineShape shape) {
  for (auto _ : state) benchmark::DoNotOptimize(simulate_step(pipeline(Schedule::interleaved, shape)).step_time_s);
}
BENCHMARK_CAPTURE(step, gpt3_175b_on_1024, gpt3_175b)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(step, trillion_on_100000, trillion)->Unit(benchmark::kMillisecond);

void closed(benchmark::State& state, Schedule schedule, PipelineShape shape) {
  const StepWork work = pipeline(schedule, shape);
  for (auto _ : state) benchmark::DoNotOptimize(closed_form(work).step_time_s);
}
BENCHMARK_CAPTURE(closed, one_forward_one_backward, Schedule::one_forward_one_backward, PipelineShape{16, 1, 96});
BENCHMARK_CAPTURE(closed, interleaved, Schedule::interleaved, gpt3_175b);

}  // namespace
}  // namespace hakaru
