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

#include "hakaru/training/step_tasks.h"

namespace hakaru {

struct Exposed {
  double tensor_s = 0, pipeline_s = 0, data_s = 0, expert_s = 0, context_s = 0, offload_s = 0;
  double total_s() const { return tensor_s + pipeline_s + data_s + expert_s + context_s + offload_s; }
};

struct SimulatedStep {
  double step_time_s = 0;
  double compute_s = 0;
  Exposed exposed;
  double bubble_s = 0;
  double forward_only_s = 0;    ///< added by pass_forward_alone
  double straggling_s = 0;      ///< added by wait_for_stragglers
  double loading_s = 0;         ///< added by wait_for_data
  double rollout_s = 0;         ///< added by wait_for_rollout
  double between_phases_s = 0;  ///< likewise
  int slowest_stage = 0;
  std::int64_t events = 0;
  StepTasks tasks;
  Timeline timeline;
};

/// Adds passes forward alone, ahead of those that are simulated (forward_pass.h).
void pass_forward_alone(SimulatedStep& step, double forward_only_s);
/// Adds waiting for the slowest of `instances` (step.h).
void wait_for_stragglers(SimulatedStep& step, double straggling, int instances);
/// Adds waiting until what the step trains on is sampled.
void wait_for_rollout(SimulatedStep& step, double rollout_s, double between_phases);
/// Adds waiting for the data set to a step that takes less than `read_s`.
void wait_for_data(SimulatedStep& step, double read_s);

/// `tell` as simulate (engine.h) has it; what it ends has no times but those of `timeline`, which says so.
SimulatedStep simulate_step(const StepWork& work, const Jitter& jitter = {},
                            const std::function<bool(double share)>& tell = {});

}  // namespace hakaru
