// Time of one estimate of a kernel: a search asks for thousands.
#include <benchmark/benchmark.h>

#include "hakaru/hardware/catalog.h"
#include "hakaru/timing/collective_timer.h"
#include "hakaru/timing/operator_timer.h"

namespace hakaru {
namespace {

/// An H100 with the constants that are shipped for it.
struct H100 {
  DataFiles data;
  Catalog catalog = *Catalog::read(data);
  Accelerator accelerator = *catalog.accelerator("h100-sxm");
  Instance machine = *catalog.usual_instance_of("h100-sxm");
  Calibration calibration = *find_calibration(data, accelerator, "serving");
  Processor processor{static_cast<double>(accelerator.compute_units), accelerator.clock_hz,
                      accelerator.memory_bandwidth_bytes_per_s, accelerator.cache_bytes};
};

const H100& h100() {
  static const H100 one;
  return one;
}

/// Every m with every n and k, as in a step.
std::vector<GemmLaunch> spread_of_products() {
  std::vector<GemmLaunch> products;
  for (const double m : {1, 16, 64, 250, 1024, 8192}) {
    for (const double n : {1024, 4096, 11008, 28672}) {
      for (const double k : {1024, 4096, 11008, 28672}) {
        GemmLaunch product;
        product.m = m;
        product.n = n;
        product.k = k;
        product.weight_copies = 1e6;
        products.push_back(product);
      }
    }
  }
  return products;
}

void gemm(benchmark::State& state, DataType type) {
  const GemmFit& fit = h100().calibration.kernels->gemm.at(type);
  const GemmTimer timer(h100().processor,
                        {h100().accelerator.rate(type)->flops_per_s, bytes_per_value(type), fit.library},
                        fit.constants);
  const std::vector<GemmLaunch> products = spread_of_products();
  std::size_t at = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(timer.time_s(products[at]));
    at = at + 1 < products.size() ? at + 1 : 0;
  }
}
BENCHMARK_CAPTURE(gemm, bf16, DataType::bf16);
BENCHMARK_CAPTURE(gemm, fp8, DataType::fp8);

void gemm_asked_again(benchmark::State& state) {
  OperatorTimer timer(h100().accelerator, h100().calibration);
  const Operator product{"product", Gemm{4096, 4096, 4096, 1, true}};
  const OperatorTypes types;
  for (auto _ : state) benchmark::DoNotOptimize(timer.forward_s(product, types));
}
BENCHMARK(gemm_asked_again);

void attention(benchmark::State& state, double batch, double query_tokens) {
  OperatorTimer timer(h100().accelerator, h100().calibration);
  AttentionOperator shape;
  shape.batch = batch;
  shape.query_tokens = query_tokens;
  shape.kv_tokens = 4096;
  shape.heads = 32;
  shape.kv_heads = 8;
  shape.key_dim = shape.value_dim = 128;
  const Operator op{"attention", shape};
  OperatorTypes types;
  types.paged_cache = true;
  for (auto _ : state) benchmark::DoNotOptimize(timer.forward_s(op, types));
}
BENCHMARK_CAPTURE(attention, prefill, 4, 4096);
BENCHMARK_CAPTURE(attention, decode, 64, 1);

void collective(benchmark::State& state, Group group) {
  const CollectiveTimer timer(h100().machine, h100().calibration);
  for (auto _ : state) benchmark::DoNotOptimize(timer.time_s(Operation::all_reduce, 64e6, group));
}
BENCHMARK_CAPTURE(collective, within_an_instance, Group{8, 8, 1});
BENCHMARK_CAPTURE(collective, between_eight_instances, Group{64, 8, 1});

}  // namespace
}  // namespace hakaru
