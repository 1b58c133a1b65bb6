// The keys of a scenario that launch files say: the question of which they are one answer.
//
//   training   the layout, the batch and the recipe as they are said; what is not said is what the program does unasked
//              (data/stacks.toml). dp = ranks / (tp · pp · cp); without a global batch it is
//              micro_batch · accumulation · dp. Example: 16 ranks, tp 4, micro-batch 2, accumulation 8: dp 4, global
//              batch 64
//   serving    the layout and the limits of one server; replicas are those of its own flag
#pragma once

#include "hakaru/core/message.h"
#include "hakaru/job/software_stack.h"
#include "hakaru/launching/read_launch.h"

namespace hakaru {

/// Facts that files do not say and the user may.
struct LaunchContext {
  std::string instance = {};      ///< empty: not known
  std::string kind = {};          ///< of its accelerators, likewise: "tpu"
  std::int64_t per_instance = 0;  ///< accelerators; 0: not known
  std::int64_t layers = 0;        ///< of the model; 0: not known
  std::int64_t machines = 0;      ///< 0: not known
};

struct LaunchKeys {
  Json keys;
  std::int64_t experts_cut = 1;  ///< replicas of one server that cut its experts among them where nothing spreads these
  std::int64_t experts_over = 1;    ///< ranks that hold different experts; above `ep`, since tensor groups cut theirs
  std::vector<Message> notes = {};  ///< what is predicted otherwise than it is said
  /// Keys of a scenario, "steps" among them, that neither the words say nor the program's table has unasked.
  std::vector<std::string> assumed = {};
};

/// Fails where what is said contradicts itself, or the machine.
Result<LaunchKeys> keys_of(const LaunchRead& read, const LaunchContext& context, const LaunchPrograms& programs,
                           const SoftwareStacks& stacks);

}  // namespace hakaru
