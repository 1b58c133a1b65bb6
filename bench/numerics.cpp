// Time to store a tensor in a number format: a rehearsal does it after every operation.
#include <benchmark/benchmark.h>

#include <vector>

#include "hakaru/numerics/rounding.h"

namespace hakaru {
namespace {

constexpr std::size_t values_of_a_tensor = 1 << 16;

void round_tensor(benchmark::State& state, FloatFormat format, RoundingMode mode) {
  const RandomBits random(1, 0);
  std::vector<float> tensor(values_of_a_tensor);
  for (std::size_t i = 0; i < tensor.size(); ++i) tensor[i] = static_cast<float>(random(i)) * 0x1p-32F - 0.5F;
  std::vector<float> stored = tensor;
  for (auto _ : state) {
    stored = tensor;
    round_all(stored, Rounding{format, mode}, random);
    benchmark::DoNotOptimize(stored.data());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * tensor.size()));
}
BENCHMARK_CAPTURE(round_tensor, bf16, float_formats::bf16, RoundingMode::nearest_even);
BENCHMARK_CAPTURE(round_tensor, fp8, float_formats::fp8_e4m3, RoundingMode::nearest_even);
BENCHMARK_CAPTURE(round_tensor, bf16_stochastic, float_formats::bf16, RoundingMode::stochastic);
BENCHMARK_CAPTURE(round_tensor, fp8_stochastic, float_formats::fp8_e4m3, RoundingMode::stochastic);

}  // namespace
}  // namespace hakaru
