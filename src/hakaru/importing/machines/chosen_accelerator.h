// Which accelerator of the catalogue a machine has, and how many: by what files tell, by what its owner states, or both
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

/// What differs from the catalogue's figures without being wrong.
std::vector<Message> notes_on(const ChosenAccelerator& chosen);

}  // namespace hakaru
