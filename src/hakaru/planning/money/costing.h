// Money, energy, porting and remarks of a plan whose time is known; and the figure of an objective.
#pragma once

#include "hakaru/planning/money/pricing.h"
#include "hakaru/planning/money/start_up.h"
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
  StartUps start_ups;
};
Result<Recommendations> read_recommendations(const DataFiles& data);

/// The remark about which class of machine the source documents recommend for this job, and why.
Message recommended_machine(const Recommendations& recommendations, const Job& job);

/// False where the maker of `accelerator` lists the architectures that its software runs for such a job, without the
/// model's.
bool runs_architecture(const Accelerator& accelerator, const Job& job);

/// Porting in the ledger (cost_kinds.h), of what ends, where a person-month has a price.
std::optional<CostComponent> porting_cost(const Plan& plan, const Scenario& scenario, const Catalog& catalog,
                                          std::vector<Message>& notes);

/// Note on the cost of porting; empty: porting has no cost in any of `plans`.
std::optional<Message> note_on_porting(const std::vector<Plan>& plans);

/// Fills price, cost, energy, porting and notes of `plan`, and says whether its evidence is that of a near relative;
/// whose cluster, layout, figures and duration are known.
void add_costs(Plan& plan, const Scenario& scenario, const Catalog& catalog, const Recommendations& recommendations);

/// Fills what of the costs of `plan` is by the hour, and what a million tokens or items cost, from its price, the
/// duration of the run and the rate of what is made.
void add_sums(Plan& plan, const Scenario& scenario);

/// Fills what `plan` costs as a fleet that follows its load as `figures` say.
void add_following_costs(ScalingFigures& figures, const Plan& plan);

/// Buys `plan`, if it ends and is priced as a Capacity Block, as an offered block: its cost becomes the block's fee.
/// Else notes why no block fits; unchanged where no offers are known. After its uncertainty is known.
void buy_offered_block(Plan& plan, const Scenario& scenario, const Catalog& catalog);

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
