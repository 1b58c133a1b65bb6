// Passes forward alone: the log-probabilities of a whole batch under a model that is not trained by it, such as DPO's
// reference (job/post_training.h).
//
//   stages        Σ fᵢ + (m − 1) · max fᵢ + (p − 1) · send: m micro-batches through p stages, one behind the other; fᵢ
//                 of all chunks of a stage
//   fully sharded (ZeRO 3)  g₁ + m · Σ max(fᵢ, gᵢ₊₁): while a layer runs, slowed by it, the next is gathered; the first
//                 one's gather follows the last layer
// with the forward passes f of the step (step_work.h), whose weights lie on the ranks as those of the trained model.
// Example: p = 4, m = 8, f = 1 on every stage, no sends: 4 + 7 = 11, where a step of f = 1 and b = 2 takes 33.
// Limits: micro-batches are those of the step, though larger ones would fit; where micro-batches go both ways these
// passes go one way, through the mean of a stage's two parts.
#pragma once

#include "hakaru/training/step_work.h"

namespace hakaru {

/// Seconds of the forward passes of all micro-batches of the step that `work` describes.
double forward_pass_s(const StepWork& work);

}  // namespace hakaru
