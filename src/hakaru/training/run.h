// A whole training run on machines that fail: how often to write a checkpoint, which share of the time is useful, and
// what the run then takes in days, money, energy and emissions.
//
//   M  mean time between failures of the cluster = that of one node / nodes; failures come at random (Poisson)
//   δ  writing a checkpoint = bytes / bandwidth, during which nothing is trained
//   R  being back after a failure = restarting + reading the checkpoint
//   τ  work between two checkpoints
//
//   best τ (Young 1974)   √(2δM)
//   best τ (Daly 2006)    √(2δM) · [1 + ⅓ √(δ/2M) + ⅑ · δ/2M] − δ   where δ < 2M;  M otherwise            (eq. 37)
//   goodput               useful time / all time = τ / (M · e^(R/M) · (e^((τ+δ)/M) − 1))                  (eq. 13)
// which is divided as:    writing  goodput · δ/τ;   restarting  1 − e^(−R/M);   work done again  what is left
//
// Worked example (Daly's figures 3 to 5: δ 5 min, R 10 min): M 24 h gives τ 117 min, 6 h 57 min, 15 min 9.1 min. With
// M 24 h and τ 117 min, goodput is 117 / (1440 · e^(10/1440) · (e^(122/1440) − 1)) = 91.3 %: 3.9 % writing, 0.7 %
// restarting, 4.1 % done again.
//
// Bytes of a checkpoint: weights, master weights and optimizer states, each once: 14 bytes a parameter in mixed
// precision with AdamW. Of adapters only theirs.
//   days = ideal days / goodput,  money = USD/h · hours,
//   kWh = accelerators · W · hours · PUE,  kgCO2e = kWh · intensity
//
// Limits: writing stops the run (asynchronous checkpoints would hide most of δ); failed nodes are replaced at once;
// accelerators draw their stated power all the time; hosts and network are not counted; no bad luck, only means.
// Sources: J. W. Young, A first order approximation to the optimum checkpoint interval, CACM 17(9), 1974; J. T. Daly, A
// higher order estimate of the optimum checkpoint interval for restart dumps, FGCS 22, 2006.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hakaru/core/message.h"
#include "hakaru/core/result.h"
#include "hakaru/core/term.h"
#include "hakaru/hardware/block_offers.h"
#include "hakaru/hardware/instance.h"
#include "hakaru/job/job.h"

namespace hakaru {

double young_interval_s(double write_s, double mtbf_s);
double daly_interval_s(double write_s, double mtbf_s);

/// Shares of all time; they add up to 1.
struct Goodput {
  double useful = 1;
  double writing = 0;
  double restarting = 0;
  double done_again = 0;
};
Goodput goodput_of(double interval_s, double write_s, double restart_s, double mtbf_s);

double checkpoint_bytes(const TrainingJob& job);

/// A figure and where it comes from.
struct Sourced {
  double value = 0;
  std::string source;
};

/// What a run meets outside its step. Empty: not known, and what depends on it neither.
struct RunConditions {
  std::optional<Sourced> node_mtbf_s;
  std::optional<Sourced> checkpoint_bytes_per_s;  ///< of the whole cluster
  std::optional<Sourced> restart_s;               ///< before the checkpoint is read
  std::optional<double> checkpoint_interval_s;    ///< as wished; empty: the best
  std::optional<Sourced> pue;
  std::optional<Sourced> kgco2e_per_kwh;
};

/// The run as a plan states it, without failures.
struct IdealRun {
  double step_time_s = 0;
  double duration_s = 0;
  std::optional<double> usd_per_h;
  double blocks_usd_per_h = 0;  ///< of that, for Capacity Blocks, which are billed by whole days (capacity_block.h)
  std::optional<BlockOffer> block = {};  ///< all of it is bought as this one, whose fee it costs while that holds it
};

struct RunEstimate {
  double ideal_s = 0;
  double duration_s = 0;  ///< ideal / goodput; the ideal itself where goodput is not known
  double checkpoint_bytes = 0;
  std::optional<double> checkpoint_write_s;
  std::optional<double> mtbf_s;  ///< of the cluster
  std::optional<double> interruptions;
  std::optional<double> young_interval_s;
  std::optional<double> checkpoint_interval_s;  ///< in whole steps
  std::optional<Goodput> goodput;
  std::optional<double> cost_usd;
  std::optional<double> energy_kwh;  ///< of the data centre
  std::optional<double> co2e_kg;
  Terms failures, run;                   ///< the arithmetic
  std::vector<Message> why_not_counted;  ///< where goodput is not known; in the notes too
  std::vector<Message> notes;            ///< what is not known, and how to say it
};

/// Unsatisfiable where failures come faster than work is done.
Result<RunEstimate> estimate_run(const TrainingJob& job, const Cluster& cluster, const IdealRun& ideal,
                                 const RunConditions& conditions);

}  // namespace hakaru
