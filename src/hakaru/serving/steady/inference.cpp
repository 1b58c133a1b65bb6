#include "hakaru/serving/steady/inference.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/quantities.h"
#include "hakaru/core/real.h"
#include "hakaru/serving/iteration/iteration.h"
#include "hakaru/serving/iteration/iteration_terms.h"

namespace hakaru {
namespace {

/// Type that is multiplied on this accelerator when `type` is asked for: Inferentia1 computes fp32 as bf16.
DataType computed_as(const Accelerator& accelerator, DataType type) {
  const Rate* rate = accelerator.rate(type);
  return rate == nullptr || rate->support == Support::native ? type : rate->computed_as;
}

/// Type that weights are kept in: a compiler casts weights of a type that is silently computed as another.
DataType compiled_as(const Accelerator& accelerator, DataType type) {
  const Rate* rate = accelerator.rate(type);
  return rate != nullptr && rate->support == Support::cast ? rate->computed_as : type;
}

/// Scales are fixed when a network is compiled: layers write the 8-bit values that the next ones read, with no cast
/// between them.
DataType network_activations(DataType computed) { return computed == DataType::tf32 ? DataType::fp32 : computed; }

/// Attention over pictures stays in 16 bits; encoders' and classifiers' is quantised with the rest.
DataType attention_type_for(const Model& model, DataType activations) {
  constexpr double bytes_of_16_bits = 2;
  const bool quantised = model.family == Family::vision || model.family == Family::encoder;
  return bytes_per_value(activations) >= bytes_of_16_bits || quantised ? activations : DataType::bf16;
}

OperatorTypes types_of(const BatchInferenceJob& job, const Accelerator& accelerator) {
  OperatorTypes types;
  types.compute = job.compute;
  types.weights = types.experts = compiled_as(accelerator, job.weights);
  types.activations = network_activations(computed_as(accelerator, job.compute));
  types.kv_cache = attention_type_for(job.model, types.activations);
  return types;
}

Shape shape_of(const BatchInferenceJob& job, std::int64_t batch) {
  Shape shape;
  shape.batch = real(batch);
  shape.new_tokens = real(std::max<std::int64_t>(1, job.sequence_length));
  shape.image_size = real(job.image_size);
  shape.with_conditions = job.model.family != Family::diffusion || job.encodes;
  return shape;
}

/// A batch through one network, all its runs.
IterationTime time_of(const BatchInferenceJob& job, const Layout& layout, const Cluster& cluster,
                      const Calibration& calibration, std::int64_t batch) {
  const Accelerator& accelerator = cluster.instance().accelerator;
  OperatorTimer operators(accelerator, calibration);
  IterationTimer timer(job.model, types_of(job, accelerator), layout, cluster.instance(), calibration, operators);
  IterationTime time;
  add(time, timer.once(shape_of(job, batch)), real(runs_of(job)));
  return time;
}

/// Seconds that the host takes, beside the device, for a batch through all runs of a network.
double host_s(const BatchInferenceJob& job, const Calibration& calibration, std::int64_t batch) {
  return real(runs_of(job)) * (calibration.iteration_overhead_s + real(batch) * calibration.sequence_overhead_s);
}

double flops_of(const BatchInferenceJob& job, std::int64_t batch) {
  return real(runs_of(job)) * forward_flops(job.model, shape_of(job, batch));
}

double peak_of(const BatchInferenceJob& job, const Layout& layout, const Cluster& cluster) {
  const Rate* rate = cluster.instance().accelerator.rate(job.compute);
  return rate == nullptr ? 0 : rate->flops_per_s * real(layout.tp * layout.pp);
}

}  // namespace

InferenceEstimate InferenceService::with_calls(std::int64_t batch, double calls) const {
  double whole_s = 0, beside_s = 0, at_peak_s = 0;
  for (const BatchInferenceJob& network : networks) {
    whole_s += time_of(network, layout, cluster, calibration, batch).total_s();
    beside_s += host_s(network, calibration, batch);
    const double peak = peak_of(network, layout, cluster);
    if (peak > 0) at_peak_s += flops_of(network, batch) / peak;
  }
  const double each_s = std::max((whole_s - beside_s) / real(layout.pp), whole_s / calls);
  InferenceEstimate estimate;
  estimate.latency_s = calls * each_s;
  estimate.items_per_s = real(batch * layout.dp) / each_s;
  estimate.mfu = at_peak_s / each_s;
  return estimate;
}

InferenceEstimate InferenceService::with_arrivals(double limit_s) const {
  constexpr double batches_of_a_request = 1.5;
  constexpr std::int64_t most = 1 << 14;
  const double longest_s = calibration.limit_share * limit_s / batches_of_a_request;
  InferenceEstimate estimate = with_calls(1, 1);
  std::int64_t fits = 1, too_many = 2;
  for (; too_many <= most; too_many *= 2) {
    const InferenceEstimate larger = with_calls(too_many, 1);
    if (larger.latency_s > longest_s) break;
    estimate = larger;
    fits = too_many;
  }
  constexpr std::int64_t near = 16;  // a sixteenth of the batch is near enough
  while (too_many - fits > std::max<std::int64_t>(1, fits / near)) {
    const std::int64_t middle = (fits + too_many) / 2;
    const InferenceEstimate tried = with_calls(middle, 1);
    const bool in_time = tried.latency_s <= longest_s;
    (in_time ? fits : too_many) = middle;
    if (in_time) estimate = tried;
  }
  estimate.latency_s *= batches_of_a_request;
  estimate.items_per_s *= calibration.arrival_share;
  return estimate;
}

InferenceEstimate estimate_inference(const BatchInferenceJob& job, const Layout& layout, const Cluster& cluster,
                                     const Calibration& calibration, std::int64_t batch) {
  const std::vector<BatchInferenceJob> networks = networks_of_item(job);
  return InferenceService{networks, layout, cluster, calibration}.with_calls(batch, 1);
}

InferenceEstimate explain_inference(const BatchInferenceJob& job, const Layout& layout, const Cluster& cluster,
                                    const Calibration& calibration, std::int64_t batch) {
  InferenceEstimate estimate = estimate_inference(job, layout, cluster, calibration, batch);
  const auto what = [batch](const BatchInferenceJob& network) {
    return fmt::format("{} items × {} runs", batch, runs_of(network));
  };
  const std::vector<BatchInferenceJob> networks = networks_of_item(job);
  const BatchInferenceJob& itself = networks.front();
  estimate.terms = terms_of(time_of(itself, layout, cluster, calibration, batch),
                            {"batch", what(itself), true, itself.model.experts > 0}, layout,
                            cluster.instance().accelerator, calibration);
  for (const BatchInferenceJob& beside : std::span(networks).subspan(1)) {
    const bool reads = reads_text(beside);
    std::string formula = fmt::format("{}: {}", beside.model.name, what(beside));
    if (reads) formula += fmt::format(" × {} tokens", beside.sequence_length);
    estimate.terms.push_back({reads ? "text encoder" : "autoencoder", std::move(formula),
                              time_of(beside, layout, cluster, calibration, batch).total_s(), "s", calibration.name});
  }
  estimate.terms.push_back({"latency", "the sum", estimate.latency_s, "s", calibration.name});
  estimate.terms.push_back({"items per second",
                            fmt::format("{} replicas × {} items / {}", layout.dp, batch, in_time(estimate.latency_s)),
                            estimate.items_per_s, "1/s", ""});
  return estimate;
}

std::optional<std::int64_t> best_batch(const RateOfBatch& rate, std::int64_t most) {
  constexpr double nearly = 0.99;
  std::vector<std::pair<std::int64_t, double>> tried;
  std::int64_t too_many = 1;
  for (; too_many <= most; too_many *= 2) {
    const std::optional<double> items_per_s = rate(too_many);
    if (!items_per_s) break;
    tried.emplace_back(too_many, *items_per_s);
  }
  if (tried.empty()) return std::nullopt;
  if (too_many <= most) {  // the largest between the last two
    std::int64_t fits = tried.back().first;
    while (too_many - fits > 1) {
      const std::int64_t middle = (fits + too_many) / 2;
      const std::optional<double> items_per_s = rate(middle);
      if (!items_per_s) {
        too_many = middle;
        continue;
      }
      tried.emplace_back(middle, *items_per_s);
      fits = middle;
    }
  }
  const auto slower = [](const auto& a, const auto& b) { return a.second < b.second; };
  const double best = std::max_element(tried.begin(), tried.end(), slower)->second;
  const auto enough = [&](const auto& each) { return each.second >= nearly * best; };
  return std::find_if(tried.begin(), tried.end(), enough)->first;
}

}  // namespace hakaru
