#include "hakaru/serving/static_batch.h"

#include <algorithm>

#include "hakaru/core/text.h"
#include "hakaru/serving/iteration.h"
#include "hakaru/serving/iteration_terms.h"

namespace hakaru {
namespace {

double real(std::int64_t value) { return static_cast<double>(value); }

/// Activations keep the compute type where it has at least 16 bits.
DataType activations_for(DataType compute) {
  constexpr double bytes_of_16_bits = 2;
  if (compute == DataType::tf32) return DataType::fp32;
  return bytes_per_value(compute) < bytes_of_16_bits ? DataType::bf16 : compute;
}

OperatorTypes types_of(const ServingJob& job) {
  OperatorTypes types;
  types.compute = job.compute;
  types.weights = job.weights;
  types.experts = job.experts;
  types.kv_cache = job.kv_cache;
  types.activations = activations_for(job.compute);
  return types;
}

Shape prefill_of(const ServingJob& job, double batch) {
  Shape shape;
  shape.batch = batch;
  shape.new_tokens = real(std::max<std::int64_t>(1, job.input_length));
  shape.last_token_logits = true;
  return shape;
}

Shape decode_of(const ServingJob& job, double batch) {
  Shape shape;
  shape.batch = batch;
  shape.context = real(job.input_length) + real(job.output_length) / 2;
  shape.last_token_logits = true;
  return shape;
}

struct Anatomy {
  IterationTime prefill, decode;
  ServingEstimate estimate;
};

Anatomy anatomy_of(const ServingJob& job, const Layout& layout, const Cluster& cluster, const Calibration& calibration,
                   std::int64_t batch) {
  const Accelerator& accelerator = cluster.instance.accelerator;
  const IterationTimer timer(job.model, types_of(job), layout, cluster.instance, calibration);
  const Shape prefill = prefill_of(job, real(batch));
  const Shape decode = decode_of(job, real(batch));
  const double output = real(std::max<std::int64_t>(1, job.output_length));

  Anatomy anatomy;
  anatomy.prefill = timer.once(prefill);
  anatomy.decode = timer.repeated(decode);
  ServingEstimate& estimate = anatomy.estimate;
  estimate.batch = batch;
  estimate.ttft_s = anatomy.prefill.total_s();
  estimate.tpot_s = anatomy.decode.total_s();
  const double request_s = estimate.ttft_s + (output - 1) * estimate.tpot_s;
  estimate.requests_per_s = real(layout.dp * batch) / request_s;
  estimate.output_tokens_per_s = output * estimate.requests_per_s;
  const Rate* rate = accelerator.rate(job.compute);
  const double peak = rate == nullptr ? 0 : rate->flops_per_s * real(layout.tp * layout.pp);
  const double flops = forward_flops(job.model, prefill) + (output - 1) * forward_flops(job.model, decode);
  estimate.mfu = peak > 0 ? flops / (request_s * peak) : 0;
  return anatomy;
}

}  // namespace

ServingEstimate estimate_serving(const ServingJob& job, const Layout& layout, const Cluster& cluster,
                                 const Calibration& calibration, std::int64_t batch) {
  return anatomy_of(job, layout, cluster, calibration, batch).estimate;
}

ServingEstimate explain_serving(const ServingJob& job, const Layout& layout, const Cluster& cluster,
                                const Calibration& calibration, std::int64_t batch) {
  const Anatomy anatomy = anatomy_of(job, layout, cluster, calibration, batch);
  const Accelerator& accelerator = cluster.instance.accelerator;
  ServingEstimate estimate = anatomy.estimate;
  const std::string prompts = fmt::format("{} sequences × {} tokens", batch, job.input_length);
  const std::string tokens = fmt::format("{} sequences × 1 token after {}", batch, decode_of(job, 1).context);
  estimate.terms = terms_of(anatomy.prefill, "prefill", prompts, layout, accelerator, calibration);
  estimate.terms.push_back({"TTFT", "the sum of prefill", estimate.ttft_s, "s", calibration.name});
  for (Term& term : terms_of(anatomy.decode, "decode", tokens, layout, accelerator, calibration)) {
    estimate.terms.push_back(std::move(term));
  }
  estimate.terms.push_back({"TPOT", "the sum of decode", estimate.tpot_s, "s", calibration.name});
  estimate.terms.push_back(
      {"output tokens per second",
       fmt::format("{} replicas × {} sequences × {} tokens / ({} + {} × {})", layout.dp, batch, job.output_length,
                   in_time(estimate.ttft_s), job.output_length - 1, in_time(estimate.tpot_s)),
       estimate.output_tokens_per_s, "1/s", ""});
  return estimate;
}

}  // namespace hakaru
