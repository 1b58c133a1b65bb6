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

/// Ranks: where productivity is valued, plans without porting first; then plans with a figure for the objective first,
/// better figures first; without one, fewer accelerators (with a deadline) or fewer accelerator-hours first; of the
/// same figure, those known to be cheaper, then shorter runs; then fewer ranks.
void rank_plans(std::vector<Plan>& plans, const Scenario& scenario, const Variety& variety = {});
/// The same order, as places in `plans`.
std::vector<std::size_t> order_of(const std::vector<Plan>& plans, const Scenario& scenario);

/// The figure that `objective` minimises; empty where it is unknown.
std::optional<double> objective_value(const Plan& plan, Objective objective);
/// The same at the end of its error band that plans are ranked by. A live service's machines are counted so already.
std::optional<double> ranked_value(const Plan& plan, const Scenario& scenario);
/// The error band of that figure: of how long what is made takes.
const std::shared_ptr<const Band>& band_of(const Plan& plan, Objective objective);
/// The one that is told beside a plan; null: nothing of the kind was measured.
const Band* told_band(const Plan& plan, Objective objective);
/// How long what ends takes, without the wait for its Capacity Block, and what it costs in all, at the end that plans
/// are held to their limits by.
double counted_duration_s(const Plan& plan, const Scenario& scenario);
std::optional<double> counted_cost_usd(const Plan& plan, const Scenario& scenario);

}  // namespace hakaru
