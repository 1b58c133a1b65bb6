// A discrete-event engine: tasks on streams of ranks, in virtual time.
//
// A task has some work, in seconds when nothing disturbs it, and stands on one stream. A stream runs its tasks one at a
// time in the order in which they were added (first in, first out); a task starts once the one before it on its stream
// and all that it depends on have ended. Each rank has at most one compute stream and any number of communication
// streams.
//
//   progress   A compute task advances at rate 1, or at 1 − slowdown while a communication that takes compute cores
//              (NCCL's kernels do) runs on the same rank. When that changes at time t, the work left is
//                  left -= rate · (t − t_last),   new end = t + left / rate
//              and the event of its former end is stale: events carry a version, and only the newest counts.
//   jitter     work · exp(σz − σ²/2), z standard normal: a mean of 1. z comes from a counter-based generator
//              (SplitMix64 of seed and task): the same seed gives the same step, whatever the order of events.
//   straggler  one more such factor per rank, on all of its compute.
//
// Example, slowdown 0.2: 10 s of compute, and beside it from its start 5 s of communication that takes cores. After 5 s
// 4 s of the work are done; the other 6 run at full rate: it ends at 11 s.
//
//   TaskGraph graph(0.2);
//   const int compute = graph.add_stream(0, StreamKind::compute);
//   const int data = graph.add_stream(0, StreamKind::communication_on_cores);
//   graph.add_task(compute, 10);
//   graph.add_task(data, 5);
//   simulate(graph).end_s[0];   // 11
//
// Limits: links are not shared between tasks (each has the time that it was given), and two communications on cores
// slow compute as much as one.
// After SimGrid's and Vidur's loops: a heap of events, and nothing is allocated once the graph stands.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace hakaru {

enum class StreamKind : std::uint8_t { compute, communication, communication_on_cores };

/// Structure of arrays: a task is its number, from 0, in the order of adding.
class TaskGraph {
 public:
  /// `slowdown`: 0 … 1, the part of compute's rate that a communication on cores takes.
  explicit TaskGraph(double slowdown = 0) : slowdown_(slowdown) {}

  void reserve(std::size_t tasks);
  int add_stream(int rank, StreamKind kind);
  int add_task(int stream, double work_s);
  /// `after` starts when `before` has ended. Either may have been added first; a circle never runs.
  void add_dependency(int before, int after) { edges_.push_back({before, after}); }

  int tasks() const { return static_cast<int>(work_s_.size()); }
  int ranks() const { return ranks_; }
  double slowdown() const { return slowdown_; }
  double work_s(int task) const { return work_s_[static_cast<std::size_t>(task)]; }
  int stream_of(int task) const { return stream_[static_cast<std::size_t>(task)]; }

 private:
  friend class Engine;
  struct Stream {
    int rank = 0;
    StreamKind kind = StreamKind::compute;
    int last = -1;  ///< the task added last
  };
  struct Edge {
    int before, after;
  };

  double slowdown_;
  int ranks_ = 0;
  std::vector<Stream> streams_;
  std::vector<double> work_s_;
  std::vector<int> stream_;
  std::vector<Edge> edges_;  ///< the order on a stream is an edge too
};

/// Random deviation of a step from its plan. σ of 0: none.
struct Jitter {
  double task_sigma = 0;  ///< of each task
  double rank_sigma = 0;  ///< of each rank, over all of its compute
  std::uint64_t seed = 0;
  bool none() const { return task_sigma <= 0 && rank_sigma <= 0; }
};

struct Timeline {
  std::vector<double> start_s, end_s;  ///< of each task
  double total_s = 0;                  ///< the last end
  std::int64_t events = 0;             ///< taken from the heap, stale ones included
  bool complete = true;                ///< false: tasks wait for each other in a circle, or it was stopped
  bool stopped = false;                ///< not all ran: `tell` ended it
};

/// `tell`: what share of the tasks has ended, now and then, before the first too; whether to go on.
Timeline simulate(const TaskGraph& graph, const Jitter& jitter = {},
                  const std::function<bool(double share)>& tell = {});

/// exp(σz − σ²/2) for the `counter`-th draw of `seed`.
double lognormal_factor(double sigma, std::uint64_t seed, std::uint64_t counter);

}  // namespace hakaru
