#include "hakaru/rehearsal/precision.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "hakaru/core/text.h"
#include "hakaru/numerics/cfp8.h"
#include "hakaru/numerics/rounding.h"

namespace hakaru {
namespace {

struct Precision {
  std::string_view name, recipe;
  DataType type;
  FloatFormat format;
  RoundingMode mode;
};

PrecisionRecipe recipe_of(const Precision& precision) {
  PrecisionRecipe recipe;
  recipe.name = precision.name;
  recipe.stochastic_rounding = precision.mode == RoundingMode::stochastic;
  return in_format(recipe, precision.type);
}

constexpr auto nearest = RoundingMode::nearest_even, stochastic = RoundingMode::stochastic;
constexpr std::array precisions{
    Precision{"fp32", "fp32", DataType::fp32, float_formats::fp32, nearest},
    Precision{"bf16", "bf16-pure", DataType::bf16, float_formats::bf16, nearest},
    Precision{"bf16-sr", "bf16-sr", DataType::bf16, float_formats::bf16, stochastic},
    Precision{"fp16", "bf16-pure", DataType::fp16, float_formats::fp16, nearest},
    Precision{"fp16-sr", "bf16-sr", DataType::fp16, float_formats::fp16, stochastic},
    Precision{"fp8-e4m3", "bf16-pure", DataType::fp8, float_formats::fp8_e4m3, nearest},
    Precision{"fp8-e4m3-sr", "bf16-sr", DataType::fp8, float_formats::fp8_e4m3, stochastic},
    Precision{"fp8-e5m2", "bf16-pure", DataType::fp8, float_formats::fp8_e5m2, nearest},
    Precision{"fp8-e5m2-sr", "bf16-sr", DataType::fp8, float_formats::fp8_e5m2, stochastic},
    Precision{"cfp8", "bf16-pure", DataType::cfp8, float_formats::fp8_e4m3_ieee, nearest},
    Precision{"cfp8-sr", "bf16-sr", DataType::cfp8, float_formats::fp8_e4m3_ieee, stochastic}};

/// cFP8's bias is chosen for each tensor, when it is stored.
FloatFormat format_for(std::span<const float> values, const Precision& precision) {
  if (precision.type != DataType::cfp8) return precision.format;
  float largest = 0;
  for (const float value : values) largest = std::max(largest, std::abs(value));
  const int exponent_bits = precision.format.exponent_bits;
  return cfp8_format(exponent_bits, cfp8_bias_for(largest, exponent_bits)).value_or(precision.format);
}

void round_in(tracing::DeviceOptions& device, const Precision& precision, std::uint64_t seed) {
  device.format = precision.type;
  if (precision.type == DataType::fp32) return;
  device.rounding[precision.type] = [precision, seed](std::span<float> values, const tracing::Draw& draw) {
    const Rounding rounding{format_for(values, precision), precision.mode, Overflow::infinity};
    const RandomBits bits(seed, draw.stream);
    if (precision.mode == RoundingMode::nearest_even) return round_all(values, rounding, bits);
    const auto count = static_cast<std::int64_t>(values.size());
    for (std::int64_t at = 0; at < count;) {
      const std::int64_t row = draw.in_a_row(at, count - at);
      round_all(values.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(row)), rounding, bits,
                static_cast<std::uint64_t>(draw.index(at)));
      at += row;
    }
  };
}

Result<const Precision*> find_precision(const std::string& name) {
  const auto* found =
      std::find_if(precisions.begin(), precisions.end(), [&](const Precision& each) { return each.name == name; });
  if (found != precisions.end()) return found;
  return bad_input("precision '{}' cannot be rehearsed; accepted: {}", name, precision_names());
}

}  // namespace

PrecisionRecipe in_format(PrecisionRecipe recipe, DataType type) {
  recipe.compute = recipe.weights = recipe.gradients = recipe.reduced = recipe.activations = type;
  recipe.states = DataType::fp32;
  return recipe;
}

std::string precision_names() {
  std::vector<std::string> names;
  for (const Precision& each : precisions) names.emplace_back(each.name);
  return join(names);
}

Result<void> take_precision(const std::string& name, std::uint64_t seed, Miniature& miniature,
                            tracing::DeviceOptions& device) {
  const Result<const Precision*> precision = find_precision(name);
  if (!precision) return fail(precision);
  miniature.job.recipe = recipe_of(**precision);
  round_in(device, **precision, seed);
  return {};
}

Result<std::vector<PrecisionRun>> compare_precisions(const Miniature& miniature, const std::vector<std::string>& names,
                                                     const RankTask& task) {
  std::vector<PrecisionRun> runs;
  for (const std::string& name : names) {
    const Result<const Precision*> precision = find_precision(name);
    if (!precision) return fail(precision);
    const Precision* const found = *precision;
    RankTask own = task;
    own.device.sums = tracing::Sums::fp32;  // as engines do
    round_in(own.device, *found, task.seed);
    Result<RankRecord> record = run_rank(alone(miniature), std::move(own));
    if (!record) return fail(record);
    const auto last = static_cast<std::ptrdiff_t>(std::max<std::size_t>(1, record->loss.size() / 10));
    const double sum = std::accumulate(record->loss.end() - last, record->loss.end(), 0.0);
    runs.push_back(
        {name, std::string(found->recipe), found->type, std::move(record->loss), sum / static_cast<double>(last)});
  }
  return runs;
}

}  // namespace hakaru
