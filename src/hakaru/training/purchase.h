// Cost of a run by the way its instances are bought: on demand, under a savings plan, as a capacity block, spot, or a
// mix. A spot instance is taken away now and then, which stops the run as a failure does (run.h):
//
//   r      interruptions of one spot instance in an hour: the user's figure, there is no usual one
//   M      node's mean time between failures;  n instances, k of them spot
//   1/MTBF of the cluster = n/M + k · r        → checkpoint interval, goodput, duration as in run.h
//   USD/h  = Σ instances of a kind · its price;   cost = USD/h · duration
//
// The best mix is the cheapest of all k spot instances beside n − k of one other kind, k from 0 to n, that ends in
// time. A commitment that outlasts the run is none of them: its figures are those of the run's share.
//
// A Capacity Block is reserved from those on offer (hardware/block_offers.h), where offers are known: the
// run begins when the block does, which counts against the deadline, and costs the block's fee. Where none is known it
// is taken to begin at once, at the price of an hour for whole days.
//
// Worked example: 10 instances, M 1,000 h, 5 of them spot at r 0.02/h: 1/MTBF = 0.01 + 0.1 per hour, MTBF 9.1 h.
//
// Limits: those of run.h: what was taken away is replaced at once, at the same price; interruptions come at random, one
// at a time. A savings plan is paid for its whole term: its price holds where the term is used up.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hakaru/hardware/block_offers.h"
#include "hakaru/hardware/price_book.h"
#include "hakaru/training/run.h"

namespace hakaru {

struct PurchaseShare {
  PriceKind kind = PriceKind::on_demand;
  int instances = 0;
  std::optional<double> usd_per_h;  ///< of one; empty: no price is known
};

template <>
inline constexpr auto record<PurchaseShare> =
    described("purchase_share", "instances bought alike",
              field("kind", &PurchaseShare::kind, "how it is bought (on_demand, spot, …)"),
              field("instances", &PurchaseShare::instances, "how many instances"),
              field("usd_per_h", &PurchaseShare::usd_per_h, "price of one instance"));

struct PurchaseOption {
  std::vector<PurchaseShare> shares;
  std::optional<double> usd_per_h;
  std::optional<double> mtbf_s, interruptions, goodput;  ///< empty: failures are not counted
  std::optional<double> duration_s;
  std::optional<double> cost_usd;
  std::optional<BlockOffer> block;   ///< of what is offered, the one that holds its share
  double waits_s = 0;                ///< until that starts
  std::vector<Message> why_unknown;  ///< of the figures that are empty, and what they do not say

  int of(PriceKind kind) const;
  int spot() const { return of(PriceKind::spot); }
  /// From when it may begin until it ends; only where `duration_s` is known.
  double ends_s() const { return waits_s + duration_s.value_or(0); }
};

/// Its figures.
template <>
inline constexpr auto record<PurchaseOption> = described(
    "purchase_option", "a way to buy the instances", field("shares", &PurchaseOption::shares, "how many of each kind"),
    field("usd_per_h", &PurchaseOption::usd_per_h, "price of the cluster"),
    field("mtbf_s", &PurchaseOption::mtbf_s, "mean time between failures of the cluster"),
    field("interruptions", &PurchaseOption::interruptions, "how often the run is interrupted"),
    field("goodput", &PurchaseOption::goodput, "share of the time that is useful, 0 … 1"),
    field("duration_s", &PurchaseOption::duration_s, "the whole run"),
    field("cost_usd", &PurchaseOption::cost_usd, "of the run"));

/// The same, where `spot` instances of the cluster are also taken away, each so often.
RunConditions with_interruptions(RunConditions conditions, const Cluster& cluster, int spot, double per_h);

/// True if a commitment among its shares is paid for longer than the run; best() weighs no such option.
bool outlasts_run(const PurchaseOption& option);

class Purchases {
 public:
  struct Prices {
    std::string region, date;
    std::optional<double> spot_interruptions_per_h;  ///< of one instance
    std::optional<Price> of_plan;                    ///< what the plan was priced with, for its kind
    std::vector<BlockOffer> blocks = {};             ///< offered of its instance there
    std::string begin = {};                          ///< the day on which it may begin; "": when they were offered
    std::optional<double> deadline_s = {};           ///< from its beginning
  };
  /// All must outlive this.
  Purchases(const TrainingJob& job, const Cluster& cluster, const IdealRun& ideal, const RunConditions& conditions,
            const PriceBook& book, Prices prices);

  /// The plan's instances all bought in one way, each way in turn.
  std::vector<PurchaseOption> pure() const;
  /// So many of each; in sum those of the plan.
  PurchaseOption mixed(const std::vector<std::pair<PriceKind, int>>& instances) const;
  /// Empty: no mix has a known cost, or none ends in time.
  std::optional<PurchaseOption> best() const;

 private:
  PurchaseShare share(PriceKind kind, int instances) const;
  void add_run(PurchaseOption& option) const;
  void add_block(PurchaseOption& option) const;

  const TrainingJob& job_;
  const Cluster& cluster_;
  const IdealRun& ideal_;
  const RunConditions& conditions_;
  const PriceBook& book_;
  Prices prices_;
};

}  // namespace hakaru
