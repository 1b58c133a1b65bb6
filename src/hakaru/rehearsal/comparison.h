// What a rehearsal's ranks did beside what was predicted of them: the first difference of each kind, or none.
//
//   held        weights, gradients, optimizer: equal to the byte
//   traffic     messages and bytes of each collective of each group: equal
//   order       of a stage's messages to other stages, as executed: that of the schedule's passes
//   loss        of each step, and the norm of the gradients: those of one rank alone, within 1e-5 of them
//   compiled    once, as the shapes are the same in every step
#pragma once

#include <vector>

#include "hakaru/core/message.h"
#include "hakaru/rehearsal/rank_run.h"

namespace hakaru {

struct Rehearsed {
  Miniature miniature;
  std::vector<RankRecord> ranks;
  RankRecord reference;  ///< of one rank alone
  std::vector<Expected> expected;
  std::vector<double> loss;  ///< of each step, mean over data-parallel ranks
  std::vector<Message> differences;
  bool agrees() const { return differences.empty(); }
};

Rehearsed compared(Miniature miniature, std::vector<RankRecord> ranks, RankRecord reference);

}  // namespace hakaru
