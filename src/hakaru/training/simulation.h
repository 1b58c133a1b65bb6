// A step simulated event by event, and where its time goes.
//
// Told from the slowest stage's timeline (the one whose passes take longest; the first of equals), so that all parts
// add up to the step:
//   compute    its passes and its optimizer, less what of them is communication or slowing down
//   tensor, expert, context   communication within its passes that nothing hides
//   data       what gathers and reductions beside its passes slowed them by; waiting for a gather, or for the last
//              reduction of any stage
//   pipeline   waiting while what it waits for is on its way from a neighbour
//   bubble     waiting for anything else: a neighbour that still computes, the end of other stages
//
// Example: 2 equal stages, 4 micro-batches, f = 1, b = 2, sends of 0.1: stage 0 works 12, the step takes 15.4 or more;
// of the waiting, what falls within a send is pipeline and the rest bubble.
#pragma once

#include "hakaru/training/step_parts.h"
#include "hakaru/training/step_tasks.h"

namespace hakaru {

/// `compute_s` with the optimizer; passes forward alone and waiting are added from outside.
struct SimulatedStep : StepParts {
  int slowest_stage = 0;
  std::int64_t events = 0;
  StepTasks tasks;
  Timeline timeline;
};

template <>
inline constexpr auto record<SimulatedStep> =
    described("simulated_step", "one step, event by event", step_fields::step_time,
              step_fields::compute.saying("compute and optimizer").shown_as("compute and optimizer"),
              step_fields::exposed, step_fields::bubble,
              step_fields::forward_only.saying("passes forward alone, for log-probabilities: in closed form"),
              step_fields::rollout.saying("until what the step trains on is sampled, as the plan has it"),
              step_fields::between_phases, step_fields::straggling, step_fields::loading);

/// `tell` as simulate (engine.h) has it; what it ends has no times but those of `timeline`, which says so.
SimulatedStep simulate_step(const StepWork& work, const Jitter& jitter = {},
                            const std::function<bool(double share)>& tell = {});

}  // namespace hakaru
