// Links between the accelerators of one machine, and between machines: kinds of links of data/links.toml
// with what differs from them, as tables of TOML.
#pragma once

#include "hakaru/importing/machines/described_machine.h"

namespace hakaru {

struct ChosenLink {
  std::string toml;   ///< "{ link = \"nvlink4-switch\" }"; "": there is none
  std::string value;  ///< as people say it
  std::string source;
  std::vector<Message> notes = {};
  bool is_assumed = false;  ///< as the catalogue has it of a machine like this one, which `source` names
};

/// The link between `ranks` ranks of `accelerator`, as stated, else by files, else like the catalogue's; one: no link.
Result<ChosenLink> link_within(const CombinedMachine& found, const StatedMachine& stated, const FoundDevices* devices,
                               const Accelerator& accelerator, int ranks, const Catalog& catalog,
                               const DataFiles& data);

/// The link between machines; empty where neither files nor the owner state its rate.
Result<std::optional<ChosenLink>> link_between(const CombinedMachine& found, const StatedMachine& stated);

/// The link that a file of `data` has under `key` ("within", "between") of an instance; empty: none. `value`: as people
/// say it.
std::optional<ChosenLink> link_of_instance(const Instance& instance, const std::string& key, const std::string& value,
                                           const DataFiles& data);

/// The catalogue's machine with as many of the same accelerators, its usual one before others.
std::optional<Instance> like_machine(const Accelerator& accelerator, int ranks, const Catalog& catalog);

}  // namespace hakaru
