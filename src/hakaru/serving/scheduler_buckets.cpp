// Fixed shapes, as on Neuron (awsdocs-neuron, "Running inference on variable input shapes with bucketing"): every graph
// is compiled before for a number of sequences and of tokens, and what runs is padded to the smallest that holds it.
//
//   prefill   one prompt an iteration, alone, of the bucket that holds it; whatever decodes waits meanwhile
//   decode    all places of the compiled batch, each with as many cached tokens as the bucket of the longest has
//   buckets   128, 256, 512, … and the context; one batch, max_num_seqs, whether its places are taken or not
// A request that waits is prefilled before the others decode, while there is a place.
//
// The cache has a whole context for each place, whether it is used or not, and nothing is ever preempted.
#include "hakaru/serving/scheduler_policies.h"

namespace hakaru {
namespace {

/// Assumed: the default seq_len of NxD Inference (awsdocs-neuron, NxD Inference API Reference, NeuronConfig).
constexpr std::int64_t smallest_bucket = 128;

class BucketScheduler : public Scheduler {
 public:
  BucketScheduler(const SchedulerOptions& options, const KvBlocks& kv)
      : Scheduler(options, kv),
        place_blocks_(kv.holding(options.context)),
        places_(std::min(options.max_num_seqs, kv.blocks() / place_blocks_)) {}

  const Batch& schedule() override {
    batch_.clear();
    batch_.padded = true;
    for (Sequence& sequence : running_) sequence.scheduled = 0;
    if (!waiting_.empty() && running() < places_) {
      prefill();
    } else if (!running_.empty()) {
      decode();
    }
    return batch_;
  }

  std::int64_t repeats() const override {
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
  std::int64_t bucket_of(std::int64_t tokens) const {
    std::int64_t bucket = smallest_bucket;
    while (bucket < tokens) bucket *= 2;
    return std::min(bucket, options_.context);
  }

  void prefill() {
    running_.push_back(waiting_.front());
    waiting_.pop_front();
    Sequence& sequence = running_.back();
    sequence.scheduled = sequence.prompt;
    kv_.take(place_blocks_);
    batch_.add({bucket_of(sequence.prompt), 0});
  }

  void decode() {
    longest_ = 0;
    for (Sequence& sequence : running_) {
      sequence.scheduled = 1;
      longest_ = std::max<std::int64_t>(longest_, sequence.known());
    }
    bucket_ = bucket_of(longest_);
    batch_.decodes = places_;
    batch_.decode_context = places_ * bucket_;
  }

  std::int64_t place_blocks_, places_;
  std::int64_t longest_ = 0, bucket_ = 0;  ///< tokens, of the sequences that decode
};

}  // namespace

std::unique_ptr<Scheduler> buckets_scheduler(const SchedulerOptions& options, const KvBlocks& kv) {
  return std::make_unique<BucketScheduler>(options, kv);
}

}  // namespace hakaru
