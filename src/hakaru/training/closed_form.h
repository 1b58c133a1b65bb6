// The time of a step without simulating it: the longest path through its passes, among the few that can be longest.
//
// Written for p stages of v chunks and m micro-batches; f, b, w are a stage's forward, backward (inputs) and weight
// seconds of one chunk pass, t = f + b + w, d a send. A pass waits for the one before it on its stage and for what the
// neighbouring stage sends, so the step is as long as its longest path. Every path is
//   base    micro-batch 0 forward through all v·p parts of the model, the last one backward through all of them:
//           Σ f + Σ b + 2(vp − 1)d; it accounts for (v − 1)p + 1 of the m·v chunk passes of a stage
//   loops   for the other R = mv − 1 − (v − 1)p: down the stages i … k and up again, back to where it began, which
//           takes Σᵢᵏ t + 2(k − i)d and stands for β(k − i) + 1 of them, β = 1 (1F1B, ZB-H1) or 2 (interleaved)
// so that one micro-batch more costs the largest mean of a loop,
//   λ = max over i ≤ k of (Σᵢᵏ t + 2(k − i)d) / (β(k − i) + 1)
// found in O(p) a time by Kadane's sums and Dinkelbach's iteration. In-flight limits open a loop at stage i only once a
// path has been from i down to the last stage and up again, which is a loop itself (the entry); on its first and last
// way down it may turn before the last stage, and make up for each stage left out with passes of its own.
//   GPipe   Σ f + Σ b + 2(p − 1)d + (m − 1)(max f + max b): two flow shops, one after the other
//   ZB-H1   loops of stage j are without their w as often as it puts W off (j times), and end with those W
//   fully sharded   Σ over passes of max(compute, communication): while one pass runs, the reduction of the pass before
//           and the gather for the next go beside it, and slow it
// The first forward pass on each stage waits for its buckets to be gathered. The last micro-batch's way back is
// followed chunk by chunk: reductions of one chunk slow the passes of the next, and the last bucket's is behind them
// whole.
//
// Example: p = 4, v = 1, m = 8, f = 1, b = 2 on every stage, d = 0: base 4 + 8, loops 7 · 3: 33 = (m + p − 1) · 3.
//
// Narayanan et al. 2021 (arXiv 2104.04473), §2.2; Qi et al. 2023 (arXiv 2401.10241), table 1; cycle means: Baccelli et
// al. 1992, "Synchronization and linearity", chapter 2.
// Interleaved stages are a ring besides: a path may leave the last stage for the first, and while one end of the model
// runs its slow chunk's p passes, the rest of a round may go
//   round the ring once for each other chunk, backward: (v − 1)(Σ b + p·d)
//   by a slower stage k stages away: Σ over the way there and back, and ((v − 1)p − 2k) of its passes
// instead of by the end's own (v − 1)p passes.
//
// A schedule without a closed form is simulated, and ZB-H1 with less than an eighth as many micro-batches as stages,
// and three rounds of 32 and more interleaved stages of three and more uneven chunks; where a schedule has more than
// ten times as many micro-batches as stages, with four and six times as many, from which the rest follows in a straight
// line.
//
// Limits: without jitter. Of 200,000 legal layouts of ten models of 7 to 670 billion parameters on nine instances one
// was 2.05 % off the simulation, the others within 2 %. Of 100,000 with small models and encoder-decoders among them,
// odd numbers of instances and LoRA 38 were further off, at worst 9 %: very uneven stages under ZB-H1, and sends that
// take longer than two chunks of interleaved stages. closed_form_test.cpp draws from both.
#pragma once

#include <vector>

#include "hakaru/training/step_work.h"

namespace hakaru {

struct ClosedForm {
  double step_time_s = 0;
  double period_s = 0;  ///< λ: one more chunk pass of every stage; without a closed form: one micro-batch
};

ClosedForm closed_form(const StepWork& work);

/// A stage's mean chunk pass.
struct StagePass {
  double forward_s = 0, backward_s = 0, weight_s = 0;
  double gather_s = 0;  ///< of all its chunks
  double all_s() const { return forward_s + backward_s + weight_s; }
  double chain_s() const { return forward_s + backward_s; }
};

/// When a stage has done its last backward pass, and when the reductions begun by then have ended; from the start of
/// the last micro-batch's way back.
struct StageEnd {
  double passes_s = 0, reduced_s = 0;
};

/// The same for one step after the other, without asking for memory each time. Not for two threads at once.
class ClosedFormTimer {
 public:
  ClosedForm operator()(const StepWork& work);

 private:
  std::vector<StagePass> passes_;
  std::vector<StageEnd> ends_;
  std::vector<double> loops_s_;
};

/// End, in s, of work that begins at `from_s` and is slowed until `until_s`.
double slowed_end_s(double from_s, double work_s, double until_s, double slowdown);

/// Closed form of a fully sharded step only (closed_form_sharded.cpp).
ClosedForm closed_form_of_sharded(const StepWork& work);

}  // namespace hakaru
