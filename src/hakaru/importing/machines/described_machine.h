// An instance of the catalogue from files about a machine and from its owner's statements: the files of the owner's
// folder that it becomes, and where each part is from.
//
// A stated fact counts where no file has it. Where a file has it too, both must agree: a count that differs, an
// accelerator with other memory or a link that is not there is refused. A fact that neither has is never guessed: it is
// taken from the catalogue's machine with as many of the same accelerators, and marked so, or named as not known.
//
//   const Result<DescribedMachine> machine = describe_machine(files_together, stated, data);
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hakaru/core/files.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/hardware/ownership.h"
#include "hakaru/importing/machines/combined_machine.h"

namespace hakaru {

/// Figures of an accelerator that the catalogue does not know, of one rank.
struct StatedAccelerator {
  std::optional<double> memory_bytes, memory_bandwidth_bytes_per_s;
  std::vector<std::pair<DataType, double>> flops_per_s;  ///< dense
  std::optional<double> power_w;
  std::optional<double> link_bytes_per_s;  ///< one way, to the others of its machine
};

/// Statements of the owner; empty where not stated.
struct StatedMachine {
  std::string name;
  std::optional<std::string> accelerator;
  std::optional<StatedAccelerator> figures;  ///< of an accelerator that is new
  std::optional<std::int64_t> accelerators;  ///< ranks
  std::optional<std::string> links;          ///< within: nvlink, nvlink-4, pcie, or a kind of data/links.toml
  std::optional<double> network_bit_per_s;   ///< of one machine
  std::optional<std::string> fabric;
  std::optional<double> host_memory_bytes;
  std::optional<std::int64_t> vcpu;
  std::optional<double> usd_per_h;
  std::optional<Purchase> purchase;  ///< instead of it
  std::string as_of;                 ///< of what has no date of its own
};

/// One part of the machine, for who asks where it is from.
struct MachineFact {
  std::string key;  ///< "accelerator", "within", "network": of the answer's JSON
  std::string value;
  std::string source;
  bool is_assumed = false;  ///< as the catalogue has it of a machine like this one
};

/// A fact that is not known, and the way to state it.
struct MissingFact {
  std::string key;
  Message how;
};

struct DescribedMachine {
  std::string name = {};
  Instance instance = {};            ///< as the program reads it from these files
  std::vector<FileText> files = {};  ///< by place in the folder: "instances/own/NAME.toml"
  std::vector<MachineFact> facts = {};
  std::optional<double> usd_per_h = {};   ///< of the fact "price"
  std::optional<Purchase> purchase = {};  ///< that it comes of
  std::vector<MissingFact> missing = {};
  std::vector<Message> notes = {};  ///< what differs from the catalogue's figures, without being wrong
};

/// The error of a name that no instance, accelerator or file of theirs may have; empty: it is fit.
std::optional<Error> unfit_name(const std::string& name);
/// The same of a name that is to be added; refuses words that mean something else.
std::optional<Error> unfit_new_name(const std::string& name);

/// Places of a machine's files in the owner's folder.
std::string instance_place(std::string_view name);
std::string price_place(std::string_view name);
std::string accelerator_place(std::string_view name);

Result<DescribedMachine> describe_machine(const CombinedMachine& found, const StatedMachine& stated,
                                          const DataFiles& data);

}  // namespace hakaru
