#include "hakaru/timing/decode_attention.h"

#include <gtest/gtest.h>

#include "measured.h"

namespace hakaru::testing {
namespace {

constexpr int decode_shapes = 5000;

TEST(Decode, TakesWhatTheHeadersExampleSays) {
  DecodeConstants constants;
  constants.launch_s = 7.9e-6;
  constants.item_s = 3.49e-6;
  constants.core_read_share = 0.397;
  constants.memory_efficiency = 0.923;
  constants.cache_speedup = 2.65;
  constants.combine_s = 1.9e-6;
  constants.split_s = 0.068e-6;
  constants.sequence_s = 34e-9;
  DecodeShape shape;
  shape.batch = 64;
  shape.context_length = 4096;
  shape.heads = 32;
  shape.kv_heads = 8;
  shape.flops_per_s = 989e12;
  const Processor h100{132, 1.83e9, 3350e9, 50 * 1048576.0};
  EXPECT_NEAR(1e6 * decode_s(shape, AttentionLibrary::flash_attention_3, constants, h100), 378, 0.5);
}

class EveryDecode : public ::testing::Test {
 protected:
  struct Case {
    std::string name;
    Processor processor;
    double flops_per_s, cached_bytes;
    DecodeFit fit;
    double seconds(const DecodeShape& shape) const { return decode_s(shape, fit.library, fit.constants, processor); }
  };
  /// Every accelerator and type of cache.
  template <typename Check>
  static void of_each(const Check& check) {
    int seen = 0;
    for (const Measured& measured : measured_accelerators()) {
      for (const auto& [type, fit] : measured.calibration.kernels->decode) {
        check(Case{measured.accelerator.name + " " + std::string(name_of(type)), measured.processor,
                   measured.peak(DataType::bf16), bytes_per_value(type), fit});
        ++seen;
      }
    }
    EXPECT_GE(seen, 11);
  }
  /// In a step: what was cached comes from memory.
  static DecodeShape drawn(Draw& draw, const Case& each) {
    DecodeShape shape;
    shape.batch = draw.size(1, 1024);
    shape.context_length = draw.size(1, 131072);
    shape.kv_heads = draw.size(1, 32);
    shape.heads = shape.kv_heads * draw.one_of(std::array{1, 2, 4, 8, 16, 64});
    shape.key_size = shape.value_size = draw.one_of(std::array{64, 128});
    shape.bytes_per_cached_value = each.cached_bytes;
    shape.flops_per_s = each.flops_per_s;
    shape.cache_is_warm = false;
    return shape;
  }
  static std::string text(const DecodeShape& shape) {
    return fmt::format("batch {} context {} heads {} / {} dim {}", shape.batch, shape.context_length, shape.heads,
                       shape.kv_heads, shape.key_size);
  }
};

TEST_F(EveryDecode, IsNeverFasterThanPeakOrBandwidth) {
  of_each([](const Case& each) {
    Draw draw;
    Least over_peak, over_bandwidth;
    for (int at = 0; at < decode_shapes; ++at) {
      const DecodeShape shape = drawn(draw, each);
      const double pairs = shape.batch * shape.context_length * shape.key_size;
      const double seconds = each.seconds(shape);
      over_peak.see(seconds * each.flops_per_s / (4 * pairs * shape.heads), text(shape));
      over_bandwidth.see(seconds * each.processor.memory_bytes_per_s / (2 * pairs * shape.kv_heads * each.cached_bytes),
                         text(shape));
    }
    expect_at_least(over_peak, 1, each.name);
    expect_at_least(over_bandwidth, 1, each.name);
  });
}

TEST_F(EveryDecode, TakesNoLessForTwiceTheWork) {
  of_each([](const Case& each) {
    Draw draw;
    Least batch, context, warm;
    for (int at = 0; at < decode_shapes; ++at) {
      const DecodeShape once = drawn(draw, each);
      DecodeShape twice = once;
      twice.batch *= 2;
      batch.see(each.seconds(twice) / each.seconds(once), text(once));
      twice = once;
      twice.context_length *= 2;
      context.see(each.seconds(twice) / each.seconds(once), text(once));
      DecodeShape warm_once = once;
      warm_once.cache_is_warm = true;
      warm.see(each.seconds(once) / each.seconds(warm_once), text(once));
    }
    expect_at_least(batch, no_less, each.name + ", twice the batch");
    expect_at_least(context, no_less, each.name + ", twice the context");
    expect_at_least(warm, testing::not_below, each.name + ", from memory and not from the cache");
  });
}

TEST_F(EveryDecode, TakesNoLessInTwoHalves) {
  of_each([](const Case& each) {
    Draw draw;
    Least halves;
    for (int at = 0; at < decode_shapes; ++at) {
      const DecodeShape half = drawn(draw, each);
      DecodeShape whole = half;
      whole.batch *= 2;
      halves.see(2 * each.seconds(half) / each.seconds(whole), text(half));
    }
    expect_at_least(halves, no_less, each.name);
  });
}

TEST_F(EveryDecode, AWindowHidesWhatLiesBehindIt) {
  of_each([](const Case& each) {
    DecodeShape shape;
    shape.batch = 16;
    shape.context_length = 32768;
    shape.heads = 32;
    shape.kv_heads = 8;
    shape.bytes_per_cached_value = each.cached_bytes;
    shape.flops_per_s = each.flops_per_s;
    shape.cache_is_warm = false;
    DecodeShape windowed = shape, shorter = shape;
    windowed.sliding_window = shorter.context_length = 4096;
    EXPECT_DOUBLE_EQ(each.seconds(windowed), each.seconds(shorter)) << each.name;
    EXPECT_LT(each.seconds(windowed), each.seconds(shape)) << each.name;
  });
}

}  // namespace
}  // namespace hakaru::testing
