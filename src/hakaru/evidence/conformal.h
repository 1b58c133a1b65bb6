// Errors of predictions by split conformal prediction (Vovk et al., Algorithmic Learning in a Random
// World, ch. 4; Lei et al., "Distribution-free predictive inference for regression", JASA 2018, §2).
//
//   n scores of runs that were not fitted, s = |ln(measured / predicted)|; the next one, if it is like them, is at most
//     s₍ₖ₎,  k = ⌈(n + 1) · coverage⌉,  the k-th smallest
//   with probability `coverage` at least. So the measured value lies within predicted · e^±s₍ₖ₎.
//
// A limit that `kept` of n such scores keep is kept by the next with probability (kept + ½) / (n + 1): between those
// that miss it and those that keep it, however few they are.
//
// Worked example: nine scores, 90 %: k = ⌈10 · 0.9⌉ = 9, the largest. Of eight k is 9 too: no score is known that is
// large enough, and there is no band.
// Limits: holds in the mean over such runs, not for each kind among them; who wants that makes groups (band.h).
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace hakaru {

/// k of the header, from 1; empty where it is more than `count`.
std::optional<std::size_t> conformal_rank(std::size_t count, double coverage);

/// The probability that a limit is kept which `kept` of `count` scores keep.
double probability_kept(std::size_t kept, std::size_t count);
/// The fewest scores that must keep a limit for that probability; more than `count` where these are too few.
std::size_t fewest_kept(double probability, std::size_t count);

/// The k-th smallest of `scores`; empty where these are too few.
std::optional<double> conformal_radius(std::vector<double> scores, double coverage);

}  // namespace hakaru
