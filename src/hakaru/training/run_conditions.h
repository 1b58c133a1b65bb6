// Conditions of a run outside its step, as far as data/ knows them: failures of nodes and restarts (reliability.toml),
// the storage of checkpoints (storage.toml), the data centre and its grid (grid.toml).
#pragma once

#include <string>

#include "hakaru/core/data_files.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/training/run.h"

namespace hakaru {

/// Regions whose grid is known.
std::vector<std::string> grid_regions(const DataFiles& data);
/// `region` "": not known. Storage is not part of it.
Result<RunConditions> known_conditions(const DataFiles& data, const Instance& instance, const std::string& region);

/// Bytes/s that all instances of a cluster write to `storage` at once. Writing is taken to be as fast as reading, and
/// the storage as large as that needs.
Sourced write_bandwidth(const Storage& storage, const Cluster& cluster);

}  // namespace hakaru
