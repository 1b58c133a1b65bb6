// The ranks of a rehearsal: processes started by mpirun, waited for, and their records read.
#pragma once

#include "hakaru/formats/rehearsal_record.h"

namespace hakaru::cli {

struct RanksWork {
  RanksTask task;                ///< but its files
  const std::string& plan_file;  ///< its whole text
  std::int64_t plan_rank = 1;
  const std::string& text;      ///< to train on
  const RankRecord& reference;  ///< of one rank alone
};

/// By rank. Fails with the first that ended before its time; unsatisfiable where some did not fit into their cores.
Result<std::vector<RankRecord>> run_ranks_of(const Miniature& miniature, const std::vector<Expected>& expected,
                                             RanksWork work);

}  // namespace hakaru::cli
