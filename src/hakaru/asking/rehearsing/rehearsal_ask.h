// The keys of a rehearsal, and the parts that it needs before anything runs.
#pragma once

#include <functional>
#include <string>

#include "hakaru/asking/answers.h"
#include "hakaru/job/key_reader.h"
#include "hakaru/rehearsal/rank_run.h"

namespace hakaru {

struct RehearsalAsk {
  std::int64_t ranks = 8, steps = 10;
  std::uint64_t seed = 1;
  std::int64_t core_bytes = 0;  ///< 0: the accelerator's
  std::string precision = "fp32";
  std::string network, scale, text, cache;                     ///< not said: empty
  std::string compared_precisions, sequence_lengths, buckets;  ///< instead of ranks; not said: empty
  bool traced = false;
};

/// Refuses what cannot be asked for together.
Result<RehearsalAsk> read_rehearsal(KeyReader& reader);

/// The miniature of a plan, and the core that each of its ranks simulates.
struct ToRehearse {
  SavedPlan saved;
  Miniature miniature;
  tracing::DeviceOptions device;
};

/// Refuses what this machine cannot hold: all ranks, and the one alone that they are compared with.
Result<void> check_room(const Miniature& miniature, const KeyReader& reader);

/// RankTask::goes_on of ranks that run in this process, `steps` in all.
std::function<bool()> told_steps(const Asking& asking, std::int64_t steps);

/// Trains the miniature on `text` in each of several formats, on one rank, and compares what it learns.
Result<Answer> compare_precisions_answer(const RehearsalAsk& asked, const ToRehearse& with, const std::string& text,
                                         const KeyReader& reader, const Asking& asking);
/// Graphs, compilations and padding of sequences of many lengths.
Result<Answer> sequence_shapes_answer(const RehearsalAsk& asked, const ToRehearse& with, const KeyReader& reader,
                                      const Asking& asking);

}  // namespace hakaru
