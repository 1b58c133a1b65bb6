// mpirun and its ranks, from their start to the end of the last of them: who ended the run, and how.
//
//   a rank killed        its guard tells (rank/guard.h) and ends, and mpirun ends the others
//   a rank stopped       (SIGSTOP) is noticed within `patience_s` and killed
//   mpirun hangs         after a rank's end: it is killed `patience_s` later
//   mpirun killed        its ranks die with it (hakaru-rank asks the kernel for that), and so does mpirun with hakaru
//   hakaru told to end   SIGINT, SIGQUIT, SIGTERM and SIGHUP end mpirun first
// Nothing is left running.
// Limit: ranks that wait for each other for ever are not told from ranks that compute.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hakaru {

inline constexpr double patience_s = 5;

struct RanksRun {
  enum class End { well, not_started, asked_to, launcher_signal, rank_signal, rank_stopped, rank_status, unknown };
  End end = End::unknown;
  std::int64_t rank = 0;
  int number = 0;    ///< of the signal, or the exit status
  std::string said;  ///< by mpirun and its ranks
};

/// `words`: mpirun's command line, the first found by PATH. `folder`: where it and its ranks keep their own files,
/// which they leave behind where they are ended.
RanksRun run_ranks(const std::vector<std::string>& words, const std::string& folder);

}  // namespace hakaru
