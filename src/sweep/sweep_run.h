// Runs a sweep: its scenarios in blocks, on all cores of this machine, and by several ranks where there are several.
//
// Block b is worked on by rank b mod ranks. Rank 0 alone holds the file: it writes the blocks in their order, its own
// and those that the others send. So the file is the same whatever the number of ranks and cores, and whoever goes on
// with it may have other numbers.
//
// Rank 0 alone reads the sweep and gives it to the others, which must have the program, language and data that it has.
// Where one refuses nobody goes on, and the first that does tells why.
#pragma once

#include <functional>
#include <string>

#include "../cli/session.h"

namespace hakaru::cli {

/// Ranks that work on a sweep together. Alone: nobody is sent anything.
struct SweepRanks {
  int rank = 0;
  int ranks = 1;
  std::function<void(std::string)> send_to_first;  ///< does not wait until it has arrived
  std::function<std::string(int)> receive_from;    ///< of rank 0: the next text of another one
  /// Asked by all at once: the text that rank 0 gives; the first rank that refuses, `ranks` where none does.
  std::function<std::string(std::string)> from_first = [](std::string text) { return text; };
  std::function<int(bool)> first_to_refuse = [](bool refuses) { return refuses ? 0 : 1; };
};

struct SweepCommand {
  std::string sweep;  ///< a TOML file (job/scenario_sweep.h)
  std::string out;    ///< a file; "": standard output, of one rank alone
};

/// Text of rank 0 at the end; "" of the others, and where another one refuses.
Result<std::string> run_sweep(const SweepCommand& command, Session& session, const SweepRanks& ranks);

}  // namespace hakaru::cli
