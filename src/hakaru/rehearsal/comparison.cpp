#include "hakaru/rehearsal/comparison.h"

#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "hakaru/numerics/float_format.h"

namespace hakaru {
namespace {

/// Roundings between a layer's input and the gradient of its parameters: some twelve operations forward (norms,
/// products, scores, softmax, sums), and twice as many backward.
constexpr double roundings_of_layer = 36;

/// Relative; no tolerance: reported, not judged.
struct Tolerances {
  std::optional<double> loss, norm, each_gradient;
  double of_all_gradients = 0;  ///< beside each_gradient: of the norm of all together
};

/// Tolerances of a recipe: of fp32, by its rounding; of 16-bit weights, in quanta of values near 1; below, none.
Tolerances tolerances_of(const PrecisionRecipe& recipe, std::int64_t layers) {
  const std::optional<FloatFormat> format = float_format_of(recipe.weights);
  if (recipe.weights == DataType::fp32 || !format) {
    constexpr double rounding = std::numeric_limits<float>::epsilon() / 2;
    const double roundings = roundings_of_layer * static_cast<double>(layers + 1);  // what is around the layers as one
    return {1e-5, 1e-4, roundings * rounding, std::sqrt(roundings) * rounding};
  }
  if (bytes_per_value(recipe.weights) < bytes_per_value(DataType::bf16)) return {};
  constexpr double quanta_of_norm = 4;
  const double quantum = std::ldexp(1, -format->mantissa_bits);
  return {quantum, quanta_of_norm * quantum, std::nullopt, 0};
}

constexpr std::int64_t gradients_judged_to_step = 10;

double squares_of(const std::vector<float>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0,
                         [](double sum, float value) { return sum + double{value} * double{value}; });
}

/// False where either is no number.
bool within(double tolerance, double value, double reference) { return std::abs(value / reference - 1) <= tolerance; }

class RunComparison {
 public:
  explicit RunComparison(Rehearsed& rehearsed)
      : all_(rehearsed), tolerances_(tolerances_of(rehearsed.miniature.job.recipe, rehearsed.miniature.sizes.layers)) {
    all_.loss_tolerance = tolerances_.loss;
  }

  void run() {
    for (const RankRecord& rank : all_.ranks) {
      const Expected& expected = all_.expected[static_cast<std::size_t>(rank.rank)];
      held(rank, expected);
      traffic(rank, expected);
      order(rank, expected);
      if (rank.compilations + rank.loaded != 1)
        differ(message("rank {}: compiled {} times; predicted: once", rank.rank, rank.compilations + rank.loaded));
    }
    losses();
    gradients();
    each_gradient();
  }

 private:
  void differ(Message difference) { all_.differences.push_back(std::move(difference)); }

  void held(const RankRecord& rank, const Expected& expected) {
    const auto compare = [&](const char* what, std::int64_t executed, std::int64_t predicted) {
      if (executed != predicted)
        differ(message("rank {}: {} hold {} bytes; predicted: {}", rank.rank, what, executed, predicted));
    };
    compare("weights", rank.weights_bytes, expected.weights_bytes);
    compare("gradients", rank.gradients_bytes, expected.gradients_bytes);
    compare("optimizer states", rank.optimizer_bytes, expected.optimizer_bytes);
    compare("activations", rank.activations_bytes, expected.activations_bytes);
    if (expected.only_bounded && rank.activations_bytes > expected.activations_bound_bytes)
      differ(message("rank {}: activations hold {} bytes; memory/ bounds them by {}", rank.rank, rank.activations_bytes,
                     expected.activations_bound_bytes));
    compare("all tensors at once", rank.peak_bytes, expected.peak_bytes());
  }

  void traffic(const RankRecord& rank, const Expected& expected) {
    auto all = expected.traffic;
    for (const auto& each : rank.traffic) all.try_emplace(each.first);
    for (const auto& each : all) {
      const auto& key = each.first;
      const ExpectedTraffic& predicted = each.second;
      const auto found = rank.traffic.find(key);
      const ExpectedTraffic executed = found == rank.traffic.end() ? ExpectedTraffic{} : found->second;
      if (executed.messages == predicted.messages && executed.bytes == predicted.bytes) continue;
      differ(message("rank {}: {} of group {}: {} messages, {} bytes; predicted: {}, {}", rank.rank, key.second,
                     name_of(key.first), executed.messages, executed.bytes, predicted.messages, predicted.bytes));
    }
  }

  void order(const RankRecord& rank, const Expected& expected) {
    if (rank.messages != expected.messages)
      differ(message("rank {}: its passes are not in the order of {}", rank.rank,
                     name_of(all_.miniature.layout.schedule)));
  }

  void losses() {
    const std::vector<double>& alone = all_.reference.loss;
    const Layout& layout = all_.miniature.layout;
    all_.loss.assign(alone.size(), 0);
    for (const RankRecord& rank : all_.ranks) {
      if (RankPlace::of(rank.rank, layout).stage != layout.pp - 1) continue;
      for (std::size_t step = 0; step < alone.size(); ++step) {
        const double loss = step < rank.loss.size() ? rank.loss[step] : std::nan("");
        all_.loss[step] += loss / static_cast<double>(layout.tp * copies_of(layout));
      }
    }
    for (std::size_t step = 0; step < alone.size(); ++step) {
      if (tolerances_.loss ? within(*tolerances_.loss, all_.loss[step], alone[step]) : std::isfinite(all_.loss[step]))
        continue;
      differ(message("step {}: the loss is {}; of one rank alone: {}", step + 1, all_.loss[step], alone[step]));
      return;
    }
  }

  /// Norms of the whole model's gradient.
  void gradients() {
    const std::vector<double>& alone = all_.reference.gradient_squares;
    for (std::size_t step = 0; step < alone.size(); ++step) {
      double squares = 0;
      for (const RankRecord& rank : all_.ranks)
        squares += step < rank.gradient_squares.size() ? rank.gradient_squares[step] : std::nan("");
      if (!tolerances_.norm || within(*tolerances_.norm, std::sqrt(squares), std::sqrt(alone[step]))) continue;
      differ(message("step {}: the norm of the gradients is {}; of one rank alone: {}", step + 1, std::sqrt(squares),
                     std::sqrt(alone[step])));
      return;
    }
  }

  void each_gradient() {
    std::map<std::int64_t, double> squares_of_all;
    for (const auto& each : all_.reference.gradients) squares_of_all[each.first.first] += squares_of(each.second);
    for (const auto& [step, squares] : squares_of_all) {
      all_.gradients.push_back(compared_in(step, std::sqrt(squares)));
      const ComparedGradients& done = all_.gradients.back();
      if (tolerances_.each_gradient && step <= gradients_judged_to_step && !done.beyond.empty())
        differ(message("step {}: the gradient of {} differs by {} of its norm from that of one rank alone", step,
                       done.beyond, done.relative_difference_beyond));
    }
  }

  ComparedGradients compared_in(std::int64_t step, double norm_of_all) const {
    std::map<std::string, GradientDifference> sums;
    for (const RankRecord& rank : all_.ranks) {
      for (const GradientDifference& each : rank.gradient_differences) {
        if (each.step != step) continue;
        sums[each.parameter].difference_squares += each.difference_squares;
        sums[each.parameter].reference_squares += each.reference_squares;
      }
    }
    ComparedGradients result;
    result.step = step;
    for (const auto& [of, values] : all_.reference.gradients) {
      if (of.first != step) continue;
      ++result.parameters;
      const double norm = std::sqrt(squares_of(values)), difference = difference_of(sums[of.second], norm);
      const bool only_rounding = norm < std::numeric_limits<float>::epsilon() * norm_of_all;
      const double relative = difference / (only_rounding ? norm_of_all : norm);
      const double allowed = tolerances_.each_gradient.value_or(0) * norm + tolerances_.of_all_gradients * norm_of_all;
      if (result.beyond.empty() && !(difference <= allowed)) {
        result.beyond = of.second;
        result.relative_difference_beyond = relative;
      }
      if (result.worst.empty() || !(relative <= result.relative_difference)) {
        result.worst = of.second;
        result.relative_difference = relative;
        if (std::isnan(relative)) return result;
      }
    }
    return result;
  }

  /// `sum`: over all ranks, of which several may have the same values. No number where some are missing.
  static double difference_of(const GradientDifference& sum, double norm) {
    constexpr double of_sums = 1e-6;  // how far sums of the same squares may be apart
    const double copies = norm > 0 ? sum.reference_squares / (norm * norm) : 1;
    if (copies < 1 - of_sums || std::abs(copies - std::round(copies)) > of_sums * copies) return std::nan("");
    return std::sqrt(sum.difference_squares / copies);
  }

  Rehearsed& all_;
  Tolerances tolerances_;
};

}  // namespace

Rehearsed compared(Miniature miniature, std::vector<Expected> expected, std::vector<RankRecord> ranks,
                   RankRecord reference) {
  Rehearsed rehearsed{
      std::move(miniature), std::move(expected), std::move(ranks), std::move(reference), {}, {}, {}, {}};
  RunComparison(rehearsed).run();
  return rehearsed;
}

}  // namespace hakaru
