#include "hakaru/rehearsal/comparison.h"

#include <cmath>

namespace hakaru {
namespace {

constexpr double loss_tolerance = 1e-5;

class Comparison {
 public:
  explicit Comparison(Rehearsed& rehearsed) : all_(rehearsed) {}

  void run() {
    for (const RankRecord& rank : all_.ranks) {
      all_.expected.push_back(expected_of(all_.miniature, RankPlace::of(rank.rank, all_.miniature.layout)));
      held(rank, all_.expected.back());
      traffic(rank, all_.expected.back());
      order(rank);
      if (rank.compilations != 1)
        differ(message("rank {}: compiled {} times; predicted: once", rank.rank, rank.compilations));
    }
    losses();
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

  void order(const RankRecord& rank) {
    const Layout& layout = all_.miniature.layout;
    const PipelineShape shape{static_cast<int>(layout.pp), static_cast<int>(layout.vpp),
                              static_cast<int>(layout.micro_batches(all_.miniature.job.global_batch))};
    const RankPlace place = RankPlace::of(rank.rank, layout);
    if (rank.order != pipeline_schedule(layout.schedule).order(shape, static_cast<int>(place.stage)))
      differ(message("rank {}: its passes are not in the order of {}", rank.rank, name_of(layout.schedule)));
  }

  void losses() {
    double ranks = 0;
    for (const RankRecord& rank : all_.ranks) {
      if (rank.loss.empty()) continue;
      all_.loss.resize(rank.loss.size(), 0);
      for (std::size_t step = 0; step < rank.loss.size(); ++step) all_.loss[step] += rank.loss[step];
      ++ranks;
    }
    for (std::size_t step = 0; step < all_.loss.size(); ++step) {
      all_.loss[step] /= ranks;
      const double alone = all_.reference.loss.at(step);
      if (std::abs(all_.loss[step] / alone - 1) <= loss_tolerance) continue;
      differ(message("step {}: the loss is {}; of one rank alone: {}", step + 1, all_.loss[step], alone));
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
