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

template <>
inline constexpr auto record<Sourced> = described("sourced", "a figure and its source",
                                                  field("value", &Sourced::value, "the figure"),
                                                  field("source", &Sourced::source, "who says so"));

/// Conditions of a run outside its step. Empty: not known, and what depends on it neither.
struct RunConditions {
  std::optional<Sourced> node_mtbf_s;
  std::optional<Sourced> checkpoint_bytes_per_s;  ///< of the whole cluster
  std::optional<Sourced> restart_s;               ///< before the checkpoint is read
  std::optional<double> checkpoint_interval_s;    ///< as wished; empty: the best
  std::optional<Sourced> pue;
  std::optional<Sourced> kgco2e_per_kwh;
};

template <>
inline constexpr auto record<RunConditions> = described(
    "run_conditions", "what a run was estimated with",
    field("node_mtbf_s", &RunConditions::node_mtbf_s, "mean time between failures of one node"),
    field("checkpoint_bytes_per_s", &RunConditions::checkpoint_bytes_per_s, "writing checkpoints, all nodes together"),
    field("restart_s", &RunConditions::restart_s, "from a failure until the checkpoint is read"),
    field("pue", &RunConditions::pue, "power of the data centre over that of its machines"),
    field("grid_kgco2e_per_kwh", &RunConditions::kgco2e_per_kwh, "emissions of the grid"));

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

  template <double Goodput::*part>
  std::optional<double> share() const {
    return goodput ? std::optional((*goodput).*part) : std::nullopt;
  }
};

template <>
inline constexpr auto record<RunEstimate> = described(
    "run", "a whole run on machines that fail",
    field("ideal_duration_s", &RunEstimate::ideal_s, "were there no failures"),
    field("duration_s", &RunEstimate::duration_s, "the whole run"),
    field("goodput", &RunEstimate::share<&Goodput::useful>, "share of the time that is useful, 0 … 1").or_null(),
    field("writing_share", &RunEstimate::share<&Goodput::writing>, "of the time: checkpoints are written").or_null(),
    field("restarting_share", &RunEstimate::share<&Goodput::restarting>, "of the time: machines start again").or_null(),
    field("done_again_share", &RunEstimate::share<&Goodput::done_again>, "of the time: steps are done again").or_null(),
    field("mtbf_s", &RunEstimate::mtbf_s, "mean time between failures of the cluster"),
    field("interruptions", &RunEstimate::interruptions, "how often the run is interrupted"),
    field("checkpoint_bytes", &RunEstimate::checkpoint_bytes, "a checkpoint"),
    field("checkpoint_write_s", &RunEstimate::checkpoint_write_s, "writing a checkpoint"),
    field("checkpoint_interval_s", &RunEstimate::checkpoint_interval_s, "between two checkpoints"),
    field("young_interval_s", &RunEstimate::young_interval_s, "the same by Young's formula"),
    field("cost_usd", &RunEstimate::cost_usd, "of the run"),
    field("energy_kwh", &RunEstimate::energy_kwh, "of the run, with the data centre's share"),
    field("co2e_kg", &RunEstimate::co2e_kg, "of the run's energy"));

/// Unsatisfiable where failures come faster than work is done.
Result<RunEstimate> estimate_run(const TrainingJob& job, const Cluster& cluster, const IdealRun& ideal,
                                 const RunConditions& conditions);

}  // namespace hakaru
