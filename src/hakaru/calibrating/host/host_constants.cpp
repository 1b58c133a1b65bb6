#include "hakaru/calibrating/host/host_constants.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hakaru/calibrating/host/host_clock.h"
#include "hakaru/evidence/conformal.h"
#include "hakaru/serving/iteration/iteration.h"

namespace hakaru {
namespace {

constexpr double fp32_bytes = 4;

/// Work and the time that it took.
struct Rated {
  double work = 0, seconds = 0;
  void add(double more, double took_s) {
    work += more;
    seconds += took_s;
  }
  double rate() const { return seconds > 0 ? work / seconds : 0; }
};

/// Every value of a product once.
double bytes_of(const Gemm& product) {
  const auto n = static_cast<double>(product.n), k = static_cast<double>(product.k);
  return fp32_bytes * (product.m * k + k * n + product.m * n);
}

OperatorTypes all_fp32() {
  OperatorTypes types;
  types.compute = types.weights = types.activations = types.kv_cache = types.experts = DataType::fp32;
  return types;
}

double share(double reached, double peak) { return std::min(1.0, reached / peak); }

}  // namespace

TracedConstants constants_of(const KernelPass& pass) {
  Rated products, attention, memory;
  for (const KernelTime& kernel : pass.kernels) {
    const auto* product = std::get_if<Gemm>(&kernel.op.kind);
    if (product == nullptr) {
      attention.add(flops_of(kernel.op), kernel.seconds);
    } else if (product->m > 1) {
      products.add(flops_of(kernel.op), kernel.seconds);
    } else {
      memory.add(bytes_of(*product), kernel.seconds);
    }
  }
  return {products.rate(), attention.rate(), memory.rate(), pass.launch_s, pass.iteration_s};
}

TracedConstants medians_of(const std::vector<TracedConstants>& passes) {
  const auto median = [&](double TracedConstants::*constant) {
    std::vector<double> values;
    for (const TracedConstants& pass : passes) values.push_back(pass.*constant);
    return median_of(std::move(values));
  };
  return {median(&TracedConstants::product_flops_per_s), median(&TracedConstants::attention_flops_per_s),
          median(&TracedConstants::memory_bytes_per_s), median(&TracedConstants::launch_s),
          median(&TracedConstants::iteration_s)};
}

Accelerator host_accelerator(const HostMachine& machine) {
  Accelerator accelerator;
  accelerator.name = "host";
  accelerator.chip = machine.processor;
  accelerator.kind = AcceleratorKind::cpu;
  accelerator.memory_bytes = machine.memory_bytes;
  accelerator.memory_bandwidth_bytes_per_s = machine.memory_bytes_per_s();
  accelerator.rates[DataType::fp32] = {machine.product_flops_per_s};
  accelerator.compute_units = machine.cores;
  accelerator.threads_per_core = 1;
  return accelerator;
}

Calibration traced_calibration(const TracedConstants& constants, const HostMachine& machine) {
  Calibration calibration;
  calibration.name = "host traced";
  calibration.gemm_efficiency = share(constants.product_flops_per_s, machine.product_flops_per_s);
  calibration.narrow_gemm_efficiency = calibration.convolution_efficiency = calibration.gemm_efficiency;
  calibration.attention_efficiency = share(constants.attention_flops_per_s, machine.product_flops_per_s);
  calibration.memory_efficiency = share(constants.memory_bytes_per_s, machine.memory_bytes_per_s());
  calibration.small_gemm_tokens = 1;
  calibration.launch_s = constants.launch_s;
  calibration.iteration_overhead_s = constants.iteration_s;
  calibration.collective_efficiency = calibration.network_efficiency = 1;
  return calibration;
}

Result<double> predicted_s(ServedStep step, const SmallSizes& sizes, const HostMachine& machine,
                           const TracedConstants& constants) {
  const Result<Model> model = model_of(sizes);
  if (!model) return fail(model);
  Instance instance;
  instance.name = "host";
  instance.accelerator = host_accelerator(machine);
  const Calibration calibration = traced_calibration(constants, machine);
  OperatorTimer operators(instance.accelerator, calibration);
  IterationTimer timer(*model, all_fp32(), Layout{}, instance, calibration, operators);
  const auto prompt = static_cast<double>(sizes.sequence_length);
  Shape shape;
  shape.new_tokens = step == ServedStep::prefill ? prompt : 1;
  shape.context = step == ServedStep::prefill ? 0 : prompt;
  shape.last_token_logits = true;
  return timer.once(shape).total_s();
}

double band_radius(const std::vector<double>& scores, const std::vector<double>& by_pass_s, double predicted_s) {
  constexpr double coverage = 0.9;
  std::vector<double> off;
  for (const double each : by_pass_s) off.push_back(std::abs(std::log(each / predicted_s)));
  const double spread = off.empty() ? 0 : median_of(std::move(off));
  return conformal_radius(scores, coverage).value_or(std::numeric_limits<double>::infinity()) + spread;
}

}  // namespace hakaru
