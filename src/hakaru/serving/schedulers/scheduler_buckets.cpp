// Fixed shapes, as on Neuron (awsdocs-neuron, "Running inference on variable input shapes with bucketing"): every graph
// is compiled before for a number of sequences and of tokens, and what runs is padded to the smallest that holds it.
//
//   prefill   prefill_batch prompts an iteration (NxD Inference's ctx_batch_size, 1), all of the bucket that holds the
//             longest; places that no prompt takes are computed too, and whatever decodes waits meanwhile
//   decode    the smallest compiled batch that holds what runs, each place with as many cached tokens as the bucket of
//             the longest has, whether it is taken or not
//   buckets   of tokens: those that are named, or 128, 256, 512, … as far as 1/√2 of the context; and the context (NxD
//             Inference's generate_buckets). Of sequences: those that are named, or max_num_seqs alone
// Example: batches of 1, 4 and 8; 5 sequences of up to 300 tokens decode as 8 of 512.
// A request that waits is prefilled before the others decode, while there is a place. One that another replica has
// prefilled takes its place at once.
//
// The cache has a whole context for each place, whether it is used or not, and nothing is ever preempted.
#include <algorithm>
#include <numbers>

#include "hakaru/serving/schedulers/scheduler.h"

namespace hakaru {
namespace {

class BucketScheduler : public Scheduler {
 public:
  BucketScheduler(const SchedulerOptions& options, const KvBlocks& kv)
      : Scheduler(options, kv),
        place_blocks_(kv.holding(options.context)),
        places_(std::min(options.max_num_seqs, kv.blocks() / place_blocks_)),
        sequence_buckets_(token_buckets(options)) {}

  const Batch& plan() override {
    batch_.clear();
    batch_.padded = true;
    for (Sequence& sequence : running_) sequence.scheduled = 0;
    receive();
    if (!waiting_.empty() && running() < places_) {
      prefill();
    } else if (!running_.empty()) {
      decode();
    }
    return batch_;
  }

  std::int64_t repeats() override {
    if (!batch_.chunks.empty() || running_.empty()) return 1;
    std::int64_t least = bucket_ - longest_ + 1;  // until the longest needs the next bucket
    for (const Sequence& sequence : running_) least = std::min<std::int64_t>(least, sequence.left());
    return least;
  }

  bool heeds_arrivals() const override { return running() < places_; }

  int complete(std::int64_t times, Picoseconds start, Picoseconds first_end, Picoseconds end,
               ServingMetrics& metrics) override {
    const std::int64_t ran = running();
    const int ended = Scheduler::complete(times, start, first_end, end, metrics);
    kv_.give_back((ran - running()) * place_blocks_);
    return ended;
  }

 private:
  std::int64_t batch_of(std::int64_t sequences) const {
    const std::vector<std::int64_t>& batches = options_.batch_buckets;
    const auto found = std::lower_bound(batches.begin(), batches.end(), sequences);
    return found == batches.end() ? places_ : std::min(*found, places_);
  }

  /// Takes in requests whose caches came from where they were prefilled, while there is a place.
  void receive() {
    while (!waiting_.empty() && waiting_.front().received > 0 && running() < places_) {
      running_.push_back(waiting_.front());
      waiting_.pop_front();
      running_.back().computed = running_.back().received;
      kv_.take(place_blocks_);
    }
  }

  void prefill() {
    const std::int64_t prompts =
        std::min({options_.prefill_batch, static_cast<std::int64_t>(waiting_.size()), places_ - running()});
    std::int64_t longest = 0;
    for (std::int64_t each = 0; each < prompts; ++each) {
      running_.push_back(waiting_.front());
      waiting_.pop_front();
      Sequence& sequence = running_.back();
      sequence.scheduled = sequence.prompt;
      kv_.take(place_blocks_);
      longest = std::max<std::int64_t>(longest, sequence.prompt);
    }
    const std::int64_t padded = bucket_of(sequence_buckets_, longest);
    for (std::int64_t each = 0; each < options_.prefill_batch; ++each) batch_.add({padded, 0});
  }

  void decode() {
    longest_ = 0;
    for (Sequence& sequence : running_) {
      sequence.scheduled = 1;
      longest_ = std::max<std::int64_t>(longest_, sequence.known());
    }
    bucket_ = bucket_of(sequence_buckets_, longest_);
    batch_.decodes = batch_of(running());
    batch_.decode_context = batch_.decodes * bucket_;
  }

  std::int64_t place_blocks_, places_;
  std::vector<std::int64_t> sequence_buckets_;  ///< the last is the context
  std::int64_t longest_ = 0, bucket_ = 0;       ///< tokens, of the sequences that decode
};

}  // namespace

std::vector<std::int64_t> batch_buckets(const SchedulerOptions& options) {
  return options.batch_buckets.empty() ? std::vector{options.max_num_seqs} : options.batch_buckets;
}

std::vector<std::int64_t> token_buckets(const SchedulerOptions& options) {
  std::vector<std::int64_t> buckets = options.sequence_buckets;
  if (buckets.empty()) {
    const double last = static_cast<double>(options.context) / std::numbers::sqrt2;
    for (std::int64_t each = options.smallest_bucket; static_cast<double>(each) <= last; each *= 2)
      buckets.push_back(each);
  }
  std::erase_if(buckets, [&](std::int64_t bucket) { return bucket >= options.context; });
  buckets.push_back(options.context);
  return buckets;
}

std::int64_t bucket_of(const std::vector<std::int64_t>& buckets, std::int64_t tokens) {
  return *std::lower_bound(buckets.begin(), buckets.end() - 1, tokens);
}

SchedulingPolicy buckets_policy() {
  return {.help = "compiled shapes",
          .scheduler = scheduler_of_kind<BucketScheduler>,
          .most_new_tokens = [](const SchedulerOptions& options,
                                std::int64_t context) { return options.prefill_batch * context; },
          .continuous = true,
          .compiled = true};
}

}  // namespace hakaru
