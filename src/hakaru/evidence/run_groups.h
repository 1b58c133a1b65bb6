// The groups within groups that measured runs belong to (band.h), as numbers: each run's are made once, whatever is
// asked of them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "hakaru/evidence/held_out.h"

namespace hakaru {

/// The nearest first.
enum class GroupLevel {
  load,              ///< its software on its accelerator, its model in its configuration at its load
  series,            ///< at any load
  model,             ///< in any configuration
  kind,              ///< models of its kind
  pair,              ///< all of its software on its accelerator
  kind_of_vendor,    ///< models of its kind with its software on accelerators of its vendor
  kind_of_software,  ///< on any
  any_of_vendor,     ///< models of its kind with any software on accelerators of its vendor
  any                ///< on any
};
inline constexpr std::size_t group_levels = 9;
/// Numbers of a run's groups, by level.
using GroupsOfRun = std::array<std::size_t, group_levels>;
inline constexpr std::size_t no_group = static_cast<std::size_t>(-1);  ///< no run is in it

class RunGroups {
 public:
  explicit RunGroups(const std::vector<HeldOutRun>& runs);

  const GroupsOfRun& of_run(std::size_t at) const { return of_runs_[at]; }
  GroupsOfRun of(const RunContext& figure) const;
  std::size_t count() const { return known_.size(); }

 private:
  template <typename TextNumber, typename GroupNumber>
  static GroupsOfRun groups_of(const RunContext& run, const TextNumber& text, const GroupNumber& group);

  std::unordered_map<std::string, std::size_t> texts_;    ///< what groups are told apart by, numbered
  std::unordered_map<std::uint64_t, std::size_t> known_;  ///< groups, by their level and two numbers
  std::vector<GroupsOfRun> of_runs_;
};

}  // namespace hakaru
