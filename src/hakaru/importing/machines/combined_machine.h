// Several files of one machine, laid together: each part as the first that tells it, and who tells it. Files that
// contradict each other are refused, since one of them is of another machine.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hakaru/core/result.h"
#include "hakaru/importing/machines/found_machine.h"

namespace hakaru {

/// A fact from a file, with its source.
template <typename Value>
struct Told {
  Value value{};
  std::string source;  ///< "nvidia-smi -q -x of 2026-11-24 (smi.xml)"
  std::string file;
};

struct CombinedMachine {
  std::optional<Told<std::vector<FoundDevices>>> devices;
  std::optional<Told<FoundPaths>> paths;
  std::optional<Told<FoundLinks>> links;
  std::optional<Told<std::vector<FoundAdapter>>> adapters;  ///< by name; their sources together
  std::optional<Told<std::string>> processor;
  std::optional<Told<int>> sockets;
  std::optional<Told<int>> threads;
  std::optional<Told<double>> memory_bytes;  ///< of the host
  std::optional<Told<std::string>> instance_type;
  std::vector<std::string> sources;  ///< of all files, in their order
};

/// `today`: for files that do not tell when they were made.
Result<CombinedMachine> combined_machine(const std::vector<FoundMachine>& files, const std::string& today);

}  // namespace hakaru
