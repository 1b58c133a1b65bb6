#include "hakaru/training/simulation.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/ranges.h"
#include "hakaru/numerics/elementary.h"

namespace hakaru {
namespace {

bool is_pass(TaskKind kind) {
  return kind == TaskKind::forward || kind == TaskKind::backward || kind == TaskKind::weight;
}

std::size_t index(int value) { return static_cast<std::size_t>(value); }

/// Reads the parts of a step off its timeline.
class Account {
 public:
  Account(const StepWork& work, bool jittered, SimulatedStep& step) : work_(work), jittered_(jittered), step_(step) {}

  void fill() {
    find_slowest();
    find_arrivals();
    share_passes();
    share_waiting();
  }

 private:
  double start_s(int task) const { return step_.timeline.start_s[index(task)]; }
  double end_s(int task) const { return step_.timeline.end_s[index(task)]; }
  const TaskLabel& label(int task) const { return step_.tasks.labels[index(task)]; }
  int tasks() const { return step_.tasks.graph.tasks(); }

  void find_slowest() {
    std::vector<double> busy_s(index(work_.shape.stages), 0);
    for (int task = 0; task < tasks(); ++task) {
      if (is_pass(label(task).kind)) busy_s[index(label(task).stage)] += end_s(task) - start_s(task);
    }
    // Stages that differ only by rounding are equal.
    const double most_s = *ranges::max_element(busy_s) * (1 - 1e-9);
    const auto slowest = ranges::find_if(busy_s, [&](double each_s) { return each_s >= most_s; });
    step_.slowest_stage = static_cast<int>(slowest - busy_s.begin());
  }

  /// When what each pass of the slowest stage waits for left its neighbour and was gathered.
  void find_arrivals() {
    const auto passes = 2 * index(work_.shape.chunks) * index(work_.shape.micro_batches);
    left_s_.assign(passes, 0);
    arrived_s_.assign(passes, 0);
    for (int task = 0; task < tasks(); ++task) {
      const TaskLabel& sent = label(task);
      const bool forward = sent.kind == TaskKind::send_next;
      if (!forward && sent.kind != TaskKind::send_previous) continue;
      const std::optional<PipelinePlace> place = next_place(work_.shape, {sent.stage, sent.chunk}, forward);
      if (!place || place->stage != step_.slowest_stage) continue;
      const std::size_t to = pass_index(forward, place->chunk, sent.micro_batch);
      left_s_[to] = start_s(task);
      arrived_s_[to] = end_s(task);
    }
  }

  std::size_t pass_index(bool forward, int chunk, int micro_batch) const {
    return (forward ? 0 : left_s_.size() / 2) + index(chunk) * index(work_.shape.micro_batches) + index(micro_batch);
  }

  /// Time within passes: slowing down is data's, the rest in the shares of the stage.
  void share_passes() {
    double planned_s = 0, spent_s = 0, optimizer_s = 0;
    for (int task = 0; task < tasks(); ++task) {
      if (label(task).stage != step_.slowest_stage) continue;
      const double took_s = end_s(task) - start_s(task);
      if (label(task).kind == TaskKind::optimizer) optimizer_s = took_s;
      if (!is_pass(label(task).kind)) continue;
      planned_s += step_.tasks.graph.work_s(task);
      spent_s += took_s;
    }
    StageShares shares;
    if (!work_.shares.empty()) shares = work_.shares[index(step_.slowest_stage)];
    // With jitter a pass strays from its plan without being slowed by anything.
    const double slowed_s = jittered_ ? 0 : std::max(0.0, spent_s - planned_s);
    const double own_s = spent_s - slowed_s;
    const double all_s = shares.total_s() > 0 ? shares.total_s() : 1;
    step_.exposed.tensor_s = own_s * shares.tensor_s / all_s;
    step_.exposed.expert_s = own_s * shares.expert_s / all_s;
    step_.exposed.context_s = own_s * shares.context_s / all_s;
    step_.exposed.offload_s = own_s * shares.offload_s / all_s;
    step_.exposed.data_s = slowed_s;
    step_.compute_s = own_s - step_.exposed.tensor_s - step_.exposed.expert_s - step_.exposed.context_s -
                      step_.exposed.offload_s + optimizer_s;
  }

  /// Gaps of the slowest stage's compute stream, each by what its end waited for.
  void share_waiting() {
    double idle_from_s = 0;
    for (int task = 0; task < tasks(); ++task) {
      if (label(task).stage != step_.slowest_stage) continue;
      const bool optimizer = label(task).kind == TaskKind::optimizer;
      if (!optimizer && !is_pass(label(task).kind)) continue;
      if (start_s(task) > idle_from_s) share_gap(task, idle_from_s, start_s(task));
      idle_from_s = end_s(task);
    }
    step_.bubble_s += step_.step_time_s - idle_from_s;
  }

  void share_gap(int task, double from_s, double to_s) {
    const TaskLabel& waiting = label(task);
    double pipeline_s = 0, data_s = 0;
    if (waiting.kind == TaskKind::optimizer) {
      // From the last pass of any stage on, only reductions are left.
      data_s = to_s - std::max(from_s, std::min(to_s, last_pass_end_s()));
    } else {
      const std::size_t at = awaited_by(task);
      const bool received = waiting.part == 0 && arrived_s_[at] > 0;
      const double here_s = received ? arrived_s_[at] : 0;
      if (received) pipeline_s = std::max(0.0, std::min(to_s, here_s) - std::max(from_s, left_s_[at]));
      data_s = to_s - std::clamp(here_s, from_s, to_s);
    }
    step_.exposed.pipeline_s += pipeline_s;
    step_.exposed.data_s += data_s;
    step_.bubble_s += to_s - from_s - pipeline_s - data_s;
  }

  /// The pass whose input a task waits for: of two beside each other the one whose input comes later.
  std::size_t awaited_by(int task) const {
    const TaskLabel& own = label(task);
    const std::size_t at = pass_index(own.kind == TaskKind::forward, own.chunk, own.micro_batch);
    if (!own.with_next) return at;
    for (int next = task + 1; next < tasks(); ++next) {
      const TaskLabel& other = label(next);
      if (other.stage != own.stage || !is_pass(other.kind) || other.kind == own.kind) continue;
      const std::size_t beside = pass_index(other.kind == TaskKind::forward, other.chunk, other.micro_batch);
      return arrived_s_[beside] > arrived_s_[at] ? beside : at;
    }
    return at;
  }

  double last_pass_end_s() const {
    double last_s = 0;
    for (int task = 0; task < tasks(); ++task) {
      if (is_pass(label(task).kind)) last_s = std::max(last_s, end_s(task));
    }
    return last_s;
  }

  const StepWork& work_;
  bool jittered_;
  SimulatedStep& step_;
  std::vector<double> left_s_, arrived_s_;  ///< of what each pass receives; 0: nothing
};

}  // namespace

SimulatedStep simulate_step(const StepWork& work, const Jitter& jitter, const std::function<bool(double share)>& tell) {
  SimulatedStep step;
  step.tasks = tasks_of(work);
  step.timeline = simulate(step.tasks.graph, jitter, tell);
  step.step_time_s = step.timeline.total_s;
  step.events = step.timeline.events;
  if (step.timeline.stopped) return step;
  Account(work, !jitter.none(), step).fill();
  return step;
}

}  // namespace hakaru
