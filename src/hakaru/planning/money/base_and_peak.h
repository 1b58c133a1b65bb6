// The best way to buy the machines of a fleet that follows its load: the first of them, which are there nearly always,
// under a commitment that is paid at all hours, the others by the hour.
//
//   u_k   = hours of the trace that the k-th machine is there / hours of the trace
//   base  = machines with u_k · hourly > committed;  u_k falls with k, so these are the first
//   USD/h = base · committed + Σ of the others u_k · hourly
//
// Spot may be taken away: only the peak is ever put on it, the base stays. That split is shown as well, not chosen.
//
// Worked example: $10/h by the hour, $6/h under a savings plan, machines there for 1, 0.8, 0.5 and 0.1 of the trace:
// two are committed, 2 · 6 + (0.5 + 0.1) · 10 = $18/h, where all by the hour would cost $24; with the others on spot at
// $3/h 2 · 6 + (0.5 + 0.1) · 3 = $13.80/h.
// Limits: the trace is taken to come again and again for the whole term; the cheapest commitment counts, whatever its
// term. By the hour is what the plan is priced as: on demand or, where asked for, spot, whose interruptions cost
// nothing here.
#pragma once

#include "hakaru/planning/plan/plan.h"

namespace hakaru {

/// Empty: no commitment makes the fleet of `scaling` cheaper, or none has a price where `plan` is.
std::optional<BaseAndPeak> base_and_peak(const ScalingFigures& scaling, const Plan& plan,
                                         const HardwareRequest& request, const PriceBook& prices);
/// The same with the peak on spot: the base is that of `scaling.bought`, else the replicas that are always there, as
/// the plan is priced. Empty: that is no cheaper, the plan is not on demand, or no spot price is known where it is.
std::optional<BaseAndPeak> peak_on_spot(const ScalingFigures& scaling, const Plan& plan, const HardwareRequest& request,
                                        const PriceBook& prices);
/// Split of machines at `hourly_usd` or `committed_usd` each hour: how many are best committed, and the cost of all in
/// USD per hour.
BaseAndPeak split_of_base(const ScalingFigures& scaling, double hourly_usd, double committed_usd);

}  // namespace hakaru
