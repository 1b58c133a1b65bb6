// Shortest first: requests join and leave a batch that runs, and of those that wait the one with the shortest prompt is
// admitted first; among equal ones the one that came first.
//
// A prompt is prefilled in one iteration, beside those that decode. It is admitted while places (max_num_seqs), the
// iteration's budget of tokens and blocks last; alone, however long it is. Its blocks are those of its prompt and its
// answer from the start, so that nothing is ever preempted.
// Limits: a long prompt waits for as long as shorter ones come; no prefix is cached.
#include <algorithm>

#include "hakaru/serving/schedulers/scheduler.h"

namespace hakaru {
namespace {

class ShortestFirstScheduler : public Scheduler {
 public:
  ShortestFirstScheduler(const SchedulerOptions& options, const KvBlocks& kv)
      : Scheduler(options, kv), places_(std::min(options.max_num_seqs, options.max_num_batched_tokens)) {}

  const Batch& plan() override {
    batch_.clear();
    budget_ = options_.max_num_batched_tokens;
    for (Sequence& sequence : running_) give(sequence);
    std::stable_sort(waiting_.begin(), waiting_.end(),
                     [](const Sequence& one, const Sequence& other) { return one.prompt < other.prompt; });
    while (!waiting_.empty() && running() < places_ && admit()) waiting_.pop_front();
    return batch_;
  }

  std::int64_t repeats() override {
    if (!batch_.chunks.empty() || running_.empty()) return 1;
    std::int64_t least = running_.front().left();
    for (const Sequence& sequence : running_) least = std::min<std::int64_t>(least, sequence.left());
    return least;
  }

  bool heeds_arrivals() const override { return running() < places_; }

  int complete(std::int64_t times, Picoseconds start, Picoseconds first_end, Picoseconds end,
               ServingMetrics& metrics) override {
    const std::int64_t blocks = blocks_of_running();
    const int ended = Scheduler::complete(times, start, first_end, end, metrics);
    kv_.give_back(blocks - blocks_of_running());
    return ended;
  }

 private:
  std::int64_t blocks_of(const Sequence& sequence) const { return kv_.holding(sequence.prompt + sequence.output - 1); }

  std::int64_t blocks_of_running() const {
    std::int64_t blocks = 0;
    for (const Sequence& sequence : running_) blocks += blocks_of(sequence);
    return blocks;
  }

  void give(Sequence& sequence) {
    const std::int64_t tokens = sequence.known() - sequence.computed;
    sequence.scheduled = static_cast<std::int32_t>(tokens);
    budget_ -= tokens;
    if (sequence.generated == 0) {
      batch_.add({tokens, sequence.computed, true});
    } else {
      ++batch_.decodes;
      batch_.decode_context += sequence.computed;
    }
  }

  /// The first of those that wait; false: it has to wait on.
  bool admit() {
    Sequence next = waiting_.front();
    next.computed = next.received;
    const bool is_within = next.known() - next.computed <= budget_ || batch_.empty();
    if (!is_within || blocks_of(next) > kv_.free()) return false;
    kv_.take(blocks_of(next));
    running_.push_back(next);
    give(running_.back());
    return true;
  }

  std::int64_t places_, budget_ = 0;
};

std::int64_t most_of_shortest_first(const SchedulerOptions& options, std::int64_t context) {
  return std::max(options.max_num_batched_tokens, context);
}

}  // namespace

SchedulingPolicy shortest_first_policy() {
  return {.help = "the shortest prompt first",
          .scheduler = scheduler_of_kind<ShortestFirstScheduler>,
          .most_new_tokens = most_of_shortest_first,
          .continuous = true};
}

}  // namespace hakaru
