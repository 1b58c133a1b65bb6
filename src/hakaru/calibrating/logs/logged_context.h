// Facts of a run that its log lacks: from a plan's file (--plan), or from flags that are called as plan's are. Flags
// go before the plan; where the log says something else than these, it is refused by name. Only an engine that a flag
// names goes before the protocol that a benchmark spoke.
//
// In the columns of measurements: a training plan gives its model, machines, layout, precision, software, batch and
// length; a serving plan one of its replicas, since a benchmark asks one server.
#pragma once

#include "hakaru/asking/answer.h"
#include "hakaru/evidence/logs/log_text.h"
#include "hakaru/job/key_reader.h"

namespace hakaru {

enum class LoggedJob { training, serving };

/// A flag and the column that it fills.
struct ContextKey {
  std::string key, column, value, help;
};
const std::vector<ContextKey>& context_keys(LoggedJob job);

struct LoggedContext {
  LogCells cells;
  std::map<std::string, std::string, std::less<>> told_by;  ///< of each cell: "--tp", "plan.json"
  DataFiles data;                                           ///< with the model, where it has no known name
  std::string model_path, model_text;                       ///< its file within data; empty: it has a known name
  bool software_is_named = false;                           ///< or its engine, by a flag, whatever a file looks like
};

Result<LoggedContext> read_context(KeyReader& reader, LoggedJob job, const Asking& asking);

/// The error that `file` contradicts the context on its run, which has the fact in `known_as`.
Error differs(std::string_view file, std::string_view column, const std::string& says, const LoggedContext& context,
              std::string_view known_as);

/// `says` with what `context` has beside it. Fails where both speak and differ; `file` said it.
Result<LogCells> with_context(const LogCells& says, const LoggedContext& context, std::string_view file);

}  // namespace hakaru
