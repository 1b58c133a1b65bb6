// The work of a rehearsal's ranks, for the program that starts them (Asking::run_ranks).
#pragma once

#include "hakaru/formats/plan_file.h"
#include "hakaru/formats/rehearsal_record.h"
#include "hakaru/rehearsal/rank_outcomes.h"

namespace hakaru {

struct RanksWork {
  RanksTask task;  ///< but its files
  const Miniature& miniature;
  const SavedPlan& saved;
  const std::string& text;      ///< to train on
  const RankRecord& reference;  ///< of one rank alone
};

}  // namespace hakaru
