#include "hakaru/planning/fleet/steady_replica.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/real.h"
#include "hakaru/memory/serving_memory.h"

namespace hakaru {

SteadyReplica::SteadyReplica(const ServedOn& served, const Layout& layout, const Instance& instance)
    : served_(served),
      operators_(instance.accelerator, served.calibration),
      timer_(served.job.model, serving_types(served.job), layout, instance, served.calibration, operators_,
             served.job.expert_skew),
      passes_(served.compiles() ? compiled_passes() : passes_of(served.job, timer_, 1)) {
  const ServingJob& job = served.job;
  const std::int64_t tokens = serving_memory(job, layout, instance.accelerator, served.reserve, 1).tokens_that_fit;
  load_.input = real(std::max<std::int64_t>(1, job.input_length));
  load_.output = real(std::max<std::int64_t>(1, job.output_length));
  load_.prefill_tokens = batching_of(served.options).prefill_tokens;
  load_.room = served.compiles() ? real(served.options.max_num_seqs)
                                 : std::max(1.0, real(tokens) / (load_.input + load_.output / 2));
}

std::int64_t SteadyReplica::most() const {
  return std::max<std::int64_t>(
      1, std::min(served_.options.max_num_seqs, static_cast<std::int64_t>(std::floor(load_.room))));
}

bool SteadyReplica::cache_is_full_first() const { return load_.room < real(served_.options.max_num_seqs); }

ReplicaEstimate SteadyReplica::at(std::int64_t concurrency) {
  SteadyLoad load = load_;
  load.concurrency = real(concurrency);
  load.room = std::min(load.room, real(served_.options.max_num_seqs));  // others wait
  const auto estimate = batching_of(served_.options).continuous ? closed_loop : static_batch;
  return estimate(passes_, load, served_.calibration);
}

SpeedLine SteadyReplica::line(std::int64_t planned) {
  constexpr std::int64_t alone = 1, fewest = 2;
  const std::int64_t many = std::max(fewest, std::min(planned, most()));
  const double one_s = at(alone).tpot_s, many_s = at(many).tpot_s;
  const double beta_s = std::max(0.0, (many_s - one_s) / real(many - alone));
  const auto prefill_s = [&](double tokens) {
    return timer_.once({.batch = 1, .new_tokens = tokens, .last_token_logits = true}).total_s();
  };
  const double whole = std::max(2.0, load_.input), half = whole / 2;
  const double delta_s = std::max(0.0, (prefill_s(whole) - prefill_s(half)) / (whole - half));
  return {one_s - beta_s, beta_s, std::max(0.0, prefill_s(whole) - delta_s * whole), delta_s};
}

ReplicaPasses SteadyReplica::compiled_passes() {
  const std::vector<std::int64_t> lengths = token_buckets(served_.options);
  const std::int64_t input = std::max<std::int64_t>(1, served_.job.input_length);
  const double prompt = real(bucket_of(lengths, input));
  const double context = real(bucket_of(lengths, input + served_.job.output_length));
  const double places = real(served_.options.max_num_seqs);
  return {[this, context, places](double sequences) {
            return timer_.pass({.batch = std::max(places, sequences), .context = context, .last_token_logits = true});
          },
          [this, prompt](double prompts) {
            return timer_.pass({.batch = prompts, .new_tokens = prompt, .last_token_logits = true});
          }};
}

}  // namespace hakaru
