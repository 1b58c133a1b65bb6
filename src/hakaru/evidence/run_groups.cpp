#include "hakaru/evidence/run_groups.h"

namespace hakaru {
namespace {

/// A group by its level and the numbers of what it is made of: texts, or the groups that it is within.
std::uint64_t key_of(GroupLevel level, std::size_t first, std::size_t second) {
  constexpr unsigned bits = 28;
  return (static_cast<std::uint64_t>(level) << 2 * bits) + (std::uint64_t{first} << bits) + second;
}

}  // namespace

template <typename TextNumber, typename GroupNumber>
GroupsOfRun RunGroups::groups_of(const RunContext& run, const TextNumber& text, const GroupNumber& group) {
  using enum GroupLevel;
  const std::size_t software = text(run.software), of_kind = text(run.model_kind);
  const std::size_t of_pair = group(pair, software, text(run.accelerator));
  const std::size_t of_model = group(model, of_pair, text(run.identity));
  const std::size_t of_series = group(series, of_model, text(run.configuration));
  const std::size_t of_vendor = group(any_of_vendor, text(run.vendor), of_kind);
  return {group(load, of_series, text(run.load)),
          of_series,
          of_model,
          group(kind, of_pair, of_kind),
          of_pair,
          group(kind_of_vendor, of_vendor, software),
          group(kind_of_software, software, of_kind),
          of_vendor,
          group(any, of_kind, of_kind)};
}

RunGroups::RunGroups(const std::vector<HeldOutRun>& runs) {
  const auto text = [&](const std::string& of) { return texts_.try_emplace(of, texts_.size()).first->second; };
  const auto group = [&](GroupLevel level, std::size_t first, std::size_t second) {
    return known_.try_emplace(key_of(level, first, second), known_.size()).first->second;
  };
  of_runs_.reserve(runs.size());
  for (std::size_t at = 0; at < runs.size(); ++at) {
    const bool is_known = at > 0 && is_same_run(runs[at], runs[at - 1]);
    of_runs_.push_back(is_known ? of_runs_.back() : groups_of(runs[at], text, group));
  }
}

GroupsOfRun RunGroups::of(const RunContext& figure) const {
  const auto text = [&](const std::string& of) {
    const auto found = texts_.find(of);
    return found != texts_.end() ? found->second : no_group;
  };
  const auto group = [&](GroupLevel level, std::size_t first, std::size_t second) {
    if (first == no_group || second == no_group) return no_group;
    const auto found = known_.find(key_of(level, first, second));
    return found != known_.end() ? found->second : no_group;
  };
  return groups_of(figure, text, group);
}

}  // namespace hakaru
