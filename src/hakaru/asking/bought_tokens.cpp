#include "hakaru/asking/bought_tokens.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hakaru/asking/answers.h"
#include "hakaru/asking/batch_range.h"
#include "hakaru/asking/best_plan.h"

namespace hakaru {
namespace {

constexpr double first_tokens = 1e9, least_tokens = 1e6, most_tokens = 1e15;
constexpr double likely_share = 0.85;  ///< relative to the tokens that cost as much as the budget
constexpr double first_step = 1.1;     ///< each further step down is the square of the one before
constexpr double near_enough = 1.12;   ///< more tokens than bought, not bought
constexpr int cost_passes = 2;

std::int64_t to_two_digits(double tokens) {
  const double digit = std::pow(10, std::floor(std::log10(tokens)) - 1);
  constexpr double rounding = 1e-12;
  return static_cast<std::int64_t>(std::floor(tokens / digit * (1 + rounding)) * digit);
}

bool is_bought(const Json& keys, double tokens, const Asking& asking) {
  Json of_run = keys;
  of_run["tokens"] = to_two_digits(tokens);
  const Result<BestPlan> best = best_plan(std::move(of_run), asking);
  if (!best || !best->plan.is_safe) return false;
  return best->plan.costs.in_all_usd().value_or(0) <= best->scenario.budget_usd.value_or(0);
}

/// Tokens whose cheapest plan costs as much as the budget.
Result<double> tokens_at_budget(Json keys, const Asking& asking) {
  keys.erase("deadline");
  double tokens = first_tokens;
  for (int pass = 0; pass < cost_passes; ++pass) {
    keys["tokens"] = to_two_digits(tokens);
    Json unbounded = keys;
    unbounded.erase("budget");
    const Result<BestPlan> best = best_plan(std::move(unbounded), asking);
    if (!best) return fail(best);
    const Result<Scenario> scenario = read_scenario(keys, asking.scenario_name(), asking.data, asking.catalog);
    if (!scenario) return fail(scenario);
    const double cost_usd = best->plan.cost_usd().value_or(0);
    if (cost_usd <= 0)
      return bad_input("{} buys no tokens: the machines have no price; name an instance with one, or a region",
                       shown_key("budget", asking));
    tokens = std::clamp(tokens * *scenario->budget_usd / cost_usd, least_tokens, most_tokens);
  }
  return tokens;
}

}  // namespace

Result<std::optional<std::int64_t>> bought_tokens(const Json& keys, const Asking& asking) {
  const bool asks = keys.value("job", Json()) == "train" && keys.contains("budget") && !keys.contains("tokens") &&
                    !keys.contains("items") && keys.value("algorithm", Json()) != "grpo";
  if (!asks) return std::optional<std::int64_t>();
  Json cheapest = keys;
  cheapest["objective"] = "cost";
  if (const Result<std::vector<std::int64_t>> range = batches_in(keys, asking); range && !range->empty())
    cheapest.erase("global_batch");
  const Result<double> at_budget = tokens_at_budget(cheapest, asking);
  if (!at_budget) return fail(at_budget);
  double bought = *at_budget * likely_share, beyond = bought * first_step, step = first_step;
  if (is_bought(cheapest, bought, asking)) {
    for (; is_bought(cheapest, beyond, asking); beyond *= first_step) bought = beyond;
  } else {
    do {
      beyond = std::exchange(bought, bought / step);
      step *= step;
    } while (bought >= least_tokens && !is_bought(cheapest, bought, asking));
  }
  while (bought >= least_tokens && beyond > bought * near_enough) {  // below the least, the search says why not
    const double middle = std::sqrt(bought * beyond);
    (is_bought(cheapest, middle, asking) ? bought : beyond) = middle;
  }
  return std::optional(to_two_digits(bought));
}

}  // namespace hakaru
