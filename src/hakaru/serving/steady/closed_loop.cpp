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

/// Prompts that one iteration holds, at most.
double prompts_that_fit(const SteadyLoad& load) { return std::max(1.0, std::floor(load.prefill_tokens / load.input)); }

/// Seconds per prompt when `waiting` of them are packed.
double packed_s(ReplicaPasses& passes, const SteadyLoad& load, double waiting, const Calibration& calibration) {
  const double together = std::max(1.0, std::min(waiting, prompts_that_fit(load)));
  return passes.prompts_s(together, calibration) / together;
}

/// A decode iteration in which `answers` get a token of each of their beams.
double decode_s(ReplicaPasses& passes, const SteadyLoad& load, double answers, const Calibration& calibration) {
  const double sequences = answers * load.beams;
  const double further = std::max(0.0, sequences - 1);
  return passes.decode_s(sequences, calibration) + load.sampling.one_s + further * load.sampling.further_s;
}

/// Iterations as they follow each other, some with prompts.
struct Flow {
  double iteration_s = 0;  ///< without a prompt
  double tpot_s = 0;       ///< in the mean
  double met_s = 0;        ///< that a request meets
  double own_s = 0;        ///< with its own prompt
};

/// `running` answers decode, and `prompts` come with an iteration, in the mean; `evenly`: at equal intervals.
Flow flow_of(ReplicaPasses& passes, const SteadyLoad& load, double running, double prompts, bool evenly,
             const Calibration& calibration) {
  const double sequences = running * load.beams, together = std::max(1.0, prompts);
  const double each_s = passes.added_s(together, sequences, calibration) / together;
  Flow flow;
  flow.iteration_s = decode_s(passes, load, running, calibration);
  flow.tpot_s = flow.met_s = flow.iteration_s + prompts * each_s;
  double others = 0;
  if (!evenly) {
    const double busy = std::min(busiest, prompts * each_s / flow.tpot_s);
    flow.met_s += busy * each_s / (1 - busy * busy);
    const double come = prompts * (flow.met_s / flow.tpot_s + load.polled / 2);  // while it waits to be let in
    others = std::min(prompts_that_fit(load) - 1, come);
  }
  flow.own_s = passes.added_s(1 + others, sequences, calibration) + (passes.apart() ? 0 : flow.iteration_s);
  return flow;
}

/// Waves of requests that begin and end together.
ReplicaEstimate in_step(ReplicaPasses& passes, const SteadyLoad& load, double places, const Calibration& calibration) {
  ReplicaEstimate estimate;
  LoopParts& parts = estimate.parts;
  estimate.running = std::min(load.concurrency, places);
  const double each_s = packed_s(passes, load, estimate.running, calibration);
  const double before = (estimate.running - 1) / 2;  // of a wave's prompts, in the mean
  parts.request_s = calibration.first_token_s;
  parts.prefill_s = each_s;
  parts.burst_s = before * each_s;
  parts.iteration_s = decode_s(passes, load, estimate.running, calibration);
  parts.prompts_s = before * each_s / load.output;
  estimate.tpot_s = parts.iteration_s + parts.prompts_s;
  parts.room_s = std::max(0.0, load.concurrency / places - 1) * load.output * estimate.tpot_s;
  estimate.ttft_s = parts.request_s + parts.prefill_s + parts.burst_s + parts.room_s;
  estimate.output_tokens_per_s =
      load.concurrency * load.output / (estimate.ttft_s + (load.output - 1) * estimate.tpot_s);
  return estimate;
}

}  // namespace

/// Between two whole numbers of the grid, on a straight line.
IterationTime ReplicaPasses::time(Kind& kind, double count, const Calibration& calibration, Rhythm rhythm) {
  const auto at = [&](std::int64_t number) {
    auto found = kind.known.find(number);
    if (found == kind.known.end()) found = kind.known.emplace(number, kind.make(real(number))).first;
    return time_of(found->second, calibration, rhythm);
  };
  const double least = std::max(1.0, count);
  const std::size_t index = count_grid.index(static_cast<std::int64_t>(least));
  const std::int64_t from = count_grid.knot(index), to = count_grid.knot(index + 1);
  const double share = (least - real(from)) / real(to - from);
  if (share <= 0) return at(from);
  IterationTime time;
  add(time, at(from), 1 - share);
  add(time, at(to), share);
  return time;
}

double ReplicaPasses::decode_s(double sequences, const Calibration& calibration) {
  return time(decode_, sequences, calibration, Rhythm::repeated).total_s();
}

double ReplicaPasses::prompts_s(double prompts, const Calibration& calibration) {
  return prompts_beside_s(prompts, 0, calibration);
}

double ReplicaPasses::prompts_beside_s(double prompts, double sequences, const Calibration& calibration) {
  const double as_prompts = sequences > 0 ? sequences / input_ : 0;
  const double pass_s = time(prompts_, prompts + as_prompts, calibration, Rhythm::alone).total_s();
  return calibration.unseen_prompt_share * (pass_s + prompts * pictures_s_);
}

double ReplicaPasses::added_s(double prompts, double sequences, const Calibration& calibration) {
  if (apart()) return prompts_s(prompts, calibration);
  const IterationTime decode = time(decode_, sequences, calibration, Rhythm::repeated);
  const double both_s = prompts_beside_s(prompts, sequences, calibration) + decode.attention_s;
  return std::max(0.0, both_s - decode.total_s());
}

ReplicaPasses passes_of(const ServingJob& job, IterationTimer& timer, double beams, const CompiledShape& compiled) {
  const double input = real(std::max<std::int64_t>(1, job.input_length));
  const double context = std::max(compiled.tokens, input / beams + real(job.output_length) / 2);
  const double padded = std::max(compiled.tokens, input);
  return {[&timer, context, least = compiled.sequences](double sequences) {
            return timer.pass({.batch = std::max(least, sequences), .context = context, .last_token_logits = true});
          },
          [&timer, padded](double prompts) {
            return timer.pass({.batch = prompts, .new_tokens = padded, .last_token_logits = true});
          },
          compiled.tokens > 0 ? 0 : padded};
}

ReplicaEstimate closed_loop(ReplicaPasses& passes, const SteadyLoad& load, const Calibration& calibration) {
  const double c = load.concurrency;
  const double places = std::min(load.room, prompts_that_fit(load) * load.output);
  if (load.in_step && c > 1) return in_step(passes, load, places, calibration);
  ReplicaEstimate estimate;
  LoopParts& parts = estimate.parts;
  parts.request_s = calibration.first_token_s;
  parts.prefill_s = passes.prompts_s(1, calibration);
  const double each_prompt_s = packed_s(passes, load, std::min(c, load.room), calibration);
  if (!load.median && c > 1) {
    parts.burst_s = calibration.burst_share * (c - 1) / 2 * each_prompt_s;
    parts.first_wave_s = calibration.first_wave_s;
  }
  estimate.running = std::min(c, places);
  for (int round = 0; round < rounds; ++round) {
    const double prompts = (estimate.running - 1) / load.output;
    const Flow flow = flow_of(passes, load, estimate.running, prompts, false, calibration);
    parts.iteration_s = flow.iteration_s;
    parts.prompts_s = flow.tpot_s - flow.iteration_s;
    estimate.tpot_s = flow.tpot_s;
    const double answer_s = load.output * estimate.tpot_s;
    if (c > 1) {
      parts.admission_s = flow.met_s / 2 + load.polled / 2 * flow.iteration_s;
      parts.beside_s = flow.own_s - parts.prefill_s;
      parts.generation_s = calibration.generation_wait * answer_s / c;
    }
    parts.room_s = std::max(0.0, c / places - 1) * answer_s;
    estimate.ttft_s = parts.request_s + parts.prefill_s + parts.admission_s + parts.beside_s + parts.burst_s +
                      parts.first_wave_s + parts.generation_s + parts.room_s;
    const double left_s = c * each_prompt_s - (estimate.ttft_s + (load.output - 1) * estimate.tpot_s);
    parts.room_s += std::max(0.0, left_s);
    estimate.ttft_s += std::max(0.0, left_s);
    const double running = std::min(places, c * answer_s / (answer_s + estimate.ttft_s));
    estimate.running = std::max(1.0, (estimate.running + running) / 2);
  }
  estimate.output_tokens_per_s = c * load.output / (estimate.ttft_s + (load.output - 1) * estimate.tpot_s);
  return estimate;
}

ReplicaEstimate static_batch(ReplicaPasses& passes, const SteadyLoad& load, const Calibration& calibration) {
  ReplicaEstimate estimate;
  estimate.running = load.concurrency;
  estimate.tpot_s = decode_s(passes, load, load.concurrency, calibration);
  estimate.ttft_s = calibration.first_token_s + load.concurrency * passes.prompts_s(1, calibration);
  estimate.output_tokens_per_s =
      load.concurrency * load.output / (estimate.ttft_s + (load.output - 1) * estimate.tpot_s);
  return estimate;
}

ReplicaEstimate offline(ReplicaPasses& passes, const SteadyLoad& load, const Calibration& calibration) {
  ReplicaEstimate estimate;
  estimate.running = load.room;
  estimate.tpot_s = decode_s(passes, load, load.room, calibration) +
                    load.room / load.output * packed_s(passes, load, load.room, calibration);
  estimate.ttft_s = calibration.first_token_s + passes.prompts_s(1, calibration);
  estimate.output_tokens_per_s = load.room / estimate.tpot_s;
  return estimate;
}

ReplicaEstimate open_loop(ReplicaPasses& passes, const SteadyLoad& load, double rate_per_s,
                          const Calibration& calibration) {
  const double alone_s = passes.prompts_s(1, calibration);
  // Prompts that come faster than they are computed: the limit of requests in flight decides.
  if (load.evenly && rate_per_s * alone_s >= 1) return closed_loop(passes, load, calibration);
  const double most = std::min(load.concurrency, load.room);
  ReplicaEstimate estimate;
  for (int round = 0; round < 2 * rounds; ++round) {
    const double prompts = estimate.running / load.output;
    const Flow flow = flow_of(passes, load, estimate.running, prompts, load.evenly, calibration);
    estimate.tpot_s = flow.tpot_s;
    estimate.ttft_s = calibration.first_token_s + flow.met_s / 2 + flow.own_s;
    estimate.running = (estimate.running + std::min(most, rate_per_s * load.output * estimate.tpot_s)) / 2;
  }
  const double request_s = estimate.ttft_s + (load.output - 1) * estimate.tpot_s;
  estimate.output_tokens_per_s = load.output * std::min(rate_per_s, load.concurrency / request_s);
  return estimate;
}

}  // namespace hakaru
