#include "hakaru/training/closed_form.h"

#include <algorithm>
#include <vector>

namespace hakaru {
namespace {

double real(int value) { return value; }

/// A stage's mean chunk pass.
struct StagePass {
  double forward_s = 0, backward_s = 0, weight_s = 0;
  double all_s() const { return forward_s + backward_s + weight_s; }
  double chain_s() const { return forward_s + backward_s; }
};

class Pipeline {
 public:
  explicit Pipeline(const StepWork& work)
      : work_(work),
        stages_(work.shape.stages),
        chunks_(work.shape.chunks),
        micro_batches_(work.shape.micro_batches),
        splits_(pipeline_schedule(work.schedule).splits_backward),
        send_s_(work.shape.stages > 1 ? work.send_s : 0) {
    for (int stage = 0; stage < stages_; ++stage) passes_.push_back(mean_pass(stage));
  }

  ClosedForm time() const {
    const double first_s = first_forward_s();
    const double last_s = last_backward_s();
    ClosedForm form;
    form.period_s = period().mean_s;
    const double loops_s = work_.schedule == Schedule::gpipe ? both_phases_s() : longest_loops_s() + slow_rounds_s();
    // The end of stage 0's last backward pass.
    const double end_s = first_s + loops_s + last_s;
    form.step_time_s = last_end_s(end_s) + slowest_optimizer_s();
    return form;
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
    }
    return sum;
  }

  /// Micro-batch 0 through all parts of the model, gathers awaited.
  double first_forward_s() const {
    const double parts = real(buckets());
    double now_s = 0;
    for (int part = 0; part < stages_ * chunks_; ++part) {
      const int stage = part % stages_;
      double before_s = 0, all_s = 0;
      for (int chunk = 0; chunk < chunks_; ++chunk) {
        const double gather_s = work_.chunk(stage, chunk).gather_s;
        if (chunk < part / stages_) before_s += gather_s;
        all_s += gather_s;
      }
      const ChunkWork& chunk = work_.chunk(stage, part / stages_);
      const double start_s = std::max(now_s, before_s + chunk.gather_s / parts);
      const double last_start_s = std::max(now_s, before_s + chunk.gather_s);
      now_s = std::max(slowed_end_s(start_s, chunk.forward_s, all_s, work_.slowdown),
                       slowed_end_s(last_start_s, chunk.forward_s / parts, all_s, work_.slowdown));
      now_s += part + 1 < stages_ * chunks_ ? send_s_ : 0;
    }
    return now_s;
  }

  /// The last pass of a chunk that makes its gradients, its reductions beside it.
  double last_pass_s(const ChunkWork& chunk) const {
    const double alone_s = splits_ ? chunk.weight_s : chunk.backward_s + chunk.weight_s;
    const double part_s = alone_s / real(buckets());
    const double beside_s = chunk.reduce_s * real(buckets() - 1) / real(buckets());
    return slowed_end_s(part_s, alone_s - part_s, part_s + beside_s, work_.slowdown);
  }

  double last_backward_s(const ChunkWork& chunk) const { return splits_ ? chunk.backward_s : last_pass_s(chunk); }

  /// The last micro-batch back through all parts of the model.
  double last_backward_s() const {
    double sum_s = real(stages_ * chunks_ - 1) * send_s_;
    for (const ChunkWork& chunk : work_.chunks) sum_s += last_backward_s(chunk);
    return sum_s;
  }

  /// GPipe: one stage makes the others wait, forward and backward; reductions slow only those that it does not.
  double both_phases_s() const {
    const double others = real(micro_batches_ - 1);
    double forward_s = others * send_s_, backward_s = 0, beyond_s = 0;
    for (int stage = stages_ - 1; stage >= 0; --stage) {
      const StagePass& each = pass(stage);
      forward_s = std::max(forward_s, others * each.forward_s);
      backward_s = std::max(backward_s, others * std::max(each.backward_s, send_s_) - beyond_s);
      beyond_s += last_pass_s(work_.chunk(stage, 0)) - each.backward_s;
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
  double repeated_s(const Loop& loop, int passes) const {
    const int advance = beta() * (loop.stages - 1) + 1;
    const double stage_s = (advance * loop.mean_s - 2 * real(loop.stages - 1) * send_s_) / loop.stages;
    const int turns = (passes + advance - 1) / advance;
    return turns * stage_s + real(passes - turns) / beta() * (stage_s + 2 * send_s_);
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
  int left() const { return micro_batches_ * chunks_ - 1 - (chunks_ - 1) * stages_; }
  /// Chunk passes that a loop from `stage` down to the last stage stands for.
  int entry_advance(int stage) const { return beta() * (stages_ - 1 - stage) + 1; }

  /// A way into the loops: from `stage` down to the last and up again.
  struct Entry {
    int stage = 0;
    double chain_s = 0;  ///< without W
  };

  /// The longest way to account for `left()` chunk passes.
  double longest_loops_s() const {
    if (left() <= 0) return 0;
    const Loop slowest = period();
    const Entry widest = widest_entry();
    double longest_s = 0;
    Entry own{stages_ - 1, 0};
    for (int stage = stages_ - 1; stage >= 0; --stage) {
      own = {stage, own.chain_s + pass(stage).chain_s() + (stage == stages_ - 1 ? 0 : 2 * send_s_)};
      if (entry_advance(stage) > left()) {
        longest_s = std::max(longest_s, without_loops_s(stage));
        continue;
      }
      longest_s = std::max({longest_s, through_s(own, own, slowest), through_s(widest, own, slowest)});
    }
    return std::max(longest_s, longest_around_s());
  }

  /// Interleaved stages are a ring: from the last stage on to the first, down to a stage, its loops, and back.
  double longest_around_s() const {
    double longest_s = 0, chain_s = 0;
    for (int stage = 0; stage < stages_ && chunks_ > 1 && 2 * (stage + 1) <= left(); ++stage) {
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
    Entry entry{std::max(0, stages_ - 1 - (left() - 1) / beta()), 0};
    for (int stage = entry.stage; stage < stages_; ++stage) entry.chain_s += pass(stage).chain_s();
    entry.chain_s += 2 * real(stages_ - 1 - entry.stage) * send_s_;
    return entry;
  }

  /// In by `entry`, then loops of the stage of `own`, then out.
  double through_s(const Entry& entry, const Entry& own, const Loop& slowest) const {
    const StagePass& each = pass(own.stage);
    const bool same = entry.stage == own.stage;
    const int below = entry_advance(own.stage) - 1;
    const int loops = left() - entry_advance(entry.stage);
    double entry_s = entry.chain_s + pass(entry.stage).weight_s;
    if (same) entry_s = std::max(entry_s, real(below) * each.forward_s + each.all_s());
    // Instead of down to the last stage and up again: backward passes of this stage, one after the other.
    const double exit_s = std::max(0.0, each.chain_s() + real(below) * (each.backward_s + each.weight_s) - own.chain_s);
    double put_off_s = 0;
    if (splits_ && same) put_off_s = real(std::min(own.stage, loops + 1)) * each.weight_s;
    if (splits_ && !same && entry.stage > 0) {
      put_off_s = pass(entry.stage).weight_s + real(std::min(loops, entry.stage - 1)) * each.weight_s;
    }
    const double loops_s = own.stage == slowest.from && slowest.stages > 1
                               ? repeated_s(slowest, loops)
                               : all_loops_s(own.stage) - real(left() - loops) * each.all_s() + detours_s(own.stage);
    return entry_s + loops_s + exit_s - put_off_s;
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
  /// stage sets the pace. Each round of p micro-batches: from the end to that stage, loops there, and back.
  double detours_s(int end) const {
    const int rounds = micro_batches_ / stages_ - 1;
    if (chunks_ == 1 || rounds < 1 || (end != 0 && end != stages_ - 1)) return 0;
    double longest_s = 0;
    for (const int step : {1, stages_ - 1}) {
      double between_s = 0;
      for (int distance = 1; distance < stages_; ++distance) {
        const int stage = (end + step * distance) % stages_;
        const int loops = (chunks_ - 1) * stages_ - 2 * distance;
        if (loops < 0) break;
        between_s += pass(stage).chain_s() + 2 * send_s_;
        longest_s = std::max(longest_s, between_s + loops * usual_s(stage) - (chunks_ - 1) * stages_ * usual_s(end));
      }
    }
    return rounds * longest_s;
  }

  /// So few micro-batches that all are in flight on this stage: forward passes one after the other, or backward ones.
  double without_loops_s(int stage) const {
    const StagePass& each = pass(stage);
    return std::max(real(left()) * each.forward_s,
                    real(left()) * each.backward_s + real(std::max(0, left() - stage)) * each.weight_s);
  }

  /// Interleaved: rounds of p forward passes before the first backward, and of p backward passes after the last forward
  /// pass. The base takes them as micro-batch 0 (the last) through all stages; a slow stage's own p passes may be
  /// longer.
  double slow_rounds_s() const {
    double forward_chain_s = 0, backward_chain_s = 0, forward_s = 0, backward_s = 0;
    for (int stage = 0; stage < stages_; ++stage) {
      double own_forward_s = 0, own_backward_s = 0;
      for (int chunk = 0; chunk + 1 < chunks_; ++chunk) {
        own_forward_s += work_.chunk(stage, chunk).forward_s;
        own_backward_s += work_.chunk(stage, chunk).backward_s + work_.chunk(stage, chunk).weight_s;
      }
      forward_s = std::max(forward_s, stages_ * own_forward_s);
      backward_s = std::max(backward_s, stages_ * own_backward_s);
      forward_chain_s += own_forward_s + real(chunks_ - 1) * send_s_;
      backward_chain_s += own_backward_s + real(chunks_ - 1) * send_s_;
    }
    return std::max(0.0, forward_s - forward_chain_s) + std::max(0.0, backward_s - backward_chain_s);
  }

  /// The last end of any stage, its reductions included, when stage 0 ends its last backward pass at `end_s`.
  double last_end_s(double end_s) const {
    double last_s = 0, above_s = 0, before_s = 0;
    for (int stage = 0; stage < stages_; ++stage) {
      const StagePass& each = pass(stage);
      const double put_off = splits_ ? real(std::min(stage, micro_batches_ - 1)) * each.weight_s : 0;
      const double busy_s = before_s + real(micro_batches_ * chunks_) * each.all_s();
      const ChunkWork& first = work_.chunk(stage, 0);
      const double extra_s = splits_ ? last_pass_s(first) - first.weight_s : 0;
      double compute_end_s = end_s - above_s + put_off + (splits_ ? first.weight_s : 0);
      compute_end_s = std::max(compute_end_s, busy_s) + extra_s;
      last_s = std::max(last_s, compute_end_s + tail_s(stage));
      above_s += last_backward_s(first) + send_s_;
      before_s += each.forward_s + send_s_;
    }
    return last_s;
  }

  /// From the end of a stage's last pass to that of its last reduction.
  double tail_s(int stage) const {
    double longest_s = 0, left_s = 0, ago_s = 0;
    for (int chunk = 0; chunk < chunks_; ++chunk) {
      const ChunkWork& each = work_.chunk(stage, chunk);
      const double pass_s = last_pass_s(each);
      const double alone_s = splits_ ? each.weight_s : each.backward_s + each.weight_s;
      longest_s = std::max(longest_s, each.reduce_s / real(buckets()) + left_s - ago_s);
      left_s += each.reduce_s;
      longest_s = std::max(longest_s, left_s - ago_s - (pass_s - alone_s / real(buckets())));
      ago_s += real(stages_) * (last_backward_s(each) + send_s_);
    }
    return longest_s;
  }

  double slowest_optimizer_s() const {
    return work_.optimizer_s.empty() ? 0 : *std::ranges::max_element(work_.optimizer_s);
  }

  const StepWork& work_;
  int stages_, chunks_, micro_batches_;
  bool splits_;
  double send_s_;
  std::vector<StagePass> passes_;
};

}  // namespace

double slowed_end_s(double from_s, double work_s, double until_s, double slowdown) {
  const double beside_s = std::max(0.0, until_s - from_s);
  const double done_s = (1 - slowdown) * beside_s;
  if (work_s >= done_s) return from_s + work_s + (beside_s - done_s);
  return from_s + work_s / (1 - slowdown);
}

ClosedForm closed_form(const StepWork& work) {
  return work.sharding == Sharding::once ? Pipeline(work).time() : closed_form_of_sharded(work);
}

}  // namespace hakaru
