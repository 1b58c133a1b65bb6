// The error bands of a plan's figures, and how sure it is that its limits are kept.
//
//   a training run    its step; GRPO's with that of an output token for its rollout's share (band.h); time, cost and
//                     energy of the run have the relative errors of its step; its start-up has none
//   a service         TPOT and TTFT each by itself; a request takes TTFT + (answer − 1) · TPOT, both errors drawn
//                     together, of runs where both were measured; with so many in flight its rate is the inverse
//   a fleet's month   its machines serve what is asked while iterations take as long as they were sized and tried
//                     for (tolerated_slowdown); longer ones take so many more whole machines. One that follows its load
//                     is simulated with iterations as long as the ends of TPOT's band say, beside which its other
//                     figures have no errors
//   batch inference   the latency of a batch, and items per second
//   memory            of training: the peak of the fullest device
//
// Power is the data sheet's, no measurement is laid beside it: the band of an energy is that of its time.
// Worked example: a step of 10 s in a band of e^±0.1 is within 9.05 and 11.1 s, and a run of a million steps, 116 days,
// within 105 and 128 days: the error is the same in each step.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

#include "hakaru/planning/plan/layout_caution.h"
#include "hakaru/planning/plan/plan.h"

namespace hakaru {

/// One figure's ends, named as in JSON: "step_time_s".
struct FigureBand {
  using second_type = BandEnds;  ///< a list of them is a table by name (core/record.h)

  std::string key;
  BandEnds ends;
};
/// Bands of all figures of `plan` that have one, in the order of JSON.
std::vector<FigureBand> figure_bands(const Plan& plan, const Scenario& scenario);

/// Bands of the figures of a simulated service; `closed_loop`: requests come as fast as they are answered.
std::vector<FigureBand> simulated_bands(const PlanUncertainty& known, const ServingFigures& service, bool closed_loop);

/// Names what `band`, of `plan`, covers: "the mean step of a run"; a live service's percentile is taken to err alike.
Message covered_by(const Plan& plan, const Band& band);

/// Times as long as predicted that iterations may take while a live service's machines serve what is asked.
double tolerated_slowdown(const Plan& plan, const Scenario& scenario);
/// Times as many machines that a live service needs whose iterations take `slower` times as long: whole instances.
double machines_times(const Plan& plan, const Scenario& scenario, double slower);

/// Empty where the figure has no band.
std::optional<ObjectiveEnds> objective_ends(const Plan& plan, const Scenario& scenario);

/// The probability that a plan ends within deadline and budget, or keeps the limits of a service; empty: nothing is
/// asked, or nothing known.
std::optional<double> chance_to_keep_limits(const Plan& plan, const Scenario& scenario);
/// Times as long as predicted that a fleet's iterations must be able to take for `confidence` in its latencies, 1 at
/// least; empty: its latencies as predicted are too long for that, however many requests it could serve.
std::optional<double> slowdown_to_tolerate(const Plan& plan, const ServiceLevel& level, double confidence);
/// Probability that the fullest device runs out of memory, 0 … 1; empty: not known.
std::optional<double> chance_out_of_memory(const Plan& plan);

/// Safe for threads.
class PlanBands {
 public:
  static Result<std::shared_ptr<const PlanBands>> read(const DataFiles& data, const Job& job);

  /// Error bands of `plan`, of `job`: its evidence, layout and figures are known, a fleet's load need not be yet.
  PlanUncertainty of(const Plan& plan, const Job& job) const;
  /// Factor of step time, at `confidence`, for layouts of `cluster` with parts that `software` was never measured with.
  LayoutCaution caution_of(const Cluster& cluster, const std::string& software, const TrainingJob& job,
                           double confidence) const;
  /// Share, 0 … 1, of the variance of errors that layouts of one software on one accelerator do not have in common.
  double own_share() const { return bands_.own_share(); }

 private:
  using Known = std::map<std::string, std::shared_ptr<const Band>>;
  std::shared_ptr<const Band> band_of(Bands& bands, const RunContext& figure) const;
  /// Band of a step that waits for a rollout; null where training or the rollout was never measured.
  std::shared_ptr<const Band> with_rollout(const std::shared_ptr<const Band>& training, const Plan& plan,
                                           const TrainingJob& job) const;
  /// The errors of TTFT and TPOT, drawn together.
  std::shared_ptr<const std::vector<LatencyFactors>> latencies_of(const PlanUncertainty& known) const;
  /// Band of the time of a request; null where TPOT or TTFT was never measured.
  std::shared_ptr<const Band> of_request(const PlanUncertainty& known, const ServingFigures& figures) const;

  mutable std::mutex one_at_a_time_;
  mutable Bands bands_, memory_;
  mutable std::optional<Bands> rollouts_;  ///< of serving, where a training job samples
  mutable Known known_;
  /// By the bands of its tokens and of its first, and how much of it that is.
  mutable std::map<std::tuple<std::shared_ptr<const Band>, std::shared_ptr<const Band>, int>,
                   std::shared_ptr<const Band>>
      requests_;
  using Latencies = std::shared_ptr<const std::vector<LatencyFactors>>;
  mutable std::map<std::pair<std::shared_ptr<const Band>, std::shared_ptr<const Band>>, Latencies> latencies_;
};

/// Error bands of a plan that was made before, as from a file.
Result<PlanUncertainty> uncertainty_of(const Plan& plan, const Job& job, const DataFiles& data);

}  // namespace hakaru
