// Compares what a rehearsal's ranks did with what was predicted of them: the first difference of each kind, or none.
//
//   held        weights, gradients, optimizer, activations of the micro-batches in flight: equal to the byte. Where the
//               schedule splits backward passes (ZB-H1), and on a last stage of uneven chunks, memory/'s closed form of
//               activations is an upper bound, which they must not exceed
//   peak        all of these and work, at the fullest moment: equal to the byte, without the arena's gaps and rounding
//               (tracing/arena.h)
//   traffic     messages and bytes of each collective of each group: equal
//   order       of a stage's messages to other stages, as executed: that of the schedule's passes
//   loss        of each step: that of one rank alone, within 1e-5 of it
//   gradients   their norm, of each step: within 1e-4. Each parameter's, summed over micro-batches and ranks, in the
//               first step and, if it is no later than the tenth, the last: with g of the ranks, r of one rank alone
//                 ‖g − r‖ ≤ D·u·‖r‖ + √D·u·‖all gradients‖
//               u = 2⁻²⁴ rounds a value of fp32, D counts the roundings on the way through all layers and back: 36 of a
//               layer (some twelve operations forward, twice as many backward), and 36 for what is around them. D·u is
//               the most that D roundings make of a value (Higham 2002, Accuracy and Stability of Numerical Algorithms,
//               §3.1); as many that go either way make √D·u, here of summands that cancel (the keys of a deep encoder,
//               the bias of keys, to which softmax is blind) and are no larger than all gradients together. How long
//               sums are does not count: ranks add up in fp64 (tracing/execute.h, Sums). The learning rate warms up,
//               AdamW divides by no less than 1e-6 (rank_run.h): it makes whole steps of the smallest gradients and so
//               of their rounding. Beyond ten steps the largest is told, not judged.
//               Example: 24 layers, D = 900: 5.4e-5 of the gradient and 1.8e-6 of all; measured of a BERT on four ranks
//               1.3e-6 and 4e-9, with 48 layers 4.9e-5 of a gradient that is 2e-5 of all
//   narrow formats   of 16 bits: the loss is compared to a quantum of values near 1 (2⁻⁷ of bf16), the norm to four,
//               and each parameter's gradient is told; of 8 bits all three are told. Sums in another order round
//               differently
//   compiled    once, or found in the store of programs, as the shapes are the same in every step
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "hakaru/core/message.h"
#include "hakaru/rehearsal/rank_run.h"

namespace hakaru {

/// The summed gradients of one step, parameter by parameter; that which differs most.
struct ComparedGradients {
  std::int64_t step = 1;
  std::int64_t parameters = 0;
  std::string worst;
  double relative_difference = 0;  ///< ‖g − r‖ / ‖r‖; no number where values are missing
  std::string beyond;              ///< the first that differs by more than rounding may; empty: none
  double relative_difference_beyond = 0;

  std::optional<double> known_difference() const {
    return std::isfinite(relative_difference) ? std::optional(relative_difference) : std::nullopt;
  }
};

template <>
inline constexpr auto record<ComparedGradients> = described(
    "rehearsed_gradients", "gradients of a step", field("step", &ComparedGradients::step, "which step"),
    field("parameters", &ComparedGradients::parameters, "tensors that were compared"),
    field("worst_parameter", &ComparedGradients::worst, "the one that differs most"),
    field("relative_difference", &ComparedGradients::known_difference, "its difference over its norm").or_null());

struct Rehearsed {
  Miniature miniature;
  std::vector<Expected> expected;  ///< of each rank
  std::vector<RankRecord> ranks;
  RankRecord reference;                      ///< of one rank alone
  std::vector<double> loss;                  ///< of each step, mean over data-parallel ranks
  std::vector<ComparedGradients> gradients;  ///< of the first step and the last
  std::optional<double> loss_tolerance;      ///< relative; none: losses are told, not judged
  std::vector<Message> differences;
  bool agrees() const { return differences.empty(); }
};

Rehearsed compared(Miniature miniature, std::vector<Expected> expected, std::vector<RankRecord> ranks,
                   RankRecord reference);

}  // namespace hakaru
