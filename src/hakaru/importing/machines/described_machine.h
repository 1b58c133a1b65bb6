// An instance of the catalogue made of what files tell of a machine and what its owner states: its TOML, its price, and
// where each part is from.
//
// What is stated counts where no file tells it; where one does, both must agree: a count that differs, an accelerator
// that has other memory, a link that is not there are refused, and told. What neither says is never guessed: it is
// taken from the catalogue's machine with as many of the same accelerators, and said to be, or named as not known.
//
//   const Result<DescribedMachine> machine = describe_machine(files_together, stated, catalog, data);
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hakaru/hardware/catalog.h"
#include "hakaru/importing/machines/combined_machine.h"

namespace hakaru {

/// What the owner states; empty where not stated.
struct StatedMachine {
  std::string name;
  std::string cloud;
  std::optional<std::string> accelerator;
  std::optional<std::int64_t> accelerators;  ///< ranks
  std::optional<std::string> within;         ///< nvlink, pcie, or a kind of link
  std::optional<double> network_bit_per_s;   ///< of one machine
  std::optional<std::string> fabric;
  std::optional<double> host_memory_bytes;
  std::optional<std::int64_t> vcpu;
  std::optional<double> usd_per_h;
  std::optional<std::string> region;
  std::string as_of;  ///< of what has no date of its own
};

/// One part of the machine, for who asks where it is from.
struct MachineFact {
  std::string key;  ///< "accelerator", "within", "network_gbps": of the answer's JSON
  std::string value;
  std::string source;
};

/// What is not known, and how it would be.
struct MissingFact {
  std::string key;
  Message how;
};

struct DescribedMachine {
  std::string name;
  std::string instance_toml;
  std::string price_csv;  ///< "": none is stated
  std::vector<MachineFact> facts;
  std::vector<MissingFact> missing;
  std::vector<Message> notes;  ///< what differs from the catalogue's figures, without being wrong
};

/// Whether it may name an instance and its files; else why not.
std::optional<Error> unfit_name(const std::string& name);

Result<DescribedMachine> describe_machine(const CombinedMachine& found, const StatedMachine& stated,
                                          const Catalog& catalog, const DataFiles& data);

/// As TOML has a text.
std::string quoted_toml(const std::string& text);

}  // namespace hakaru
