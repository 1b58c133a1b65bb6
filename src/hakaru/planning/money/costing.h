// Money, energy, porting and remarks of a plan whose time is known; and the order of plans under an objective.
#pragma once

#include "hakaru/planning/money/pricing.h"
#include "hakaru/planning/plan/plan.h"
#include "hakaru/planning/plan/support.h"

namespace hakaru {

/// Porting effort and scenario classes, from data/recommendations.toml.
struct Recommendations {
  double person_months_low = 0, person_months_high = 0;
  std::string porting_source;
  struct Rule {
    std::string scale;                ///< "small", "medium", "large"
    double parameters_below = 0;      ///< the rule holds for models with fewer parameters …
    double data_set_bytes_below = 0;  ///< … and smaller data sets
    std::string machine;              ///< "CPU", "one GPU", "many GPUs or AWS silicon"
    std::string reason;
    std::string source;
  };
  std::vector<Rule> training;  ///< tried in order
  std::vector<Rule> inference;
  SupportNotices support;
};
Result<Recommendations> read_recommendations(const DataFiles& data);

/// The remark about which class of machine the source documents recommend for this job, and why.
Message recommended_machine(const Recommendations& recommendations, const Job& job);

/// Porting in the ledger (cost_kinds.h), of what ends, where a person-month has a price.
std::optional<CostComponent> porting_cost(const Plan& plan, const Scenario& scenario, const Catalog& catalog,
                                          std::vector<Message>& notes);

/// What is said of porting costs where they are part of the question.
std::optional<Message> note_on_porting(const std::vector<Plan>& plans, const Scenario& scenario);

/// Fills price, cost, energy, porting and notes of `plan`, and says whether its evidence is that of a near relative;
/// whose cluster, layout, figures and duration are known.
void add_costs(Plan& plan, const Scenario& scenario, const Catalog& catalog, const Recommendations& recommendations);

/// Fills what of the costs of `plan` is by the hour, and what a million tokens or items cost, from its price, the
/// duration of the run and the rate of what is made.
void add_sums(Plan& plan, const Scenario& scenario);

/// Fills what `plan` costs as a fleet that follows its load as `figures` say.
void add_following_costs(ScalingFigures& figures, const Plan& plan);

/// Of what ends and is priced as a Capacity Block, where blocks are offered and known: the one that it is bought as, so
/// that its cost is that block's fee; or why none of them holds it. After its uncertainty is known.
void buy_offered_block(Plan& plan, const Scenario& scenario, const Catalog& catalog);

/// How alike the plans of one answer may be.
struct Variety {
  std::int64_t per_cluster = INT64_MAX;   ///< of one instance type and count
  std::int64_t per_instance = INT64_MAX;  ///< of one instance type
};

/// Instance types that are few.
inline constexpr std::size_t few_instances = 4;
/// One cluster: its best layouts. Several counts: the best of each. Many instance types: the best few of each.
Variety variety_of(const Scenario& scenario, std::size_t instances);

/// Ranks plans: those that keep their limits with the confidence asked for first; where productivity is valued, those
/// without porting; services that no Capacity Block ends; then by the objective's figure as predicted, those without one
/// last, by accelerators (with a deadline) or accelerator-hours. Ties: the cheaper, the shorter run, fewer ranks.
/// First stands, within 5 % of the best figure, the plan whose evidence is nearest, then the faster one by whole hours
/// (with a deadline: the cheaper one), then the one with fewer accelerators.
void rank_plans(std::vector<Plan>& plans, const Scenario& scenario, const Variety& variety = {});
/// The same order, as places in `plans`.
std::vector<std::size_t> order_of(const std::vector<Plan>& plans, const Scenario& scenario);

/// Figures as good as the best one: their share above it at most.
inline constexpr double as_good_share = 0.05;

/// Whether a live service runs in a Capacity Block, which ends.
bool ends_with_block(const Plan& plan);

/// The figure that `objective` minimises, where the work takes `slower` times as long as predicted; empty where it is
/// unknown. A live service is counted on as many machines.
std::optional<double> objective_value(const Plan& plan, Objective objective, double slower = 1);
/// The error band of that figure: of how long what is made takes.
const std::shared_ptr<const Band>& band_of(const Plan& plan, Objective objective);
/// The one that is told beside a plan; null: nothing of the kind was measured.
const Band* told_band(const Plan& plan, Objective objective);
/// Duration of what ends, without the wait for its Capacity Block, and its cost, that it keeps to with the confidence
/// asked for.
double counted_duration_s(const Plan& plan, const Scenario& scenario);
std::optional<double> counted_cost_usd(const Plan& plan, const Scenario& scenario);

}  // namespace hakaru
