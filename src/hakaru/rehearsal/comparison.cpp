#include "hakaru/rehearsal/comparison.h"

#include <cmath>

namespace hakaru {
namespace {

constexpr double loss_tolerance = 1e-5, gradient_tolerance = 1e-4;

/// False where either is no number.
bool within(double tolerance, double value, double reference) { return std::abs(value / reference - 1) <= tolerance; }

class Comparison {
 public:
  explicit Comparison(Rehearsed& rehearsed) : all_(rehearsed) {}

  void run() {
    for (const RankRecord& rank : all_.ranks) {
      all_.expected.push_back(expected_of(all_.miniature, RankPlace::of(rank.rank, all_.miniature.layout)));
      held(rank, all_.expected.back());
      traffic(rank, all_.expected.back());
      order(rank, all_.expected.back());
      if (rank.compilations + rank.loaded != 1)
        differ(message("rank {}: compiled {} times; predicted: once", rank.rank, rank.compilations + rank.loaded));
    }
    losses();
    gradients();
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
        all_.loss[step] += loss / static_cast<double>(layout.tp * layout.dp);
      }
    }
    for (std::size_t step = 0; step < alone.size(); ++step) {
      if (within(loss_tolerance, all_.loss[step], alone[step])) continue;
      differ(message("step {}: the loss is {}; of one rank alone: {}", step + 1, all_.loss[step], alone[step]));
      return;
    }
  }

  /// Norms of the whole model's gradient; ranks that update everything alike count once.
  void gradients() {
    const Layout& layout = all_.miniature.layout;
    const std::vector<double>& alone = all_.reference.gradient_squares;
    for (std::size_t step = 0; step < alone.size(); ++step) {
      double squares = 0;
      for (const RankRecord& rank : all_.ranks)
        squares += step < rank.gradient_squares.size() ? rank.gradient_squares[step] : std::nan("");
      if (layout.zero == 0) squares /= static_cast<double>(layout.dp);
      if (within(gradient_tolerance, std::sqrt(squares), std::sqrt(alone[step]))) continue;
      differ(message("step {}: the norm of the gradients is {}; of one rank alone: {}", step + 1, std::sqrt(squares),
                     std::sqrt(alone[step])));
      return;
    }
  }

  Rehearsed& all_;
};

}  // namespace

Rehearsed compared(Miniature miniature, std::vector<RankRecord> ranks, RankRecord reference) {
  Rehearsed rehearsed{std::move(miniature), std::move(ranks), std::move(reference), {}, {}, {}};
  Comparison(rehearsed).run();
  return rehearsed;
}

}  // namespace hakaru
