// What a rehearsal's ranks did beside what was predicted of them: the first difference of each kind, or none.
//
//   held        weights, gradients, optimizer, activations of the micro-batches in flight: equal to the byte
//   traffic     messages and bytes of each collective of each group: equal
//   order       of a stage's messages to other stages, as executed: that of the schedule's passes
//   loss        of each step: that of one rank alone, within 1e-5 of it
//   gradients   their norm, of each step: within 1e-4 (what sums in another order differ by in fp32 grows under AdamW:
//               2.5e-5 after 10 steps was seen)
//   compiled    once, or found in the store of programs, as the shapes are the same in every step
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
