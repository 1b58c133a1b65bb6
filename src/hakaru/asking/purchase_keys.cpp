#include "hakaru/asking/purchase_keys.h"

#include <fmt/format.h>

#include <algorithm>

#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/job/key_reader.h"
#include "hakaru/planning/money/pricing.h"

namespace hakaru {
namespace {

using Shares = std::vector<std::pair<PriceKind, int>>;
constexpr double most_interruptions_per_h = 3600;

std::vector<std::string> training_kinds() {
  std::vector<std::string> names;
  for (const PriceKind kind : all_price_kinds) {
    if (is_bought_for(kind, true)) names.emplace_back(name_of(kind));
  }
  return names;
}

/// "on_demand=48,spot=16": of `instances` in all; "spot": all of them. Messages name it `flag`.
Result<Shares> shares_of(const std::string& text, int instances, const std::string& flag) {
  Shares shares;
  std::int64_t sum = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view part = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), part.size() + 1));
    const std::size_t equals = part.find('=');
    const Result<PriceKind> kind = parse_price_kind(part.substr(0, equals));
    if (!kind) return bad_input("{}: {}", flag, in_english(kind.error().message));
    if (std::any_of(shares.begin(), shares.end(), [&](const auto& share) { return share.first == *kind; }))
      return bad_input("{} names {} twice", flag, name_of(*kind));
    const Result<std::int64_t> count =
        equals == std::string_view::npos ? instances : parse_count(part.substr(equals + 1), flag);
    if (!count) return fail(count);
    if (*count > instances) return bad_input("{} holds {} instances; the plan has {}", flag, *count, instances);
    sum += *count;
    shares.emplace_back(*kind, static_cast<int>(*count));
  }
  if (sum != instances) return bad_input("{} holds {} instances; the plan has {}", flag, sum, instances);
  std::erase_if(shares, [](const auto& share) { return share.second == 0; });
  for (const auto& [kind, count] : shares) {
    if (!is_bought_for(kind, true))
      return bad_input("{}: {} is not for training; accepted: {}", flag, name_of(kind), join(training_kinds()));
    if (is_of_sagemaker(kind) && shares.size() > 1)
      return bad_input("{}: machines of SageMaker join no others; accepted: {}", flag,
                       fmt::format("{}={}", name_of(kind), instances));
  }
  return shares;
}

std::optional<double> interruptions_per_h(KeyReader& reader) {
  return reader.number("spot_interruptions_per_hour", 0, most_interruptions_per_h);
}

bool is_late(const PurchaseOption& option, double deadline_s) {
  return option.duration_s && option.ends_s() > deadline_s;
}

/// Why no way to buy is the best: none has a known cost, or by how much the soonest misses the deadline.
tl::unexpected<Error> why_none(const std::vector<PurchaseOption>& options, std::optional<double> deadline_s,
                               const std::string& flag) {
  std::optional<double> soonest_s;
  for (const PurchaseOption& option : options) {
    if (!option.cost_usd || outlasts_run(option)) continue;
    if (!soonest_s || option.ends_s() < *soonest_s) soonest_s = option.ends_s();
  }
  if (!soonest_s || !deadline_s || *soonest_s <= *deadline_s)
    return unsatisfiable("no way to buy the instances for the run alone has a known cost");
  return unsatisfiable(
      "no way to buy the instances ends within {} at a known cost; the soonest takes {}: relax {} by {}",
      in_time(*deadline_s), in_time(*soonest_s), flag, in_time(*soonest_s - *deadline_s));
}

/// Why a way to buy, told as `way` ("": the cheapest), costs more than the budget with its data set, which costs
/// `data_usd`; empty: it does not.
std::optional<Error> over_budget(const PurchaseOption& option, double data_usd, double budget_usd,
                                 const std::string& way, const std::string& flag) {
  if (!option.cost_usd)
    return unsatisfiable("what the run costs bought as {} is not known, so {} cannot be held", way, flag).value();
  if (outlasts_run(option))
    return unsatisfiable("{} is paid for longer than the run, whose share alone {} could hold: name another way", way,
                         flag)
        .value();
  const double whole_usd = *option.cost_usd + data_usd;
  if (whole_usd <= budget_usd) return std::nullopt;
  const Quantity cost = in_usd(whole_usd), missing = in_usd_or_more(whole_usd - budget_usd);
  if (way.empty() && data_usd > 0)
    return unsatisfiable("the cheapest way to buy the instances costs {}, with {} for the data set: relax {} by {}",
                         cost, in_usd(data_usd), flag, missing)
        .value();
  if (data_usd > 0)
    return unsatisfiable("bought as {}, the run costs {}, with {} for the data set: relax {} by {}", way, cost,
                         in_usd(data_usd), flag, missing)
        .value();
  if (way.empty())
    return unsatisfiable("the cheapest way to buy the instances costs {}: relax {} by {}", cost, flag, missing).value();
  return unsatisfiable("bought as {}, the run costs {}: relax {} by {}", way, cost, flag, missing).value();
}

std::vector<BlockOffer> offers_for(const SavedPlan& saved, const Catalog& catalog) {
  const Plan& plan = saved.plan;
  std::vector<BlockOffer> offers =
      catalog.block_offers().of(plan.cluster.instance().name, region_of(plan, saved.scenario.hardware));
  if (offers.empty() && plan.block) offers.push_back(*plan.block);
  return offers;
}

}  // namespace

Result<BlockOfRun> block_of_run(KeyReader& reader, const SavedPlan& saved, double duration_s, const Catalog& catalog,
                                const std::string& today) {
  const Plan& plan = saved.plan;
  const std::optional<double> deadline_s = reader.parsed<double>("deadline", parse_duration_s);
  const std::optional<std::string> begin = reader.parsed<std::string>("start_date", parse_date);
  if (reader.error()) return tl::unexpected(*reader.error());
  const bool in_blocks = plan.price && plan.price->kind == PriceKind::capacity_block;
  const std::vector<BlockOffer> offers = in_blocks ? offers_for(saved, catalog) : std::vector<BlockOffer>();
  if (offers.empty()) return BlockOfRun();
  const BlockNeed need = block_need(plan.cluster.instances, duration_s, begin.value_or(today), deadline_s, offers);
  std::optional<BlockOffer> block = cheapest_block(offers, need);
  if (!block) return BlockOfRun{std::nullopt, why_no_block(offers, need)};
  return BlockOfRun{std::move(block), std::nullopt};
}

Result<RunConditions> conditions_as_priced(KeyReader& reader, const Plan& plan, const RunConditions& conditions) {
  const std::optional<double> per_h = interruptions_per_h(reader);
  if (reader.error()) return tl::unexpected(*reader.error());
  const bool spot = plan.price && plan.price->kind == PriceKind::spot;
  if (!spot || !per_h) return conditions;
  return with_interruptions(conditions, plan.cluster, plan.cluster.instances, *per_h);
}

Result<std::optional<PurchaseAnswer>> purchase_answer(KeyReader& reader, const SavedPlan& saved,
                                                      const RunConditions& conditions, const Catalog& catalog,
                                                      const std::string& today) {
  const bool asked = reader.has("purchase");
  const bool seeks = reader.has("spot_interruptions_per_hour") || reader.has("deadline") || reader.has("budget") ||
                     reader.has("start_date");
  const std::optional<double> deadline_s = reader.parsed<double>("deadline", parse_duration_s);
  const std::optional<double> budget_usd = reader.parsed<double>("budget", parse_money_usd);
  const std::optional<std::string> begin = reader.parsed<std::string>("start_date", parse_date);
  PurchaseAnswer answer;
  answer.spot_interruptions_per_h = interruptions_per_h(reader);
  if (reader.error()) return tl::unexpected(*reader.error());
  if (!asked && !seeks) return std::nullopt;
  const Plan& plan = saved.plan;
  if (const CostComponent* const data_set = plan.costs.data_set()) answer.data_usd = data_set->usd;
  const HardwareRequest& request = saved.scenario.hardware;
  const TrainingJob job = saved.training_job();
  const TrainingFigures& figures = *plan.training();
  const IdealRun ideal{figures.step.step_time_s, figures.duration_s, plan.costs.usd_per_h};
  const std::string region = region_of(plan, request);
  Purchases::Prices prices{region, request.prices_as_of, answer.spot_interruptions_per_h, plan.price};
  prices.blocks = offers_for(saved, catalog);
  prices.begin = begin.value_or(today);
  prices.deadline_s = deadline_s;
  const Purchases purchases(job, plan.cluster, ideal, conditions, catalog.prices(), prices);
  answer.pure = purchases.pure();
  if (asked) {
    const Result<Shares> shares = shares_of(*reader.text("purchase"), plan.cluster.instances, reader.shown("purchase"));
    if (!shares) return fail(shares);
    answer.asked = purchases.mixed(*shares);
    if (deadline_s && is_late(*answer.asked, *deadline_s))
      return unsatisfiable("bought as {}, the run takes {}: relax {} by {}", *reader.text("purchase"),
                           in_time(answer.asked->ends_s()), reader.shown("deadline"),
                           in_time(answer.asked->ends_s() - *deadline_s));
    const int in_blocks = answer.asked->of(PriceKind::capacity_block);
    if (deadline_s && in_blocks > 0 && !prices.blocks.empty() && answer.asked->duration_s) {
      const BlockNeed need =
          block_need(in_blocks, *answer.asked->duration_s, prices.begin, prices.deadline_s, prices.blocks);
      if (!cheapest_block(prices.blocks, need))
        return tl::unexpected(Error{ErrorKind::unsatisfiable, why_no_block(prices.blocks, need)});
    }
  }
  if (seeks) answer.best = purchases.best();
  const bool is_limited = deadline_s || budget_usd;
  if (is_limited && !asked && !answer.best) return why_none(answer.pure, deadline_s, reader.shown("deadline"));
  if (budget_usd) {
    const std::optional<Error> over =
        asked
            ? over_budget(*answer.asked, answer.data_usd, *budget_usd, *reader.text("purchase"), reader.shown("budget"))
            : over_budget(*answer.best, answer.data_usd, *budget_usd, "", reader.shown("budget"));
    if (over) return tl::unexpected(*over);
  }
  return answer;
}

}  // namespace hakaru
