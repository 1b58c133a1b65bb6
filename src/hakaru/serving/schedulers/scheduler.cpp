#include "hakaru/serving/schedulers/scheduler.h"

#include <algorithm>

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

/// A token of `sequence` that came at `time`, in an iteration that began at `start`. True when it came straight after
/// the one before it.
bool emit(Sequence& sequence, Picoseconds start, Picoseconds time, ServingMetrics& metrics) {
  const bool first = sequence.generated == 0;
  const bool straight = !first && sequence.last_token == start;
  if (first) {
    sequence.first_token = time;
    metrics.ttft.add(time - sequence.arrival);
  } else if (!straight) {
    metrics.itl.add(time - sequence.last_token);
  }
  ++sequence.generated;
  sequence.last_token = time;
  return straight;
}

}  // namespace

void Scheduler::arrive(const Sequence& sequence) {
  prompt_tokens_ += sequence.prompt;
  waiting_.push_back(sequence);
}

void Scheduler::load(const Sequence& sequence, std::int64_t blocks) {
  link_free_ = std::max(link_free_, now_) + prefixes_->loading(blocks);
  loading_.push_back({link_free_, sequence.number});
}

bool Scheduler::is_loading(const Sequence& sequence) const {
  return std::any_of(loading_.begin(), loading_.end(),
                     [&](const Load& load) { return load.number == sequence.number; });
}

void Scheduler::release(Sequence& sequence) {
  std::int64_t blocks = sequence.blocks;
  if (prefixes_) {
    prefixes_->hold_at_most(kv_.free());
    if (prefixes_->shares(blocks)) blocks -= prefixes_->leave_shared();
    prefixes_->keep(sequence.prefix, sequence.computed / kv_.block_tokens());
    std::erase_if(loading_, [&](const Load& load) { return load.number == sequence.number; });
  }
  kv_.give_back(blocks);
  sequence.blocks = 0;
}

void Scheduler::forget_prefixes() {
  if (prefixes_) prefixes_.emplace(*options_.prefix_cache, kv_.block_tokens());
}

/// Its request has ended, or goes on elsewhere.
void Scheduler::leave(Sequence& sequence, ServingMetrics& metrics) {
  prompt_tokens_ -= sequence.prompt;
  release(sequence);
  if (sequence.left() > 0) {
    Sequence rest = sequence;
    rest.received = rest.prompt;
    rest.computed = rest.scheduled = 0;
    handed_over_.push_back(rest);
    return;
  }
  ended_.push_back(sequence.prefix);
  metrics.record(
      {sequence.number, sequence.prompt, sequence.output, sequence.arrival, sequence.first_token, sequence.last_token});
}

/// Further iterations after the first, in which every sequence gets a token.
void Scheduler::advance(std::int64_t iterations) {
  const auto more = static_cast<std::int32_t>(iterations);
  std::int64_t blocks = 0;
  for (Sequence& sequence : running_) {
    sequence.computed += more;
    sequence.generated += more;
    if (sequence.blocks == 0) continue;  // its blocks are the batch's
    const auto holds = static_cast<std::int32_t>(kv_.holding(sequence.computed));
    blocks += holds - sequence.blocks;
    sequence.blocks = holds;
  }
  kv_.take(blocks);
}

int Scheduler::complete(std::int64_t times, Picoseconds start, Picoseconds first_end, Picoseconds end,
                        ServingMetrics& metrics) {
  std::int64_t straight = 0;
  for (Sequence& sequence : running_) {
    if (sequence.scheduled == 0) continue;
    sequence.computed += sequence.scheduled;
    if (sequence.computed == sequence.known() && emit(sequence, start, first_end, metrics)) ++straight;
  }
  if (straight > 0) metrics.itl.add(first_end - start, straight);
  if (times > 1) advance(times - 1);
  handed_over_.clear();
  ended_.clear();
  int ended = 0;
  std::size_t kept = 0;
  for (Sequence& sequence : running_) {
    if (times > 1) sequence.last_token = end;
    if (sequence.left() == 0) ++ended;
    if (sequence.left() == 0 || (options_.hands_over && sequence.generated > 0)) {
      leave(sequence, metrics);
    } else {
      if (&sequence != &running_[kept]) running_[kept] = sequence;
      ++kept;
    }
  }
  running_.resize(kept);
  return ended;
}

const SchedulingPolicy& scheduling_policy(Policy policy) {
  static const std::vector<SchedulingPolicy> all = what_they_are(named_policies);
  return all.at(static_cast<std::size_t>(policy));
}

std::string policies_with(bool SchedulingPolicy::*property, std::string_view between) {
  std::vector<std::string> names;
  for (const Policy policy : all_choices<Policy>()) {
    if (scheduling_policy(policy).*property) names.emplace_back(name_of(policy));
  }
  return join(names, between);
}

}  // namespace hakaru
