#include "hakaru/serving/engine.h"

namespace hakaru {
namespace {

constexpr double clock_ends_s = 8e6;  ///< some way before 2^63 ps

class Engine {
 public:
  Engine(Traffic& traffic, const IterationCost& cost, const SchedulerOptions& options, const KvBlocks& kv,
         Advance advance, EngineLog* log)
      : traffic_(traffic), cost_(cost), scheduler_(make_scheduler(options, kv)), advance_(advance), log_(log) {
    if (log_ != nullptr) result_.metrics.ended_requests = &log_->requests;
  }

  ServingSimulation serve() {
    look_for_arrival();
    if (next_arrival_ != never) now_ = result_.begin = next_arrival_;
    while (!result_.clock_ended) {
      welcome();
      const Batch& batch = scheduler_->schedule();
      if (!batch.empty()) {
        iterate(batch);
      } else if (next_arrival_ != never) {
        now_ = next_arrival_;
      } else {
        break;
      }
    }
    result_.preemptions = scheduler_->preemptions();
    result_.kv_blocks = scheduler_->kv().blocks();
    result_.kv_blocks_peak = scheduler_->kv().peak();
    result_.metrics.ended_requests = nullptr;
    return std::move(result_);
  }

 private:
  void look_for_arrival() {
    std::optional<double> arrival_s = traffic_.next_arrival_s();
    if (arrival_s && *arrival_s > clock_ends_s) {
      result_.clock_ended = true;
      arrival_s.reset();
    }
    next_arrival_ = arrival_s ? picoseconds(*arrival_s) : never;
  }

  void welcome() {
    while (next_arrival_ <= now_) {
      scheduler_->arrive(traffic_.take(), arrived_++);
      look_for_arrival();
    }
    result_.queue_peak = std::max(result_.queue_peak, scheduler_->waiting());
  }

  void iterate(const Batch& batch) {
    const Picoseconds start = now_, first_end = start + cost_(batch);
    std::int64_t times = 1;
    now_ = first_end;
    const std::int64_t repeats = advance_ == Advance::at_once ? scheduler_->repeats() : 1;
    const Picoseconds stop = scheduler_->heeds_arrivals() ? next_arrival_ : never;
    if (repeats > 1 && now_ < stop) {
      const std::int64_t context = batch.decode_context + batch.decodes;
      const IterationCost::Run run = cost_.run(batch.decodes, context, repeats - 1, stop - now_, pieces_);
      for (const IterationCost::Piece& piece : pieces_) {
        result_.metrics.itl.add_series(piece.first, piece.step, piece.iterations, scheduler_->running());
      }
      times += run.iterations;
      now_ += run.time;
    }
    note(batch, start, times);
    const int ended = scheduler_->complete(times, start, first_end, now_, result_.metrics);
    for (int each = 0; each < ended; ++each) traffic_.ended(seconds(now_));
    if (ended > 0 && next_arrival_ == never) look_for_arrival();
    if (now_ > picoseconds(clock_ends_s)) result_.clock_ended = true;
  }

  void note(const Batch& batch, Picoseconds start, std::int64_t times) {
    result_.iterations += times;
    ++result_.runs;
    result_.busy += now_ - start;
    result_.running_peak = std::max(result_.running_peak, scheduler_->running());
    if (log_ == nullptr) return;
    log_->runs.push_back({start, now_, times, batch.decodes, batch.chunk_tokens,
                          static_cast<std::int64_t>(batch.chunks.size()), scheduler_->waiting(), scheduler_->running(),
                          scheduler_->kv().used()});
  }

  Traffic& traffic_;
  const IterationCost& cost_;
  std::unique_ptr<Scheduler> scheduler_;
  Advance advance_;
  EngineLog* log_;
  ServingSimulation result_;
  Picoseconds now_ = 0, next_arrival_ = never;
  std::int64_t arrived_ = 0;
  std::vector<IterationCost::Piece> pieces_;
};

}  // namespace

ServingSimulation simulate_serving(Traffic& traffic, const IterationCost& cost, const SchedulerOptions& options,
                                   const KvBlocks& kv, Advance advance, EngineLog* log) {
  return Engine(traffic, cost, options, kv, advance, log).serve();
}

}  // namespace hakaru
