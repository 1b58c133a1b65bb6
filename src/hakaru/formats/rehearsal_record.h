// Files that a rehearsal's processes leave for each other in a folder: the task of all ranks, the gradients of
// one rank alone, and each rank's record, or why it has none. Each says the version of its format; another is refused.
#pragma once

#include "hakaru/formats/json.h"
#include "hakaru/rehearsal/rank_run.h"

namespace hakaru {

/// The task of every rank.
struct RanksTask {
  std::string plan;                              ///< FILE or FILE#RANK
  std::string text;                              ///< a file
  std::string data;                              ///< a folder laid over the data; none: empty
  std::string cache, precision, network, scale;  ///< as hakaru rehearse has them; not said: empty
  std::int64_t ranks = 1, steps = 1, seed = 1;
  std::int64_t core_bytes = 0;  ///< 0: the accelerator's
  bool timed = false;           ///< for a trace
};

template <>
inline constexpr auto record<RanksTask> =
    described("task", "what every rank is to do", field("plan", &RanksTask::plan, "FILE or FILE#RANK"),
              field("text", &RanksTask::text, "a file"), field("data", &RanksTask::data, "a folder laid over the data"),
              field("cache", &RanksTask::cache, "of programs"), field("precision", &RanksTask::precision, "its name"),
              field("network", &RanksTask::network, "kind of the miniature"),
              field("scale", &RanksTask::scale, "of the miniature"), field("ranks", &RanksTask::ranks, "processes"),
              field("steps", &RanksTask::steps, "of training"), field("seed", &RanksTask::seed, "of all that is drawn"),
              field("core_bytes", &RanksTask::core_bytes, "of a core; 0: the accelerator's"),
              field("timed", &RanksTask::timed, "for a trace").newer());

OrderedJson json_of(const RanksTask& task);
Result<RanksTask> read_task(const std::string& file);
/// Reads a task from a file's text; `file` is its name.
Result<RanksTask> task_in(std::string_view text, const std::string& file);

std::string task_file(const std::string& folder);

/// The gradients that a rank alone kept, a file each in `folder`: 32-bit floats as this machine has them.
Result<void> write_gradients(const RankRecord& record, const std::string& folder);
Result<std::vector<float>> read_gradient(const std::string& folder, std::int64_t step, const std::string& parameter);

std::string record_file(const std::string& folder, std::int64_t rank);
OrderedJson json_of(const RankRecord& record);
/// {"rank", "out_of_memory": {"needed_bytes", "memory_bytes", "core", "largest_tensors"} or null}
OrderedJson json_of(const RankNotRun& not_run);
Result<RankOutcome> read_outcome(const std::string& text, const std::string& file);

/// The end of the first rank that did not end well.
struct RankEnd {
  std::int64_t rank = 0;
  bool by_signal = false;
  int number = 0;  ///< of the signal, or the exit status
};

template <>
inline constexpr auto record<RankEnd> =
    described("end", "how a rank ended", field("rank", &RankEnd::rank, "process"),
              field("by_signal", &RankEnd::by_signal, "whether a signal ended it").newer(),
              field("number", &RankEnd::number, {0, INT32_MAX}, "of the signal, or the exit status"));

std::string end_file(const std::string& folder);
OrderedJson json_of(const RankEnd& end);
Result<RankEnd> read_end(const std::string& file);
Result<RankEnd> end_in(std::string_view text, const std::string& file);

}  // namespace hakaru
