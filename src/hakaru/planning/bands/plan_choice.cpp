#include "hakaru/planning/bands/plan_choice.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <tuple>

#include "hakaru/core/ranges.h"
#include "hakaru/numerics/elementary.h"
#include "hakaru/planning/bands/plan_bands.h"
#include "hakaru/planning/money/billed_times.h"
#include "hakaru/planning/money/costing.h"

namespace hakaru {
namespace {

constexpr std::size_t draws = 2000;
constexpr double least_chance = 0.05;

/// Numbers of the groups that a plan shares errors with: `pair`, all plans of its software on its accelerator;
/// `layout`, the plans with its layout there, whatever their machines are called and cost.
struct Kin {
  std::size_t pair, layout;

  bool operator==(const Kin&) const = default;
};
std::vector<Kin> kin_of(const std::vector<Plan>& plans) {
  std::map<std::pair<std::string, std::string>, std::size_t> pairs;
  std::map<std::tuple<std::size_t, Layout, std::string, std::string>, std::size_t> layouts;
  std::vector<Kin> kin;
  for (const Plan& plan : plans) {
    const std::pair name{plan.evidence.software, plan.cluster.instance().accelerator.name};
    const std::size_t pair = pairs.try_emplace(name, pairs.size()).first->second;
    Layout layout = plan.layout;
    if (plan.serving() != nullptr) layout.dp = 1;  // replicas of a fleet are alike
    const std::string types = plan.quantisation ? name_of(*plan.quantisation) : "";
    kin.push_back({pair, layouts.try_emplace({pair, layout, plan.precision, types}, layouts.size()).first->second});
  }
  return kin;
}

/// A plan's figure, which is better the less it is, with an error of ln.
class Figure {
 public:
  Figure(const Plan& plan, const Scenario& scenario)
      : plan_(&plan), scenario_(&scenario), residuals_(band_of(plan, scenario.objective)->residuals()) {
    ranges::sort(residuals_);
    const ServingFigures* const serving = plan.serving();
    const bool counts_machines = scenario.objective == Objective::cost || scenario.objective == Objective::energy;
    is_fleet_ = serving != nullptr && serving->live && counts_machines;
    if (is_fleet_) {
      const auto& limit_s = scenario.demand ? scenario.demand->level.tpot_s : std::get<ServingJob>(scenario.job).tpot_s;
      if (limit_s && serving->tpot_s > 0) most_slower_ = *limit_s / serving->tpot_s;
    }
  }

  /// So far up among its residuals, `place` from 0 to 1.
  double residual(double place) const {
    const auto at = static_cast<std::size_t>(place * static_cast<double>(residuals_.size()));
    return residuals_[std::min(at, residuals_.size() - 1)];
  }
  /// A fleet needs more machines where its iterations take longer, which do not make a token come sooner.
  double with(double residual) const {
    const double slower = std::max(plan_->uncertainty.least, elementary::exp(residual));
    if (slower > most_slower_) return std::numeric_limits<double>::infinity();
    const double value = *objective_value(*plan_, scenario_->objective, slower);
    return is_fleet_ ? value * machines_times(*plan_, *scenario_, slower) : value;
  }

 private:
  const Plan* plan_;
  const Scenario* scenario_;
  std::vector<double> residuals_;                                 ///< ascending
  double most_slower_ = std::numeric_limits<double>::infinity();  ///< than predicted, within the limit of a token
  bool is_fleet_ = false;
};

/// Numbers from 0 to 1, by their place.
class Draws {
 public:
  explicit Draws(std::mt19937_64& random) : random_(&random) {}

  double at(std::size_t place) {
    constexpr double steps = 0x1p53;
    while (drawn_.size() <= place) drawn_.push_back(static_cast<double>((*random_)() >> 11U) / steps);
    return drawn_[place];
  }

 private:
  std::mt19937_64* random_;
  std::vector<double> drawn_;
};

/// The residual of each plan in one draw: a part common to its pair and its layout's own part, by their variances.
std::vector<double> drawn(const std::vector<Kin>& kin, const std::vector<Figure>& figures, double own_share,
                          std::mt19937_64& random) {
  Draws of_pairs(random), of_layouts(random);
  const double common = std::sqrt(1 - own_share), own = std::sqrt(own_share);
  std::vector<double> residuals;
  for (std::size_t at = 0; at < figures.size(); ++at) {
    const Figure& figure = figures[at];
    residuals.push_back(common * figure.residual(of_pairs.at(kin[at].pair)) +
                        own * figure.residual(of_layouts.at(kin[at].layout)));
  }
  return residuals;
}

std::size_t best_of(const std::vector<Figure>& figures, const std::vector<double>& residuals, double sign) {
  std::size_t best = 0;
  double least = figures.front().with(sign * residuals.front());
  for (std::size_t at = 1; at < figures.size(); ++at) {
    const double value = figures[at].with(sign * residuals[at]);
    if (value >= least) continue;
    best = at;
    least = value;
  }
  return best;
}

}  // namespace

std::optional<PlanChoice> choice_among(const std::vector<Plan>& plans, const Scenario& scenario, double own_share) {
  if (scenario.objective == Objective::accelerators) return std::nullopt;
  std::vector<Figure> figures;
  for (const Plan& plan : plans) {
    if (!objective_value(plan, scenario.objective) || !band_of(plan, scenario.objective)) return std::nullopt;
    figures.emplace_back(plan, scenario);
  }
  if (figures.empty()) return std::nullopt;
  const std::vector<Kin> kin = kin_of(plans);
  std::mt19937_64 random(0);
  PlanChoice choice{std::vector<double>(plans.size(), 0), 0, {}};
  std::vector<double> better(plans.size(), 0), saved(plans.size(), 0);
  double picked = 0;
  for (std::size_t draw = 0; draw < draws; ++draw) {
    const std::vector<double> residuals = drawn(kin, figures, own_share, random);
    const std::size_t best = best_of(figures, residuals, 1);
    if (std::isfinite(figures[best].with(residuals[best]))) choice.chance_best[best] += 1.0 / draws;
    const std::size_t pick = best_of(figures, residuals, -1);
    picked += residuals[pick] / draws;
    const double first = figures.front().with(residuals.front());
    for (std::size_t at = 1; at < plans.size(); ++at) {
      const double other = figures[at].with(residuals[at]);
      better[at] += (other < first) / static_cast<double>(draws);
      if (std::isfinite(first)) saved[at] += std::max(0.0, (first - other) / std::abs(first)) / draws;
    }
  }
  choice.selection = std::max(0.0, picked);
  for (std::size_t at = 1; at < plans.size(); ++at) {
    const bool errs_alike = kin[at] == kin.front();  // a measurement of one is one of the other
    if (better[at] >= least_chance && !errs_alike)
      choice.worth_measuring.push_back({plans[at].rank, better[at], saved[at]});
  }
  ranges::stable_sort(choice.worth_measuring, std::greater<>(), &WorthMeasuring::changes);
  return choice;
}

}  // namespace hakaru
