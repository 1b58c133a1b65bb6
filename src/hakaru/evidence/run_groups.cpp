#include "hakaru/evidence/run_groups.h"

namespace hakaru {
namespace {

std::array<std::string, group_levels> names_of_groups(const RunContext& figure) {
  const std::string pair = figure.software + '\t' + figure.accelerator;
  const std::string model = pair + '\t' + figure.identity;
  const std::string series = model + '\t' + figure.configuration;
  const std::string of_vendor = figure.vendor + '\t' + figure.model_kind;
  return {"load\t" + series + '\t' + figure.load,
          "series\t" + series,
          "model\t" + model,
          "kind\t" + pair + '\t' + figure.model_kind,
          "pair\t" + pair,
          "vendor\t" + figure.software + '\t' + of_vendor,
          "software\t" + figure.software + '\t' + figure.model_kind,
          "any\t" + of_vendor,
          "all\t" + figure.model_kind};
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
