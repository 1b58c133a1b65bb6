// The files of an update, for --data: calibration files that are whole (tables of the file that they replace are kept),
// and evidence/KIND/own.csv, each run beside its predictions before, after and held back, from which error bands are
// made (evidence/held_out.h). What an earlier update wrote into the folder stays; runs of the same id are replaced.
#pragma once

#include <map>
#include <string>

#include "hakaru/calibrating/logs/pair_update.h"
#include "hakaru/core/data_files.h"

namespace hakaru {

/// Texts by their places in a folder of data. `folder`: where an earlier update may lie; `data`: what stands.
Result<std::map<std::string, std::string>> own_files(const std::vector<const PairUpdate*>& written,
                                                     const std::string& folder, const DataFiles& data);

}  // namespace hakaru
