// Static batching: what waits, at most max_num_seqs requests, is begun together, prefilled in one iteration and decoded
// until the last of them has ended; then the next batch. It does not wait for a batch to fill.
//
// Prompts are padded to the longest of the batch. One that has ended keeps its place, and costs what it did, until all
// have; its own last token counts as its end. The KV cache holds as many tokens for each as the longest prompt and the
// longest answer of the batch take; a request that would not fit begins the next batch.
#include "hakaru/serving/schedulers/scheduler.h"

namespace hakaru {
namespace {

class StaticScheduler : public Scheduler {
 public:
  StaticScheduler(const SchedulerOptions& options, const KvBlocks& kv) : Scheduler(options, kv) {}

  const Batch& plan() override {
    batch_.clear();
    if (running_.empty()) {
      begin();
    } else {
      for (Sequence& sequence : running_) sequence.scheduled = 1;
      batch_.decodes = places_;
      batch_.decode_context = places_ * cached_;
    }
    return batch_;
  }

  std::int64_t repeats() override {
    if (!batch_.chunks.empty() || running_.empty()) return 1;
    std::int64_t least = running_.front().left();
    for (const Sequence& sequence : running_) least = std::min<std::int64_t>(least, sequence.left());
    return least;
  }

  bool heeds_arrivals() const override { return false; }

  int complete(std::int64_t times, Picoseconds start, Picoseconds first_end, Picoseconds end,
               ServingMetrics& metrics) override {
    cached_ += batch_.decodes > 0 ? times : 0;
    const int ended = Scheduler::complete(times, start, first_end, end, metrics);
    if (running_.empty()) {
      kv_.give_back(blocks_);
      blocks_ = 0;
    }
    return ended;
  }

 private:
  void begin() {
    std::int64_t prompt = 0, output = 0;
    while (!waiting_.empty() && running() < options_.max_num_seqs) {
      const Sequence& next = waiting_.front();
      const std::int64_t longest_prompt = std::max<std::int64_t>(prompt, next.prompt);
      const std::int64_t longest_output = std::max<std::int64_t>(output, next.output);
      const std::int64_t blocks = (running() + 1) * kv_.holding(longest_prompt + longest_output - 1);
      if (blocks > kv_.blocks()) break;
      prompt = longest_prompt;
      output = longest_output;
      blocks_ = blocks;
      running_.push_back(next);
      waiting_.pop_front();
      running_.back().scheduled = running_.back().prompt;
    }
    kv_.take(blocks_);
    places_ = running();
    cached_ = prompt;
    for (std::int64_t place = 0; place < places_; ++place) batch_.add({prompt, 0});
  }

  std::int64_t places_ = 0, cached_ = 0;  ///< sequences of the batch, and tokens that each has cached, padding included
  std::int64_t blocks_ = 0;               ///< of the whole batch
};

}  // namespace

SchedulingPolicy static_policy() {
  return {.help = "batch after batch",
          .scheduler = scheduler_of_kind<StaticScheduler>,
          .most_new_tokens = [](const SchedulerOptions& options, std::int64_t context) {
            return options.max_num_seqs * context;
          }};
}

}  // namespace hakaru
