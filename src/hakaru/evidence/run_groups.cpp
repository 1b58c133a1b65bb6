#include "hakaru/evidence/run_groups.h"

#include <fmt/format.h>

namespace hakaru {
namespace {

std::array<std::string, group_levels> names_of_groups(const RunContext& figure) {
  const std::string pair = fmt::format("{}\t{}", figure.software, figure.accelerator);
  const std::string series = fmt::format("{}\t{}\t{}", pair, figure.identity, figure.configuration);
  return {fmt::format("load\t{}\t{}", series, figure.load),
          fmt::format("series\t{}", series),
          fmt::format("model\t{}\t{}", pair, figure.identity),
          fmt::format("kind\t{}\t{}", pair, figure.model_kind),
          fmt::format("pair\t{}", pair),
          fmt::format("vendor\t{}\t{}\t{}", figure.software, figure.vendor, figure.model_kind),
          fmt::format("software\t{}\t{}", figure.software, figure.model_kind),
          fmt::format("any\t{}\t{}", figure.vendor, figure.model_kind),
          fmt::format("all\t{}", figure.model_kind)};
}

}  // namespace

RunGroups::RunGroups(const std::vector<HeldOutRun>& runs) {
  of_runs_.reserve(runs.size());
  for (std::size_t at = 0; at < runs.size(); ++at) {
    if (at > 0 && runs[at].id == runs[at - 1].id) {  // another metric of the same run
      of_runs_.push_back(of_runs_.back());
      continue;
    }
    GroupsOfRun groups{};
    std::array<std::string, group_levels> names = names_of_groups(runs[at]);
    for (std::size_t level = 0; level < group_levels; ++level)
      groups[level] = known_.try_emplace(std::move(names[level]), known_.size()).first->second;
    of_runs_.push_back(groups);
  }
}

GroupsOfRun RunGroups::of(const RunContext& figure) const {
  GroupsOfRun groups{};
  const std::array<std::string, group_levels> names = names_of_groups(figure);
  for (std::size_t level = 0; level < group_levels; ++level) {
    const auto found = known_.find(names[level]);
    groups[level] = found != known_.end() ? found->second : no_group;
  }
  return groups;
}

}  // namespace hakaru
