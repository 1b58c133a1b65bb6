#include "hakaru/evidence/run_groups.h"

namespace hakaru {
namespace {

/// A group by its level and the numbers of what it is made of: texts, or the groups that it is within.
std::uint64_t key_of(std::size_t level, std::size_t first, std::size_t second) {
  constexpr unsigned bits = 28;
  return (std::uint64_t{level} << 2 * bits) + (std::uint64_t{first} << bits) + second;
}

}  // namespace

template <typename TextNumber, typename GroupNumber>
GroupsOfRun RunGroups::groups_of(const RunContext& run, const TextNumber& text, const GroupNumber& group) {
  const std::size_t software = text(run.software), kind = text(run.model_kind);
  const std::size_t pair = group(4, software, text(run.accelerator));
  const std::size_t model = group(2, pair, text(run.identity));
  const std::size_t series = group(1, model, text(run.configuration));
  const std::size_t of_vendor = group(7, text(run.vendor), kind);
  return {group(0, series, text(run.load)),
          series,
          model,
          group(3, pair, kind),
          pair,
          group(5, of_vendor, software),
          group(6, software, kind),
          of_vendor,
          group(8, kind, kind)};
}

RunGroups::RunGroups(const std::vector<HeldOutRun>& runs) {
  const auto text = [&](const std::string& of) { return texts_.try_emplace(of, texts_.size()).first->second; };
  const auto group = [&](std::size_t level, std::size_t first, std::size_t second) {
    return known_.try_emplace(key_of(level, first, second), known_.size()).first->second;
  };
  of_runs_.reserve(runs.size());
  for (std::size_t at = 0; at < runs.size(); ++at) {
    const bool is_same_run = at > 0 && runs[at].id == runs[at - 1].id &&  // another metric of it
                             runs[at].identity == runs[at - 1].identity;
    of_runs_.push_back(is_same_run ? of_runs_.back() : groups_of(runs[at], text, group));
  }
}

GroupsOfRun RunGroups::of(const RunContext& figure) const {
  const auto text = [&](const std::string& of) {
    const auto found = texts_.find(of);
    return found != texts_.end() ? found->second : no_group;
  };
  const auto group = [&](std::size_t level, std::size_t first, std::size_t second) {
    if (first == no_group || second == no_group) return no_group;
    const auto found = known_.find(key_of(level, first, second));
    return found != known_.end() ? found->second : no_group;
  };
  return groups_of(figure, text, group);
}

}  // namespace hakaru
