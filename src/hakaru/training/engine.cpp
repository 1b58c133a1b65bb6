#include "hakaru/training/engine.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "hakaru/numerics/elementary.h"

namespace hakaru {
namespace {

/// Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators", §4: the finaliser of SplitMix64.
std::uint64_t mixed(std::uint64_t value) {
  value += 0x9E3779B97F4A7C15u;
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
  return value ^ (value >> 31);
}

/// In (0, 1].
double uniform(std::uint64_t bits) { return (static_cast<double>(bits >> 11) + 1) * 0x1p-53; }

constexpr std::uint64_t first_rank_counter = std::uint64_t{1} << 40;  // beyond any task's number

}  // namespace

double lognormal_factor(double sigma, std::uint64_t seed, std::uint64_t counter) {
  if (sigma <= 0) return 1;
  const std::uint64_t key = mixed(mixed(seed) ^ counter);
  const double radius = std::sqrt(-2 * elementary::log(uniform(key)));
  const double normal = radius * elementary::cos(2 * std::numbers::pi * uniform(mixed(key)));
  return elementary::exp(sigma * normal - sigma * sigma / 2);
}

void TaskGraph::reserve(std::size_t tasks) {
  work_s_.reserve(tasks);
  stream_.reserve(tasks);
  edges_.reserve(3 * tasks);
}

int TaskGraph::add_stream(int rank, StreamKind kind) {
  ranks_ = std::max(ranks_, rank + 1);
  streams_.push_back({rank, kind, -1});
  return static_cast<int>(streams_.size()) - 1;
}

int TaskGraph::add_task(int stream, double work_s) {
  const int task = tasks();
  work_s_.push_back(work_s);
  stream_.push_back(stream);
  int& last = streams_[static_cast<std::size_t>(stream)].last;
  if (last >= 0) add_dependency(last, task);
  last = task;
  return task;
}

/// One run. Times are those of the timeline; the rest is what the loop needs to know of tasks and ranks.
class Engine {
 public:
  Engine(const TaskGraph& graph, const Jitter& jitter);
  Timeline run(const std::function<bool(double)>& tell);

 private:
  struct Event {
    double time_s;
    int task;
    std::uint32_t version;
    /// Order of a heap with the earliest event on top; of two at once, the task added first.
    bool operator<(const Event& other) const {
      return time_s != other.time_s ? time_s > other.time_s : task > other.task;
    }
  };
  struct Rank {
    int running = -1;  ///< compute task
    double left_s = 0;
    double since_s = 0;
    double straggling = 1;
    int on_cores = 0;  ///< communications that take cores, running
    std::uint32_t version = 0;
  };

  void link();
  void start(int task);
  void finish(int task);
  void schedule(Rank& rank);
  void change_rate(Rank& rank, int on_cores);
  void push(double time_s, int task, std::uint32_t version);
  Event pop();
  double rate(const Rank& rank) const { return rank.on_cores > 0 ? 1 - graph_.slowdown_ : 1; }
  const TaskGraph::Stream& stream_of(int task) const {
    return graph_.streams_[static_cast<std::size_t>(graph_.stream_[static_cast<std::size_t>(task)])];
  }

  const TaskGraph& graph_;
  const Jitter& jitter_;
  double now_s_ = 0;
  std::vector<Event> heap_;
  std::vector<int> waiting_for_;  ///< how many tasks must end before this one
  std::vector<int> first_;        ///< where a task's followers begin in `followers_`; one more at the end
  std::vector<int> followers_;
  std::vector<Rank> ranks_;
  Timeline timeline_;
};

Engine::Engine(const TaskGraph& graph, const Jitter& jitter) : graph_(graph), jitter_(jitter) {
  link();
  ranks_.resize(static_cast<std::size_t>(graph.ranks_));
  std::uint64_t counter = first_rank_counter;
  for (Rank& rank : ranks_) rank.straggling = lognormal_factor(jitter.rank_sigma, jitter.seed, counter++);
  heap_.reserve(4 * graph.streams_.size() + 16);
  timeline_.start_s.resize(graph.work_s_.size());
  timeline_.end_s.resize(graph.work_s_.size());
}

/// Followers of each task, side by side, by counting.
void Engine::link() {
  const std::size_t tasks = graph_.work_s_.size();
  waiting_for_.assign(tasks, 0);
  first_.assign(tasks + 1, 0);
  followers_.resize(graph_.edges_.size());
  for (const TaskGraph::Edge& edge : graph_.edges_) {
    ++first_[static_cast<std::size_t>(edge.before) + 1];
    ++waiting_for_[static_cast<std::size_t>(edge.after)];
  }
  for (std::size_t task = 0; task < tasks; ++task) first_[task + 1] += first_[task];
  // Filled from the back of each: first_ ends where it belongs.
  std::vector<int> next(first_.begin(), first_.end() - 1);
  for (const TaskGraph::Edge& edge : graph_.edges_) {
    followers_[static_cast<std::size_t>(next[static_cast<std::size_t>(edge.before)]++)] = edge.after;
  }
}

Timeline Engine::run(const std::function<bool(double)>& tell) {
  constexpr std::int64_t between = 1 << 14;
  for (int task = 0; task < graph_.tasks(); ++task) {
    if (waiting_for_[static_cast<std::size_t>(task)] == 0) start(task);
  }
  int left = graph_.tasks();
  while (!heap_.empty()) {
    if (tell && timeline_.events % between == 0 && !tell(1 - static_cast<double>(left) / graph_.tasks())) {
      timeline_.stopped = true;
      break;
    }
    const Event event = pop();
    ++timeline_.events;
    const TaskGraph::Stream& stream = stream_of(event.task);
    const Rank& rank = ranks_[static_cast<std::size_t>(stream.rank)];
    const bool stale =
        stream.kind == StreamKind::compute && (rank.running != event.task || rank.version != event.version);
    if (stale) continue;
    now_s_ = event.time_s;
    finish(event.task);
    --left;
  }
  timeline_.total_s = now_s_;
  timeline_.complete = left == 0;
  return std::move(timeline_);
}

void Engine::start(int task) {
  const auto at = static_cast<std::size_t>(task);
  timeline_.start_s[at] = now_s_;
  const TaskGraph::Stream& stream = stream_of(task);
  Rank& rank = ranks_[static_cast<std::size_t>(stream.rank)];
  double work_s = graph_.work_s_[at];
  if (!jitter_.none()) work_s *= lognormal_factor(jitter_.task_sigma, jitter_.seed, at);
  if (stream.kind == StreamKind::compute) {
    rank.running = task;
    rank.left_s = work_s * rank.straggling;
    rank.since_s = now_s_;
    schedule(rank);
    return;
  }
  push(now_s_ + work_s, task, 0);
  if (stream.kind == StreamKind::communication_on_cores) change_rate(rank, rank.on_cores + 1);
}

void Engine::finish(int task) {
  const auto at = static_cast<std::size_t>(task);
  timeline_.end_s[at] = now_s_;
  const TaskGraph::Stream& stream = stream_of(task);
  Rank& rank = ranks_[static_cast<std::size_t>(stream.rank)];
  if (stream.kind == StreamKind::compute) rank.running = -1;
  if (stream.kind == StreamKind::communication_on_cores) change_rate(rank, rank.on_cores - 1);
  for (int i = first_[at]; i < first_[at + 1]; ++i) {
    const int follower = followers_[static_cast<std::size_t>(i)];
    if (--waiting_for_[static_cast<std::size_t>(follower)] == 0) start(follower);
  }
}

/// The end of what the rank computes, as things stand. At rate 0 there is none until the rate changes.
void Engine::schedule(Rank& rank) {
  const double speed = rate(rank);
  ++rank.version;
  if (speed > 0 || rank.left_s <= 0) push(now_s_ + (speed > 0 ? rank.left_s / speed : 0), rank.running, rank.version);
}

void Engine::change_rate(Rank& rank, int on_cores) {
  const bool same = (rank.on_cores > 0) == (on_cores > 0) || graph_.slowdown_ == 0;
  if (!same && rank.running >= 0) {
    rank.left_s = std::max(0.0, rank.left_s - rate(rank) * (now_s_ - rank.since_s));
    rank.since_s = now_s_;
    rank.on_cores = on_cores;
    schedule(rank);
  }
  rank.on_cores = on_cores;
}

void Engine::push(double time_s, int task, std::uint32_t version) {
  heap_.push_back({time_s, task, version});
  std::push_heap(heap_.begin(), heap_.end());
}

Engine::Event Engine::pop() {
  std::pop_heap(heap_.begin(), heap_.end());
  const Event event = heap_.back();
  heap_.pop_back();
  return event;
}

Timeline simulate(const TaskGraph& graph, const Jitter& jitter, const std::function<bool(double share)>& tell) {
  return Engine(graph, jitter).run(tell);
}

}  // namespace hakaru
