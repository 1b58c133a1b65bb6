#include "hakaru/serving/static_batch.h"

#include <algorithm>

#include "hakaru/core/real.h"
#include "hakaru/core/text.h"
#include "hakaru/serving/iteration.h"
#include "hakaru/serving/iteration_terms.h"

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

/// What an encoder reads once for each request: the prompt, or an audio beside it; 0: there is no encoder.
std::int64_t encoded_tokens(const ServingJob& job) {
  return encodes_its_prompt(job.model) ? job.input_length : source_positions(job.model);
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
  double encoder_s = 0;  ///< of the prefill
  ServingEstimate estimate;
};

ServingEstimator::ServingEstimator(const ServingJob& job, const Layout& layout, const Cluster& cluster,
                                   const Calibration& calibration, const OperatorTimer& operators)
    : job_(job),
      layout_(layout),
      accelerator_(cluster.instance().accelerator),
      calibration_(calibration),
      timer_(job.model, serving_types(job), layout, cluster.instance(), calibration, operators),
      request_flops_(forward_flops(job.model, prefill_of(job, 1)) +
                     real(std::max<std::int64_t>(1, job.output_length) - 1) *
                         forward_flops(job.model, decode_of(job, 1))) {}

ServingEstimator::Anatomy ServingEstimator::anatomy(std::int64_t batch) const {
  const double output = real(std::max<std::int64_t>(1, job_.output_length));
  Anatomy anatomy;
  anatomy.prefill = timer_.once(prefill_of(job_, real(batch)));
  anatomy.decode = timer_.repeated(decode_of(job_, real(batch)));
  if (encoded_tokens(job_) > 0) {
    Shape without = prefill_of(job_, real(batch));
    without.encoded = true;
    anatomy.encoder_s = anatomy.prefill.total_s() - timer_.once(without).total_s();
  }
  ServingEstimate& estimate = anatomy.estimate;
  estimate.batch = batch;
  estimate.ttft_s = anatomy.prefill.total_s();
  estimate.tpot_s = anatomy.decode.total_s();
  const double request_s = estimate.ttft_s + (output - 1) * estimate.tpot_s;
  estimate.requests_per_s = real(layout_.dp * batch) / request_s;
  estimate.output_tokens_per_s = output * estimate.requests_per_s;
  const Rate* rate = accelerator_.rate(job_.compute);
  const double peak = rate == nullptr ? 0 : rate->flops_per_s * real(layout_.tp * layout_.pp);
  estimate.mfu = peak > 0 ? request_flops_ * real(batch) / (request_s * peak) : 0;
  return anatomy;
}

ServingEstimate ServingEstimator::operator()(std::int64_t batch) const { return anatomy(batch).estimate; }

ServingEstimate ServingEstimator::explain(std::int64_t batch) const {
  const Anatomy parts = anatomy(batch);
  ServingEstimate estimate = parts.estimate;
  const std::string prompts = fmt::format("{} sequences × {} tokens", batch, job_.input_length);
  const std::string tokens = fmt::format("{} sequences × 1 token after {}", batch, decode_of(job_, 1).context);
  estimate.terms = terms_of(parts.prefill, "prefill", prompts, layout_, accelerator_, calibration_);
  estimate.terms.push_back({"TTFT", "the sum of prefill", estimate.ttft_s, "s", calibration_.name});
  if (parts.encoder_s > 0)
    estimate.terms.push_back({"encoder, within TTFT",
                              fmt::format("{} sequences × {} positions, once for each request; every decode step reads "
                                          "their keys and values in each decoder layer",
                                          batch, encoded_tokens(job_)),
                              parts.encoder_s, "s", calibration_.name});
  for (Term& term : terms_of(parts.decode, "decode", tokens, layout_, accelerator_, calibration_)) {
    estimate.terms.push_back(std::move(term));
  }
  estimate.terms.push_back({"TPOT", "the sum of decode", estimate.tpot_s, "s", calibration_.name});
  estimate.terms.push_back(
      {"output tokens per second",
       fmt::format("{} replicas × {} sequences × {} tokens / ({} + {} × {})", layout_.dp, batch, job_.output_length,
                   in_time(estimate.ttft_s), job_.output_length - 1, in_time(estimate.tpot_s)),
       estimate.output_tokens_per_s, "1/s", ""});
  return estimate;
}

ServingEstimate estimate_serving(const ServingJob& job, const Layout& layout, const Cluster& cluster,
                                 const Calibration& calibration, std::int64_t batch) {
  const OperatorTimer operators(cluster.instance().accelerator, calibration);
  return ServingEstimator(job, layout, cluster, calibration, operators)(batch);
}

ServingEstimate explain_serving(const ServingJob& job, const Layout& layout, const Cluster& cluster,
                                const Calibration& calibration, std::int64_t batch) {
  const OperatorTimer operators(cluster.instance().accelerator, calibration);
  return ServingEstimator(job, layout, cluster, calibration, operators).explain(batch);
}

}  // namespace hakaru
