#include "hakaru/timing/gemm.h"

#include <gtest/gtest.h>

#include "measured.h"

namespace hakaru::testing {
namespace {

constexpr int shapes = 4000;

TEST(Gemm, TakesWhatTheHeadersExampleSays) {
  GemmConstants constants;
  constants.launch_s = 2.5396e-6;
  constants.tensor_efficiency = 0.88163;
  constants.whole_wave_share = 0.062786;
  constants.core_feed_bytes_per_s = 599.99e9;
  constants.step_s = 1.3891e-9;
  constants.tile_fixed_s = 0.12932e-6;
  constants.memory_efficiency = 0.89407;
  constants.split_s = 2.7896e-6;
  constants.epilogue_bytes_per_s = 39.8e9;
  constants.cache_share = 0.58808;
  constants.throttle = 0.066853;
  constants.throttle_time_s = 0.45537e-3;
  constants.cache_bandwidth_ratio = 1.546;
  constants.exposed_share = 0.77693;
  constants.store_weight = 0.88422;
  constants.partial_sum_weight = 0.05;
  const GemmTimer timer({132, 1.83e9, 3350e9, 50 * 1048576.0}, {989e12, 2, GemmLibrary::cublas}, constants);
  GemmLaunch product;
  product.m = product.n = product.k = 4096;
  EXPECT_NEAR(1e6 * timer.time_s(product), 167.4, 0.05);
}

/// True if one kernel runs all products of at least m rows and n columns. vLLM dispatches by them: on Hopper above 16,
/// 64 and 128 rows, on Ada by powers of two of both.
bool runs_the_same_kernel_beyond(GemmLibrary library, double m, double n) {
  if (library == GemmLibrary::vllm_hopper_fp8) return m > 128;
  return library != GemmLibrary::vllm_ada_fp8 || (m > 256 && n > 8192);
}

/// Lower bounds of time ratios where another kernel runs the larger product: twice to once, two halves to the product.
struct Bounds {
  double twice_m, twice_n, halves;
};
Bounds bounds_at_dispatch(GemmLibrary library) {
  if (library == GemmLibrary::vllm_hopper_fp8) return {0.78, not_below, 0.78};
  return {0.64, 0.64, 0.55};
}

/// cuBLAS may split k of a half where the whole would fill more than eight waves so. With whole waves that is felt.
double bound_of_halves(const GemmUnits& units, const GemmConstants& constants) {
  if (units.library != GemmLibrary::cublas) return not_below;
  return constants.whole_wave_share > 0.5 ? 0.92 : 0.97;
}

/// A product as in a step: its weights come from memory, and the clocks have long fallen.
GemmLaunch in_a_step(double m, double n, double k, double operand_bytes) {
  GemmLaunch product;
  product.m = m;
  product.n = n;
  product.k = k;
  product.row_bytes = std::max(2.0, operand_bytes);
  product.weight_copies = 1e6;
  product.busy_before_s = 1;
  return product;
}

class EveryGemm : public ::testing::Test {
 protected:
  struct Case {
    std::string name;
    Processor processor;
    GemmUnits units;
    GemmConstants constants;
    GemmTimer timer;
    double seconds(double m, double n, double k, double groups = 1) const {
      GemmLaunch product = in_a_step(m, n, k, units.operand_bytes);
      product.groups = groups;
      return timer.time_s(product);
    }
  };
  /// Every accelerator and data type.
  template <typename Check>
  static void of_each(const Check& check) {
    int seen = 0;
    for (const Measured& measured : measured_accelerators()) {
      for (const auto& [type, fit] : measured.calibration.kernels->gemm) {
        const GemmUnits units{measured.peak(type), bytes_per_value(type), fit.library};
        check(Case{measured.accelerator.name + " " + std::string(name_of(type)), measured.processor, units,
                   fit.constants, GemmTimer(measured.processor, units, fit.constants)});
        ++seen;
      }
    }
    EXPECT_GE(seen, 11);
  }
};

TEST_F(EveryGemm, IsNeverFasterThanPeakOrBandwidth) {
  of_each([](const Case& each) {
    Draw draw;
    Least over_peak, over_bandwidth;
    for (int shape = 0; shape < shapes; ++shape) {
      const double m = draw.size(1, 65536), n = draw.size(16, 65536), k = draw.size(16, 65536);
      const double seconds = each.seconds(m, n, k);
      const double bytes = each.units.operand_bytes * (m * k + n * k) + 2 * m * n;
      over_peak.see(seconds * each.units.flops_per_s / (2 * m * n * k), m, n, k);
      over_bandwidth.see(seconds * each.processor.memory_bytes_per_s / bytes, m, n, k);
    }
    expect_at_least(over_peak, 1, each.name);
    expect_at_least(over_bandwidth, 1, each.name);
  });
}

TEST_F(EveryGemm, TakesNoLessForTwiceTheWork) {
  of_each([](const Case& each) {
    Draw draw;
    Least twice_m, twice_n, twice_k, dispatched_by_m, dispatched_by_n;
    for (int shape = 0; shape < shapes; ++shape) {
      const double m = draw.size(1, 32768), n = draw.size(16, 32768), k = draw.size(16, 32768);
      const double once = each.seconds(m, n, k);
      const double other_path_s = m == 1 ? each.constants.single_row_s : 0;
      const bool same = runs_the_same_kernel_beyond(each.units.library, m, n);
      (same ? twice_m : dispatched_by_m).see(each.seconds(2 * m, n, k) / (once - other_path_s), m, n, k);
      (same ? twice_n : dispatched_by_n).see(each.seconds(m, 2 * n, k) / once, m, n, k);
      twice_k.see(each.seconds(m, n, 2 * k) / once, m, n, k);
    }
    // Rows that fill a tile cost less than those that leave it up to half empty.
    expect_at_least(twice_m, not_below / (1 + each.constants.padding_cost / 2), each.name + ", twice m");
    expect_at_least(twice_n, not_below, each.name + ", twice n");
    expect_at_least(twice_k, not_below, each.name + ", twice k");
    const Bounds bounds = bounds_at_dispatch(each.units.library);
    expect_at_least(dispatched_by_m, bounds.twice_m, each.name + ", twice m, another kernel");
    expect_at_least(dispatched_by_n, bounds.twice_n, each.name + ", twice n, another kernel");
  });
}

TEST_F(EveryGemm, TakesNoLessInTwoHalves) {
  of_each([](const Case& each) {
    Draw draw;
    Least halves, groups, dispatched;
    for (int shape = 0; shape < shapes; ++shape) {
      const double m = draw.size(1, 32768), n = draw.size(16, 32768), k = draw.size(16, 32768);
      const double once = each.seconds(m, n, k);
      const bool same = runs_the_same_kernel_beyond(each.units.library, m, n);
      (same ? halves : dispatched).see(2 * once / each.seconds(2 * m, n, k), m, n, k);
      groups.see(2 * once / each.seconds(m, n, k, 2), m, n, k);
    }
    const double bound = bound_of_halves(each.units, each.constants);
    expect_at_least(halves, bound, each.name + ", rows");
    expect_at_least(groups, bound, each.name + ", groups");
    expect_at_least(dispatched, bounds_at_dispatch(each.units.library).halves, each.name + ", another kernel");
  });
}

}  // namespace
}  // namespace hakaru::testing
