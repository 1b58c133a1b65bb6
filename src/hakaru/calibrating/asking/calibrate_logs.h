// calibrate training, serving and collectives where few runs of one's own, or what programs printed of them, move the
// constants that stand: the answer, and the keys that say what logs do not.
#pragma once

#include "hakaru/asking/question.h"
#include "hakaru/calibrating/logs/logged_rows.h"

namespace hakaru {

struct LogsAsk {
  std::vector<LogText> files;
  std::string accelerator;  ///< only its rows; empty: all
  std::string folder;       ///< empty: nothing is written
  bool rows = false;        ///< are to be kept as CSV
};

/// `asked` about logs, or rows, of `job`; `keys` have the context of the runs. Fails with the key `out`
/// where all that would be written is worse than what stands.
Result<Answer> answer_with_logs(const LogsAsk& asked, LoggedJob job, const Json& keys, const Asking& asking);

/// The same of collective tests; `accelerator` is needed.
Result<Answer> answer_with_collectives(const LogsAsk& asked, const LoggedRows& read, const Accelerator& accelerator,
                                       const Asking& asking);

/// Keys of the context, and --rows.
std::vector<QuestionKey> log_keys(LoggedJob job);
/// The first key in `keys` that only logs need; empty: none.
std::string key_of_logs(const Json& keys, LoggedJob job);

}  // namespace hakaru
