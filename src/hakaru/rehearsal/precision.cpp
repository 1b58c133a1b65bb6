#include "hakaru/rehearsal/precision.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "hakaru/core/text.h"
#include "hakaru/numerics/rounding.h"

namespace hakaru {
namespace {

struct Precision {
  std::string_view name, recipe;
  DataType format;
  RoundingMode mode;
};

constexpr std::array precisions{Precision{"fp32", "fp32", DataType::fp32, RoundingMode::nearest_even},
                                Precision{"bf16", "bf16-pure", DataType::bf16, RoundingMode::nearest_even},
                                Precision{"bf16-sr", "bf16-sr", DataType::bf16, RoundingMode::stochastic},
                                Precision{"fp16", "bf16-pure", DataType::fp16, RoundingMode::nearest_even},
                                Precision{"fp16-sr", "bf16-sr", DataType::fp16, RoundingMode::stochastic}};

void round_in(tracing::DeviceOptions& device, const Precision& precision, std::uint64_t seed) {
  device.format = precision.format;
  const std::optional<FloatFormat> format = float_format_of(precision.format);
  if (precision.format == DataType::fp32 || !format) return;
  const Rounding rounding{*format, precision.mode, Overflow::infinity};
  device.rounding[precision.format] = [rounding, seed](std::span<float> values, std::uint64_t stream) {
    round_all(values, rounding, RandomBits(seed, stream));
  };
}

}  // namespace

std::string precision_names() {
  std::vector<std::string> names;
  for (const Precision& each : precisions) names.emplace_back(each.name);
  return join(names);
}

Result<std::vector<PrecisionRun>> compare_precisions(const Miniature& miniature, const std::vector<std::string>& names,
                                                     const RankTask& task) {
  std::vector<PrecisionRun> runs;
  for (const std::string& name : names) {
    const auto* found =
        std::find_if(precisions.begin(), precisions.end(), [&](const Precision& each) { return each.name == name; });
    if (found == precisions.end())
      return bad_input("precision '{}' cannot be rehearsed; accepted: {}", name, precision_names());
    RankTask own = task;
    round_in(own.device, *found, task.seed);
    Result<RankRecord> record = run_rank(alone(miniature), std::move(own));
    if (!record) return fail(record);
    const auto last = static_cast<std::ptrdiff_t>(std::max<std::size_t>(1, record->loss.size() / 10));
    const double sum = std::accumulate(record->loss.end() - last, record->loss.end(), 0.0);
    runs.push_back({name, std::string(found->recipe), std::move(record->loss), sum / static_cast<double>(last)});
  }
  return runs;
}

}  // namespace hakaru
