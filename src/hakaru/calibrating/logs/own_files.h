// The files of an update, for --data: calibration files that are whole (tables of the file that they replace are kept),
// and evidence/KIND/own.csv, each run beside its predictions before, after and held back, from which error bands are
// made (evidence/held_out.h). Where the constants before were those of the folder, what an earlier update wrote into it
// stays, but for runs of the same name, model, layout and load, which are replaced. Where they were others, a table
// that is written anew rests on the new runs alone, and the evidence of the earlier ones is dropped. Fewer than three
// runs of a pair in one call are kept, and no error band is made of them: they are too few to be held back from each
// other.
#pragma once

#include <map>
#include <string>

#include "hakaru/calibrating/logs/pair_update.h"
#include "hakaru/core/data_files.h"

namespace hakaru {

struct OwnFiles {
  std::map<std::string, std::string> texts;  ///< by their places in a folder of data
  std::vector<Message> dropped;              ///< evidence of constants that are no more
};

/// `folder`: where an earlier update may lie; `data`: what stands.
Result<OwnFiles> own_files(const std::vector<const PairUpdate*>& written, const std::string& folder,
                           const DataFiles& data);

}  // namespace hakaru
