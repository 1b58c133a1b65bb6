// Choice of the accelerator of the catalogue that a machine has, and of the count: by files, by its owner, or by both
// where they agree.
#pragma once

#include "hakaru/importing/machines/described_machine.h"
#include "hakaru/importing/machines/product_names.h"

namespace hakaru {

struct ChosenAccelerator {
  Accelerator accelerator;
  int ranks = 0;
  const FoundDevices* devices = nullptr;  ///< of what was found; null: it is stated
  std::string source;
  std::string file;               ///< "": it is stated
  std::string count_source = {};  ///< who tells how many there are
};

/// Refuses what is told twice and differs: counts, memory, slices of MIG beside whole accelerators.
Result<ChosenAccelerator> choose_accelerator(const CombinedMachine& found, const StatedMachine& stated,
                                             const Catalog& catalog, const ProductNames& names);

/// Differences from the catalogue's figures that are not errors.
std::vector<Message> notes_on(const ChosenAccelerator& chosen);

}  // namespace hakaru
