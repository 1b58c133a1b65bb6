// The one case that anyone can check at home: what single kernels say of this machine, what follows for a small
// transformer's prompt and next token, told with its band, and then the transformer's real run.
//
//   1  the machine's peaks
//   2  by turns: all single kernels once; a network of another size → constants; how far off predictions are: the band
//   3  the prediction is told
//   4  the network runs; all kernels again, which shows whether the machine is still what it was
// Takes half a minute. Processor time of one thread is what is predicted and measured (host_clock.h).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hakaru/calibrating/host/host_constants.h"

namespace hakaru {

struct TrialStep {
  ServedStep step = ServedStep::prefill;
  SmallSizes sizes;
  double predicted_s = 0, low_s = 0, high_s = 0;
  double measured_s = 0;  ///< processor time
  double wall_s = 0;

  double error_pct() const { return 100 * (predicted_s / measured_s - 1); }
  bool within_band() const { return low_s <= measured_s && measured_s <= high_s; }
};

struct HostTrial {
  HostMachine machine;
  TracedConstants constants, after;  ///< before the prediction was told, and behind the run
  std::vector<TrialStep> held_back;  ///< networks of other sizes; without bands
  std::vector<TrialStep> foretold;
  /// The most that a rate changed while the network ran; 0.1: by a tenth.
  double change() const;
};

struct TrialWatch {
  /// Receives the share done and the next step. Returns false to stop.
  std::function<bool(double share, const Message& next)> tell;
  /// The prediction stands, and nothing of the network has run.
  std::function<void(const HostTrial& trial)> show_predicted;
};

Result<HostTrial> try_host(const TrialWatch& watch);

/// "llama 6×1024, 128"
std::string in_short(const SmallSizes& sizes);

}  // namespace hakaru
