// From a scenario to ranked plans.
//
// Instances × counts × layouts are enumerated; what is not legal (parallel/legal.h) or does not fit (memory/) is
// dropped; the rest is timed (training/, serving/), priced, and ranked by the objective under the limits. Plans without
// a figure for the objective (no price, no power) rank last.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hakaru/core/data_files.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/job/scenario.h"
#include "hakaru/memory/memory.h"
#include "hakaru/parallel/layout.h"
#include "hakaru/planning/executor.h"
#include "hakaru/serving/schedulers/scheduler.h"
#include "hakaru/serving/steady/inference.h"
#include "hakaru/serving/steady/serving_estimate.h"
#include "hakaru/training/step.h"

namespace hakaru {

/// What becomes of a plan's fleet when it follows its load (follow_load.h).
struct ScalingFigures {
  std::int64_t least = 1, most = 1;                                        ///< replicas
  double requests_each = 1;                                                ///< in flight, that a replica should have
  double warm_up_s = 0;                                                    ///< of a new replica
  std::optional<double> compile_s = {};                                    ///< of that, where it was stated
  double ttft_s = 0, tpot_s = 0, request_s = 0;                            ///< at the plan's percentile
  std::int64_t held_peak = 0;                                              ///< most replicas at once
  double hours = 0, replica_hours = 0, instance_hours = 0;                 ///< of what was simulated
  std::optional<double> usd_per_h = {}, cost_per_million_tokens_usd = {};  ///< in the mean
};

/// What a served or batch-inferring plan promises.
struct ServingFigures {
  std::int64_t batch = 0;  ///< per replica
  double ttft_s = 0, tpot_s = 0, requests_per_s = 0, output_tokens_per_s = 0;
  double request_s = 0;  ///< a typical request from first to last token: TTFT + (output - 1) · TPOT
  std::optional<double> cost_per_million_tokens_usd;
  std::int64_t simulated_requests = 0;  ///< whose percentile the latencies are; 0: the static estimate's
  double simulated_share = 0;           ///< that percentile, 0.95
  double simulated_s = 0;
  std::int64_t simulated_replicas = 0;         ///< of all, where there are many
  std::optional<Policy> policy = {};           ///< of the engine; empty: a file from before does not say
  std::int64_t max_num_seqs = 0;               ///< sequences at most, of each replica; compiled shapes: their batch
  std::int64_t prefill_replicas = 0;           ///< that only prefill, the others decode; 0: all do both
  std::optional<ScalingFigures> scaling = {};  ///< where it was asked for, and costs less
  std::string engine = {};                     ///< whose scheduler and constants these are
  std::int64_t max_num_batched_tokens = 0;     ///< tokens of an iteration, at most
  std::optional<DataType> compute = {};        ///< that products are computed in
  std::optional<double> held_per_s = {};       ///< a live service: requests that it would bear within its limits
};
struct InferenceFigures {
  std::int64_t batch = 0;
  double latency_s = 0, items_per_s = 0;
  std::optional<double> cost_per_million_items_usd;
  std::int64_t items = 0;  ///< that the plan's duration, cost and energy are of; 0: those of an hour
};

/// Whether the model runs on the accelerator as it is, and what porting it would take.
struct Porting {
  bool supported = true;
  double person_months_low = 0, person_months_high = 0;
  std::optional<double> cost_usd;  ///< high end, at the scenario's price of a person-month
  std::string source;
};

/// On which runs a plan's figures rest.
enum class Evidence {
  measured,  ///< of its software on its accelerator
  relative,  ///< of its software on a relative of its accelerator
  none       ///< of neither: kernels, data sheets, other kinds of accelerator
};
std::string_view name_of(Evidence evidence);

struct PlanEvidence {
  Evidence kind = Evidence::none;
  std::string software;  ///< that ran; empty: none
  std::string of;        ///< the accelerator whose constants these are; empty: its own, of no whole run
};

struct Plan {
  int rank = 0;
  Cluster cluster;
  Layout layout;
  /// Training, where several recipes were asked for: this one's; serving, where several types were: these. Empty: the
  /// scenario's.
  std::string precision;
  std::optional<Quantisation> quantisation;  ///< serving, where several were asked for: this one
  MemoryBreakdown memory;                    ///< of the fullest rank
  double capacity_bytes = 0;
  double headroom_bytes = 0;  ///< of these, what it was to leave free
  StepEstimate step;          ///< training
  std::optional<ServingFigures> serving;
  std::optional<InferenceFigures> inference;
  double duration_s = 0;  ///< training: the whole run; inference of so many items: all of them; else 0 (a rate)
  std::optional<double> usd_per_h;
  std::optional<double> cost_usd;    ///< of what has a duration; else per hour
  std::optional<double> energy_kwh;  ///< likewise
  std::optional<Price> price;
  std::string calibration;  ///< name, and whose it is when it is a relative's
  PlanEvidence evidence;
  std::vector<std::string> also;  ///< larger instances that hold the same accelerators in the same layout
  Porting porting;
  std::vector<Message> notes;  ///< what the reader should know: starved loading, an old price, a relative's constants
};

/// The best plan with evidence, of a live service one that is not bought in Capacity Blocks, which end; where there is
/// none, the best.
const Plan& recommended(const std::vector<Plan>& plans);

/// The fewest accelerators that meet a deadline.
struct FewestInTime {
  Cluster cluster;
  double duration_s = 0;
};

struct PlanResult {
  std::int64_t evaluated_layouts = 0;           ///< whose memory and, where it fits, time was computed
  std::int64_t feasible_layouts = 0;            ///< that are legal and fit
  std::vector<Plan> plans;                      ///< ranked, best first, at most Scenario::top
  std::vector<Plan> pareto;                     ///< where the scenario asks for it: the front of time, cost and energy
  std::vector<Message> notes;                   ///< about the whole answer, what matters most first
  std::optional<FewestInTime> fewest;           ///< where there is a deadline
  std::optional<Message> left_out;              ///< machines that were not looked at
  std::int64_t simulated_kinds = 0, kinds = 0;  ///< a live service's replicas, which were simulated, of how many
  std::int64_t followed = 0;  ///< plans whose fleets were tried as they follow a trace (follow_load.h)
  bool complete = true;       ///< not where the search was ended early: the best of what was looked at
};

/// Plans for `scenario`; when none satisfies it, an unsatisfiable error that says what would. The executor's watch may
/// end the search early.
Result<PlanResult> make_plans(const Scenario& scenario, const Catalog& catalog, const DataFiles& data,
                              const Executor& executor = {});
class PlanningSources;
/// The same, from sources that many scenarios share (planning_sources.h).
Result<PlanResult> make_plans(const Scenario& scenario, const Catalog& catalog, PlanningSources& sources,
                              const Executor& executor = {});

/// The best plan on each of `instances` for the same job, in the order given; an instance on which none works has its
/// reason.
struct Comparison {
  std::string instance;
  std::optional<Plan> plan;
  std::optional<Message> why_not;
};
Result<std::vector<Comparison>> compare(const Scenario& scenario, const std::vector<std::string>& instances,
                                        const Catalog& catalog, const DataFiles& data, const Executor& executor = {});

/// The arithmetic of one plan: memory first, then time, then money.
struct PlanExplanation {
  Terms memory, time, money;
};
Result<PlanExplanation> explain_plan(const Scenario& scenario, const Plan& plan, const DataFiles& data);

}  // namespace hakaru
