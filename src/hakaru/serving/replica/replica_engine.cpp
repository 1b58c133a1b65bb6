#include "hakaru/serving/replica/replica_engine.h"

#include <algorithm>

namespace hakaru {

ReplicaEngine::ReplicaEngine(std::int64_t number, const IterationCost& cost, const SchedulerOptions& options,
                             const KvBlocks& kv, Advance advance, ServingMetrics& metrics, EngineLog* log)
    : number_(number),
      cost_(&cost),
      scheduler_(scheduling_policy(options.policy).scheduler(options, kv)),
      advance_(advance),
      metrics_(&metrics),
      log_(log) {}

void ReplicaEngine::arrive(const Sequence& sequence, Picoseconds now) {
  scheduler_->arrive(sequence);
  if (!busy()) {
    next_ = std::min(next_, now);
  } else if (heeds_arrivals_ && next_ > now && stop_ > now) {
    plan_until(now);
  }
}

void ReplicaEngine::begin(Picoseconds now, Picoseconds arrival) {
  counts_.queue_peak = std::max(counts_.queue_peak, scheduler_->waiting());
  const Batch& batch = scheduler_->schedule(now);
  if (batch.empty()) {
    next_ = scheduler_->next_loaded();
    return;
  }
  batch_ = &batch;
  start_ = now;
  first_end_ = now + (*cost_)(batch);
  repeats_ = advance_ == Advance::at_once ? scheduler_->repeats() : 1;
  heeds_arrivals_ = scheduler_->heeds_arrivals();
  waiting_ = scheduler_->waiting();
  blocks_ = scheduler_->kv().used();
  plan_until(heeds_arrivals_ ? arrival : never_ps);
}

/// The iterations that begin before `stop`.
void ReplicaEngine::plan_until(Picoseconds stop) {
  stop_ = stop;
  times_ = 1;
  next_ = first_end_;
  pieces_.clear();
  if (repeats_ <= 1 || next_ >= stop) return;
  if (batch_->padded) {  // each takes as long as the first
    const Picoseconds each = first_end_ - start_;
    const std::int64_t most = repeats_ - 1;
    const std::int64_t more = stop == never_ps ? most : std::min(most, (stop - next_ + each - 1) / each);
    pieces_.push_back({each, 0, more});
    times_ += more;
    next_ += more * each;
    return;
  }
  const std::int64_t context = batch_->decode_context + batch_->decodes;
  const IterationCost::Run run = cost_->run(batch_->decodes, context, repeats_ - 1, stop - next_, pieces_);
  times_ += run.iterations;
  next_ += run.time;
}

int ReplicaEngine::complete() {
  for (const IterationCost::Piece& piece : pieces_)
    metrics_->itl.add_series(piece.first, piece.step, piece.iterations, scheduler_->running());
  note();
  const int ended = scheduler_->complete(times_, start_, first_end_, next_, *metrics_);
  batch_ = nullptr;
  return ended;
}

void ReplicaEngine::note() {
  counts_.iterations += times_;
  ++counts_.runs;
  counts_.busy += next_ - start_;
  counts_.running_peak = std::max(counts_.running_peak, scheduler_->running());
  if (log_ == nullptr) return;
  log_->runs.push_back({start_, next_, times_, batch_->decodes, batch_->chunk_tokens, std::ssize(batch_->chunks),
                        waiting_, scheduler_->running(), blocks_, number_});
}

}  // namespace hakaru
