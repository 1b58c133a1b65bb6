// Starts the ranks of a rehearsal by mpirun, waits for them, and reads what they left. For programs that may start
// processes: hakaru-rank stands beside them.
//
//   Asking asking{…};
//   asking.run_ranks = rank_launcher("");
#pragma once

#include <functional>
#include <string>

#include "hakaru/asking/rehearsing/ranks_work.h"

namespace hakaru {

/// `data_folder`: laid over the data that came with the program; "": none. Fails with the first rank that ended before
/// its time.
std::function<Result<RankOutcomes>(const RanksWork&)> rank_launcher(std::string data_folder);

}  // namespace hakaru
