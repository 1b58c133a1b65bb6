#include "hakaru/serving/steady/serving_estimate.h"

#include <algorithm>

#include "hakaru/core/quantities.h"
#include "hakaru/core/real.h"
#include "hakaru/serving/iteration/iteration.h"
#include "hakaru/serving/iteration/iteration_terms.h"

namespace hakaru {
namespace {

/// Activations keep the compute type where it has at least 16 bits.
DataType activations_for(DataType compute) {
  constexpr double bytes_of_16_bits = 2;
  if (compute == DataType::tf32) return DataType::fp32;
  return bytes_per_value(compute) < bytes_of_16_bits ? DataType::bf16 : compute;
}

Shape prefill_of(const ServingJob& job, double batch) {
  Shape shape;
  shape.batch = batch;
  (encodes_its_prompt(job.model) ? shape.source_tokens : shape.new_tokens) =
      real(std::max<std::int64_t>(1, job.input_length));
  shape.last_token_logits = true;
  return shape;
}

Shape decode_of(const ServingJob& job, double batch) {
  Shape shape;
  shape.batch = batch;
  shape.context = real(job.output_length) / 2;
  shape.encoded = true;
  if (encodes_its_prompt(job.model)) {
    shape.source_tokens = real(job.input_length);
  } else {
    shape.context += real(job.input_length);
  }
  shape.last_token_logits = true;
  return shape;
}

/// Tokens that an encoder reads once for each request: the prompt, or an audio beside it; 0: there is no encoder.
std::int64_t encoded_tokens(const ServingJob& job) {
  return encodes_its_prompt(job.model) ? job.input_length : source_positions(job.model);
}

/// Adds the parts of TTFT that are not the prefill of its own prompt.
void add_waits(const ReplicaEstimate& loop, std::int64_t batch, const Calibration& calibration, Terms& terms) {
  const auto add = [&](const char* name, std::string formula, double value, std::string_view constant) {
    if (value != 0) terms.push_back({name, std::move(formula), value, "s", calibration.source_of(constant)});
  };
  const LoopParts& parts = loop.parts;
  add("waits: handling of the request", "HTTP, tokenising, handing over", parts.request_s, "first_token_s");
  add("waits: the iteration that runs", fmt::format("half of {}", in_time(2 * parts.admission_s)), parts.admission_s,
      "");
  add("waits: others in its own iteration", "those that decode, and prompts that came with it", parts.beside_s, "");
  add("waits: the first wave", fmt::format("{:.3g} × ({} − 1) / 2 prompts before it", calibration.burst_share, batch),
      parts.burst_s, "burst_share");
  add("waits: what is cold at the start", "a share of it, in the mean of all requests", parts.first_wave_s,
      "first_wave_s");
  add("waits: answers of others", fmt::format("{:.3g} of a generation / {}", calibration.generation_wait, batch),
      parts.generation_s, "generation_wait");
  add("waits: for a place", "more are in flight than the prompts of each iteration let decode at once", parts.room_s,
      "");
}

}  // namespace

OperatorTypes serving_types(const ServingJob& job) {
  OperatorTypes types;
  types.compute = job.compute;
  types.weights = job.weights;
  types.experts = job.experts;
  types.expert_compute = job.expert_compute;
  types.kv_cache = job.kv_cache;
  types.activations = activations_for(job.compute);
  types.paged_cache = true;
  return types;
}

struct ServingEstimator::Anatomy {
  IterationTime prefill, decode;
  ReplicaEstimate loop;  ///< continuous
  double encoder_s = 0;  ///< of the prefill
};

ServingEstimator::ServingEstimator(const ServingJob& job, const Layout& layout, const Cluster& cluster,
                                   const Calibration& calibration, OperatorTimer& operators, const Batching& batching)
    : job_(job),
      layout_(layout),
      accelerator_(cluster.instance().accelerator),
      calibration_(calibration),
      timer_(job.model, serving_types(job), layout, cluster.instance(), calibration, operators, job.expert_skew),
      batching_(batching),
      passes_([this](double sequences) { return timer_.pass(decode_of(job_, sequences)); },
              [this](double prompts) { return timer_.pass(prefill_of(job_, prompts)); },
              timer_.compiles_shapes() || encodes_its_prompt(job.model)
                  ? 0
                  : real(std::max<std::int64_t>(1, job.input_length)),
              pictures_s()),
      request_flops_(forward_flops(job.model, prefill_of(job, 1)) +
                     real(std::max<std::int64_t>(1, job.output_length) - 1) *
                         forward_flops(job.model, decode_of(job, 1))) {}

RequestSpread spread_over(std::int64_t requests, std::int64_t replicas) {
  const std::int64_t batch = (requests + replicas - 1) / replicas;
  const std::int64_t others = batch * replicas - requests;
  return {batch, replicas - others, others};
}

std::int64_t requests_in_flight(const ServingJob& job, const Layout& layout, std::int64_t batch) {
  return job.concurrency.value_or(std::max<std::int64_t>(1, batch * layout.dp));
}

ReplicaEstimate ServingEstimator::steady(std::int64_t batch) {
  SteadyLoad load;
  load.concurrency = load.room = real(batch);
  load.input = real(std::max<std::int64_t>(1, job_.input_length));
  load.output = real(std::max<std::int64_t>(1, job_.output_length));
  load.prefill_tokens = batching_.prefill_tokens;
  return closed_loop(passes_, load, calibration_);
}

double ServingEstimator::pictures_s() { return timer_.pictures_s(real(job_.images), real(job_.image_size)); }

ServingEstimator::Latencies ServingEstimator::latencies(std::int64_t batch) {
  if (batching_.continuous) {
    const ReplicaEstimate loop = steady(batch);
    return {loop.ttft_s, loop.tpot_s};
  }
  return {timer_.once(prefill_of(job_, real(batch))).total_s() + real(batch) * pictures_s(),
          timer_.repeated(decode_of(job_, real(batch))).total_s()};
}

double ServingEstimator::request_s(const Latencies& latencies) const {
  return latencies.ttft_s + real(std::max<std::int64_t>(1, job_.output_length) - 1) * latencies.tpot_s;
}

ServingEstimator::Anatomy ServingEstimator::anatomy(std::int64_t batch) {
  Anatomy anatomy;
  const double prompts = batching_.continuous ? 1 : real(batch);
  anatomy.prefill = timer_.once(prefill_of(job_, prompts));
  if (batching_.continuous) {
    anatomy.loop = steady(batch);
    // Between two numbers of sequences that were timed the loop goes on a straight line.
    const IterationTime timed = timer_.repeated(decode_of(job_, anatomy.loop.running));
    add(anatomy.decode, timed, anatomy.loop.parts.iteration_s / timed.total_s());
  } else {
    anatomy.decode = timer_.repeated(decode_of(job_, prompts));
  }
  if (encoded_tokens(job_) > 0) {
    Shape without = prefill_of(job_, prompts);
    without.encoded = true;
    anatomy.encoder_s = anatomy.prefill.total_s() - timer_.once(without).total_s();
  }
  return anatomy;
}

ServingEstimate ServingEstimator::of(std::int64_t requests) {
  const RequestSpread spread = spread_over(requests, layout_.dp);
  const Latencies fullest = latencies(spread.batch);
  ServingEstimate estimate;
  estimate.batch = spread.batch;
  estimate.ttft_s = fullest.ttft_s;
  estimate.tpot_s = fullest.tpot_s;
  estimate.requests_per_s = real(spread.fullest * spread.batch) / request_s(fullest);
  if (spread.others > spread.idle())
    estimate.requests_per_s += real(spread.others * (spread.batch - 1)) / request_s(latencies(spread.batch - 1));
  estimate.output_tokens_per_s = real(std::max<std::int64_t>(1, job_.output_length)) * estimate.requests_per_s;
  const Rate* rate = accelerator_.rate(job_.compute);
  const double peak = rate == nullptr ? 0 : rate->flops_per_s * real(layout_.ranks());
  estimate.mfu = peak > 0 ? request_flops_ * estimate.requests_per_s / peak : 0;
  return estimate;
}

ServingEstimate ServingEstimator::explain(std::int64_t requests) {
  ServingEstimate estimate = of(requests);
  const Anatomy parts = anatomy(estimate.batch);
  const RequestSpread spread = spread_over(requests, layout_.dp);
  const bool continuous = batching_.continuous, experts = job_.model.experts > 0;
  const std::string prompts = fmt::format("{} sequences × {} tokens", continuous ? 1 : spread.batch, job_.input_length);
  const std::string tokens =
      fmt::format("{:.4g} sequences × 1 token after {}", continuous ? parts.loop.running : real(spread.batch),
                  decode_of(job_, 1).context);
  estimate.terms = terms_of(parts.prefill, {"prefill", prompts, true, experts}, layout_, accelerator_, calibration_);
  if (parts.encoder_s > 0)
    estimate.terms.push_back({"encoder, within prefill",
                              fmt::format("{} sequences × {} positions, once for each request; every decode step reads "
                                          "their keys and values in each decoder layer",
                                          continuous ? 1 : spread.batch, encoded_tokens(job_)),
                              parts.encoder_s, "s", calibration_.name});
  if (job_.images > 0)
    estimate.terms.push_back({"prefill: pictures",
                              fmt::format("{} sequences × {} pictures of {} × {} pixels, through the model's tower",
                                          continuous ? 1 : spread.batch, job_.images, job_.image_size, job_.image_size),
                              (continuous ? 1 : real(spread.batch)) * pictures_s(), "s", calibration_.name});
  if (continuous) add_waits(parts.loop, spread.batch, calibration_, estimate.terms);
  estimate.terms.push_back({"TTFT", continuous ? "the sum of prefill and waits" : "the sum of prefill", estimate.ttft_s,
                            "s", calibration_.name});
  for (Term& term : terms_of(parts.decode, {"decode", tokens, false, experts}, layout_, accelerator_, calibration_)) {
    estimate.terms.push_back(std::move(term));
  }
  if (continuous && parts.loop.parts.prompts_s > 0)
    estimate.terms.push_back({"decode: prompts of others",
                              fmt::format("({:.4g} sequences − 1) / {} tokens of a prompt come in each iteration",
                                          parts.loop.running, job_.output_length),
                              parts.loop.parts.prompts_s, "s", calibration_.name});
  estimate.terms.push_back({"TPOT", "the sum of decode", estimate.tpot_s, "s", calibration_.name});
  std::string made =
      fmt::format("{} replicas × {} sequences × {} tokens / ({} + {} × {})", spread.fullest, spread.batch,
                  job_.output_length, in_time(estimate.ttft_s), job_.output_length - 1, in_time(estimate.tpot_s));
  if (spread.idle() > 0) {
    estimate.terms.push_back({"replicas without a request",
                              fmt::format("{} replicas, {} requests in flight", layout_.dp, requests),
                              real(spread.idle()), "", ""});
  } else if (spread.others > 0) {
    made += fmt::format(" + {} replicas × {} sequences × {} tokens / {}", spread.others, spread.batch - 1,
                        job_.output_length, in_time(request_s(latencies(spread.batch - 1))));
  }
  estimate.terms.push_back({"output tokens per second", made, estimate.output_tokens_per_s, "1/s", ""});
  return estimate;
}

ServingEstimate estimate_serving(const ServingJob& job, const Layout& layout, const Cluster& cluster,
                                 const Calibration& calibration, std::int64_t batch) {
  OperatorTimer operators(cluster.instance().accelerator, calibration);
  return ServingEstimator(job, layout, cluster, calibration, operators)(batch);
}

ServingEstimate explain_serving(const ServingJob& job, const Layout& layout, const Cluster& cluster,
                                const Calibration& calibration, std::int64_t batch) {
  OperatorTimer operators(cluster.instance().accelerator, calibration);
  return ServingEstimator(job, layout, cluster, calibration, operators).explain(batch * layout.dp);
}

}  // namespace hakaru
