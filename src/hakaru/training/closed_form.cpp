#include "hakaru/training/closed_form.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "hakaru/core/ranges.h"
#include "hakaru/core/real.h"
#include "hakaru/training/step_tasks.h"

namespace hakaru {
namespace {

using Count = std::int64_t;  ///< of passes: batches may be of thousands of millions

class Pipeline {
 public:
  Pipeline(const StepWork& work, std::vector<StagePass>& passes, std::vector<StageEnd>& ends,
           std::vector<double>& loops_s)
      : work_(work),
        stages_(work.shape.stages),
        chunks_(work.shape.chunks),
        micro_batches_(work.shape.micro_batches),
        splits_(pipeline_schedule(work.schedule).splits_backward),
        send_s_(work.shape.stages > 1 ? work.send_s : 0),
        passes_(passes),
        ends_(ends),
        loops_s_(loops_s) {
    passes_.clear();
    for (int stage = 0; stage < stages_; ++stage) passes_.push_back(mean_pass(stage));
  }

  ClosedForm time() {
    const double first_s = first_forward_s();
    last_backward();
    const Loop slowest = period();
    if (pipeline_schedule(work_.schedule).form == StepForm::phases) {
      loops_s_.assign(passes_.size(), both_phases_s());
    } else {
      longest_loops(slowest);
    }
    return {last_end_s(first_s) + slowest_optimizer_s(), slowest.mean_s};
  }

 private:
  int buckets() const { return std::max(1, work_.buckets); }

  const StagePass& pass(int stage) const { return passes_[static_cast<std::size_t>(stage)]; }

  StagePass mean_pass(int stage) const {
    StagePass sum;
    for (int chunk = 0; chunk < chunks_; ++chunk) {
      const ChunkWork& each = work_.chunk(stage, chunk);
      sum.forward_s += each.forward_s / chunks_;
      (splits_ ? sum.weight_s : sum.backward_s) += each.weight_s / chunks_;
      sum.backward_s += each.backward_s / chunks_;
      sum.gather_s += each.gather_s;
    }
    return sum;
  }

  /// Micro-batch 0 through all parts of the model, gathers awaited.
  double first_forward_s() {
    const double parts = real(buckets());
    double now_s = 0;
    loops_s_.assign(passes_.size(), 0);  // until they are needed: of each stage, gathers of the chunks that ran
    for (int part = 0; part < stages_ * chunks_; ++part) {
      const int stage = part % stages_;
      const ChunkWork& chunk = work_.chunk(stage, part / stages_);
      const double all_s = pass(stage).gather_s;
      const double before_s = std::exchange(loops_s_[static_cast<std::size_t>(stage)],
                                            loops_s_[static_cast<std::size_t>(stage)] + chunk.gather_s);
      const double start_s = std::max(now_s, before_s + chunk.gather_s / parts);
      const double last_start_s = std::max(now_s, before_s + chunk.gather_s);
      now_s = std::max(slowed_end_s(start_s, chunk.forward_s, all_s, work_.slowdown),
                       slowed_end_s(last_start_s, chunk.forward_s / parts, all_s, work_.slowdown));
      now_s += part + 1 < stages_ * chunks_ ? send_s_ : 0;
    }
    return now_s;
  }

  /// The last micro-batch back through all parts of the model. Between two of its passes through a stage of several
  /// chunks, the stage runs those of the p − 1 micro-batches before it, slowed by its reductions, as soon as the first
  /// of these has come round.
  void last_backward() {
    ends_.assign(passes_.size(), {});
    double now_s = -send_s_, first_s = 0, apart_s = 0;
    for (int chunk = chunks_ - 1; chunk >= 0; --chunk) {
      for (int stage = stages_ - 1; stage >= 0; --stage) {
        const ChunkWork& each = work_.chunk(stage, chunk);
        StageEnd& end = ends_[static_cast<std::size_t>(stage)];
        const double pass_s = each.backward_s + (splits_ ? 0 : each.weight_s);
        now_s += send_s_;
        if (chunk < chunks_ - 1) {
          const double begin_s = std::max(end.passes_s, first_s + send_s_);
          first_s = slowed_end_s(begin_s, pass_s, end.reduced_s, work_.slowdown);
          now_s = std::max(now_s, slowed_end_s(begin_s, real(stages_ - 1) * pass_s, end.reduced_s, work_.slowdown));
        }
        end = splits_ ? StageEnd{now_s + pass_s, 0} : last_pass(each, pass_s, {now_s, end.reduced_s});
        now_s = end.passes_s;
        if (chunk < chunks_ - 1) continue;
        apart_s = std::max(apart_s, each.all_s());
        first_s = now_s - real(stages_ - 1) * apart_s;
      }
    }
  }

  /// The pass of a chunk that makes its last gradients, begun at `from.passes_s`, its reductions beside and behind it.
  StageEnd last_pass(const ChunkWork& chunk, double pass_s, const StageEnd& from) const {
    const double bucket_s = chunk.reduce_s / real(buckets());
    const double part_s = pass_s / real(buckets());
    const double first_s = slowed_end_s(from.passes_s, part_s, from.reduced_s, work_.slowdown);
    const double beside_s = std::max(from.reduced_s, first_s) + chunk.reduce_s - bucket_s;
    const double end_s = slowed_end_s(first_s, pass_s - part_s, beside_s, work_.slowdown);
    return {end_s, std::max(beside_s, end_s) + bucket_s};
  }

  /// GPipe: one stage makes the others wait, forward and backward; reductions slow only those that it does not.
  double both_phases_s() const {
    const double others = real(micro_batches_ - 1);
    double forward_s = others * send_s_, backward_s = 0, beyond_s = 0;
    for (int stage = stages_ - 1; stage >= 0; --stage) {
      const StagePass& each = pass(stage);
      forward_s = std::max(forward_s, others * each.forward_s);
      backward_s = std::max(backward_s, others * std::max(each.backward_s, send_s_) - beyond_s);
      beyond_s += last_pass(work_.chunk(stage, 0), each.backward_s, {}).passes_s - each.backward_s;
    }
    return forward_s + (micro_batches_ > 1 ? backward_s : 0);
  }

  int beta() const { return chunks_ > 1 ? 2 : 1; }

  /// The loop of the stages from `from`, `stages` of them.
  struct Loop {
    double mean_s = 0;
    int from = 0;
    int stages = 1;
  };

  /// So many chunk passes by one loop again and again; of what is left over, a loop of fewer stages.
  double repeated_s(const Loop& loop, Count passes) const {
    const int advance = beta() * (loop.stages - 1) + 1;
    const double stage_s = (advance * loop.mean_s - 2 * real(loop.stages - 1) * send_s_) / loop.stages;
    const Count turns = (passes + advance - 1) / advance;
    return real(turns) * stage_s + real(passes - turns) / beta() * (stage_s + 2 * send_s_);
  }

  /// λ and where its loop begins.
  Loop period() const {
    Loop best;
    for (int stage = 0; stage < stages_; ++stage) {
      const double alone_s = pass(stage).all_s();
      if (alone_s > best.mean_s) best = {alone_s, stage, 1};
    }
    constexpr int most_rounds = 20;  // each at least halves what is left; two or three do
    for (int round = 0; round < most_rounds; ++round) {
      const Loop better = better_than(best);
      if (better.mean_s <= best.mean_s * (1 + 1e-12)) break;
      best = better;
    }
    return best;
  }

  /// The loop that exceeds `best` by most, all its advance counted (Kadane), with its own mean.
  Loop better_than(const Loop& best) const {
    const double charge_s = real(beta()) * best.mean_s - 2 * send_s_;
    double running_s = 0, most_s = 0;
    double weight_s = 0;
    int from = 0;
    Loop found = best;
    for (int stage = 0; stage < stages_; ++stage) {
      const StagePass& each = pass(stage);
      if (stage == 0 || running_s <= 0) {
        running_s = 0;
        weight_s = 0;
        from = stage;
      }
      // W is on the path only where it turns.
      const double gain_s = each.chain_s() + (stage == from ? each.weight_s : 0);
      running_s += gain_s - charge_s;
      weight_s += gain_s + (stage == from ? 0 : 2 * send_s_);
      const double excess_s = running_s - 2 * send_s_ + real(beta() - 1) * best.mean_s;
      if (excess_s > most_s) {
        most_s = excess_s;
        found = {weight_s / real(beta() * (stage - from) + 1), from, stage - from + 1};
      }
    }
    return found;
  }

  /// Chunk passes that the base does not account for.
  Count left() const { return Count{micro_batches_} * chunks_ - 1 - Count{chunks_ - 1} * stages_; }
  /// Chunk passes that a loop from `stage` down to the last stage stands for.
  int entry_advance(int stage) const { return beta() * (stages_ - 1 - stage) + 1; }

  /// A way into the loops: from `stage` down to the last and up again.
  struct Entry {
    int stage = 0;
    double chain_s = 0;  ///< without W
  };

  /// The longest way to account for `left()` chunk passes and to come up through a stage, for each of them: one that
  /// turns early comes through those above where it turns only.
  void longest_loops(const Loop& slowest) {
    loops_s_.assign(passes_.size(), 0);
    if (left() <= 0) return;
    const Entry widest = widest_entry();
    double through_all_s = longest_around_s(), turned_s = 0, widest_way_s = 0;
    Entry own{stages_ - 1, 0};
    for (int stage = stages_ - 1; stage >= 0; --stage) {
      const StagePass& each = pass(stage);
      own = {stage, own.chain_s + each.chain_s() + (stage == stages_ - 1 ? 0 : 2 * send_s_)};
      const double turn_s = turning_early_s(stage, each.backward_s + each.weight_s);
      if (entry_advance(stage) > left()) {
        // So few micro-batches that all are in flight here: forward passes one after the other, or backward ones.
        const double forward_s = real(left()) * each.forward_s;
        double backward_s = real(left()) * each.backward_s + real(std::max<Count>(0, left() - stage)) * each.weight_s;
        // Or first loops of the last stage, which puts its W off for longer than these are.
        const double instead_s = pass(stages_ - 1).chain_s() - each.backward_s;
        if (splits_) backward_s += real(std::min<Count>(left(), stage)) * std::max(0.0, instead_s);
        through_all_s = std::max(through_all_s, forward_s);
        turned_s = std::max({turned_s, forward_s + turn_s, backward_s + turning_early_s(stage, each.forward_s),
                             widest_way_s > 0 ? widest_way_s + turn_s : 0.0});
      } else {
        const double way_s = std::max(through_s(own, own, slowest), through_s(widest, own, slowest));
        through_all_s = std::max(through_all_s, way_s);
        turned_s = std::max(turned_s, way_s + turn_s);
        if (chunks_ == 1 && !splits_) widest_way_s = way_s;
      }
      loops_s_[static_cast<std::size_t>(stage)] = turned_s;
    }
    const double rounds_s = slow_rounds_s();
    for (double& way_s : loops_s_) way_s = std::max(way_s, through_all_s) + rounds_s;
  }

  /// Interleaved stages are a ring: from the last stage on to the first, down to a stage, its loops, and back.
  double longest_around_s() const {
    double longest_s = 0, chain_s = 0;
    for (int stage = 0; stage < stages_ && chunks_ > 1 && stage < left() / 2; ++stage) {
      const StagePass& each = pass(stage);
      chain_s += each.chain_s() + 2 * send_s_;
      // The way to the first stage leads there only after its first chunk's first round.
      const double missed_s = stage == 0 ? stages_ * std::max(0.0, work_.chunk(0, 0).all_s() - each.all_s()) : 0;
      const double passed_s = 2 * real(stage + 1) * each.all_s() + missed_s;
      longest_s = std::max(longest_s, chain_s + all_loops_s(stage) - passed_s + detours_s(stage));
    }
    return longest_s;
  }

  /// The entry of most stages that there are passes for.
  Entry widest_entry() const {
    Entry entry{static_cast<int>(std::max<Count>(0, stages_ - 1 - (left() - 1) / beta())), 0};
    for (int stage = entry.stage; stage < stages_; ++stage) entry.chain_s += pass(stage).chain_s();
    entry.chain_s += 2 * real(stages_ - 1 - entry.stage) * send_s_;
    return entry;
  }

  /// Gain, in s, of a way down from `stage` and up again that turns before the last stage: for each stage left out, β
  /// passes of its own instead.
  double turning_early_s(int stage, double pass_s) const {
    double gain_s = 0, most_s = 0;
    for (int below = stages_ - 1; below > stage && entry_advance(below - 1) <= left() + 1; --below) {
      gain_s += real(beta()) * pass_s - pass(below).chain_s() - 2 * send_s_;
      most_s = std::max(most_s, gain_s);
    }
    return most_s;
  }

  /// In by `entry`, then loops of the stage of `own`.
  double through_s(const Entry& entry, const Entry& own, const Loop& slowest) const {
    const StagePass& each = pass(own.stage);
    const bool same = entry.stage == own.stage;
    const Count loops = left() - entry_advance(entry.stage);
    double entry_s = entry.chain_s + pass(entry.stage).weight_s;
    if (same) entry_s += turning_early_s(own.stage, each.forward_s);
    double put_off_s = 0;
    if (splits_ && same) put_off_s = real(std::min<Count>(own.stage, loops + 1)) * each.weight_s;
    if (splits_ && !same && entry.stage > 0) {
      put_off_s = pass(entry.stage).weight_s + real(std::min<Count>(loops, entry.stage - 1)) * each.weight_s;
    }
    const double loops_s = own.stage == slowest.from && slowest.stages > 1
                               ? repeated_s(slowest, loops)
                               : all_loops_s(own.stage) - real(left() - loops) * each.all_s() + detours_s(own.stage);
    return entry_s + loops_s - put_off_s;
  }

  /// `left()` chunk passes of one stage: those of its last chunk are more, since the base has the others.
  double all_loops_s(int stage) const {
    double sum_s = 0;
    for (int chunk = 0; chunk < chunks_; ++chunk) {
      const bool last = chunk == chunks_ - 1;
      sum_s += real(micro_batches_ - (last ? 1 : stages_)) * work_.chunk(stage, chunk).all_s();
    }
    return sum_s;
  }

  /// A chunk of a stage that holds neither embedding nor head: an end's slow round is not met on a detour to it.
  double usual_s(int stage) const {
    if (stage != 0 && stage != stages_ - 1) return pass(stage).all_s();
    const double slow_s = work_.chunk(stage, stage == 0 ? 0 : chunks_ - 1).all_s();
    return (pass(stage).all_s() * chunks_ - slow_s) / (chunks_ - 1);
  }

  /// Interleaved, where one chunk of an end of the model is slower than its others: while the end runs those, a slower
  /// stage or the way back round the ring sets the pace. Each round of p micro-batches: from the end to that stage,
  /// loops there, and back; or back through all stages.
  double detours_s(int end) const {
    const int rounds = micro_batches_ / stages_ - 1;
    if (chunks_ == 1 || rounds < 1 || (end != 0 && end != stages_ - 1)) return 0;
    const int others = (chunks_ - 1) * stages_;
    double longest_s = others * (send_s_ - usual_s(end));
    for (int stage = 0; stage < stages_; ++stage) {
      const ChunkWork& slow = work_.chunk(stage, end == 0 ? 0 : chunks_ - 1);
      longest_s += chunks_ * pass(stage).backward_s - slow.backward_s - slow.weight_s;
    }
    longest_s = std::max(0.0, longest_s);
    for (const int step : {1, stages_ - 1}) {
      double between_s = 0;
      for (int distance = 1; distance < stages_; ++distance) {
        const int stage = (end + step * distance) % stages_;
        const int loops = others - 2 * distance;
        if (loops < 0) break;
        between_s += pass(stage).chain_s() + 2 * send_s_;
        longest_s = std::max(longest_s, between_s + loops * usual_s(stage) - others * usual_s(end));
      }
    }
    return rounds * longest_s;
  }

  /// Interleaved: rounds of p forward passes before the first backward. The base takes them as micro-batch 0 through
  /// all stages; a slow stage's own p passes may be longer.
  double slow_rounds_s() const {
    double chain_s = 0, longest_s = 0;
    for (int stage = 0; stage < stages_; ++stage) {
      double own_s = 0;
      for (int chunk = 0; chunk + 1 < chunks_; ++chunk) own_s += work_.chunk(stage, chunk).forward_s;
      longest_s = std::max(longest_s, stages_ * own_s);
      chain_s += own_s + real(chunks_ - 1) * send_s_;
    }
    return std::max(0.0, longest_s - chain_s);
  }

  /// The last end of any stage, its reductions included.
  double last_end_s(double first_s) const {
    double last_s = 0, before_s = 0;
    for (int stage = 0; stage < stages_; ++stage) {
      const StagePass& each = pass(stage);
      const StageEnd& end = ends_[static_cast<std::size_t>(stage)];
      const double from_s = first_s + loops_s_[static_cast<std::size_t>(stage)];
      const double busy_s = before_s + real(Count{micro_batches_} * chunks_) * each.all_s();
      if (splits_) {
        const double weights_s = real(std::min(stage, micro_batches_ - 1)) * each.weight_s;
        const double begin_s = std::max(from_s + end.passes_s + weights_s, busy_s - each.weight_s);
        last_s = std::max(last_s, begin_s + last_pass(work_.chunk(stage, 0), each.weight_s, {}).reduced_s);
      } else {
        last_s = std::max(last_s, std::max(from_s + end.passes_s, busy_s) + end.reduced_s - end.passes_s);
      }
      before_s += each.forward_s + send_s_;
    }
    return last_s;
  }

  double slowest_optimizer_s() const { return work_.optimizer_s.empty() ? 0 : *ranges::max_element(work_.optimizer_s); }

  const StepWork& work_;
  int stages_, chunks_, micro_batches_;
  bool splits_;
  double send_s_;
  std::vector<StagePass>& passes_;
  std::vector<StageEnd>& ends_;
  std::vector<double>& loops_s_;
};

double simulated_s(const StepWork& work) { return simulate(tasks_of(work).graph).total_s; }

double simulated_s(StepWork work, int micro_batches) {
  work.shape.micro_batches = micro_batches;
  return simulated_s(work);
}

/// Event by event. What a long step does in its middle repeats: so many micro-batches more take so much longer.
ClosedForm simulated(const StepWork& work) {
  const int fewer = 4 * work.shape.stages, more = 6 * work.shape.stages;
  if (work.shape.micro_batches <= more + fewer) {
    const double step_time_s = simulated_s(work);
    return {step_time_s, step_time_s / work.shape.micro_batches};
  }
  const double of_fewer_s = simulated_s(work, fewer);
  const double each_s = (simulated_s(work, more) - of_fewer_s) / (more - fewer);
  return {of_fewer_s + real(work.shape.micro_batches - fewer) * each_s, each_s};
}

/// True if some chunk takes more than two fifths longer than another.
bool is_uneven(const StepWork& work) {
  constexpr double longer = 1.4;
  const auto [shortest, longest] = ranges::minmax_element(work.chunks, {}, &ChunkWork::all_s);
  return longest->all_s() > longer * shortest->all_s();
}

bool has_closed_form(const StepWork& work) {
  const PipelineSchedule& schedule = pipeline_schedule(work.schedule);
  const bool turns_elsewhere = schedule.leaves_form != nullptr && schedule.leaves_form(work.shape, is_uneven(work));
  return !turns_elsewhere && schedule.form != StepForm::simulated;
}

}  // namespace

double slowed_end_s(double from_s, double work_s, double until_s, double slowdown) {
  const double beside_s = std::max(0.0, until_s - from_s);
  const double done_s = (1 - slowdown) * beside_s;
  if (work_s >= done_s) return from_s + work_s + (beside_s - done_s);
  return from_s + work_s / (1 - slowdown);
}

ClosedForm ClosedFormTimer::operator()(const StepWork& work) {
  if (work.sharding != Sharding::once) return closed_form_of_sharded(work);
  if (!has_closed_form(work)) return simulated(work);
  return Pipeline(work, passes_, ends_, loops_s_).time();
}

ClosedForm closed_form(const StepWork& work) { return ClosedFormTimer()(work); }

}  // namespace hakaru
