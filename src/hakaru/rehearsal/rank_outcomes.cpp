#include "hakaru/rehearsal/rank_outcomes.h"

#include <algorithm>

#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

/// A rank that did not fit, and what was predicted of it.
struct Unfit {
  std::int64_t rank = 0, predicted_bytes = 0;
  tracing::OutOfMemory needs;
};

tl::unexpected<Error> do_not_fit(const std::vector<Unfit>& unfit, const std::vector<Expected>& expected,
                                 const std::string& core_memory) {
  std::vector<std::string> ranks;
  for (const Unfit& each : unfit) ranks.push_back(std::to_string(each.rank));
  const Unfit& fullest = *std::max_element(unfit.begin(), unfit.end(), [](const Unfit& one, const Unfit& other) {
    return one.predicted_bytes < other.predicted_bytes;
  });
  const std::string needed = with_separators(fullest.needs.needed_bytes),
                    there = with_separators(fullest.needs.memory_bytes);
  const auto predicted = std::count_if(expected.begin(), expected.end(), [&](const Expected& each) {
    return each.peak_bytes() > fullest.needs.memory_bytes;
  });
  const bool as_predicted = std::all_of(
      unfit.begin(), unfit.end(), [](const Unfit& each) { return each.needs.needed_bytes == each.predicted_bytes; });
  if (!as_predicted || predicted != std::ssize(unfit))
    return unsatisfiable("ranks {} do not fit, which was not predicted: {} B needed, {} B predicted, {} B there",
                         join(ranks), needed, with_separators(fullest.predicted_bytes), there);
  return unsatisfiable(
      "ranks {} do not fit, as predicted: the fullest needs {} B and its core has {} B; {} {}B would do; its largest "
      "tensors: {}",
      join(ranks), needed, there, core_memory, fullest.predicted_bytes, join(fullest.needs.largest_tensors));
}

}  // namespace

Result<std::vector<RankRecord>> records_of(RankOutcomes outcomes, const std::vector<Expected>& expected,
                                           const std::string& core_memory) {
  std::vector<RankRecord> records;
  std::vector<Unfit> unfit;
  for (std::size_t rank = 0; rank < outcomes.by_rank.size(); ++rank) {
    RankOutcome& outcome = outcomes.by_rank[rank];
    if (auto* const record = std::get_if<RankRecord>(&outcome)) records.push_back(std::move(*record));
    const auto* const not_run = std::get_if<RankNotRun>(&outcome);
    if (not_run == nullptr || !not_run->out_of_memory) continue;
    const std::int64_t predicted_bytes = expected[rank].peak_bytes();
    unfit.push_back({static_cast<std::int64_t>(rank), predicted_bytes, *not_run->out_of_memory});
  }
  if (!unfit.empty()) return do_not_fit(unfit, expected, core_memory);
  if (records.size() < outcomes.by_rank.size()) return unsatisfiable("another rank does not fit into its core");
  return records;
}

}  // namespace hakaru
