#include "hakaru/timing/prefill_attention.h"

#include <gtest/gtest.h>

#include "measured.h"

namespace hakaru::testing {
namespace {

constexpr int prefill_shapes = 3000;

TEST(Prefill, TakesWhatTheHeadersExampleSays) {
  const PrefillConstants constants{5.563e-6, 2.388e-6, 0.7732, 0.08284, 2.746e-6, 0.7244, 1.18, 2.588e-6};
  const PrefillTimer timer({132, 1.83e9, 3350e9, 50 * 1048576.0}, 989e12, AttentionLibrary::flash_attention_3,
                           constants);
  PrefillShape shape;
  shape.batch = 4;
  shape.query_tokens = shape.kv_tokens = 4096;
  shape.heads = 32;
  shape.kv_heads = 8;
  shape.key_dim = shape.value_dim = 128;
  EXPECT_NEAR(1e3 * timer.forward_s(shape), 1.04 - 0.097, 0.01);
  shape.writes_cache = true;
  EXPECT_NEAR(1e3 * timer.forward_s(shape), 1.04, 0.005);
}

class EveryPrefill : public ::testing::Test {
 protected:
  struct Case {
    std::string name;
    Processor processor;
    double flops_per_s, kv_bytes;
    AttentionLibrary library;
    PrefillTimer timer;
  };
  /// Every accelerator and type of cache.
  template <typename Check>
  static void of_each(const Check& check) {
    int seen = 0;
    for (const Measured& measured : measured_accelerators()) {
      for (const auto& [type, fit] : measured.calibration.kernels->prefill) {
        const double flops_per_s = measured.peak(multiplies_as_cached(fit.library) ? type : DataType::bf16);
        check(Case{measured.accelerator.name + " " + std::string(name_of(type)), measured.processor, flops_per_s,
                   bytes_per_value(type), fit.library,
                   PrefillTimer(measured.processor, flops_per_s, fit.library, fit.constants)});
        ++seen;
      }
    }
    EXPECT_GE(seen, 11);
  }
  static PrefillShape drawn(Draw& draw, double kv_bytes) {
    PrefillShape shape;
    shape.batch = draw.size(1, 256);
    shape.query_tokens = shape.kv_tokens = std::llround(draw.size(1, 32768));
    shape.kv_heads = std::llround(draw.size(1, 32));
    shape.heads = shape.kv_heads * draw.one_of(std::array{1, 2, 4, 8});
    shape.key_dim = shape.value_dim = draw.one_of(std::array{64, 128});
    shape.kv_bytes = kv_bytes;
    shape.causal = draw.share() < 0.75;
    shape.writes_cache = draw.share() < 0.5;
    return shape;
  }
  static std::string text(const PrefillShape& shape) {
    return fmt::format("batch {} tokens {} heads {} / {} dim {}{}{}", shape.batch, shape.query_tokens, shape.heads,
                       shape.kv_heads, shape.key_dim, shape.causal ? " causal" : "",
                       shape.writes_cache ? " cache written" : "");
  }
  /// Queries, results, keys and values once.
  static double bytes(const PrefillShape& shape) {
    const double rows = shape.batch * static_cast<double>(shape.query_tokens * shape.key_dim);
    return rows * (static_cast<double>(shape.heads) * (shape.query_bytes + shape.output_bytes) +
                   2 * static_cast<double>(shape.kv_heads) * shape.kv_bytes);
  }
};

TEST_F(EveryPrefill, IsNeverFasterThanPeakOrBandwidth) {
  of_each([](const Case& each) {
    Draw draw;
    Least over_peak, over_bandwidth;
    for (int at = 0; at < prefill_shapes; ++at) {
      const PrefillShape shape = drawn(draw, each.kv_bytes);
      const double tokens = static_cast<double>(shape.query_tokens);
      const double pairs = shape.causal ? tokens * (tokens + 1) / 2 : tokens * tokens;
      const double flops = 4 * shape.batch * pairs * static_cast<double>(shape.heads * shape.key_dim);
      const double seconds = each.timer.forward_s(shape);
      over_peak.see(seconds * each.flops_per_s / flops, text(shape));
      over_peak.see(each.timer.backward_s(shape) * each.flops_per_s / (2.5 * flops), text(shape), "backward");
      // Operands that the last-level cache can keep need no memory bandwidth.
      if (bytes(shape) > 3 * each.processor.cache_bytes)
        over_bandwidth.see(seconds * each.processor.memory_bytes_per_s / bytes(shape), text(shape));
    }
    expect_at_least(over_peak, 1, each.name);
    expect_at_least(over_bandwidth, 1, each.name);
  });
}

TEST_F(EveryPrefill, TakesNoLessForTwiceTheBatchOrTokens) {
  of_each([](const Case& each) {
    Draw draw;
    Least batch, tokens, cached;
    for (int at = 0; at < prefill_shapes; ++at) {
      const PrefillShape once = drawn(draw, each.kv_bytes);
      PrefillShape twice = once;
      twice.batch *= 2;
      batch.see(each.timer.forward_s(twice) / each.timer.forward_s(once), text(once));
      twice = once;
      twice.query_tokens = twice.kv_tokens = 2 * once.kv_tokens;
      tokens.see(each.timer.forward_s(twice) / each.timer.forward_s(once), text(once));
      twice = once;
      twice.kv_tokens = 2 * once.kv_tokens;
      cached.see(each.timer.forward_s(twice) / each.timer.forward_s(once), text(once));
    }
    expect_at_least(batch, no_less, each.name + ", twice the batch");
    // FlashInfer shares the keys of its longest block among idle units, in parts of 128 or more: 139 keys make one
    // part, 278 make two.
    const bool splits = each.library == AttentionLibrary::flashinfer;
    expect_at_least(tokens, splits ? 0.9 : no_less, each.name + ", twice the tokens");
    expect_at_least(cached, no_less, each.name + ", twice the keys");
  });
}

TEST_F(EveryPrefill, TakesNoLessInTwoHalvesOnceHalfABatchLeavesTheCache) {
  of_each([](const Case& each) {
    Draw draw;
    Least large, all;
    for (int at = 0; at < prefill_shapes; ++at) {
      const PrefillShape half = drawn(draw, each.kv_bytes);
      PrefillShape whole = half;
      whole.batch *= 2;
      const double ratio = 2 * each.timer.forward_s(half) / each.timer.forward_s(whole);
      all.see(ratio, text(half));
      if (bytes(half) > 3 * each.processor.cache_bytes) large.see(ratio, text(half));
    }
    expect_at_least(large, no_less, each.name + ", beyond the cache");
    expect_at_least(all, 0.5, each.name);
  });
}

TEST_F(EveryPrefill, CountsTheTilesThatAreSeen) {
  of_each([](const Case& each) {
    PrefillShape shape;
    shape.query_tokens = shape.kv_tokens = 8192;
    shape.heads = shape.kv_heads = 32;
    shape.key_dim = shape.value_dim = 128;
    shape.kv_bytes = each.kv_bytes;
    const double causal_s = each.timer.forward_s(shape);
    shape.window = 8192;
    EXPECT_DOUBLE_EQ(each.timer.forward_s(shape), causal_s) << each.name << ": a window that hides nothing";
    shape.window = 512;
    EXPECT_LT(each.timer.forward_s(shape), 0.5 * causal_s) << each.name << ": a sixteenth of the keys";
    shape.window = 0;
    shape.causal = false;
    EXPECT_NEAR(each.timer.forward_s(shape) / causal_s, 2, 0.2) << each.name << ": all keys, not half";
  });
}

}  // namespace
}  // namespace hakaru::testing
