// An accelerator that the catalogue does not know, of what its owner states: memory, its bandwidth and the rates of at
// least one data type are needed.
#pragma once

#include "hakaru/importing/machines/described_machine.h"

namespace hakaru {

/// The accelerator's file in the owner's folder. Refused for a known accelerator, except from an earlier `catalog add`.
Result<FileText> new_accelerator(const CombinedMachine& found, const StatedMachine& stated, const Catalog& catalog,
                                 const DataFiles& data);

}  // namespace hakaru
