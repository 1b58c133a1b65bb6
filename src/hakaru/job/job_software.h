// The training software of a job, as it was asked for and as it is predicted: whose constants its step has, what its
// name stands for, what it runs on.
//
//   software.constants_on("AMD", Family::decoder);  // asked for as nemo-megatron: "nemo-megatron-rocm"
//   software.runs_on(trn2, software.asked, true);   // of the same: false
// Limits: accelerators are known by their maker and by how their names begin.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hakaru/core/message.h"
#include "hakaru/hardware/accelerator.h"
#include "hakaru/model/model.h"

namespace hakaru {

struct JobSoftware {
  std::string constants = {};  ///< whose step-level constants apply; empty: those usual for the model
  std::string version = {};    ///< a release of it whose constants apply; empty: what is usual of all
  std::string kind = {};       ///< whose, where that was not measured
  std::map<std::string, std::string> of_makers = {};  ///< what its name stands for on devices of a maker
  std::optional<Message> note = {};                   ///< why they are those of a kind
  std::string asked = {};                             ///< by its own name; empty: none was
  std::string typed = {};    ///< as it was asked for: "megatron-bridge", where that stands for another
  bool is_relative = false;  ///< its constants are those of other software
  /// Makers of accelerators that known software runs on, or beginnings of their names; empty: not said.
  std::map<std::string, std::vector<std::string>> devices = {};

  /// The software on accelerators of `vendor`, or the group of them that is usual for models of `family`: of [stacks]
  /// in data/calibrations/relatives.toml. Without a vendor: as it is called.
  std::string constants_on(const std::string& vendor, Family family) const {
    const auto other = of_makers.find(vendor);
    if (other != of_makers.end()) return other->second;
    if (!constants.empty()) return constants;
    return family == Family::decoder ? "decoders" : "others";
  }
  /// Says whether software of that name runs on an accelerator; where nothing is known, `otherwise`.
  bool runs_on(const Accelerator& accelerator, const std::string& name, bool otherwise) const {
    const auto said = devices.find(name);
    if (said == devices.end() || said->second.empty()) return otherwise;
    return std::any_of(said->second.begin(), said->second.end(), [&](const std::string& start) {
      return accelerator.vendor == start || accelerator.name.starts_with(start);
    });
  }
};

}  // namespace hakaru
