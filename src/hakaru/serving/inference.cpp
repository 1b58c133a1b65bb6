#include <algorithm>

#include "hakaru/core/text.h"
#include "hakaru/serving/iteration.h"
#include "hakaru/serving/iteration_terms.h"
#include "hakaru/serving/static_batch.h"

namespace hakaru {
namespace {

double real(std::int64_t value) { return static_cast<double>(value); }

/// What is multiplied on this accelerator when `type` is asked for: Inferentia1 computes fp32 as bf16.
DataType computed_as(const Accelerator& accelerator, DataType type) {
  const Rate* rate = accelerator.rate(type);
  return rate == nullptr || rate->support == Support::native ? type : rate->computed_as;
}

/// Inference compilers keep 8-bit activations between the 8-bit layers of vision models and encoders; others are cast
/// for each product.
DataType activations_for(const Model& model, DataType computed) {
  constexpr double bytes_of_16_bits = 2;
  if (computed == DataType::tf32) return DataType::fp32;
  const bool kept = model.family == Family::vision || model.family == Family::encoder;
  return bytes_per_value(computed) >= bytes_of_16_bits || kept ? computed : DataType::bf16;
}

OperatorTypes types_of(const BatchInferenceJob& job, const Accelerator& accelerator) {
  OperatorTypes types;
  types.compute = job.compute;
  types.weights = types.experts = job.weights;
  types.activations = types.kv_cache = activations_for(job.model, computed_as(accelerator, job.compute));
  return types;
}

Shape shape_of(const BatchInferenceJob& job, std::int64_t batch) {
  Shape shape;
  shape.batch = real(batch);
  shape.new_tokens = real(std::max<std::int64_t>(1, job.sequence_length));
  shape.image_size = real(job.image_size);
  shape.with_conditions = job.model.family != Family::diffusion;
  return shape;
}

std::int64_t runs_of(const BatchInferenceJob& job) {
  return std::max<std::int64_t>(1, job.runs_per_item > 0 ? job.runs_per_item : job.model.runs_per_item);
}

struct Anatomy {
  IterationTime time;
  InferenceEstimate estimate;
};

Anatomy anatomy_of(const BatchInferenceJob& job, const Layout& layout, const Cluster& cluster,
                   const Calibration& calibration, std::int64_t batch) {
  const Accelerator& accelerator = cluster.instance().accelerator;
  const OperatorTimer operators(accelerator, calibration);
  const IterationTimer timer(job.model, types_of(job, accelerator), layout, cluster.instance(), calibration, operators);
  const Shape shape = shape_of(job, batch);
  const double runs = real(runs_of(job));

  Anatomy anatomy;
  add(anatomy.time, timer.once(shape), runs);
  InferenceEstimate& estimate = anatomy.estimate;
  estimate.latency_s = anatomy.time.total_s();
  estimate.items_per_s = real(batch * layout.dp) / estimate.latency_s;
  const Rate* rate = accelerator.rate(job.compute);
  const double peak = rate == nullptr ? 0 : rate->flops_per_s * real(layout.tp * layout.pp);
  estimate.mfu = peak > 0 ? runs * forward_flops(job.model, shape) / (estimate.latency_s * peak) : 0;
  return anatomy;
}

}  // namespace

InferenceEstimate estimate_inference(const BatchInferenceJob& job, const Layout& layout, const Cluster& cluster,
                                     const Calibration& calibration, std::int64_t batch) {
  return anatomy_of(job, layout, cluster, calibration, batch).estimate;
}

InferenceEstimate explain_inference(const BatchInferenceJob& job, const Layout& layout, const Cluster& cluster,
                                    const Calibration& calibration, std::int64_t batch) {
  const Anatomy anatomy = anatomy_of(job, layout, cluster, calibration, batch);
  InferenceEstimate estimate = anatomy.estimate;
  const std::string what = fmt::format("{} items × {} runs", batch, runs_of(job));
  estimate.terms = terms_of(anatomy.time, "batch", what, layout, cluster.instance().accelerator, calibration);
  estimate.terms.push_back({"latency", "the sum", estimate.latency_s, "s", calibration.name});
  estimate.terms.push_back({"items per second",
                            fmt::format("{} replicas × {} items / {}", layout.dp, batch, in_time(estimate.latency_s)),
                            estimate.items_per_s, "1/s", ""});
  return estimate;
}

}  // namespace hakaru
