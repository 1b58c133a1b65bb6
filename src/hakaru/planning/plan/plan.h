// From a scenario to ranked plans.
//
// Instances × counts × layouts are enumerated; what is not legal (parallel/legal.h) or does not fit (memory/) is
// dropped; the rest is timed (training/, serving/), priced, and ranked by the objective under the limits. Plans without
// a figure for the objective (no price, no power) rank last.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "hakaru/core/choice.h"
#include "hakaru/core/data_files.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/job/scenario.h"
#include "hakaru/memory/memory.h"
#include "hakaru/numerics/elementary.h"
#include "hakaru/parallel/layout.h"
#include "hakaru/planning/plan/executor.h"
#include "hakaru/planning/plan/ledger.h"
#include "hakaru/planning/plan/plan_figures.h"
#include "hakaru/planning/plan/plan_uncertainty.h"
#include "hakaru/serving/steady/inference.h"
#include "hakaru/serving/steady/serving_estimate.h"

namespace hakaru {

/// Support of the model's architecture by the accelerator, and the work that porting it would take.
struct Porting {
  bool supported = true;
  double person_months_low = 0, person_months_high = 0;
  std::optional<double> cost_usd;  ///< high end, at the scenario's price of a person-month
  std::string source;
};

template <>
inline constexpr auto record<Porting> =
    described("porting", "what it takes to move the software there",
              field("supported", &Porting::supported, "whether it runs there as it is"),
              field("person_months_low", &Porting::person_months_low, "at least"),
              field("person_months_high", &Porting::person_months_high, "at most"),
              field("cost_usd", &Porting::cost_usd, "by the price of a person-month, where one was given"),
              field("source", &Porting::source, "who says so").or_null());

/// On which runs a plan's figures rest.
enum class Evidence {
  measured,  ///< of its software on its accelerator
  relative,  ///< of its software on a relative of its accelerator, or of software that is a relative of its own
  none       ///< of neither: kernels, data sheets, other kinds of accelerator
};
template <>
inline constexpr auto choice_names<Evidence> = std::to_array<std::string_view>({"measured", "relative", "none"});

struct PlanEvidence {
  Evidence kind = Evidence::none;
  std::string software;  ///< whose constants these are; empty: of none
  std::string of;        ///< the accelerator whose constants these are; empty: its own, of no whole run
  std::string file;      ///< of the user, that has them; empty: the program's
};

template <>
inline constexpr auto record<PlanEvidence> = described(
    "evidence", "the runs that a plan's figures rest on",
    field("evidence", &PlanEvidence::kind, "what the constants were fitted to").listed(),
    field("evidence_software", &PlanEvidence::software, "software whose constants these are").or_null(),
    field("evidence_of", &PlanEvidence::of, "accelerator that was measured").or_null(),
    field("evidence_file", &PlanEvidence::file, "of your data, that has the constants; missing: the program's")
        .if_any());

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
  PlanFigures figures;
  CostLedger costs;
  std::optional<Price> price;
  std::optional<BlockOffer> block;      ///< what ends, in a Capacity Block: of those offered, the one that is bought
  double waits_s = 0;                   ///< until that starts
  double bought_h = 0;                  ///< of what ends, in days of a Capacity Block that hold it with the confidence
  double start_up_s = 0;                ///< of what ends on rented machines, until it begins: part of its duration
  std::optional<Message> why_no_block;  ///< blocks are offered, and none of them holds it in time
  std::string calibration;              ///< name, and whose it is when it is a relative's
  PlanEvidence evidence;
  PlanUncertainty uncertainty;
  bool is_safe = true;            ///< it keeps its limits with the confidence asked for, at least
  double tried_slowdown = 1;      ///< of a fleet: its queues settle with iterations so many times as long, as simulated
  std::vector<std::string> also;  ///< larger instances that hold the same accelerators in the same layout
  Porting porting;
  std::vector<Message> notes;  ///< what the reader should know: starved loading, an old price, a relative's constants

  /// The figures of its job; null: it is of another.
  const TrainingFigures* training() const { return std::get_if<TrainingFigures>(&figures); }
  const ServingFigures* serving() const { return std::get_if<ServingFigures>(&figures); }
  const InferenceFigures* inference() const { return std::get_if<InferenceFigures>(&figures); }
  TrainingFigures* training() { return std::get_if<TrainingFigures>(&figures); }
  ServingFigures* serving() { return std::get_if<ServingFigures>(&figures); }
  InferenceFigures* inference() { return std::get_if<InferenceFigures>(&figures); }
  /// A lot of items; null: what runs on, or training.
  const LotFigures* lot() const;

  /// Duration of what ends, a run or a lot of items; empty: a rate, such as a service's.
  std::optional<double> duration_s() const;
  bool ends() const { return duration_s().has_value(); }
  /// Cost paid by the hour, and energy: of what ends until it has, of a rate for an hour; empty: not known.
  const std::optional<double>& cost_usd() const { return costs.usd; }
  const std::optional<double>& energy_kwh() const { return costs.energy_kwh; }
  double made_per_s() const;   ///< tokens, of inference items
  double mfu() const;          ///< 0: not known
  double step_time_s() const;  ///< of training; of all else 0
};

struct WorthMeasuring {
  int rank = 0;            ///< beside the first
  double changes = 0;      ///< the chance that the choice would be this one
  double saves_share = 0;  ///< of the first's figure, in the mean

  double saves_pct() const { return 100 * saves_share; }
};

template <>
inline constexpr auto record<WorthMeasuring> = described(
    "worth_measuring", "a plan to measure beside the first", field("rank", &WorthMeasuring::rank, "of the plan"),
    field("changes_choice", &WorthMeasuring::changes, "0 … 1: that it turns out better than the first"),
    field("saves_pct", &WorthMeasuring::saves_pct, "of the first's figure, in the mean"));

/// Probabilities of the order of plans (plan_choice.h).
struct PlanChoice {
  std::vector<double> chance_best;  ///< of each plan
  double selection = 0;             ///< of the first: ln of what it takes over its band, for having been picked
  std::vector<WorthMeasuring> worth_measuring;  ///< whose chance is a twentieth or more, the most likely first

  double selection_pct() const { return 100 * elementary::exp_less_one(selection); }
};

template <>
inline constexpr auto record<PlanChoice> =
    described("choice", "how sure the order of plans is",
              field("selection_pct", &PlanChoice::selection_pct,
                    "that the first takes longer than predicted, for having been picked"),
              field("measure", &PlanChoice::worth_measuring, "plans that may be better than the first"));

/// The fewest accelerators that meet a deadline.
struct FewestInTime {
  Cluster cluster;
  double duration_s = 0;

  int ranks() const { return cluster.ranks(); }
  int instances() const { return cluster.instances; }
  std::string instance() const { return cluster.instance().name; }
};

template <>
inline constexpr auto record<FewestInTime> =
    described("fewest_in_time", "the fewest accelerators that meet the deadline",
              field("accelerators", &FewestInTime::ranks, "ranks of the cluster"),
              field("instances", &FewestInTime::instances, "how many instances"),
              field("instance", &FewestInTime::instance, "instance type"),
              field("duration_s", &FewestInTime::duration_s, "the whole run"));

/// Cost of a plan by another price than its own (other_costs.h).
struct OtherCost {
  Price price;
  CostLedger costs;  ///< without porting, which costs the same
};

struct PlanResult {
  std::int64_t evaluated_layouts = 0;           ///< whose memory and, where it fits, time was computed
  std::int64_t feasible_layouts = 0;            ///< that are legal and fit
  std::vector<Plan> plans;                      ///< ranked, best first, at most Scenario::top
  std::vector<Plan> pareto;                     ///< where the scenario asks for it: the front of time, cost and energy
  std::vector<Message> notes;                   ///< about the whole answer, what matters most first
  std::optional<FewestInTime> fewest;           ///< where there is a deadline
  std::optional<PlanChoice> choice;             ///< how sure the order is; empty: not known
  std::vector<OtherCost> by_kind;               ///< of the plan to take
  std::optional<Message> left_out;              ///< machines that were not looked at
  std::vector<Message> of_left_out = {};        ///< the notes on machines left out
  std::optional<Message> unpriced;              ///< left out for want of a price there, and perhaps cheaper
  std::int64_t simulated_kinds = 0, kinds = 0;  ///< a live service's replicas, which were simulated, of how many
  std::int64_t followed = 0;  ///< plans whose fleets were tried as they follow a trace (follow_load.h)
  bool complete = true;       ///< not where the search was ended early: the best of what was looked at

  void note_left_out(const Message& note) {
    notes.push_back(note);
    of_left_out.push_back(note);
  }
};

/// Plans for `scenario`; when none satisfies it, an unsatisfiable error that says what would. The executor's watch may
/// end the search early.
Result<PlanResult> make_plans(const Scenario& scenario, const Catalog& catalog, const DataFiles& data,
                              const Executor& executor = {});
class PlanningSources;
/// The same, from sources that many scenarios share (planning_sources.h).
Result<PlanResult> make_plans(const Scenario& scenario, const Catalog& catalog, PlanningSources& sources,
                              const Executor& executor = {});

/// First note of an answer whose search the watch ended, after `layouts` were looked at.
Message ended_early(std::int64_t layouts);

/// The best plan on each of `instances` for the same job, in the order given; an instance on which none works has its
/// reason.
struct Comparison {
  std::string instance;
  std::optional<Plan> plan;
  std::optional<Message> why_not;
};
Result<std::vector<Comparison>> compare(const Scenario& scenario, const std::vector<std::string>& instances,
                                        const Catalog& catalog, const DataFiles& data, const Executor& executor = {});

/// The arithmetic of one plan: memory first, then time, then money, then how far off its time may be.
struct PlanExplanation {
  Terms memory, time, money, error;
};
template <>
inline constexpr auto record<PlanExplanation> = described(
    "explanation", "the arithmetic behind a plan", field("memory", &PlanExplanation::memory, "memory of a device"),
    field("time", &PlanExplanation::time, "time"), field("money", &PlanExplanation::money, "money and energy"),
    field("error_band", &PlanExplanation::error, "the error band, and the runs that it rests on"));
Result<PlanExplanation> explain_plan(const Scenario& scenario, const Plan& plan, const DataFiles& data);

}  // namespace hakaru
