#include "hakaru/serving/steady/closed_loop.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/log_grid.h"
#include "hakaru/core/real.h"

namespace hakaru {
namespace {

constexpr LogGrid count_grid{2};
constexpr int rounds = 16;       // of the fixed point, each damped by half
constexpr double busiest = 0.9;  // share of the time that prompts take in an open loop: beyond, no queue settles

/// Prompts that one iteration holds, when `waiting` are there.
double packed_prompts(const SteadyLoad& load, double waiting) {
  return std::max(1.0, std::min(waiting, std::floor(load.prefill_tokens / load.input)));
}

/// Seconds per prompt when `waiting` of them are packed.
double packed_s(const ReplicaPasses& passes, const SteadyLoad& load, double waiting, const Calibration& calibration) {
  const double together = packed_prompts(load, waiting);
  return passes.prompts_s(together, calibration) / together;
}

/// A decode iteration in which `answers` get a token of each of their beams.
double decode_s(const ReplicaPasses& passes, const SteadyLoad& load, double answers, const Calibration& calibration) {
  const double sequences = answers * load.beams;
  const double further = std::max(0.0, sequences - 1);
  return passes.decode_s(sequences, calibration) + load.sampling.one_s + further * load.sampling.further_s;
}

/// What prompts add to a decode iteration, `each` of them coming with it in the mean.
double share_s(const ReplicaPasses& passes, const SteadyLoad& load, double each, const Calibration& calibration) {
  if (each <= 1) return each * passes.prompts_s(1, calibration);
  return each * packed_s(passes, load, each, calibration);
}

}  // namespace

double ReplicaPasses::time_s(Kind& kind, double count, const Calibration& calibration, Rhythm rhythm) {
  const auto at = [&](std::int64_t number) {
    auto found = kind.known.find(number);
    if (found == kind.known.end()) found = kind.known.emplace(number, kind.make(real(number))).first;
    return time_of(found->second, calibration, rhythm).total_s();
  };
  const double least = std::max(1.0, count);
  const std::size_t index = count_grid.index(static_cast<std::int64_t>(least));
  const std::int64_t from = count_grid.knot(index), to = count_grid.knot(index + 1);
  const double share = (least - real(from)) / real(to - from);
  const double from_s = at(from);
  return share <= 0 ? from_s : from_s + share * (at(to) - from_s);
}

double ReplicaPasses::decode_s(double sequences, const Calibration& calibration) const {
  return time_s(decode_, sequences, calibration, Rhythm::repeated);
}

double ReplicaPasses::prompts_s(double prompts, const Calibration& calibration) const {
  return calibration.unseen_prompt_share * time_s(prompts_, prompts, calibration, Rhythm::alone);
}

ReplicaPasses passes_of(const ServingJob& job, const IterationTimer& timer, double beams,
                        const CompiledShape& compiled) {
  const double input = real(std::max<std::int64_t>(1, job.input_length));
  const double context = std::max(compiled.tokens, input / beams + real(job.output_length) / 2);
  const double padded = std::max(compiled.tokens, input);
  return {[&timer, context, least = compiled.sequences](double sequences) {
            return timer.pass({.batch = std::max(least, sequences), .context = context, .last_token_logits = true});
          },
          [&timer, padded](double prompts) {
            return timer.pass({.batch = prompts, .new_tokens = padded, .last_token_logits = true});
          }};
}

ReplicaEstimate closed_loop(const ReplicaPasses& passes, const SteadyLoad& load, const Calibration& calibration) {
  const double c = load.concurrency;
  const double beside = 1 - std::min(1.0, calibration.burst_share) / 2;  // of the prompts, as the header says
  ReplicaEstimate estimate;
  LoopParts& parts = estimate.parts;
  parts.request_s = calibration.first_token_s;
  parts.prefill_s = passes.prompts_s(1, calibration);
  parts.burst_s = calibration.burst_share * (c - 1) / 2 * packed_s(passes, load, std::min(c, load.room), calibration);
  estimate.running = std::min(c, load.room);
  for (int round = 0; round < rounds; ++round) {
    parts.iteration_s = decode_s(passes, load, estimate.running, calibration);
    parts.prompts_s = beside * share_s(passes, load, (estimate.running - 1) / load.output, calibration);
    estimate.tpot_s = parts.iteration_s + parts.prompts_s;
    const double answer_s = load.output * estimate.tpot_s;
    if (c > 1) {
      parts.admission_s = parts.iteration_s / 2;
      parts.generation_s = calibration.generation_wait * answer_s / c;
    }
    parts.room_s = std::max(0.0, c / load.room - 1) * answer_s;
    estimate.ttft_s =
        parts.request_s + parts.prefill_s + parts.admission_s + parts.burst_s + parts.generation_s + parts.room_s;
    const double running = std::min(load.room, c * answer_s / (answer_s + estimate.ttft_s));
    estimate.running = std::max(1.0, (estimate.running + running) / 2);
  }
  estimate.output_tokens_per_s = c * load.output / (estimate.ttft_s + (load.output - 1) * estimate.tpot_s);
  return estimate;
}

ReplicaEstimate static_batch(const ReplicaPasses& passes, const SteadyLoad& load, const Calibration& calibration) {
  ReplicaEstimate estimate;
  estimate.running = load.concurrency;
  estimate.tpot_s = decode_s(passes, load, load.concurrency, calibration);
  estimate.ttft_s = calibration.first_token_s + load.concurrency * passes.prompts_s(1, calibration);
  estimate.output_tokens_per_s =
      load.concurrency * load.output / (estimate.ttft_s + (load.output - 1) * estimate.tpot_s);
  return estimate;
}

ReplicaEstimate offline(const ReplicaPasses& passes, const SteadyLoad& load, const Calibration& calibration) {
  ReplicaEstimate estimate;
  estimate.running = load.room;
  estimate.tpot_s = decode_s(passes, load, load.room, calibration) +
                    load.room / load.output * packed_s(passes, load, load.room, calibration);
  estimate.ttft_s = calibration.first_token_s + passes.prompts_s(1, calibration);
  estimate.output_tokens_per_s = load.room / estimate.tpot_s;
  return estimate;
}

ReplicaEstimate open_loop(const ReplicaPasses& passes, const SteadyLoad& load, double rate_per_s,
                          const Calibration& calibration) {
  const double alone_s = passes.prompts_s(1, calibration);
  // Prompts that come faster than they are computed: the limit of requests in flight decides.
  if (load.evenly && rate_per_s * alone_s >= 1) return closed_loop(passes, load, calibration);
  const double busy = std::min(busiest, rate_per_s * alone_s);
  const double waits_s = load.evenly ? 0 : busy / (2 * (1 - busy)) * alone_s;
  const double most = std::min(load.concurrency, load.room);
  ReplicaEstimate estimate;
  for (int round = 0; round < 2 * rounds; ++round) {
    const double iteration_s = decode_s(passes, load, estimate.running, calibration);
    estimate.tpot_s = iteration_s + share_s(passes, load, estimate.running / load.output, calibration);
    estimate.ttft_s = calibration.first_token_s + alone_s + iteration_s / 2 + waits_s;
    estimate.running = (estimate.running + std::min(most, rate_per_s * load.output * estimate.tpot_s)) / 2;
  }
  const double request_s = estimate.ttft_s + (load.output - 1) * estimate.tpot_s;
  estimate.output_tokens_per_s = load.output * std::min(rate_per_s, load.concurrency / request_s);
  return estimate;
}

}  // namespace hakaru
