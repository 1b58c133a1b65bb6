// Time that rented machines are paid for before a run or a lot of items begins (data/autoscaling.toml):
//
//   start-up = the machine's start + weights / bandwidth + the program's start       as serving/fleet/warm_up.h has it
//
// It is a part of the duration of what ends, and so of deadlines, costs and energy. Machines of one's own are there.
// Worked example: Llama 3.1 8B on 2 B tokens, 1.62 h of steps on 4 × p5.48xlarge: 180 + 64 s more, 1.69 h; on 8 it is
// 7.6 % of 0.89 h, so the 4 cost less.
// Limits: a training program is taken to start as long as an engine whose graphs are cached; all machines start at
// once; compiling for NeuronCores is counted by plan/support.h; training without a checkpoint to begin with reads none.
#pragma once

#include <vector>

#include "hakaru/planning/plan/plan.h"
#include "hakaru/serving/fleet/warm_up.h"

namespace hakaru {

class StartUps {
 public:
  static Result<StartUps> read(const DataFiles& data);
  /// Part by part; empty: the plan has no end, or its machines are not rented.
  Terms terms(const Plan& plan, const Scenario& scenario) const;

 private:
  AutoscalingDefaults defaults_;
  Storage storage_;
};

/// Adds the start-up to the duration of a plan that has none yet.
void count_start_up(Plan& plan, const Scenario& scenario, const StartUps& start_ups);

/// The arithmetic of a plan's start-up: its parts, where they add up to what was planned, then their sum.
Terms start_up_terms(const Plan& plan, const Scenario& scenario, const StartUps& start_ups);

}  // namespace hakaru
