// Fleets worth simulating: every replica shape of every instance type allowed (replica_shapes.h) on which a request
// alone, in no queue, keeps the limits; each with the fewest instances that can bear the rate at all.
//
// A request alone: of a trace, the prompt at the percentile counts for TTFT (as many are no shorter as may miss), and
// an empty context for TPOT; its answer at the percentile takes as many such tokens, at least. Of generated traffic all
// requests are alike.
#pragma once

#include <map>
#include <memory>

#include "hakaru/planning/fleet/fleet_trials.h"
#include "hakaru/planning/fleet/replica_shapes.h"
#include "hakaru/planning/search/served_on.h"

namespace hakaru {

/// Parts that replica shapes on instances of one accelerator share.
struct OnAccelerator : ServedOn {
  std::optional<Quantisation> quantisation;  ///< where several were asked for
  OperatorTimer operators;                   ///< for one thread
};

struct FleetCandidate {
  Plan plan;  ///< on the unit of instances, without figures and costs
  OnAccelerator* on = nullptr;
  FleetCounts counts;
  std::int64_t most_sequences = 1;  ///< of an iteration, by the engine's limit; compiled shapes: and by memory
  int least_instances = 1;          ///< fewer cannot bear the rate
  double alone_s = 0;               ///< no request at the percentile is quicker, from first to last token
  double work_s = 0;                ///< of a replica that a request takes at least
  std::optional<double> usd_per_h;  ///< of each instance
  bool supported = true;            ///< without porting
  bool apart = false;               ///< its replicas prefill or decode
  bool can_be_safe = true;          ///< a request alone keeps the limits with the confidence asked for

  std::int64_t ranks_of_replica() const { return plan.layout.tp * plan.layout.pp; }
};

/// Seconds of a replica that a request takes at least, `sequences` at most decoding together.
double least_work_of(const FleetCandidate& candidate, std::int64_t sequences);
/// Instances that the job's rate needs at least, where each request takes so much of a replica.
double instances_for(const FleetCandidate& candidate, double each_s);
/// Instances that take each of so many users' requests within both limits where batches are full: about as many are
/// needed. 1: it is not said how many users there are, or within which limits.
int likely_instances(const FleetCandidate& candidate, const ServiceLevel& level);
/// Batches that decoding may be compiled for: powers of two up to `most`, the largest first.
std::vector<std::int64_t> compiled_batches(std::int64_t most);

class FleetCandidates {
 public:
  /// All must outlive this.
  FleetCandidates(const SearchContext& context, const ServingDemand& demand);

  std::optional<Error> add(const Instance& instance);

  std::vector<FleetCandidate> all;
  SearchResult found;  ///< what was looked at, and what is nearest where nothing is left

 private:
  /// Empty: the accelerator cannot do the job, which is noted.
  Result<OnAccelerator*> on(const Accelerator& accelerator, std::size_t quantisation);
  std::optional<Error> add(const Instance& instance, std::size_t quantisation);
  /// The same replicas, of which some prefill and some decode.
  void add_apart(FleetCandidate candidate);
  void look_at(const Instance& instance, const ReplicaShape& shape, int most, OnAccelerator& on);
  void add(FleetCandidate candidate, const ReplicaShape& shape);
  /// True where `candidate` can keep the demand at all, as predicted; says what it needs.
  bool can_keep_demand(FleetCandidate& candidate, const ReplicaShape& shape);
  /// True if a request alone keeps the limits; sets its least time, `alone_s`, and `can_be_safe`.
  bool keeps_alone(FleetCandidate& candidate);
  FleetCounts counts_of(const Instance& instance, const ReplicaShape& shape, int most) const;

  const SearchContext& context_;
  const ServingDemand& demand_;
  std::int64_t input_that_counts_ = 0, output_that_counts_ = 0;  ///< of a trace
  std::vector<Quantisation> quantisations_;
  std::map<std::pair<std::string, std::size_t>, std::unique_ptr<OnAccelerator>> known_;
};

}  // namespace hakaru
